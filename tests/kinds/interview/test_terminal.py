"""`manage.py elm notes.md`: the interview in a terminal, with its exit codes and its transcript."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command

from reviews.kinds.interview import transcript
from tests.sessions.conftest import FULL_NOTES as NOTES
from tests.sessions.conftest import SCRIPT

NAME = re.compile(r"my-notes-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.md")


@pytest.fixture
def notes(tmp_path) -> Path:
    path = tmp_path / "My Notes.md"
    path.write_text(NOTES)
    return path


@pytest.fixture
def script(tmp_path, settings):
    path = tmp_path / "script.json"
    path.write_text(json.dumps(SCRIPT))
    settings.ELM_SCRIPT = str(path)


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of the command."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("elm", *arguments, stdout=out, stderr=err, no_color=True)
    return left.value.code, out.getvalue(), err.getvalue()


def transcripts(notes: Path) -> list[Path]:
    return sorted((notes.parent / ".elm" / "interview").glob("*"))


def test_b2_b9_a_satisfied_interview_exits_0_and_leaves_its_transcript_beside_the_notes(notes, script):
    code, out, _ = run(str(notes), "--provider", "scripted")
    (path,) = transcripts(notes)
    assert code == 0
    assert NAME.fullmatch(path.name)
    assert "Rounds: 2, answered: 1" in out
    assert str(path) in out


def test_b1_b3_the_transcript_can_be_read_back(notes, script):
    run(str(notes), "--provider", "scripted")
    text = transcripts(notes)[0].read_text()
    assert "\n\nClaude: The notes say" in text
    assert [bool(answer) for _, answer in transcript.parse_rounds(text)] == [True, False]


def test_the_offline_reviewer_is_not_ready_with_thin_notes_and_says_what_it_is(notes):
    code, out, _ = run(str(notes), "--provider", "offline")
    assert code == 1
    assert "offline reviewer: rules, no model" in out
    assert "offline reviewer: rules, no model" in transcripts(notes)[0].read_text()


def test_what_rules_answer_is_called_by_them_in_the_terminal_and_in_the_transcript(notes):
    _, out, _ = run(str(notes), "--provider", "offline")
    text = transcripts(notes)[0].read_text()
    assert "\nAnswers (rules): " in out
    assert "\n\nAnswers (rules): " in text
    assert "Claude" not in out + text
    assert transcript.parse_rounds(text)[0][1]


def test_the_notes_stay_as_they_are_unless_apply_is_given(notes, script):
    run(str(notes), "--provider", "scripted")
    assert notes.read_text() == NOTES
    run(str(notes), "--provider", "scripted", "--apply")
    assert notes.read_text() == NOTES.replace("## Plan\n", "## Plan\nShoppers are affected.\n")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "is empty"), (b" \n ", "is empty"), (b"a\x00b", "null byte"), (b"caf\xe9 au lait", "not UTF-8")],
    ids=["empty", "blank", "null", "latin"],
)
def test_b13_notes_that_can_not_be_taken_exit_2_with_a_sentence_and_no_transcript(
    notes, script, content, words
):
    notes.write_bytes(content)
    code, _, err = run(str(notes), "--provider", "scripted")
    assert code == 2
    assert words in err
    assert transcripts(notes) == []


def test_b13_missing_notes_exit_2_with_a_sentence(tmp_path, script):
    code, _, err = run(str(tmp_path / "nothing.md"), "--provider", "scripted")
    assert (code, "can't be read" in err) == (2, True)


def test_ana_answers_herself_and_the_transcript_says_so(notes, script, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\nEvery shopper is affected, about 200 a day.\n"))
    code, _, _ = run(str(notes), "--provider", "scripted", "--answers", "me")
    assert code == 0
    assert "You: Every shopper is affected, about 200 a day." in transcripts(notes)[0].read_text()


def test_when_nobody_answers_the_question_stays_in_the_transcript(notes, script, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, _, err = run(str(notes), "--provider", "scripted", "--answers", "me")
    assert (code, "--answers ai" in err) == (2, True)
    assert "What happens if nothing is done?" in transcripts(notes)[0].read_text()


def test_ana_wraps_up_in_the_terminal_and_what_was_improved_is_written(notes, script, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("Shoppers are affected. Let's wrap up.\n"))
    code, out, _ = run(str(notes), "--provider", "scripted", "--answers", "me", "--apply")
    assert code == 1
    assert "**Verdict:** Not ready, wrapped up by You" in out
    assert "Proposed changes to the notes: 1" in out
    assert "Shoppers are affected.\n" in notes.read_text()
    assert "wrapped up by You" in transcripts(notes)[0].read_text()


def test_a_lone_done_is_asked_back_in_the_terminal(notes, script, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("done\nwrap up\n"))
    code, out, _ = run(str(notes), "--provider", "scripted", "--answers", "me")
    assert code == 1
    assert out.count("ELM: Is “done” your answer, or shall I wrap up?") == 1
    assert "You: done" not in transcripts(notes)[0].read_text()


def test_what_was_not_taken_is_said_after_the_turn(notes, tmp_path, settings):
    path = tmp_path / "script.json"
    invented = {"data": {"citations": [{"quote": "made up words"}]}, "text": "The notes say so."}
    path.write_text(json.dumps({**SCRIPT, "interview.answer": [invented]}))
    settings.ELM_SCRIPT = str(path)
    _, out, _ = run(str(notes), "--provider", "scripted")
    assert "\n1 quote was not found:\n- “made up words”\n" in out
    assert "not found" not in transcripts(notes)[0].read_text()
