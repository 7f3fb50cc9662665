"""How an interview ends: what is ready, what is not, and what the verdict must say (B5)."""

import pytest

from reviews.kinds.interview.machine import decide, partial_verdict
from reviews.kinds.notes import Note
from reviews.language.scorecard import TOPICS
from reviews.log.values import Ask, Heard, NewEvent
from reviews.states import EndReason, EventKind
from tests.kinds.interview.stage import QUOTE, ROUND, SETTLING, SHORT_NOTES, Stage, satisfied, script

ALL = tuple(TOPICS)
MOST = ALL[:-2]
SHORT = (Note("a1", "retries.md", SHORT_NOTES.replace("Four in a hundred cards", "Many cards")),)
GATE, VERDICT = EventKind.GATE, EventKind.VERDICT
PARTS = {
    "got_right": ["Four in a hundred cards are declined."],
    "improved": ["Each payment is retried three times, a minute apart."],
    "caveats": ["Watch the banks."],
}
APART = Heard(
    "", {"edits": [{"old": "three times", "new": "three times, a minute apart", "reason": "Says when."}]}
)


FOR_INFORMATION = "“We ask the board to approve” is for information."


def settled(*topics: dict[str, str], **data: object) -> Heard:
    return Heard("Settled.", {"topics": list(topics), **data})


def waived(topic: str) -> dict[str, str]:
    return {"topic": topic, "status": "waived", "reason": FOR_INFORMATION}


def answered(topic: str, quote: str = "") -> dict[str, str]:
    return {"topic": topic, "status": "answered", "quote": quote or SETTLING[topic]}


def test_ready_needs_the_marker_every_topic_settled_and_no_unknown():
    stage = Stage(script(satisfied())).run()
    assert stage.end == ("finished", "ready")
    assert not stage.of(GATE)


def test_with_topics_open_elm_is_asked_once_about_them():
    stage = Stage(script(satisfied(topics=MOST), settle=settled(answered(ALL[-2]), waived(ALL[-1])))).run()
    assert len(stage.of(GATE)) == 1
    assert stage.end == ("finished", "ready_with_caveats")


@pytest.mark.parametrize(
    "settle",
    [
        Heard(""),
        Heard("[SATISFIED]"),
        settled(answered(ALL[-2])),
        settled(answered(ALL[-2]), {"topic": ALL[-1], "status": "waived"}),
        settled(answered(ALL[-2]), answered(ALL[-1], "words that nobody said")),
    ],
)
def test_topics_that_stay_open_after_that_make_the_notes_not_ready(settle):
    stage = Stage(script(satisfied(topics=MOST), settle=settle)).run()
    assert stage.end == ("finished", "not_ready")
    assert len(stage.of(GATE)) == 1
    assert ALL[-1] in stage.of(GATE)[0].data["open"]


def test_an_unknown_that_nobody_filled_makes_it_ready_with_caveats_at_best():
    answer = Heard("The notes do not say.", {"unknowns": ["What it costs."]})
    stage = Stage(script(ROUND, satisfied(), answer=answer)).run()
    assert stage.end == ("finished", "ready_with_caveats")
    assert stage.of(VERDICT)[0].data["unknowns"] == ["What it costs."]


def test_a_quote_may_be_from_a_persons_message_and_never_from_the_answer_of_a_persona():
    updates = [answered("problem", "cards  ARE declined."), answered("why", "we lose orders")]
    stage = Stage(script(ROUND, Heard("And why?", {"topics": updates})), notes=SHORT).run_until(
        EventKind.REVISION
    )
    stage.say("Because we lose orders.")
    stage.run_until(EventKind.QUESTION, 2)
    assert stage.state.scorecard.answered == ("why",)


def test_a_wrong_quote_is_refused_and_logged():
    topics = [answered("problem", "Nine in ten cards are declined")]
    stage = Stage(script(Heard("Why?", {"topics": topics}))).run_until(EventKind.QUESTION)
    assert stage.state.scorecard.open == ALL
    assert stage.events[-1].data["refused_topics"][0]["topic"] == "problem"


