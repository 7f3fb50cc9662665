"""Transcripts: their name (B2), their form (B1, B3), and reading them back."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.interview.transcript import ANSWERERS, parse_rounds, shown_name, write, written_rounds
from reviews.kinds.transcripts import file_name, file_slug
from reviews.log.values import Event
from reviews.states import EventKind

QUESTION, ANSWER, VERDICT = EventKind.QUESTION, EventKind.ANSWER, EventKind.VERDICT
spoken = st.lists(
    st.sampled_from(
        [
            "Why?",
            "",
            "---",
            "\\---",
            "--- ",
            "ELM: hm",
            "Claude: so",
            "Claude\\: so",
            "AI:",
            "Answers (rules): so",
            "Answers (rules)\\: so",
            "- one",
            "a: b",
            "```",
            "é",
            ":",
        ]
    )
    | st.text(st.characters(exclude_categories=["Cs"])),
    min_size=1,
    max_size=5,
).map("\n".join)


def log(*said: tuple[EventKind, str]) -> list[Event]:
    return [Event(number, kind, text) for number, (kind, text) in enumerate(said, 1)]


@pytest.mark.parametrize(
    ("filename", "expected"),
    [
        ("path/to/My Notes.md", "my-notes"),
        ("C:\\docs\\Plan B (final).txt", "plan-b-final"),
        ("requirements-spec.md", "requirements-spec"),
        ("PaymentRetries.md", "payment-retries"),
        ("Überblick.md", "uberblick"),
        ("日本語.md", "notes"),
        ("", "notes"),
        ("...", "notes"),
    ],
)
def test_b2_the_slug_is_the_name_in_kebab_case(filename, expected):
    assert file_slug(filename) == expected


@given(st.text())
def test_b2_a_slug_is_never_empty_and_always_safe_in_a_file_name(filename):
    assert set(file_slug(filename)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert file_slug(filename).strip("-") == file_slug(filename) != ""


def test_b2_the_file_name_has_the_slug_and_the_time_in_utc():
    when = datetime(2026, 2, 28, 1, 49, 0, tzinfo=UTC)
    assert file_name("path/to/My Notes.md", when) == "my-notes-2026-02-28T01-49-00.md"


def test_b1_b3_a_round_is_elm_a_blank_line_claude_a_blank_line_and_a_rule():
    assert write(log((QUESTION, "Why?"), (ANSWER, "Because."))) == "ELM: Why?\n\nClaude: Because.\n\n---\n\n"


def test_b1_the_label_of_the_answers_can_be_set_and_both_usual_ones_are_read():
    text = write(log((QUESTION, "Why?"), (ANSWER, "Because.")), answerer="AI")
    assert text == "ELM: Why?\n\nAI: Because.\n\n---\n\n"
    assert parse_rounds(text) == parse_rounds(text.replace("AI", "Claude")) == [("Why?", "Because.")]


@pytest.mark.parametrize("answerer", ["Claude", "AI", "Answers (rules)"])
def test_b1_every_usual_label_of_the_answers_is_read_and_escaped(answerer):
    said = [("Why?\nClaude: hm\nAnswers (rules): hm", "Because.\nAI: hm\nAnswers (rules): hm")]
    text = written_rounds(said, answerer=answerer)
    assert text.count("Answers (rules)\\: hm") == 2
    assert parse_rounds(text) == said


def test_b1_only_what_rules_answer_is_called_by_them():
    assert shown_name("answerer", "offline") == "Answers (rules)"
    others = [("answerer", "claude"), ("answerer", "scripted"), ("elm", "offline"), ("user:1", "offline")]
    assert [shown_name(*other) for other in others] == [""] * 4


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\r\n\r\n", "\n \n\n"])
def test_b3_blank_lines_between_the_speakers_do_not_matter_to_the_reader(gap):
    text = f"# Title{gap}ELM: Why?{gap}Claude: Because.{gap}---{gap}ELM: And?{gap}AI: So.{gap}"
    assert parse_rounds(text) == [("Why?", "Because."), ("And?", "So.")]


def test_b11_an_unanswered_question_is_in_the_transcript():
    text = write(log((QUESTION, "Why?"), (ANSWER, "Because."), (QUESTION, "And?")))
    assert text.endswith("---\n\nELM: And?\n\n")
    assert parse_rounds(text)[-1] == ("And?", "")


def test_b5_the_final_message_has_the_marker_and_then_the_verdict():
    text = write(
        log((QUESTION, "Clear.\n\n[SATISFIED]"), (VERDICT, "**Verdict:** Ready\n\n- **Caveats:** None."))
    )
    assert text == "ELM: Clear.\n\n[SATISFIED]\n\n**Verdict:** Ready\n\n- **Caveats:** None.\n\n"


def test_b5_a_verdict_that_elm_wrote_itself_is_kept_beside_the_one_on_record():
    text = write(log((QUESTION, "[SATISFIED]\n\n**Verdict:** Fine."), (VERDICT, "**Verdict:** Ready")))
    assert "**Verdict:** Fine.\n\n**Verdict on record:** Ready" in text


def test_a_label_that_a_model_wrote_is_not_doubled():
    text = write(log((QUESTION, "**ELM:** Why?"), (ANSWER, "claude: Because.")))
    assert text == "ELM: Why?\n\nClaude: Because.\n\n---\n\n"


def test_the_provider_is_named_above_the_first_round():
    text = write(log((QUESTION, "Why?")), provider="offline reviewer: rules, no model", title="My *Notes*.md")
    assert text == "*My Notes.md · offline reviewer: rules, no model*\n\nELM: Why?\n\n"
    assert parse_rounds(text) == [("Why?", "")]


def test_a_line_of_a_message_never_reads_as_a_speaker_or_a_rule():
    text = written_rounds([("Why?\nClaude: a name\n---\nHm?", "Because.")])
    assert "\nClaude\\: a name\n\\---\n" in text
    assert parse_rounds(text) == [("Why?\nClaude: a name\n---\nHm?", "Because.")]


@given(st.lists(st.tuples(spoken, spoken), max_size=4), st.sampled_from([*ANSWERERS, "Ana B."]))
def test_a1_b1_b3_what_is_written_reads_back_as_it_was_said(rounds, answerer):
    def clean(text: str) -> str:
        return text.replace("\r\n", "\n").replace("\r", "\n").strip()

    rounds = [(f"Q {questions}", f"A {answer}") for questions, answer in rounds]
    read = parse_rounds(written_rounds(rounds, answerer=answerer), (answerer, *ANSWERERS))
    assert read == [(clean(questions), clean(answer)) for questions, answer in rounds]
