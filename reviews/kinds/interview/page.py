"""What the page of an interview shows beside its events."""

from collections.abc import Sequence
from typing import Any, ClassVar

from reviews.kinds.interview import wrapping_up
from reviews.kinds.interview.state import InterviewState
from reviews.kinds.notes import Note
from reviews.language.scorecard import NOT_OWED
from reviews.language.wording import counted
from reviews.pages.base import RESUME, STOP, TRY_AGAIN, Action, MessageBoxWords, SessionPage
from reviews.states import State

DEEPER = Action("deeper", "Deeper review", "search")
WRAP_UP = Action("messages", "Wrap up with a verdict", "check", says=wrapping_up.WRAP_UP)
MY_ANSWER = Action("messages", "It is my answer", "message", says=wrapping_up.MY_ANSWER)
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
    parts: ClassVar = {name: f"{TEMPLATE}#{name}" for name in ("facts", "after", "moving", "dock", "panel")}
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
    def actions(self) -> list[Action]:
        """With the button that wraps up, as long as nobody has pressed it, and the reply to what ELM asks back."""
        usual = super().actions
        if self.state is None or self.state.wrap_up or not self._may_wrap_up:
            return usual
        replies = [WRAP_UP, MY_ANSWER] if wrapping_up.is_asked_back(self.state) else [WRAP_UP]
        return [*replies, *usual]

    @property
    def _may_wrap_up(self) -> bool:
        """Whether a verdict is still to be had: while it runs, and once it has stopped or failed midway."""
        if self.session.state in (State.STOPPED, State.FAILED):
            return bool(self.state and self.state.rounds)
        return self.session.state in (State.RUNNING, State.WAITING)

    @property
    def words(self) -> MessageBoxWords:
        """A person answers, or has something to add."""
        return ANSWERING if self.session.config.get("answered_by") == "me" else ADDING

    @property
    def seats(self) -> list[dict[str, str | int]]:
        """The personas that take part, as their list shows them: with the name that is shown for theirs."""
        pinned = [(self.avatar(seat.key), seat.version) for seat in self.participants]
        return [
            {
                "name": avatar.name or version.name,
                "role": version.role,
                "colour": version.colour,
                "shape": version.shape,
                "version": version.number,
            }
            for avatar, version in pinned
        ]

    @property
    def topics(self) -> list[dict[str, Any]]:
        """The topics as the scorecard has them, with their standing as it is `shown`."""
        topics = self.state.scorecard.plain().values() if self.state else ()
        return [topic | {"shown": topic["status"].replace("_", " ")} for topic in topics]

    @property
    def owed(self) -> list[dict[str, Any]]:
        """The topics but those that this kind of document does not owe."""
        return [topic for topic in self.topics if topic["status"] != NOT_OWED]

    @property
    def settled(self) -> int:
        """How many of the owed topics are answered or waived."""
        return sum(topic["status"] != "open" for topic in self.owed)

    @property
    def tally(self) -> str:
        """How far the topics are, and how many points are for a person to find out."""
        unknown = len(self.state.outstanding) if self.state else 0
        settled = f"{self.settled} of {len(self.owed)} topics settled"
        return f"{settled}, {unknown} to find out" if unknown else settled

    @property
    def after(self) -> str:
        """After how many rounds it ended, and who has wrapped it up."""
        rounds = len(self.state.rounds) if self.state else 0
        by = self.state.wrapped_up_by if self.state else ""
        return f"after {counted(rounds, 'round')}" + (f", wrapped up by {by}" if by else "")

    @property
    def progress(self) -> dict[str, Any]:
        return {
            "round": self.session.rounds,
            "topics": {topic["label"]: topic["status"] for topic in self.topics},
        }
