"""What the model answers when it answers well: an interview of two rounds, on the tests' notes, that ends Ready."""

from typing import Any

from tests.providers.messages_server import Answer, say
from tests.sessions.conftest import LINE, PARTS, SETTLED

ASKED: dict[str, Any] = {
    "stance": "asking",
    "questions": [{"text": "Who is affected?", "topic": "affected", "quote": ""}],
    "topics": [],
}
QUESTION = "Who is affected?\n\nWhat happens if nothing is done?"
SATISFIED: dict[str, Any] = {
    "stance": "satisfied",
    "questions": [],
    "topics": SETTLED,
    "verdict": PARTS,
}
ANSWER = f"The notes say: “{LINE}”"
ANSWERED = {"citations": [{"quote": LINE}], "unknowns": []}
EDIT = {"after": "## Plan", "new": "Shoppers are affected.", "reason": "It was asked."}


def interview_reply(purpose: str, *, is_answered: bool) -> Answer:
    """The answer to a call; once a question was answered, it is satisfied."""
    match purpose:
        case "question" if not is_answered:
            return say(QUESTION, ASKED)
        case "question":
            return say("That is clear now.\n\n[SATISFIED]", SATISFIED)
        case "answer":
            return say(ANSWER, ANSWERED)
        case "improve":
            return say("I say who is affected.", {"edits": [EDIT]})
    return say("All is settled.", {"topics": SETTLED, "verdict": PARTS})


def review_reply(purpose: str) -> Answer:
    """The answer to a call of an angle review in which nothing is found."""
    match purpose:
        case "refute":
            return say("So it is.", {"outcome": "stands", "reason": "It does."})
        case "verify":
            return say("Let it through.", {"approved": True, "reason": "It does what it says."})
    return say("Read.", {})
