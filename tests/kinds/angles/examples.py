"""Reviews held by hand for the tests of pages: what workers answer in them."""

from collections.abc import Mapping
from typing import Any

from reviews.kinds.angles.state import AnglesState
from reviews.log.values import Ask

QUERIES = """CREATE VIEW total AS
SELECT person, MAX(price) AS total FROM sale GROUP BY person;

CREATE VIEW first AS
SELECT person, MIN(price) AS first FROM sale GROUP BY person;
"""
"""In a language for which there are no analysers: starting them would take most of the time."""
BUG = {
    "severity": "high",
    "quote": "result = price",
    "description": "Only the last price is kept.",
    "suggested_fix": "Add the price.",
    "confidence": 0.9,
}
FIX = {"before": "result = price\n", "after": "result += price\n", "reason": "Adds up every price."}
EMPTY = {
    "severity": "medium",
    "quote": "prices[0]",
    "description": "An <empty> list has no first price.",
    "confidence": 0.5,
}


def finds_and_mends(state: AnglesState, ask: Ask) -> Mapping[str, Any]:
    """Correctness finds a bug and mends it; what it says of an empty list is refuted."""
    if ask.purpose == "angles.verify":
        return {"approved": True, "reason": "It adds up now."}
    if ask.purpose == "angles.refute":
        issue = state.issues[ask.context["fingerprint"]]
        if issue.quote == EMPTY["quote"]:
            return {"outcome": "refuted", "reason": "Nobody calls it so.", "quote": "def first(prices)"}
        return {"outcome": "stands", "reason": "The value is overwritten."}
    unit = state.unit(ask.context["unit"])
    if ask.context["angle"] != "correctness":
        return {}
    if "result = price" in unit.current:
        return {"issues": [BUG], "modification": FIX, "confidence": 0.9}
    return {"issues": [EMPTY]} if "prices[0]" in unit.current else {}


def finds_only(state: AnglesState, ask: Ask) -> Mapping[str, Any]:
    """Correctness finds the bug in every pass, and it stands."""
    if ask.purpose == "angles.refute":
        return {"outcome": "stands", "reason": "The value is overwritten."}
    if ask.purpose != "angles.evaluate" or ask.context["angle"] != "correctness":
        return {}
    return {"issues": [BUG]} if "result = price" in state.unit(ask.context["unit"]).current else {}


def asks_back(state: AnglesState, ask: Ask) -> Mapping[str, Any]:
    """Nobody knows what "faster" means until a person has said it."""
    if ask.purpose == "angles.evaluate" and ask.context["angle"] == "correctness" and not state.messages:
        return {"status": "needs_input", "question": "Faster for which input?"}
    return {}
