"""Comments of HTML, which readers don't see, vouch for nothing."""

import pytest

from reviews.kinds.notes import Note


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("A <!-- b --> c", "A            c"),
        ("A <!-- open to the end", "A"),
        ("`<!-- code -->` stays", "`<!-- code -->` stays"),
        ("no comment", "no comment"),
    ],
)
def test_what_readers_see_has_no_comments_and_every_other_character_in_its_place(text, seen):
    assert Note("a", "notes.md", text).visible == seen.ljust(len(text))
