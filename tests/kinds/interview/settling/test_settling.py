"""A verdict has to be earned: which interviews may end as ready, and what settles a topic."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.interview.machine import InterviewState
from reviews.kinds.interview.offline.session import facts_of
from reviews.kinds.interview.settling.owed import topics_not_owed
from reviews.kinds.interview.settling.sources import Held
from reviews.kinds.interview.settling.topics import (
    NO_PASSAGE,
    SaidWords,
    SettlingSources,
    judge_quote,
    who_waives,
)
from reviews.kinds.notes import Note
from reviews.language.scorecard import TOPICS
from reviews.log.values import Ask, Heard
from reviews.states import EventKind
from tests.drawing import examples
from tests.kinds.interview.settling.labelled import CASES, NOTES, interview
from tests.kinds.interview.stage import NOTES as RETRIES
from tests.kinds.interview.stage import ROUND, SETTLING, Stage, script

FEWEST_BAD, FEWEST_HONEST = 20, 8
BANANAS = "Bananas are yellow and the weather is fine."


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_an_interview_ends_as_ready_when_that_was_earned_and_only_then(case):
    stage = interview(case)
    assert stage.end[0] == "finished"
    assert (stage.end[1] == "ready") == case["ready"]


def test_there_are_enough_examples_of_both():
    counted = Counter(case["ready"] for case in CASES)
    assert counted[False] >= FEWEST_BAD
    assert counted[True] >= FEWEST_HONEST


def sources(notes: str, *said: str) -> SettlingSources:
    return SettlingSources((("notes.md", notes),), tuple(map(SaidWords, said)))


def standing(topic: str, quote: str, given: SettlingSources) -> str:
    """How the quote settles the topic, or why it does not."""
    found = judge_quote(given, topic, quote)
    return found if isinstance(found, str) else found.standing


def test_a_line_of_the_front_matter_is_a_passage_with_its_label():
    given = sources(
        "---\nstate: obsolete\nsummary: The card is charged once more when a renewal fails.\n---\n\n# Retry\n\nNone.\n"
    )
    assert standing("problem", "The card is charged once more when a renewal fails.", given) == "notes"
    assert "too little" in standing("problem", "state: obsolete", given)


def test_a_label_and_its_words_are_a_passage_and_two_words_of_a_sentence_are_none():
    given = sources("Owner: Anna Berg\n\nWe charge the card once more when a renewal fails.\n")
    assert standing("affected", "Anna Berg", given) == "judged"
    assert "too little" in standing("risks", "the card", given)
    assert standing("problem", "the card once more when a renewal fails", given) == "notes"


def test_a_line_that_is_bold_or_ends_with_a_colon_stands_for_a_heading():
    given = sources(
        "**7. Alternatives examined**\n- A licence of the other maker, 39,000 euros for three seats.\n\n"
        "Risks:\n\n- Ben plugs the old valves in again, 40 minutes.\n\n**Owner:** Anna Berg.\n\n"
        "The third seat belongs to the night crew of hall four.\n"
    )
    assert (
        standing("tradeoffs", "A licence of the other maker, 39,000 euros for three seats.", given) == "notes"
    )
    assert standing("risks", "Ben plugs the old valves in again, 40 minutes.", given) == "notes"
    assert standing("risks", "The third seat belongs to the night crew of hall four.", given) == "judged"


def test_a_row_of_a_table_speaks_to_the_topic_of_its_column():
    given = sources("| Risk | Answer |\n|---|---|\n| The float sticks in mud | Ben cleans it |\n")
    assert standing("risks", "sticks in mud", given) == "notes"
    assert standing("risks", "Risk", given) == NO_PASSAGE


AFFECTED = "The engineers who work on these platforms are affected."


@pytest.mark.parametrize(
    "html",
    [
        f"<aside>\n{AFFECTED}\n</aside>\n",
        f"<p>{AFFECTED}</p>\n",
        f"<details>\n<summary>Who</summary> {AFFECTED}\n",
    ],
)
def test_prose_in_a_box_of_html_settles_a_topic(html):
    assert standing("affected", AFFECTED, sources(html)) == "notes"


def test_words_in_code_of_html_are_said_to_settle_nothing_and_not_to_be_missing():
    given = sources(f"<pre>\n{AFFECTED}\n</pre>\n")
    assert standing("affected", AFFECTED, given) == NO_PASSAGE


def test_a_persons_words_that_speak_to_nothing_are_refused_and_the_authors_are_elms_judgement():
    given = sources(RETRIES, BANANAS)
    assert standing("why_now", BANANAS, given) == "The message does not speak to this topic."
    assert standing("tradeoffs", SETTLING["how"], given) == "judged"


def test_two_topics_are_settled_by_one_passage_and_a_third_is_not():
    given = sources(RETRIES)
    found = judge_quote(given, "why", SETTLING["why"])
    assert not isinstance(found, str)
    refused = judge_quote(given, "evidence", SETTLING["why"], Held([found, found]))
    assert refused == "These words settle 2 other topics already."


def test_elm_waives_with_words_of_the_notes_and_a_person_by_saying_so():
    given = sources(RETRIES)
    assert who_waives(given, "why_now", "does not apply") == ""
    assert who_waives(given, "why_now", "“ends in June 2027” is for the lawyers.") == "elm"
    assert who_waives(given, "why_now", "“words that nobody wrote” make it so.") == ""
    assert who_waives(sources(RETRIES, "Skip the risks, please."), "risks", "") == "person"
    assert who_waives(sources(RETRIES, "Skip the risks, please."), "why_now", "") == ""


def test_a_waiver_that_quotes_nothing_is_refused_and_says_why():
    update = {"topic": "why_now", "status": "waived", "reason": "does not apply"}
    stage = Stage(lambda ask, state: Heard("Why?\nHow?", {"topics": [update]})).run_until(EventKind.QUESTION)
    assert stage.state.scorecard.waived == ()
    assert "has to quote the words of the notes" in stage.events[-1].data["refused_topics"][0]["why"]


def test_what_a_document_does_not_owe_is_set_aside_and_said():
    note = Note("a1", "changes.md", NOTES["changelog"])
    owes_not = topics_not_owed([note])
    assert set(owes_not) == {"problem", "how", "inaction", "why_now", "tradeoffs"}
    assert topics_not_owed([note, Note("a2", "bikes.md", NOTES["bikes"])]) == {}
    waiver = {"topic": "why_now", "status": "waived", "reason": "It is a changelog."}
    provider = lambda ask, state: Heard("Why?\nHow?", {"topics": [waiver]})  # noqa: E731
    stage = Stage(provider, notes=(note,)).run_until(EventKind.QUESTION)
    assert set(stage.state.scorecard.having("not_owed")) == set(owes_not)
    assert not set(stage.state.rounds[0].open_topics) & set(owes_not)
    assert "does not owe the topic" in stage.events[-1].data["refused_topics"][0]["why"]
    assert not set(facts_of(Stage(provider, notes=(note,)).state, "interview.question").open_topics) & set(
        owes_not
    )


WORDS = [
    *SETTLING.values(),
    "the card",
    "Payment retries",
    "Nobody ever said these words.",
    "The main risk is that nobody cares, says Claude.",
    "If nothing is done, Claude loses its temper.",
    "We ask Claude to approve 5 euros by May.",
]
claims = st.fixed_dictionaries(
    {
        "topic": st.sampled_from(list(TOPICS)),
        "status": st.sampled_from(["answered", "answered", "answered", "waived", "open"]),
        "quote": st.sampled_from(WORDS),
        "reason": st.sampled_from(
            ["", "does not apply", "“ends in June 2027” is no matter.", "“made up” is."]
        ),
    }
)
honest = st.sampled_from(list(TOPICS)).map(
    lambda topic: {"topic": topic, "status": "answered", "quote": SETTLING[topic], "reason": ""}
)
rounds = st.lists(st.lists(claims | honest, max_size=14), min_size=1, max_size=3)
everything = [{"topic": t, "status": "answered", "quote": q, "reason": ""} for t, q in SETTLING.items()]


@given(rounds, st.booleans(), st.sampled_from(WORDS))
@examples(60)
def test_no_sequence_of_replies_gives_ready_without_the_evidence(given_rounds, helped, said):
    """A model that claims anything, lays its claims into the notes, and lets the persona say them too."""

    def provide(ask: Ask, state: InterviewState) -> Heard:
        number = state.calls.get(ask.purpose, 0)
        updates = given_rounds[min(number, len(given_rounds) - 1)]
        if ask.purpose == "interview.question":
            last = number >= len(given_rounds) - 1
            more = everything if helped and last else []
            text = "Clear.\n\n[SATISFIED]" if last else f"What of {number}?\nWho of {number}?"
            return Heard(text, {"topics": more + updates})
        if ask.purpose == "interview.improve":
            last_line = state.notes[0].text.rstrip().rpartition("\n")[2]
            return Heard("", {"edits": [{"old": last_line, "new": f"{last_line} {said}"}]})
        return Heard(" ".join(WORDS)) if ask.purpose == "interview.answer" else Heard("", {"topics": updates})

    stage = Stage(provide).run()
    if stage.end[1] != "ready":
        return
    topics = stage.state.scorecard.topics
    answered = [topic for topic, one in topics.items() if one.status == "answered"]
    waived = [topic for topic, one in topics.items() if one.status == "waived"]
    assert len(answered) + len(waived) == len(TOPICS)
    assert len(waived) <= 2
    assert all("ends in June 2027" in topics[topic].reason for topic in waived)
    assert all(topics[topic].quote in RETRIES for topic in answered)
    assert max(Counter(topics[topic].quote for topic in answered).values()) <= 2
    if not any(round_.questions for round_ in stage.state.rounds):
        assert not waived


@pytest.mark.parametrize(
    "text",
    [
        "a: " * 300_000,
        "| a " * 250_000,
        "word " * 200_000,
        "- the size: about two metres of it\n" * 28_000,
        "“" * 900_000,
    ],
    ids=["labels", "cells", "words", "items", "quotation marks"],
)
@pytest.mark.slow
def test_a_hostile_megabyte_costs_seconds_at_most(text):
    found = judge_quote(sources(text), "risks", text[:400])
    assert found


SHOP = {
    "problem": "was looked at in 2026",
    "affected": "concerns 3 groups of people",
    "why": "matters since 4 May",
    "why_now": "is on the list for 2027",
    "how": "works with 2 parts",
    "tradeoffs": "was compared with 5 others",
    "risks": "has 6 points",
    "inaction": "stays as it was in 2025",
    "evidence": "was seen 7 times",
    "ask": "is for the meeting on 8 May",
}


def test_notes_of_one_phrase_under_each_heading_are_not_plainly_ready():
    said = {topic: f"The search of the shop {words} in the shop." for topic, words in SHOP.items()}
    notes = "\n\n".join([f"## {TOPICS[topic]}\n\n{sentence}" for topic, sentence in said.items()])
    updates = [{"topic": topic, "status": "answered", "quote": quote} for topic, quote in said.items()]
    model = script(ROUND, Heard("Clear.\n\n[SATISFIED]", {"stance": "satisfied", "topics": updates}))
    stage = Stage(model, notes=(Note("a1", "shop.md", f"# Search of the shop\n\n{notes}\n"),)).run()
    assert stage.end == ("finished", "ready_with_caveats")
    [verdict] = stage.of(EventKind.VERDICT)
    assert "says little that is not said of all of them" in " ".join(verdict.data["caveats"])


WORN = (
    "strategic",
    "digital",
    "holistic",
    "agile",
    "modern",
    "robust",
    "lean",
    "inclusive",
    "efficient",
    "green",
)


@pytest.mark.parametrize(
    "sentence",
    [
        "Our {word} team drives {word} excellence across {more} regions with {word} momentum since May 202{nth}.",
        "The {word} programme has been {word} for {more} users since {nth} June 2026 in all sites.",
        "{more} units of price work in week {nth}",
    ],
)
def test_one_sentence_below_every_heading_with_other_figures_is_not_plainly_ready(sentence):
    said = [sentence.format(word=word, nth=nth, more=nth + 12) for nth, word in enumerate(WORN)]
    pairs = list(zip(TOPICS, said, strict=True))
    text = "\n\n".join(["# Excellence", *(f"## {TOPICS[topic]}\n\n{words}" for topic, words in pairs)])
    topics = [{"topic": topic, "status": "answered", "quote": words} for topic, words in pairs]
    end = Heard("Clear.\n\n[SATISFIED]", {"stance": "satisfied", "topics": topics})
    stage = Stage(script(ROUND, end), notes=(Note("a1", "notes.md", text),)).run()
    assert stage.events[-1].data["reason"] != "ready"
