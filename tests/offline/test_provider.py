"""The provider that follows rules: words one by one, one end, no cost, and a plain no to what it has no rules for."""

import pytest

from reviews.errors import ProviderError
from reviews.kinds.interview.offline.session import facts_of
from reviews.kinds.interview.results import QuestionResult
from reviews.kinds.interview.state import InterviewSetup, InterviewState
from reviews.kinds.notes import Note
from reviews.log.values import Speaker
from reviews.offline.provider import OfflineProvider
from reviews.providers.base import Delta, Done, Estimate, Facts, Prompt, Usage
from tests.kinds.interview.offline.sessions import VAGUE

SETUP = InterviewSetup((), "ai", None, Speaker("elm", "ELM"), Speaker("answerer", "Claude"), "offline")
STATE = InterviewState(SETUP, (Note("a1", "notes.md", VAGUE),))
PROMPT = Prompt(purpose="interview.question", speaker="elm", system="", request="", facts=Facts(state=STATE))


async def parts(prompt: Prompt) -> list[Delta | Done]:
    return [part async for part in OfflineProvider().stream(prompt)]


async def test_the_words_come_one_by_one_and_join_to_the_whole():
    *deltas, done = await parts(PROMPT)
    assert all(isinstance(delta, Delta) and len(delta.text.split()) == 1 for delta in deltas)
    assert isinstance(done, Done)
    assert "".join(delta.text for delta in deltas) == done.text
    assert isinstance(done.data, QuestionResult)


async def test_the_questions_stand_in_the_message_as_they_are():
    done = (await parts(PROMPT))[-1]
    assert all(f"{n}. {q.text}" in done.text for n, q in enumerate(done.data.questions, start=1))


async def test_an_unknown_purpose_is_refused_for_good():
    with pytest.raises(ProviderError, match=r"no rules for “roundtable\.turn”.*ANTHROPIC_API_KEY") as refused:
        await parts(Prompt(purpose="roundtable.turn", speaker="elm", system="", request=""))
    assert refused.value.permanent


async def test_rules_cost_nothing():
    provider = OfflineProvider()
    assert provider.estimate(PROMPT) == Estimate(0, 0, 0.0)
    assert provider.cost("offline", Usage(10, 10)) == 0.0
    assert (await parts(PROMPT))[-1].usage == Usage()
    assert provider.label == "offline reviewer: rules, no model"


@pytest.mark.parametrize("purpose", ["question", "answer", "improve", "settle"])
async def test_every_step_of_an_interview_has_words_even_without_notes(purpose):
    done = (
        await parts(
            Prompt(f"interview.{purpose}", "elm", "", "", facts=Facts(state=InterviewState(SETUP, ())))
        )
    )[-1]
    assert done.text


def test_rules_know_nothing_at_the_start():
    facts = facts_of(InterviewState(SETUP, ()), "interview.question")
    assert facts.round == 1
    assert len(facts.open_topics) == 10
    assert facts.notes == facts.asked == facts.answers == ()
