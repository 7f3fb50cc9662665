"""Whole sessions with a model on loopback that answers badly, over real HTTP and with the real runner."""

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviews.models import Change, Event, Session
from tests.bad_model import good
from tests.browser.model import purpose as purpose_of_interview
from tests.providers.messages_server import Answer, Received, Reply, say
from tests.providers.table_model import TableModel, all_said, first_name
from tests.providers.table_model import purpose as purpose_of_roundtable

TAG = re.compile(r"<[^>]*>")

type Given = Answer | Callable[[Received], Answer]
"""A reply, or what makes it of the request."""


class BadModel:
    """Gives the bad replies of a case first, by purpose, and good ones then. It never calls a tool unless a reply
    does."""

    def __init__(self) -> None:
        self.take("interview", {})

    def take(self, kind: str, replies: Mapping[str, Sequence[Given]]) -> None:
        """Give these replies from now on, in a session of this kind."""
        self.kind, self.is_answered = kind, False
        self.bad = {purpose: list(given) for purpose, given in replies.items()}
        self.table = TableModel()

    def reply(self, request: Received) -> Reply:
        given = self.given(request)
        return given(request) if callable(given) else given

    def given(self, request: Received) -> Reply | Given:
        if self.kind == "interview":
            return self.interview(request)
        if self.kind == "angles":
            return self.review(request)
        wanted = purpose_of_roundtable(request)
        for name in (f"{first_name(request)} {wanted}", wanted):
            if self.bad.get(name):
                return self.bad[name].pop(0)
        return say("") if request.body.get("tools") else self.table.recorded(request)

    def interview(self, request: Received) -> Reply | Given:
        wanted = purpose_of_interview(request)
        self.is_answered = self.is_answered or wanted == "answer"
        if self.bad.get(wanted):
            return self.bad[wanted].pop(0)
        if request.body.get("tools"):
            return say("")
        if wanted == "second_look":
            return all_said(request)
        return good.interview_reply(wanted, is_answered=self.is_answered)

    def review(self, request: Received) -> Reply | Given:
        wanted = purpose_of_review(request)
        if self.bad.get(wanted):
            return self.bad[wanted].pop(0)
        return good.review_reply(wanted)


def purpose_of_review(request: Received) -> str:
    """What an angle, the supervisor or whoever checks a change is asked for: the request's last words say it."""
    words = json.dumps(request.body["messages"], ensure_ascii=False)
    if "Try to refute it now." in words:
        return "refute"
    return "verify" if "Somebody else proposes" in words else "evaluate"


@dataclass(frozen=True)
class Held:
    """A session that was held: its row, every text that stood in the live turn, its page as people read it, the
    requests that the model got."""

    session: Session
    live: Sequence[str]
    page: str
    requests: Sequence[Received]

    def of(self, kind: str) -> list[Event]:
        """The events of a kind, in order."""
        return list(self.session.events.filter(kind=kind).order_by("number"))

    def revisions_with(self, words: str) -> int:
        """How many versions of the session's texts have these words."""
        artifacts = self.session.artifacts.prefetch_related("revisions")
        versions = [revision for artifact in artifacts for revision in artifact.revisions.all()]
        return sum(words in bytes(revision.content).decode() for revision in versions)

    def changes_with(self, words: str) -> list[Change]:
        """The changes that put these words in."""
        return [change for change in self.session.changes.all() if words in change.inserted]

    def asked_for(self, purpose: str) -> list[str]:
        """The requests for a purpose, each as one text."""
        tell = purpose_of_interview if self.session.kind == "interview" else purpose_of_roundtable
        return [
            json.dumps(request.body, ensure_ascii=False)
            for request in self.requests
            if tell(request) == purpose and not request.body.get("tools")
        ]


def read_page(content: str) -> str:
    """What people read of a page: its words, without tags."""
    return re.sub(r"\s+", " ", html.unescape(TAG.sub(" ", content)))


type Hold = Callable[[Any], Held]
