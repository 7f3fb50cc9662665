"""What a passage on a topic looks like, where it stands and what stands over it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.interview.settling.forms import has_form, lacks_form
from reviews.kinds.interview.settling.titled import is_concrete, topics_under_headings
from reviews.kinds.interview.settling.topics import (
    SettledTopic,
    SettlingSources,
    judge_quote,
    rest_on_headings,
)
from reviews.language.scorecard import TOPICS
from tests.drawing import examples
from tests.kinds.interview.settling.labelled import NOTES

PLAIN = """\
Nine of the forty kilns at our pottery run empty on Mondays; in 2026 that was 412 firings, 18,500 euros of gas.
Cleo's night crew and 30 hobby potters wait up to three weeks for a free shelf.

Each evening Ana enters what has to be fired, the list sorts it by heat, and a kiln is lit as soon as it is full.

A second crew on Sundays would have cost 41,000 euros a year, so Ben dropped it. If the list is wrong, a glaze may
crack; then Cleo fires it again the same day. The gas contract ends on 30 June 2027, and a later order must wait.

We go on losing 400 firings a year. In a trial of six weeks, 31 of 36 kilns were full (Cleo's log).

To be decided by the members' meeting on 4 May 2027.
"""
QUOTES = {
    "problem": "Nine of the forty kilns at our pottery run empty on Mondays; in 2026 that was 412 firings",
    "affected": "Cleo's night crew and 30 hobby potters wait up to three weeks for a free shelf.",
    "how": "Each evening Ana enters what has to be fired, the list sorts it by heat, and a kiln is lit",
    "tradeoffs": "A second crew on Sundays would have cost 41,000 euros a year, so Ben dropped it.",
    "risks": "If the list is wrong, a glaze may crack",
    "why_now": "The gas contract ends on 30 June 2027, and a later order must wait.",
    "inaction": "We go on losing 400 firings a year.",
    "evidence": "In a trial of six weeks, 31 of 36 kilns were full (Cleo's log).",
    "ask": "To be decided by the members' meeting on 4 May 2027.",
}


def standing(topic: str, quote: str, notes: str) -> str:
    found = judge_quote(SettlingSources((("notes.md", notes),)), topic, quote)
    return found if isinstance(found, str) else found.standing


@pytest.mark.parametrize("topic", QUOTES)
def test_notes_without_headings_speak_to_each_topic_by_what_the_sentences_look_like(topic):
    assert standing(topic, QUOTES[topic], PLAIN) == "notes"


def test_most_sentences_on_other_topics_do_not_speak_to_a_topic():
    others = [(topic, quote) for topic in TOPICS for own, quote in QUOTES.items() if own != topic]
    taken = [pair for pair in others if standing(*pair, PLAIN) == "notes"]
    assert len(taken) <= 0.25 * len(others), taken


def test_what_is_wrong_is_told_before_the_plan_and_what_may_go_wrong_behind_it():
    assert not lacks_form("problem", "Nobody can see the list.", 0.1)
    assert lacks_form("problem", "Nobody can see the list.", 0.8)
    assert lacks_form("risks", "A glaze may crack.", 0.1)
    assert not has_form("problem", "We ask you to approve 3,000 euros.", 0.1)


@pytest.mark.parametrize(
    ("notes", "topic", "quote"),
    [
        ("**Risiken.** Der Ofen steht im Keller bei Ben.\n", "risks", "Der Ofen steht im Keller bei Ben."),
        ("Stand: heute. Entscheidung: Ana Berg, bis 4. Mai\n", "ask", "Entscheidung: Ana Berg, bis 4. Mai"),
        ("**What do you want from us?**\nThree kilns, 9,000 euros.\n", "ask", "Three kilns, 9,000 euros."),
        ("## On whom do you depend?\n\nBen brings the shelves.\n", "risks", "Ben brings the shelves."),
        ("**7. Other ways**\n- *A second crew.* The shed is small.\n", "tradeoffs", "The shed is small."),
    ],
)
def test_headings_in_any_form_and_words_say_what_a_passage_is_about(notes, topic, quote):
    assert standing(topic, quote, f"The shelves are made of oak by Cleo.\n\n{notes}") == "notes"


def test_a_run_in_heading_reaches_no_further_than_its_paragraph():
    notes = "**Risks.** The oven is old.\n\nThe shelves are made of oak by Cleo.\n"
    assert standing("risks", "The shelves are made of oak by Cleo.", notes) == "judged"


def test_a_topic_rests_on_the_heading_that_names_it_when_most_quotes_speak_for_themselves():
    notes = (
        "# Kilns\n\n## Risks\n\nThe oven is 40 years old and its door sticks.\n\n## Why now\n\nBen says so.\n"
    )
    sources = SettlingSources((("notes.md", notes),))
    assert topics_under_headings(notes, "notes.md") == {"risks"}
    settled = {
        topic: SettledTopic(topic, "judged" if topic in ("risks", "why_now") else "notes", True, topic)
        for topic in TOPICS
    }
    rested = rest_on_headings(sources, settled)
    assert rested["risks"].standing == "notes"
    assert rested["why_now"].standing == "judged"
    all_judged = {topic: SettledTopic(topic, "judged", True, topic) for topic in TOPICS}
    assert rest_on_headings(sources, all_judged) == all_judged


def test_the_number_of_a_row_is_no_figure():
    assert not is_concrete("| 2 | Pilot | First experiences of all people |")
    assert is_concrete("| 2 | Pilot | 40 experiences of all people |")


def test_headings_of_real_notes_name_what_their_author_has_told():
    assert {"why", "why_now", "ask"} <= topics_under_headings(NOTES["bikes"], "bikes.md")


@given(st.sampled_from(list(TOPICS)), st.text(max_size=200), st.floats(0, 1))
@examples(30)
def test_any_words_have_a_form_or_none(topic, plain, place):
    assert has_form(topic, plain, place) in (True, False)
    assert lacks_form(topic, plain, place) in (True, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["Risk: word. " * 90_000, "**Risks.** " * 90_000, "| a " * 250_000, "*a* " * 250_000, "if, " * 250_000],
    ids=["label", "run-in", "cells", "marks", "conditions"],
)
def test_a_hostile_megabyte_is_read_in_seconds(text):
    assert topics_under_headings(text, "notes.md") <= set(TOPICS)
    assert isinstance(has_form("risks", text, 0.5), bool)
