"""A session's events as its page shows them: who speaks, what became of a message, in which words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from reviews.engine.interview_state import Message
from reviews.engine.reply import MARKER
from reviews.engine.scorecard import TOPICS
from reviews.engine.verdict import NOTHING, PARTS, UNKNOWN
from reviews.live.scene import PERSON, Citation, Look, Scene
from reviews.models import Event
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
