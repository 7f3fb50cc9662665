"""A session's rows as its page shows them: who speaks and how they look, what became of messages, citations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import quote as percent

from reviews import engine
from reviews.engine.interview_state import InterviewState, Message
from reviews.engine.reply import MARKER
from reviews.engine.scorecard import TOPICS
from reviews.engine.verdict import NOTHING, PARTS, UNKNOWN
from reviews.models import Event, Participant, Session, SessionArtifact
from reviews.states import END_LABELS, EndReason, EventKind, State

TEMPLATES: dict[str, str] = {
    EventKind.QUESTION: "question",
    EventKind.ANSWER: "answer",
    EventKind.USER_MESSAGE: "message",
    EventKind.REVISION: "revision",
    EventKind.GATE: "gate",
    EventKind.VERDICT: "verdict",
    EventKind.CHANGE: "change",
    EventKind.STATE: "state",
    EventKind.ERROR: "error",
    EventKind.ANNOUNCEMENT: "announcement",
}
DONE_BY: dict[tuple[str, str], str] = {
    (State.DRAFT, State.RUNNING): "started the session",
    (State.STOPPED, State.RUNNING): "resumed the session",
    (State.FAILED, State.RUNNING): "tried again",
    (State.WAITING, State.RUNNING): "tried again",
    (State.RUNNING, State.STOPPED): "stopped the session",
    (State.WAITING, State.STOPPED): "stopped the session",
}
REACHED: dict[str, str] = {
    State.RUNNING: "The session goes on",
    State.WAITING: "The session waits for you",
    State.SYNTHESIZING: "The session is being written up",
    State.FINISHED: "The session is finished",
    State.STOPPED: "The session was stopped",
    State.FAILED: "The session failed",
}

SIGNS: dict[str, str] = {
    State.RUNNING: "play",
    State.WAITING: "message",
    State.SYNTHESIZING: "pencil",
    State.FINISHED: "check",
    State.STOPPED: "pause",
    State.FAILED: "alert",
}
VERDICT_ICONS = {"got_right": "check-circle", "improved": "pencil", "caveats": "alert"}


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
        return {seat.key: Look(seat.version.colour, seat.version.shape) for seat in self.participants}

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


@dataclass(frozen=True)
class Entry:
    """One event on the page. `by` is the id of the person who spoke, "" for personas and for the session."""

    number: int
    kind: str
    template: str
    name: str
    role: str
    look: Look
    text: str
    data: Mapping[str, Any]
    created: datetime | None
    message: Message | None = None
    by: str = ""
    citations: list[Citation] = field(default_factory=list)

    @property
    def include(self) -> str:
        """The template of what stands in the event."""
        return f"reviews/events/{self.template}.html"

    @property
    def round(self) -> int:
        """The round that it belongs to, 0 for none."""
        return int(self.data.get("round") or 0)

    @property
    def label(self) -> str:
        """What a screen reader announces when the event arrives; "" for what needs no announcement."""
        if self.template == "hidden":
            return ""
        if self.kind == EventKind.STATE or not self.name:
            return self.line
        words = [self.name, self.kind.replace("_", " ")]
        return ", ".join([word for word in words if word] + ([f"round {self.round}"] if self.round else []))

    @property
    def line(self) -> str:
        """A state or announcement in one line."""
        if self.kind != EventKind.STATE:
            return self.text
        moved = (str(self.data.get("from")), str(self.data.get("to")))
        if self.name and moved in DONE_BY:
            return f"{self.name} {DONE_BY[moved]}"
        words, reason = REACHED.get(moved[1], self.text), self.data.get("reason")
        return f"{words}: {END_LABELS[EndReason(reason)].lower()}" if reason else words

    @property
    def body(self) -> str:
        """The text without the line of the marker, which the page shows as a badge."""
        if not self.data.get("marker"):
            return self.text
        return "\n".join(line for line in self.text.split("\n") if line.strip() != MARKER)

    @property
    def sign(self) -> str:
        """The icon of a state."""
        return SIGNS.get(str(self.data.get("to")), "info")

    @property
    def verdict(self) -> list[dict[str, Any]]:
        """The three parts of a verdict, each with its heading, icon and sentences.

        Unknowns are left to the list of what a person has to find out, which stands below.
        """
        return [
            {
                "key": key,
                "icon": icon,
                "title": PARTS[key],
                "none": NOTHING[key],
                "sentences": [s for s in self.data.get(key) or () if not s.startswith(UNKNOWN)],
            }
            for key, icon in VERDICT_ICONS.items()
        ]

    @property
    def topics(self) -> list[dict[str, str]]:
        """What a gate has settled, by topic."""
        return [dict(topic, label=TOPICS.get(topic["topic"], "")) for topic in self.data.get("topics") or ()]

    @property
    def is_used(self) -> bool:
        return bool(self.message and self.message.used)

    @property
    def is_withdrawn(self) -> bool:
        return bool(self.message and self.message.withdrawn)

    @property
    def is_pending(self) -> bool:
        return bool(self.message) and not self.is_used and not self.is_withdrawn


def quotes_of(row: Event) -> list[Mapping[str, Any]]:
    """The quotes that an event gives: of an answer what it cites, of a question what prompted it."""
    given = row.data.get("citations") or row.data.get("questions") or ()
    return [quoted for quoted in given if quoted.get("quote")]


def scene_of(session: Session) -> Scene:
    """The session with its personas, artifacts and folded state."""
    participants = list(session.participants.select_related("version__persona"))
    pins = list(session.pins.select_related("artifact", "revision").defer("revision__content"))
    return Scene(session, participants, pins, engine.folded(session) if participants else None)


def entries(scene: Scene, rows: Iterable[Event]) -> list[Entry]:
    """The rows as the page shows them."""
    return [entry(scene, row) for row in rows]


def entry(scene: Scene, row: Event) -> Entry:
    """One row as the page shows it."""
    is_person = row.speaker_key.startswith("user:")
    return Entry(
        number=row.number,
        kind=row.kind,
        template="hidden" if row.data.get("withdraws") else TEMPLATES.get(row.kind, "plain"),
        name=row.speaker_name,
        role=row.speaker_role,
        look=PERSON if is_person else scene.looks.get(row.speaker_key, Look()),
        text=row.text,
        data=row.data,
        created=row.created,
        message=scene.messages.get(row.number),
        by=row.speaker_key.removeprefix("user:") if is_person else "",
        citations=[scene.cited(citation) for citation in quotes_of(row)],
    )
