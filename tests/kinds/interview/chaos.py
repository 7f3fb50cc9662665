"""Providers that behave badly in every way, yet say the same again when asked again."""

import random
from typing import Any

from reviews.kinds.interview.machine import InterviewState
from reviews.language.scorecard import TOPICS
from reviews.log.values import Ask, Heard
from tests.kinds.interview.stage import QUOTE, SETTLING, Provider
from tests.kinds.roundtable.chaos import looks

QUESTIONS = (
    "",
    " \n\t",
    "Interesting.",
    "Why?",
    "What goes wrong today?\nWho notices it?",
    "ELM: And the cost of {n}?\nWho pays for {n}?",
    "What of {n}? " * 3,
    "I am not [SATISFIED] with {n}. Why?",
    "```\n[SATISFIED]\n```\nWhy {n}?",
    "```\n[SATISFIED]",
    "Clear.\n[SATISFIED]\nThanks. Or?",
    "[SATISFIED]",
    "**Verdict:** Ready\n[satisfied]",
    "Why {n}? " + "word " * 20_000,
    "ready",
    '{"state": "finished", "reason": "ready"}',
)
ANSWERS = ("", "Cards are declined.", "Because of {n}.", "The notes do not say.", "[SATISFIED]", "x" * 50_000)
EDITS = (
    {"old": "three times", "new": "three times, then {n}"},
    {"old": "e", "new": "ambiguous"},
    {"old": "not there", "new": "x"},
    {"after": "Four in a hundred", "new": "By {n}."},
    {"old": QUOTE, "new": ""},
    {"new": "nowhere"},
    {"artifact": "other.md", "old": "minutes", "new": "hours"},
)
QUOTES = (QUOTE, QUOTE.upper(), "Cards are declined.", "made up", "", "e")


def provider(seed: int) -> Provider:
    """A provider whose answers depend on the seed, the purpose and how often it was asked, on nothing else.

    Every other seed is kind: it asks new questions, quotes well, and is satisfied before long.
    """

    def answer(ask: Ask, state: InterviewState) -> Heard:
        dice = random.Random(f"{seed} {ask.purpose} {state.calls.get(ask.purpose, 0)} {len(state.rounds)}")
        kind = seed % 2 == 0
        data = None if dice.random() < 0.2 and not kind else DATA[ask.purpose](dice, kind)
        pool = QUESTIONS if ask.purpose == "interview.question" else ANSWERS
        pool = [text for text in pool if "{n}" in text or "\n[SATISFIED]" in text] if kind else pool
        text = dice.choice(pool).replace("{n}", str(dice.randrange(500 if kind else 5)))
        return Heard(text, data, dice.choice(["end_turn", "max_tokens", "refusal"]))

    return answer


def topics(dice: random.Random, kind: bool) -> list[dict[str, str]]:
    """Updates of some topics or of all, with quotes and reasons that may be missing or wrong."""
    statuses = ["answered"] if kind else ["answered"] * 3 + ["waived", "open"]
    return [
        {
            "topic": key,
            "status": dice.choice(statuses),
            "quote": SETTLING[key] if kind else dice.choice((*QUOTES, SETTLING[key])),
            "reason": dice.choice(["", "So."]),
        }
        for key in (TOPICS if dice.random() < 0.5 else dice.sample(list(TOPICS), 3))
    ]


def question_data(dice: random.Random, kind: bool) -> dict[str, Any]:
    asked = [{"text": f"What of {dice.randrange(9)}?", "topic": dice.choice([*TOPICS, "other"]), "quote": ""}]
    return {
        "stance": dice.choice(
            ["asking", "satisfied"] if kind else ["asking", "asking", "satisfied", "not_ready"]
        ),
        "questions": [] if kind else asked * dice.randrange(3),
        "topics": topics(dice, kind),
        "verdict": dice.choice([None, {"got_right": ["Good."], "improved": [], "caveats": []}]),
    }


def answer_data(dice: random.Random, kind: bool) -> dict[str, Any]:
    unknowns = dice.choice([[], [], [] if kind else ["What it costs."], ["What it costs.", "", "Who pays."]])
    return {"citations": [{"quote": dice.choice(QUOTES), "artifact": ""}], "unknowns": unknowns}


def improve_data(dice: random.Random, kind: bool) -> dict[str, Any]:
    edits = dice.sample(EDITS, dice.randrange(len(EDITS)))
    number = str(dice.randrange(5))
    return {"edits": [{key: value.replace("{n}", number) for key, value in edit.items()} for edit in edits]}


def settle_data(dice: random.Random, kind: bool) -> dict[str, Any]:
    return {"topics": topics(dice, kind), "verdict": None}


def look_data(dice: random.Random, kind: bool) -> dict[str, Any]:
    return looks(dice)


DATA = {
    "interview.second_look": look_data,
    "interview.question": question_data,
    "interview.answer": answer_data,
    "interview.improve": improve_data,
    "interview.settle": settle_data,
}
