"""What the page of an interview shows beside its events."""

from collections.abc import Sequence
from typing import Any, ClassVar

from personas.models import PersonaVersion
from reviews.kinds.interview.state import InterviewState
from reviews.kinds.notes import Note
from reviews.pages.base import RESUME, STOP, TRY_AGAIN, Action, MessageBoxWords, SessionPage
from reviews.states import State

DEEPER = Action("deeper", "Deeper review", "search")
TEMPLATE = "reviews/kinds/interview/page.html"
ANSWERING = MessageBoxWords(
    "Your answer",
    "as the person who answers ELM’s questions",
    "Answer in your own words. Say so when you don’t know.",
    "Answer",
)
ADDING = MessageBoxWords(
    "Say something",
    "used at the next turn",
    "Add a fact, correct an answer, point at something.",
    "Send",
)


class InterviewPage(SessionPage[InterviewState]):
    parts: ClassVar = {name: f"{TEMPLATE}#{name}" for name in ("facts", "after", "moving", "panel")}
    buttons: ClassVar = {
        State.RUNNING: [STOP],
        State.WAITING: [STOP],
        State.FAILED: [TRY_AGAIN],
        State.STOPPED: [RESUME, DEEPER],
        State.FINISHED: [DEEPER],
    }

    @property
    def notes(self) -> Sequence[Note]:
        """The texts under review, as they were when the session began."""
        return self.state.setup.notes if self.state else ()

    @property
    def words(self) -> MessageBoxWords:
        """A person answers, or has something to add."""
        return ANSWERING if self.session.config.get("answered_by") == "me" else ADDING

    @property
    def seats(self) -> list[tuple[PersonaVersion, str]]:
        """The personas that take part, each with the name that is shown."""
        versions = [(seat.version, self.avatar(seat.key).name) for seat in self.participants]
        return [(version, shown or version.name) for version, shown in versions]

    @property
    def topics(self) -> list[dict[str, Any]]:
        return list(self.state.scorecard.plain().values()) if self.state else []

    @property
    def settled(self) -> int:
        """How many topics are answered or waived."""
        return sum(topic["status"] != "open" for topic in self.topics)

    @property
    def progress(self) -> dict[str, Any]:
        return {
            "round": self.session.rounds,
            "topics": {topic["label"]: topic["status"] for topic in self.topics},
        }
