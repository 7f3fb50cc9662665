"""What a diff page shows, and patches that the real git takes."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given

from reviews.documents.diff import DiffLine, LinePart, inline_diff, side_by_side, unified_patch
from reviews.documents.effort import SPARE, Effort
from reviews.documents.lines import changed_spans, split_lines
from tests.documents.slow_pairs import never_out_of_anchors, slow_to_compare
from tests.documents.test_hunks import NOTES, texts
from tests.drawing import examples


def test_changed_words_are_told_apart():
    rows = inline_diff("We retry three times.\n", "We retry four times.\n")
    assert rows == [
        DiffLine("removed", 1, None, (LinePart("We retry "), LinePart("three", True), LinePart(" times."))),
        DiffLine("inserted", None, 1, (LinePart("We retry "), LinePart("four", True), LinePart(" times."))),
    ]


def test_lines_with_nothing_in_common_are_not_marked_word_by_word():
    assert [row.parts for row in inline_diff("Alpha beta\n", "One, two!\n")] == [
        (LinePart("Alpha beta"),),
        (LinePart("One, two!"),),
    ]


def test_removed_lines_stand_before_the_ones_that_took_their_place():
    rows = inline_diff("a\nb\nc\n", "x\ny\nc\n", first_line=5)
    assert [(row.kind, row.old_number, row.new_number, row.text) for row in rows] == [
        ("removed", 5, None, "a"),
        ("removed", 6, None, "b"),
        ("inserted", None, 5, "x"),
        ("inserted", None, 6, "y"),
        ("kept", 7, 7, "c"),
    ]


def test_a_last_line_that_others_follow_is_kept_although_it_had_no_end():
    rows = inline_diff("\ufeffa\r\nb", "\ufeffa\r\nb\r\n\r\n- c\r\n")
    assert [(row.kind, row.text) for row in rows] == [
        ("kept", "\ufeffa"),
        ("kept", "b"),
        ("inserted", ""),
        ("inserted", "- c"),
    ]


def test_a_last_line_that_only_gets_an_end_is_a_change():
    assert [row.kind for row in inline_diff("a\nb", "a\nb\n")] == ["kept", "removed", "inserted"]


def test_side_by_side_a_new_line_has_nothing_on_its_left():
    pairs = side_by_side("a\nc\n", "a\nb\nc\n")
    assert [(p.kind, p.left and p.left.text, p.right and p.right.text) for p in pairs] == [
        ("kept", "a", "a"),
        ("changed", None, "b"),
        ("kept", "c", "c"),
    ]
    assert [(p.left and p.left.number, p.right and p.right.number) for p in pairs] == [
        (1, 1),
        (None, 2),
        (2, 3),
    ]


@given(texts, texts)
def test_rows_show_every_line_of_both_texts(old, new):
    rows = inline_diff(old, new)
    for kind, text in (("removed", old), ("inserted", new)):
        shown = [row.text for row in rows if row.kind in (kind, "kept")]
        lines = text.removesuffix("\n").split("\n") if text else []
        assert [line.rstrip("\r\n") for line in shown] == [line.rstrip("\r\n") for line in lines]


def git(folder: Path, *words: str, patch: str = "") -> None:
    done = subprocess.run(["git", *words], cwd=folder, input=patch.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def applied(folder: Path, name: str, old: str, new: str) -> str:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(old.encode())
    git(folder, "apply", "--whitespace=nowarn", "-", patch=unified_patch(name, old, new))
    return (folder / name).read_bytes().decode()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (NOTES, NOTES.replace("None", "Some")),
        (NOTES, NOTES.removesuffix("\n")),
        ("a\nb", "a\nb\nc"),
        ("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"),
        ("a\r\nb", "a\nb"),
        ("\ufeffa\nb\n", "\ufeffa\nc\n"),
        ("", "a\n"),
        ("a\n", ""),
        ("\n".join(map(str, range(100))), "\n".join(str(n) for n in range(100) if n % 30)),
    ],
)
def test_git_applies_the_patch(tmp_path, old, new):
    git(tmp_path, "init", "-q")
    assert applied(tmp_path, "notes.md", old, new) == new


@pytest.mark.parametrize(
    "name", ["My Notes.md", "docs/é.md", 'a "quoted" one.md', "tab\there.md", "back\\slash.md"]
)
def test_git_finds_a_file_with_any_name(tmp_path, name):
    git(tmp_path, "init", "-q")
    assert applied(tmp_path, name, NOTES, NOTES.replace("None", "Some")) == NOTES.replace("None", "Some")


@examples(40, HealthCheck.function_scoped_fixture)
@given(old=texts, new=texts)
def test_git_applies_any_patch(tmp_path, old, new):
    if not (tmp_path / ".git").exists():
        git(tmp_path, "init", "-q")
    if old != new:
        assert applied(tmp_path, "notes.md", old, new) == new


def test_no_change_is_no_patch():
    assert unified_patch("notes.md", NOTES, NOTES) == ""


@pytest.mark.parametrize("made", [slow_to_compare, never_out_of_anchors])
def test_texts_made_to_be_slow_are_compared_within_the_steps_and_git_still_applies_the_patch(tmp_path, made):
    git(tmp_path, "init", "-q")
    old, new = made(8_000)
    effort = Effort()
    assert changed_spans(split_lines(old), split_lines(new), effort)
    assert 0 <= effort.spare <= SPARE
    assert applied(tmp_path, "notes.md", old, new) == new


def test_what_a_slow_gap_uses_up_leaves_something_to_the_next():
    old, new = slow_to_compare(4_000)
    rows = inline_diff(f"{old}last\n\na\n\nb\n", f"{new}last\n\nc\n\nd\n")
    assert [row.kind for row in rows[-6:]] == ["kept", "removed", "inserted", "kept", "removed", "inserted"]


def test_a_text_that_was_rewritten_keeps_its_blank_lines():
    rows = inline_diff(
        "".join(f"Old {k}.\n\n" for k in range(60)), "".join(f"New {k}!\n\n" for k in range(60))
    )
    assert sum(row.kind == "kept" for row in rows) == 60


def test_diffs_of_one_page_share_their_effort():
    effort = Effort()
    old, new = (split_lines(text) for text in slow_to_compare(2_000))
    found = [len(changed_spans(old, new, effort)) for _ in range(20)]
    assert found[0] > found[-1] == 1
