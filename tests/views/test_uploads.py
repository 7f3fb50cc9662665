"""What comes in: good texts are kept byte for byte, everything else gets a sentence."""

import errno

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from hypothesis import given
from hypothesis import strategies as st

from reviews import uploads
from reviews.errors import ElmError, NotReadable
from reviews.models import Artifact, Revision


def file(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


@pytest.fixture
def add(as_ana, item):
    """`add(files=[…])` or `add(name=…, text=…)`: what Ana sends to the item's upload page."""
    return lambda **data: as_ana.post(f"/items/{item.slug}/artifacts/new/", data)


def names() -> set[str]:
    return set(Artifact.objects.values_list("name", flat=True))


def test_several_files_become_artifacts_byte_for_byte(add, item):
    raw = {"a.md": b"\xef\xbb\xbf# A\r\n", "b.txt": "é\n".encode(), "README": b"no ending"}
    response = add(files=[file(name, data) for name, data in raw.items()])
    stored = {a.name: bytes(a.current.content) for a in item.artifacts.select_related("current")}
    assert stored == raw
    assert response["Location"] == f"/items/{item.slug}/"


def test_one_file_leads_to_its_page(add, ana):
    response = add(files=[file("a.md", b"# A")])
    made = Artifact.objects.get()
    assert response["Location"] == f"/artifacts/{made.pk}/"
    assert (made.kind, made.source, made.current.made_by) == ("markdown", "upload", ana)


def test_a_pasted_text_becomes_an_artifact_with_plain_line_ends(add):
    add(name="plan.md", text="one\r\ntwo")
    made = Artifact.objects.get()
    assert (made.name, made.source, bytes(made.current.content)) == ("plan.md", "paste", b"one\ntwo")


def test_a_file_of_a_known_name_becomes_a_new_revision(add, artifact):
    first = artifact.current
    add(files=[file("notes.md", b"# Better")])
    artifact.refresh_from_db()
    assert (artifact.current.number, artifact.current.parent) == (2, first)
    assert Artifact.objects.count() == 1


def test_the_same_content_again_is_noticed_and_makes_no_revision(add, artifact, as_ana):
    response = add(files=[file("notes.md", bytes(artifact.current.content))])
    assert Revision.objects.count() == 1
    assert "notes.md is the same as its current revision" in as_ana.get(response["Location"]).content.decode()


BAD = {
    "a null byte": (b"one\n\x00", "null byte at offset 4 (line 2)"),
    "Latin-1": (b"caf\xe9", "byte 0xe9 at offset 3 (line 1)"),
    "a PDF": (b"%PDF-1.7", "bad.md is a PDF, not text"),
    "UTF-16": ("hi".encode("utf-16"), "UTF-16"),
    "nothing": (b"", "bad.md is empty"),
    "blanks": (b" \n\t", "bad.md is empty"),
}


@pytest.mark.parametrize("case", BAD)
def test_b13_a_bad_file_gets_a_sentence_and_the_good_one_beside_it_is_stored(case, add):
    data, sentence = BAD[case]
    response = add(files=[file("bad.md", data), file("good.md", b"words")])
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert names() == {"good.md"}


def test_a_file_that_is_too_large_is_told_its_size(add, settings):
    settings.ELM_MAX_UPLOAD_MB = 1
    response = add(files=[file("big.md", b"x" * 1_500_000)])
    assert "big.md has 1.4 MB; 1 MB fit." in response.content.decode()
    assert names() == set()


def test_a_pasted_text_that_is_too_large_is_kept_in_the_form(add, settings):
    settings.ELM_MAX_UPLOAD_MB = 1
    response = add(name="big.md", text="word " * 300_000)
    assert "big.md has 1.4 MB; 1 MB fit." in response.content.decode()
    assert response.context["form"]["text"].value().startswith("word word")
    assert names() == set()


def test_the_page_says_how_much_can_be_added_at_once(as_ana, item, settings):
    settings.ELM_MAX_FILES, settings.ELM_MAX_UPLOAD_MB, settings.ELM_MAX_BODY_MB = 7, 2, 9
    page = as_ana.get(f"/items/{item.slug}/artifacts/new/").content.decode()
    assert "Several at once, in UTF-8: up to 7 files, 2 MB each, 9 MB together." in page


def test_three_hundred_files_at_once_are_refused_as_a_whole(add):
    response = add(files=[file(f"{n}.md", b"x") for n in range(300)])
    assert "You chose 300 files; 50 can be added at once. Nothing was stored." in response.content.decode()
    assert names() == set()


def test_two_files_of_one_name_are_told(add):
    response = add(files=[file("a.md", b"one"), file("a.md", b"two"), file("b.md", b"three")])
    assert "2 of the files are called a.md." in response.content.decode()
    assert names() == {"b.md"}


def test_a_name_with_a_path_is_kept_without_it_and_says_so(add, as_ana):
    response = add(name="../../etc/passwd", text="words")
    assert names() == {"passwd"}
    assert "“../../etc/passwd” is kept as passwd." in as_ana.get(response["Location"]).content.decode()


@pytest.mark.parametrize("name", ["..", "/", "\x01", "CON", "nul.md", "x" * 201])
def test_a_name_that_can_not_be_kept_is_refused_and_the_text_stays(name, add):
    response = add(name=name, text="words to keep")
    assert response.status_code == 422
    assert "words to keep" in response.content.decode()
    assert names() == set()


def test_a_text_needs_a_name_and_a_name_needs_a_text(add):
    assert "Give the pasted text a name" in add(text="words").content.decode()
    assert "Paste the text" in add(name="a.md").content.decode()
    assert "Choose files, or paste a text" in add().content.decode()
    assert names() == set()


@pytest.mark.parametrize(
    "trouble",
    [OperationalError("database or disk is full"), OSError(errno.ENOSPC, "No space left on device")],
)
def test_a_full_disk_gets_a_sentence_stores_nothing_and_keeps_the_text(trouble, add, item, monkeypatch):
    def no_room(*args, **kwargs):
        raise trouble

    monkeypatch.setattr(Revision, "save", no_room)
    response = add(name="plan.md", text="words to keep")
    assert "disk is full, so nothing was stored" in response.content.decode()
    assert "words to keep" in response.content.decode()
    assert names() == set()


def test_another_trouble_of_the_database_is_not_called_a_full_disk():
    with pytest.raises(OperationalError), uploads.disk_may_be_full():
        raise OperationalError("no such table")
    with pytest.raises(ElmError), uploads.disk_may_be_full():
        raise OSError(errno.EDQUOT, "Quota exceeded")


@given(st.text(max_size=300))
def test_a_clean_name_is_short_visible_and_no_path(given_name):
    try:
        name = uploads.clean_name(given_name)
    except NotReadable:
        return
    assert 0 < len(name) <= 200
    assert name.isprintable()
    assert not set(name) & {"/", "\\"}
    assert name not in (".", "..")
    assert uploads.clean_name(name) == name
