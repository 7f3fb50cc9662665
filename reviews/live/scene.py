"""What all events of a session share on its page: who takes part, what is pinned, what can be done."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import quote as percent

from reviews import engine
from reviews.engine.interview_state import InterviewState, Message
from reviews.models import Participant, Session, SessionArtifact
from reviews.states import State


class Look(NamedTuple):
    """How a speaker is told apart: names of a colour and of a shape in the style sheet."""

    colour: str = "slate"
    shape: str = "circle"


class Action(NamedTuple):
    """A button: the last part of its address, its words, icon and style."""

    name: str
    label: str
    icon: str
    style: str = ""


STOP = Action("stop", "Stop", "stop")
RESUME = Action("resume", "Resume", "play", "btn-primary")
TRY_AGAIN = Action("resume", "Try again", "undo", "btn-primary")
DEEPER = Action("deeper", "Deeper review", "search")
ACTIONS: dict[str, list[Action]] = {
    State.RUNNING: [STOP],
    State.WAITING: [STOP],
    State.FAILED: [TRY_AGAIN],
    State.STOPPED: [RESUME, DEEPER],
    State.FINISHED: [DEEPER],
}
PERSON = Look("person", "person")


@dataclass(frozen=True)
class Citation:
    quote: str
    name: str
    url: str


@dataclass(frozen=True)
class Scene:
    """What all events of a session share on a page. `state` is None for kinds that no machine folds."""

    session: Session
    participants: list[Participant]
    pins: list[SessionArtifact]
    state: InterviewState | None

    @cached_property
    def looks(self) -> dict[str, Look]:
        """How each persona looks, in the version that takes part."""
        return looks_of(self.participants)

    @cached_property
    def messages(self) -> dict[int, Message]:
        """What became of people's messages, by number."""
        return {message.number: message for message in (self.state.messages if self.state else ())}

    @property
    def topics(self) -> list[dict[str, Any]]:
        """The scorecard, in its order."""
        return list(self.state.scorecard.plain().values()) if self.state else []

    @property
    def tokens(self) -> int:
        """Tokens sent and received so far."""
        return self.session.tokens_in + self.session.tokens_out

    @property
    def is_answered_by_people(self) -> bool:
        """Whether a person answers the questions."""
        return self.session.config.get("answered_by") == "me"

    @property
    def actions(self) -> list[Action]:
        """What a member can do now."""
        if self.session.state == State.WAITING and self.state and self.state.blocked:
            return [TRY_AGAIN, STOP]
        return ACTIONS.get(self.session.state, [])

    @property
    def settled(self) -> int:
        """How many topics are answered or waived."""
        return sum(topic["status"] != "open" for topic in self.topics)

    def cited(self, citation: Mapping[str, Any]) -> Citation:
        """A quote with the place where a browser finds it: the artifact's page, scrolled to the words."""
        words = str(citation.get("quote") or "")
        pin = next((p for p in self.pins if str(p.artifact_id) == citation.get("artifact")), None)
        pin = pin or (self.pins[0] if len(self.pins) == 1 else None)
        url = f"{pin.artifact.get_absolute_url()}#:~:text={fragment(words)}" if pin else ""
        return Citation(words, pin.artifact.name if pin else "", url)


def fragment(words: str) -> str:
    """The words as a browser's text fragment, in which a hyphen and a comma have meanings of their own."""
    return percent(" ".join(words.split()), safe="").replace("-", "%2D")


def looks_of(participants: Iterable[Participant]) -> dict[str, Look]:
    """How each persona looks, by key."""
    return {seat.key: Look(seat.version.colour, seat.version.shape) for seat in participants}


def participants_of(session: Session) -> list[Participant]:
    """The session's personas, in the versions that take part."""
    return list(session.participants.select_related("version__persona"))


def scene_of(session: Session) -> Scene:
    """The session with its personas, artifacts and folded state."""
    participants = participants_of(session)
    pins = list(session.pins.select_related("artifact", "revision").defer("revision__content"))
    return Scene(session, participants, pins, engine.folded(session) if participants else None)
