"""The interview that the demo plays: on the sample it ends as its words deserve, on other notes nothing is made up."""

import asyncio

import pytest

from reviews.kinds.interview import prompts
from reviews.kinds.interview.not_taken import not_taken
from reviews.kinds.interview.settling.topics import judge_card
from reviews.kinds.interview.state import InterviewState
from reviews.kinds.notes import Note
from reviews.log.values import Ask, Heard
from reviews.providers.base import Done
from reviews.providers.scripted import ScriptedProvider
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import CAST, CLEAR, SAMPLE, outcome
from tests.kinds.interview.stage import Stage

pytestmark = pytest.mark.slow


def by_script(ask: Ask, state: InterviewState) -> Heard:
    """The words of the demo, as its provider gives them to a session in this state."""

    async def speak() -> Done:
        prompt = prompts.build(state, ask, CAST, "nonce1234")
        *_, done = [part async for part in ScriptedProvider.demo(delay=0).stream(prompt)]
        assert isinstance(done, Done)
        return done

    done = asyncio.run(speak())
    return Heard(done.text, done.data.model_dump() if done.data else None)


def demo(text: str) -> Stage:
    """The demo's interview on notes with this text, to its end."""
    stage = Stage(by_script, notes=(Note("a1", "notes.md", text),))
    stage.run()
    return stage


@pytest.fixture(scope="module")
def shown() -> Stage:
    """The demo as everybody sees it first: on the sample."""
    return demo(SAMPLE.read_text())


def test_the_demo_ends_as_ready_with_caveats_after_two_exchanges(shown):
    assert shown.end == ("finished", "ready_with_caveats")
    assert (len(shown.state.rounds), shown.state.exchanges) == (3, 2)


def test_everything_that_the_demo_quotes_or_changes_has_its_place(shown):
    assert [part for event in shown.events for part in not_taken(event.kind, event.data)] == []
    assert shown.proposed
    assert {change.support["status"] for change in shown.proposed} == {"supported"}


def test_every_topic_of_the_demo_is_settled_by_the_authors_words_but_one_that_is_waived(shown):
    judged = judge_card(shown.state)
    assert (len(judged.settled), judged.judged, judged.waived_by_elm) == (9, ("ask",), ("why_now",))
    assert all(one.from_notes for one in judged.settled.values())


def test_the_verdict_of_the_demo_says_only_what_stands_in_the_notes_and_names_what_is_open(shown):
    [verdict] = shown.of(EventKind.VERDICT)
    assert not [
        line
        for line in verdict.data["caveats"]
        if line.startswith(("Not found in the notes", "Not checked by code"))
    ]
    assert len(verdict.data["unknowns"]) == 4
    assert verdict.data["got_right"]
    assert verdict.data["improved"]


def test_on_other_notes_the_demo_settles_nothing():
    stage = demo(CLEAR)
    assert outcome(stage) == "not_ready"
    assert stage.state.scorecard.answered == ()
