"""Whole interviews by rules on the real machine, without rows: the notes in, the stage with its log out."""

import asyncio
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from reviews.kinds.interview import prompts
from reviews.kinds.interview.machine import InterviewState
from reviews.kinds.interview.offline.asking import topic_of
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.state import InterviewMessage
from reviews.kinds.notes import Note
from reviews.log.values import Ask, Heard, Speaker
from reviews.offline.provider import OfflineProvider
from reviews.providers.base import Done, Prompt
from reviews.states import EventKind, State
from tests.kinds.interview.stage import Stage

CAST = {
    key: prompts.PromptPersona(key, name, "", "…") for key, name in (("elm", "ELM"), ("answerer", "Claude"))
}
SAMPLE = Path(__file__).parents[4] / "reviews/accounts/sample/payment-retry-note.md"

VAGUE = """# A new search

We will replace the search of the shop. Customers complain that the present one is slow.

## Proposal

We decided to use Elastic. It will significantly improve the results.

## Risks

There is a risk that the index is out of date.
"""

CLEAR = """# Cheaper parcels

Owner: Ben Adler

## Problem

Customers pay 9 euros for a parcel, and a third of them give up in the last step.

## Why it matters

Each of these customers costs us 40 euros of revenue, as the survey of May showed.

## Why now

The contract with the carrier ends in June 2027. If nothing is done, the price rises to 11 euros.

## How it works

We ask three carriers for each parcel and then take the one with the lowest price.

## Alternatives

We considered a flat rate and rejected it, because small parcels would pay for large ones.

## Risks

A carrier may be late. In that case we refund the price and stop using it for a week.

## Success

We look at the share of customers who give up: 33 % in May 2026, at most 25 % in May 2027.

## Decision needed

We ask the board to approve 20,000 euros by 1 March 2027.
"""

BANANAS = "Bananas are yellow and the weather is fine."
ANSWERS = {
    "problem": "The problem is that failed charges cancel subscriptions of customers who want to stay.",
    "affected": "About 4,000 customers a month are affected, and the support agents who take their calls.",
    "why": "Each lost subscription costs us 96 euros of revenue a year.",
    "why_now": "The contract with the payment company ends on 31 December, and prices rise after that.",
    "how": "A program tries the charge again after a day and stops when the bank says no for good.",
    "tradeoffs": "We considered asking customers by letter and rejected it, because few of them answer.",
    "risks": "The main risk is a double charge; then we refund the customer within a day.",
    "inaction": "If nothing is done, we will lose about 1,300 customers a month as we do today.",
    "evidence": "We measured it in March: 4.1 % of all renewals failed.",
    "ask": "We ask the board to approve two people for six weeks by 1 May.",
}
DETAIL = "That is decided with the payment team: the charge is tried again at most 3 times."


def honest(question: str) -> str:
    """What Ana answers who knows the sample well."""
    return ANSWERS.get(topic_of(question), DETAIL)


def spoken(prompt: Prompt) -> Done:
    """The end of what the rules say to `prompt`."""

    async def parts() -> list[object]:
        return [part async for part in OfflineProvider().stream(prompt)]

    done = asyncio.run(parts())[-1]
    assert isinstance(done, Done)
    return done


def by_rules(ask: Ask, state: InterviewState) -> Heard:
    """A provider for the stage."""
    done = spoken(prompts.build(state, ask, CAST, "nonce1234"))
    return Heard(done.text, done.data.model_dump() if done.data else None)


def interview(text: str, reply: Callable[[str], str] | None = None, **changed: object) -> Stage:
    """The interview on `text` to its end. `reply` is a person's answer to each question; None lets rules answer."""
    stage = Stage(
        by_rules, notes=(Note("a1", "notes.md", text),), answered_by="me" if reply else "ai", **changed
    )
    while not ended(stage.run()):
        asked = stage.state.current
        assert asked is not None
        assert reply is not None
        stage.say("\n".join(f"{n}. {reply(q.text)}" for n, q in enumerate(asked.questions, start=1)))
    return stage


@cache
def held(text: str) -> Stage:
    """The whole session on these notes, to look at only."""
    return interview(text)


def facts(text: str = "", *, messages: Iterable[str] = (), at: int = 0, **known: object) -> InterviewFacts:
    """What rules know of notes with this text, on which people said `messages` after `at` rounds."""
    said = tuple(
        InterviewMessage(n, words, Speaker("user:1", "Ana"), at) for n, words in enumerate(messages, start=1)
    )
    return InterviewFacts(notes=(("notes.md", text),) if text else (), messages=said, **known)


def ended(stage: Stage) -> bool:
    return stage.state.lifecycle in (State.FINISHED, State.STOPPED, State.FAILED)


def questions(stage: Stage) -> list[str]:
    """All questions of the session, in order."""
    return [question.text for round_ in stage.state.rounds for question in round_.questions]


def outcome(stage: Stage) -> str:
    return str(stage.events[-1].data["reason"])


def caveats(stage: Stage) -> list[str]:
    """The caveats of the verdict."""
    return list(stage.of(EventKind.VERDICT)[-1].data["caveats"])
