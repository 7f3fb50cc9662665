"""`manage.py angles`: an angle review of files in a build."""

import asyncio
import json

import pytest
from django.core.management import call_command

from reviews.errors import ProviderError
from reviews.kinds.angles.terminal.command import make_setup
from reviews.kinds.angles.terminal.review import TerminalReview
from reviews.kinds.notes import Note
from reviews.kinds.shipped import starter_cast
from reviews.providers.scripted import ScriptedProvider, ScriptedReply
from tests.kinds.angles.table import CORRECTNESS, setup_for

CODE = """import subprocess


def find(cursor, name):
    if cursor is 0:
        return None
    return cursor.execute(f"SELECT id FROM person WHERE name = '{name}'")
"""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs the command in a folder with one file, and gives how it exits, what it prints and what it complains of."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "people.py").write_text(CODE)

    def command(*arguments: str):
        code = 0
        try:
            call_command("angles", *arguments, "--provider", "offline")
        except SystemExit as ended:
            code = ended.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def test_it_prints_what_stands_and_why_it_ended(run):
    code, out, _ = run("people.py")
    assert code == 0
    assert "Reviewed by: offline reviewer: rules, no model" in out
    assert "people.py, line 7, find" in out
    assert "Stopped after one pass: Code Designer is off." in out


@pytest.mark.slow
def test_a_finding_that_is_severe_enough_fails_the_build(run):
    assert run("people.py", "--fail-on", "high")[0] == 1
    assert run("people.py", "--fail-on", "critical", "--angles", "style")[0] == 0


@pytest.mark.slow
def test_with_code_designer_it_goes_on_until_nothing_changes_and_shows_what_it_would_change(run, tmp_path):
    code, out, _ = run("people.py", "--code-designer")
    assert code == 0
    assert "Converged after" in out
    assert "-    if cursor is 0:\n+    if cursor == 0:\n" in out
    assert (tmp_path / "people.py").read_text() == CODE, "it writes no file"


@pytest.mark.slow
def test_json_and_sarif_say_the_same(run):
    found = json.loads(run("people.py", "--format", "json")[1])["findings"]
    results = json.loads(run("people.py", "--format", "sarif")[1])["runs"][0]["results"]
    assert len(found) == len(results) > 0
    assert {one["line"] for one in found} == {
        one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in results
    }


@pytest.mark.slow
def test_what_cannot_be_parsed_is_said_with_its_reason_and_exits_with_3(run, tmp_path):
    (tmp_path / "rows.sql").write_text("))) SELECT (((\n")
    code, out, _ = run("rows.sql", "--angles", "security,correctness")
    assert code == 3
    assert "No finding stands." in out
    why = "tree-sitter can't parse most of this as SQL."
    assert f"rows.sql was not read by Correctness Check, Security Check: {why}" in out


def test_a_folder_is_read_without_what_tools_have_made(run, tmp_path):
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "theirs.py").write_text(CODE)
    (tmp_path / "data.bin").write_bytes(b"\x00\xff")
    _, out, _ = run(".", "--format", "json")
    assert {one["file"] for one in json.loads(out)["findings"]} == {"people.py"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere.py"], "nowhere.py could not be read (No such file or directory). Check the name."),
        (["people.py", "--angles", "taste"], "There is no angle taste. There are: "),
        (["people.py", "--passes", "9"], "--passes takes a number from 1 to 8."),
    ],
)
def test_bad_input_says_what_is_wrong_and_exits_with_2(run, arguments, complaint):
    code, _, said = run(*arguments)
    assert code == 2
    assert complaint in said


class Busy(ScriptedProvider):
    """Its first call fails."""

    def __init__(self):
        super().__init__(self.reply)
        self.asked = 0

    def reply(self, prompt):
        self.asked += 1
        error = ProviderError("The model is busy.", kind="overloaded") if self.asked == 1 else None
        return ScriptedReply("", {}, error=error)


def test_all_angles_share_a_call_when_they_are_asked_to(tmp_path):
    (tmp_path / "a.txt").write_text("One line.\n")
    chosen = {
        "paths": [str(tmp_path / "a.txt")],
        "angles": "style,security",
        "passes": 1,
        "code_designer": False,
    }
    alone = make_setup({**chosen, "together": False}, "scripted")
    shared = make_setup({**chosen, "together": True}, "scripted")
    assert alone.together == ""
    assert [angle.id for angle in shared.angles] == ["security", "style"]
    assert all(angle.name in shared.together for angle in shared.angles)


@pytest.mark.slow
def test_a_call_that_fails_in_the_terminal_is_made_again():
    note = Note("a", "notes.txt", "One line.\n")
    setup = setup_for(notes=(note,), designer=False, angles=(CORRECTNESS,))
    review = TerminalReview(setup, Busy(), starter_cast())
    asyncio.run(review.hold())
    assert [unit.outcome for unit in review.state.units] == ["max_passes"]
    assert review.state.spent.calls == 2
