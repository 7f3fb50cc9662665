"""What the model answers when it answers well: an interview of two rounds, on the tests' notes, that ends Ready."""

from collections.abc import Mapping, Sequence
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


def asked(*questions: str, topics: Sequence[Mapping[str, str]] = (), quote: str = "", **keys: Any) -> Answer:
    """ELM asks these, of which those that end with a question mark are questions. quote: what prompted them."""
    given = [{"text": text, "topic": "other", "quote": quote} for text in questions if text.endswith("?")]
    return say("\n\n".join(questions), {"stance": "asking", "questions": given, "topics": [*topics], **keys})


def satisfied(topics: Sequence[Mapping[str, str]], verdict: Mapping[str, Any] = PARTS, **keys: Any) -> Answer:
    """ELM shows its marker."""
    record = {"stance": "satisfied", "questions": [], "topics": [*topics], "verdict": verdict, **keys}
    return say("That is clear now.\n\n[SATISFIED]", record)


def settled(topics: Sequence[Mapping[str, str]], verdict: Mapping[str, Any] = PARTS) -> Answer:
    """What ELM says of the topics that its marker left open."""
    return say("All is settled.", {"topics": [*topics], "verdict": verdict})


def put_in(*edits: Mapping[str, str]) -> Answer:
    return say("I put it in.", {"edits": [*edits]})


def settled_with(topics: Mapping[str, Mapping[str, str]]) -> list[dict[str, str]]:
    """All topics as the notes settle them, but these otherwise."""
    return [{**one, **topics.get(one["topic"], {})} for one in SETTLED]
