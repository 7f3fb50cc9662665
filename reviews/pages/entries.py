"""A session's events as its page shows them: who speaks, what became of a message, in which words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar

from reviews.kinds.folding import Message
from reviews.kinds.registry import session_kind
from reviews.kinds.session_result import LinkedQuote
from reviews.language.reply_notes import broken_notes
from reviews.log.store import readable_data
from reviews.models import Event
from reviews.pages.addressed import AddressedPassage, said_to_reviewer
from reviews.pages.base import Avatar, SessionPage
from reviews.pages.precedents import Precedent, precedents_of_events
from reviews.states import END_LABELS, EndReason, EventKind, State

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


@dataclass(frozen=True)
class Entry:
    """One event on the page. `by` is the id of the person who spoke, "" for personas and for the session."""

    templates: ClassVar[Mapping[str, str]] = {
        EventKind.USER_MESSAGE: "message",
        EventKind.CHANGE: "change",
        EventKind.STATE: "state",
        EventKind.ERROR: "error",
        EventKind.ANNOUNCEMENT: "announcement",
    }

    page: SessionPage[Any] = field(repr=False, compare=False)
    number: int
    kind: str
    name: str
    role: str
    avatar: Avatar
    text: str
    data: Mapping[str, Any]
    created: datetime | None
    message: Message | None = None
    by: str = ""
    citations: list[LinkedQuote] = field(default_factory=list)
    precedents: Sequence[Precedent] = ()

    @property
    def template(self) -> str:
        """What shows it; "hidden" for what only holds its place in the log."""
        return "hidden" if self.data.get("withdraws") else self.templates.get(self.kind, "plain")

    @property
    def include(self) -> str:
        """The template of what stands in the event."""
        return f"reviews/sessions/events/{self.template}.html"

    @property
    def place(self) -> str:
        """Where in the session it was said, such as "round 2"; "" for nowhere in particular."""
        return ""

    @property
    def prefix(self) -> str:
        """What stands before the words when they are read aloud or copied, "" for nothing."""
        return ""

    @property
    def next(self) -> str:
        """Who speaks next, in words, if this is what everybody has heard last; "" when nobody does."""
        return ""

    @property
    def label(self) -> str:
        """What a screen reader announces when the event arrives; "" for what needs no announcement."""
        if self.template == "hidden":
            return ""
        if self.kind == EventKind.STATE or not self.name:
            return self.line
        words = [self.name, self.kind.replace("_", " "), self.place]
        return ", ".join(word for word in words if word)

    @property
    def line(self) -> str:
        """A state or announcement in one line."""
        if self.kind != EventKind.STATE:
            return self.text
        return f"{self.reached}: {self.why}" if self.why else self.reached

    @property
    def done_by(self) -> str:
        """What a person did that moved the session, "" when nobody did."""
        moved = (str(self.data.get("from")), str(self.data.get("to")))
        return DONE_BY.get(moved, "") if self.name else ""

    @property
    def reached(self) -> str:
        """A state in one line, without why."""
        reached = REACHED.get(str(self.data.get("to")), self.text)
        return f"{self.name} {self.done_by}" if self.done_by else reached

    @property
    def why(self) -> str:
        """Why a session ended, as its state says it; "" when nobody need be told."""
        reason = self.data.get("reason")
        return END_LABELS[EndReason(reason)].lower() if reason and not self.done_by else ""

    @property
    def sign(self) -> str:
        """The icon of a state."""
        return SIGNS.get(str(self.data.get("to")), "info")

    @property
    def notes(self) -> list[str]:
        """What is said below it of an answer that came broken."""
        return broken_notes(self.data)

    @property
    def addressed(self) -> list[AddressedPassage]:
        """The passages of a person's message that address the reviewer to replace its rules, forge or hide."""
        return said_to_reviewer(self.text) if self.kind == EventKind.USER_MESSAGE else []

    @property
    def is_used(self) -> bool:
        return bool(self.message and self.message.used)

    @property
    def is_withdrawn(self) -> bool:
        return bool(self.message and self.message.withdrawn)

    @property
    def is_pending(self) -> bool:
        return bool(self.message) and not self.is_used and not self.is_withdrawn

    @property
    def pending_words(self) -> str:
        """What is said of a message that waits to be used."""
        return "Will be used at the next turn."

    @property
    def used_words(self) -> str:
        """What is said of a message that was used."""
        return "Used."


def quotes_of(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The quotes that an event gives: of an answer what it cites, of a question what prompted it."""
    given = data.get("citations") or data.get("questions") or ()
    return [quoted for quoted in given if quoted.get("quote")]


def entries_of(page: SessionPage[Any], rows: Iterable[Event]) -> list[Entry]:
    """The rows as the page of their kind of session shows them, with what was raised before."""
    rows = list(rows)
    entries = [entry_of(page, row) for row in rows]
    before = precedents_of_events(
        page.session, [(row, entry.data) for row, entry in zip(rows, entries, strict=True)]
    )
    return [replace(one, precedents=before[one.number]) if one.number in before else one for one in entries]


def entry_of(page: SessionPage[Any], row: Event) -> Entry:
    is_person = row.speaker_key.startswith("user:")
    avatar = page.avatar(row.speaker_key)
    kind, data = readable_data((row.session_id, row.number), page.session.kind, row.kind, row.data)
    entry_type: type[Entry] = session_kind(page.session.kind).entry or Entry
    return entry_type(
        page=page,
        number=row.number,
        kind=kind,
        name=avatar.name or row.speaker_name,
        role=row.speaker_role,
        avatar=avatar,
        text=row.text,
        data=data,
        created=row.created,
        message=page.messages.get(row.number),
        by=row.speaker_key.removeprefix("user:") if is_person else "",
        citations=[page.cited(citation) for citation in quotes_of(data)],
    )
