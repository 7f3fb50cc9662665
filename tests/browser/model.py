"""A model for Claude's place: what it says to the questions of an interview on the sample, and its moods."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.providers.messages_server import Answer, MessagesServer, Received, Reply, say
from tests.providers.table_model import all_said

LOST = "Customers who lose their subscription this way rarely come back by themselves."
USAGE = {"input_tokens": 5000}
QUOTES = {
    "problem": LOST,
    "affected": "Support agents cannot see why a charge failed",
    "why": "about a third of those customers were gone a month later",
    "how": "A failed charge is tried again at most 3 times, spread over ten days.",
    "risks": "The PSP could change its reason codes without telling us.",
    "inaction": "If the bank says no, we send one email and\ncancel the subscription after 14 days.",
    "evidence": "In March, 4.1 % of all renewals failed",
    "ask": "Two engineers for six weeks, and a small part of one support lead.",
}
WAIVED = {
    "why_now": "“The work was not\npart of the plan for this quarter” shows that it can wait.",
    "tradeoffs": "“We decided to build the planner ourselves” is settled.",
}
TOPICS = [{"topic": key, "status": "answered", "quote": quote} for key, quote in QUOTES.items()] + [
    {"topic": key, "status": "waived", "reason": reason} for key, reason in WAIVED.items()
]
VERDICT = {
    "got_right": ["Customers who lose their subscription this way rarely come back."],
    "improved": ["Banks may change their codes."],
    "caveats": [],
}
QUESTION = "Who is affected?\n\nWhat happens if nothing is done?"
ANSWER = f"The notes say: “{LOST}”"
SATISFIED = "That is clear now.\n\n[SATISFIED]"
EDITS = [
    {"after": "## Summary", "new": "Customers lose what they paid for.", "reason": "It comes first."},
    {"after": "## Risks", "new": "Banks may change their codes.", "reason": "It was missing."},
]


PURPOSES = {
    "Write your message now.": "question",
    "questions, which stand in the material": "answer",
    "Improve the notes now.": "improve",
    "Settle each of them now.": "settle",
    "Take the second look now.": "second_look",
}


def purpose(request: Received) -> str:
    """What a request is for, by the words that it ends with."""
    content = request.body["messages"][0]["content"]
    ending = content if isinstance(content, str) else "\n".join(block["text"] for block in content[-2:])
    return next((name for words, name in PURPOSES.items() if words in ending), "settle")


@dataclass
class Model:
    """Asks once and is satisfied then. While `moods` has replies, they are used up first; `mood` stays."""

    rate: float = 0.0
    moods: list[Reply] = field(default_factory=list)
    mood: Reply | None = None
    rounds: Callable[[Received], bool] = lambda request: (
        ANSWER in json.dumps(request.body, ensure_ascii=False)
    )

    def reply(self, request: Received) -> Reply:
        if self.moods:
            return self.moods.pop(0)
        return self.mood or self.kind(request)

    def kind(self, request: Received) -> Answer:
        more = {"usage": USAGE, "output_tokens": 100, "rate": self.rate}
        match purpose(request):
            case "question" if not self.rounds(request):
                asked = [{"text": text, "topic": "other"} for text in QUESTION.split("\n\n")]
                return say(QUESTION, {"stance": "asking", "questions": asked, "topics": []}, **more)
            case "question":
                data = {"stance": "satisfied", "questions": [], "topics": TOPICS, "verdict": VERDICT}
                return say(SATISFIED, data, **more)
            case "answer":
                return say(ANSWER, {"citations": [{"quote": LOST}], "unknowns": []}, **more)
            case "second_look":
                return all_said(request)
            case "improve":
                return say("I say who is hurt.", {"edits": EDITS}, **more)
            case _:
                return say("I waive the rest.", {"topics": [], "verdict": VERDICT}, **more)


def serving(model: Model) -> MessagesServer:
    return MessagesServer(model.reply)
