"""`manage.py review`: formats, exit codes, bad files."""

import io
import json

import pytest
from django.core.management import call_command

from reviews.offline.finding import KINDS

NOTES = "# Plan\n\nThe owner is TBD.\n"


def run(*args: str) -> tuple[int, str, str]:
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("review", *args, stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        code = int(stop.code)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text(NOTES)
    return path


def test_text_names_the_file_the_place_and_the_question(notes):
    code, out, err = run(str(notes))
    assert (code, err) == (0, "")
    assert out.startswith(f"{notes} (offline reviewer: rules, no model)\n")
    assert "3:1        medium   todo                   “TBD” leaves something open." in out
    assert "1. Who settles “The owner is TBD”, and by when?" in out
    assert out.endswith("1 file, 1 finding: 1 medium.\n")


def test_json_is_a_flat_list(notes):
    _, out, _ = run(str(notes), "--format", "json")
    assert json.loads(out) == [
        {
            "path": str(notes),
            "line": 3,
            "column": 1,
            "kind": "todo",
            "severity": "medium",
            "hint": False,
            "quote": "The owner is TBD.",
            "message": "“TBD” leaves something open.",
            "question": "Who settles “The owner is TBD”, and by when?",
        }
    ]


def test_json_gives_line_0_to_what_the_whole_document_lacks(notes):
    notes.write_text("# Plan\n\n" + "The hall should get a red door and a green gate. " * 20)
    rows = json.loads(run(str(notes), "--format", "json")[1])
    assert {row["line"] for row in rows if row["kind"].startswith("missing_")} == {0}


def test_sarif_has_rules_levels_regions_and_fingerprints(notes):
    log = json.loads(run(str(notes), "--format", "sarif")[1])
    (only,) = log["runs"]
    (result,) = only["results"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in only["tool"]["driver"]["rules"]] == list(KINDS)
    assert (result["ruleId"], result["level"]) == ("todo", "warning")
    assert KINDS[result["ruleIndex"]] == "todo"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert [region[k] for k in ("startLine", "startColumn", "endLine", "endColumn")] == [3, 1, 3, 18]
    assert len(result["partialFingerprints"]["kindAndQuote/v1"]) == 16


def test_sarif_regions_end_where_a_quote_of_two_lines_ends(notes):
    notes.write_text("> Our hall is\n> dramatically faster, and we will\n> probably paint it.\n")
    log = json.loads(run(str(notes), "--format", "sarif")[1])
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert [region[k] for k in ("startLine", "startColumn", "endLine", "endColumn")] == [1, 3, 3, 21]


@pytest.mark.parametrize(("least", "code"), [("low", 1), ("medium", 1), ("high", 0), ("critical", 0)])
def test_fail_on_exits_1_from_its_severity_on(notes, least, code):
    assert run(str(notes), "--fail-on", least)[0] == code


def test_a_folder_is_walked_for_text_files_but_not_into_hidden_ones(tmp_path):
    for name in ("b/two.txt", "a.md", "c.rst", "d.markdown", ".git/x.md", "e.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(NOTES)
    rows = json.loads(run(str(tmp_path), "--format", "json")[1])
    assert [row["path"].removeprefix(f"{tmp_path}/") for row in rows] == [
        "a.md",
        "c.rst",
        "d.markdown",
        "b/two.txt",
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "does not exist. Check the spelling and the current folder."),
        (b"a\xffb", "is not UTF-8: byte 0xff at offset 1 (line 1) does not fit."),
        (b"a\0b", "has a null byte at offset 1 (line 1), so it is not text."),
        (b"%PDF-1.4", "is a PDF, not text."),
    ],
)
def test_a_bad_file_exits_2_and_the_others_are_still_reviewed(notes, tmp_path, content, reason):
    bad = tmp_path / "bad.md"
    if content is not None:
        bad.write_bytes(content)
    code, out, err = run(str(bad), str(notes), "--format", "json")
    assert code == 2
    assert f"{bad} {reason}" in err
    assert [row["path"] for row in json.loads(out)] == [str(notes)]


def test_a_folder_without_text_exits_2(tmp_path):
    code, _, err = run(str(tmp_path))
    assert code == 2
    assert err.startswith(f"{tmp_path} holds no files that end in .md, .markdown, .txt, .rst.")


def test_an_empty_file_is_fine(notes):
    notes.write_text("")
    code, out, _ = run(str(notes))
    assert code == 0
    assert "Nothing found." in out


def test_a_document_cannot_steer_the_terminal(notes):
    notes.write_text("The \x1b[31mowner\x07 is TBD.\n")
    assert "\x1b" not in run(str(notes))[1]


def test_it_needs_no_database(notes):
    # No django_db mark: a query would be refused.
    assert run(str(notes))[0] == 0
