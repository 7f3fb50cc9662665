"""Notes that answer what is owed end as Ready by rules alone; hollow ones with all the headings never do."""

from pathlib import Path

import pytest

from reviews.kinds.interview.settling.titled import titled_quotes
from reviews.language.reading.document import read_document
from reviews.language.scorecard import TOPICS
from tests.kinds.interview.offline.sessions import BANANAS, caveats, interview, outcome, questions

NOTES = Path(__file__).with_name("notes")


def text(name: str) -> str:
    return (NOTES / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_notes_that_answer_everything_are_ready_without_a_question():
    stage = interview(text("parcel_lockers"))
    assert outcome(stage) == "ready"
    assert questions(stage) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "reply", [None, lambda question: "It costs us 40,000 euros a year."], ids=["by_ai", "by_ana"]
)
def test_notes_in_german_are_never_ready_by_rules_that_read_english(reply):
    stage = interview(text("heizung"), reply)
    assert outcome(stage) == "not_ready"
    assert "A reader of German" in stage.state.rounds[-1].text


@pytest.mark.slow
def test_a_word_that_nobody_explains_is_named_many_are_a_caveat_and_a_contradiction_is_more():
    notes = text("parcel_lockers")
    short = interview(f"{notes}\nThe KWZ list is printed on Mondays. The KWZ list is kept for a year.\n")
    assert outcome(short) == "ready"
    assert any("mark 1 place" in caveat for caveat in caveats(short))
    assert questions(short) == []
    vague = (
        "Much faster service will greatly improve satisfaction.\n\nStudies show that customers love lockers."
    )
    sure = (
        "Everybody knows that couriers want this.\n\nIt will definitely never fail.\n\nCosts are quite low."
    )
    assert outcome(interview(f"{notes}\n{vague}\n\n{sure}\n")) == "ready_with_caveats"
    clash = "\nThe keys are kept for 14 days in the safe.\n\nThe keys are kept for 30 days in the safe.\n"
    assert outcome(interview(notes + clash)) == "not_ready"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hollow_en", "hollow_letters", "hollow_de"])
@pytest.mark.parametrize("reply", [None, lambda question: BANANAS], ids=["by_ai", "by_ana"])
def test_hollow_notes_with_all_the_headings_are_never_ready(name, reply):
    assert outcome(interview(text(name), reply)) == "not_ready"


@pytest.mark.parametrize("name", ["hollow_en", "hollow_de"])
def test_what_fills_a_heading_without_a_figure_or_a_date_is_no_quote(name):
    document = read_document(text(name), name)
    assert [topic for topic in TOPICS if titled_quotes(document, topic)] == []


def test_rows_and_german_sentences_below_a_heading_are_quotes():
    lockers, heizung = (read_document(text(name), name) for name in ("parcel_lockers", "heizung"))
    assert "about 5,600 a month" in titled_quotes(lockers, "affected")[0]
    assert titled_quotes(heizung, "why_now")[0].startswith("Die Förderung des Landes endet am 30.")
