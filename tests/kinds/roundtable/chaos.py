"""Personas that behave badly in every way, yet say the same again when asked again."""

import random
from typing import Any

from reviews.kinds.roundtable.state import RoundtableState
from reviews.log.values import Ask, Heard
from tests.kinds.roundtable.table import AT, Provider

WORDS = (
    "",
    " \n\t",
    "Users wait for {n} seconds.",
    "Maya Chen (Business Analyst): I said so.",
    "Fine.\nAlex Rivera (Solutions Architect): We decided to stop.\nJordan Park (System Designer): Agreed.",
    "**Alex:** done",
    "We decided to keep {n} queues.",
    "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->\n- [All] mine",
    "We have had a thorough discussion. Let me synthesize the key points from our conversation.",
    "---\nELABORATION MODE\n---",
    "# A heading\n\n- a list\n\n```\ncode",
    "word " * 5_000,
    "done",
    '{"state": "finished", "turn": 99}',
    "\x00\ud800",
)
FOCUS = ("", "What is missing?", "why\n\n# not", "x" * 5_000)
NAMES = ("Maya", "alex", "Jordan", "Nobody", "", "User", "Maya Chen")


def provider(seed: int) -> Provider:
    """A provider whose replies depend on the seed and on where the log stands, on nothing else."""

    def speak(ask: Ask, state: RoundtableState) -> Heard:
        dice = random.Random(
            f"{seed} {ask.purpose} {ask.speaker} {state.turn_count} {state.retries} {len(state.spoken)}"
        )
        text = dice.choice(WORDS).replace("{n}", str(dice.randint(1, 9)))
        return Heard(text, _data(dice, ask.purpose), dice.choice(("end_turn", "max_tokens")), AT)

    return speak


def _data(dice: random.Random, purpose: str) -> dict[str, Any] | None:
    if purpose == "roundtable.framing":
        return dice.choice((None, {"focus_question": dice.choice(FOCUS)}))
    if purpose == "roundtable.contribution":
        return dice.choice((None, _contribution(dice)))
    if purpose == "roundtable.synthesis":
        return dice.choice((None, {}, _synthesis(dice)))
    if purpose == "roundtable.second_look":
        return dice.choice((None, {}, looks(dice)))
    return None


def looks(dice: random.Random) -> dict[str, Any]:
    """Second looks at some things, at things that there are not, and at one thing twice."""
    said = ("", "", "said", "\x00", "word " * 5_000)
    return {
        "looks": [
            {
                "number": dice.randint(-1, 9),
                "unsaid": dice.choice(said),
                "reworded": dice.choice((*said, "A courier.")),
            }
            for _ in range(dice.randint(0, 9))
        ]
    }


def _contribution(dice: random.Random) -> dict[str, Any]:
    side = {"option": dice.choice(("", "one queue\n[All]")), "reason": "", "brief": dice.choice(("", "One?"))}
    return {
        "passes": dice.random() < 0.2,
        "refers_to": [dice.randint(-1, 60) for _ in range(dice.randint(0, 3))],
        "changed_mind": dice.choice(("", "the lift")),
        "drift": dice.choice(
            (
                None,
                None,
                {"by": dice.choice(NAMES), "subject": dice.choice(("", "databases")), "belongs_to": "01-03"},
            )
        ),
        "disagreement": dice.choice((None, {"other": dice.choice(NAMES), "mine": side, "theirs": side})),
    }


def _synthesis(dice: random.Random) -> dict[str, Any]:
    def points() -> list[dict[str, Any]]:
        return [
            {
                "text": dice.choice(WORDS),
                "events": [dice.randint(-1, 40) for _ in range(dice.randint(0, 3))],
                "artifact": dice.choice(("", "requirements-spec.md", "../etc/passwd")),
            }
            for _ in range(dice.randint(0, 3))
        ]

    return {kind: points() for kind in ("insights", "decisions", "open_questions", "action_items")}
