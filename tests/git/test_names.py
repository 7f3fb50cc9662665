"""Names of files: any bytes become text that can be seen, and come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.errors import RepositoryError
from reviews.git.names import path_bytes, to_bytes, to_text


@given(st.binary(max_size=40))
def test_any_name_comes_back_as_it_was_and_can_be_printed(name):
    text = to_text(name)
    assert to_bytes(text) == name
    assert text.isprintable()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (b"notes.md", "notes.md"),
        ("Übersicht 日本.md".encode(), "Übersicht 日本.md"),
        (b"two\nlines", "two\\x0alines"),
        (b"latin\xe9", "latin\\xe9"),
        ("cod\u202efdp.exe".encode(), "cod\\xe2\\x80\\xaefdp.exe"),
        (b"a\\b", "a\\\\b"),
    ],
)
def test_what_cannot_be_seen_is_spelled_out(name, text):
    assert to_text(name) == text


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "a//b", "a/./b", "a/..", "a/", "a\\", "a\\x00b"])
def test_a_path_that_climbs_or_makes_no_sense_is_refused(path):
    with pytest.raises(RepositoryError) as refused:
        path_bytes(path)
    assert refused.value.kind == "path"