def test_an_answered_topic_that_is_opened_again_counts_as_open():
    opened = satisfied(topics=ALL[1:])
    first = Heard("Why? And how?", {"topics": [answered(key) for key in ALL]})
    again = Heard(opened.text, {"topics": [{"topic": "problem", "status": "open"}]})
    stage = Stage(script(first, again)).run()
    assert stage.end == ("finished", "not_ready")


def test_b5_the_verdict_has_three_parts_and_is_stored_apart_from_the_message():
    event = Stage(script(ROUND, satisfied(verdict=PARTS), improve=APART)).run().of(VERDICT)[0]
    assert {key: event.data[key] for key in PARTS} == PARTS
    assert event.text.splitlines() == [
        "**Verdict:** Ready",
        "",
        "- **What the notes got right:** Four in a hundred cards are declined.",
        "- **What the interview improved:** Each payment is retried three times, a minute apart.",
        "- **Caveats:** Watch the banks.",
    ]


def test_b5_several_sentences_of_a_part_stand_below_its_label():
    parts = {"got_right": ["Cards are declined.", "A customer\npays twice."], "improved": [], "caveats": []}
    text = Stage(script(satisfied(verdict=parts))).run().of(VERDICT)[0].text
    assert (
        "- **What the notes got right:**\n  - Cards are declined.\n  - A customer pays twice.\n- **What the interview"
        in text
    )


def test_b5_open_unknown_and_waived_points_are_in_the_caveats_whatever_elm_says():
    answer = Heard("The notes do not say.", {"unknowns": ["What it costs."]})
    settle = settled(waived(ALL[-1]), answered(ALL[-2]), verdict=PARTS)
    asked = script(ROUND, satisfied(topics=MOST), answer=answer, settle=settle, improve=APART)
    stage = Stage(asked).run()
    assert stage.of(VERDICT)[0].data["caveats"] == [
        "Watch the banks.",
        "Unknown: What it costs.",
        f"Waived: What is being asked of the reader ({FOR_INFORMATION})",
    ]


def test_b5_an_unknown_that_elm_names_itself_is_not_said_twice():
    answer = Heard("The notes do not say.", {"unknowns": ["How many calls there were last quarter."]})
    own = {"caveats": ["How many calls there were last quarter is still unknown."]}
    stage = Stage(script(ROUND, satisfied(verdict=own), answer=answer)).run()
    assert stage.of(VERDICT)[0].data["caveats"] == own["caveats"]


def test_b5_without_parts_from_elm_the_verdict_is_composed_from_the_record():
    stage = Stage(script(ROUND, satisfied(), improve=APART)).run()
    data = stage.of(VERDICT)[0].data
    assert data["improved"] == ["Says when."]
    assert data["got_right"][0] == f"The problem: “{QUOTE}”"


def test_b5_a_negative_verdict_takes_no_praise_from_elm():
    stage = Stage(script(satisfied(topics=MOST, verdict=PARTS))).run()
    event = stage.of(VERDICT)[0]
    assert event.data["reason"] == "not_ready"
    assert "Four in a hundred cards are declined." not in event.text
    still = next(line for line in event.data["caveats"] if line.startswith("Still open: "))
    assert still.endswith(f" and {TOPICS[ALL[-1]]}.")


@pytest.mark.parametrize("reason", ["ready", "ready_with_caveats"])
def test_a_verdict_in_the_log_is_no_end_without_the_marker(reason):
    stage = Stage(script(ROUND)).run_until(EventKind.QUESTION)
    stage.append(NewEvent(VERDICT, "**Verdict:** Ready", None, {"reason": reason}))
    assert isinstance(decide(stage.state), Ask)


def test_after_a_partial_verdict_the_interview_can_go_on_to_its_own():
    stage = Stage(script(ROUND, satisfied())).run_until(EventKind.QUESTION)
    stage.append(partial_verdict(stage.state, EndReason.BUDGET))
    stage.run()
    assert [event.data["reason"] for event in stage.of(VERDICT)] == ["budget", "ready"]
    assert "The interview ended early: Budget used up." in stage.of(VERDICT)[0].text


def test_b6_a_payload_that_claims_the_marker_is_not_believed():
    stage = Stage(script(ROUND))
    stage.append(NewEvent(EventKind.QUESTION, "Why?", None, {"marker": True, "stance": "satisfied"}))
    assert not stage.state.rounds[0].marker
    assert isinstance(decide(stage.state), Ask)
