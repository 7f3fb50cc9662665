"""The shape of an event's `data`, by the kind of session and the kind of event, checked when the event is appended.

The shapes that every kind of session has stand here; those of one kind stand in its folder.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from reviews.language import prose
from reviews.states import EndReason, EventKind, State

LONGEST_SAID, MOST_SENTENCES = 4_000, 6
"""Characters and sentences of what somebody says that are compared with what was raised before."""


type Reader = Callable[[Any], Mapping[str, Any] | None]


class Raised(NamedTuple):
    """A point that an event raises: a question, a concern, something decided. fate: what became of it there, as a
    sentence without its full stop, "" as long as nothing did. is_kept: whether later sessions are shown it; else it is
    only compared with what was raised before."""

    text: str
    fate: str = ""
    is_kept: bool = True


class Payload(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        """The points of an event with this text and this stored data, in its order."""
        return ()


def _is_nothing(value: object) -> bool:
    return not value


Rare = Field(exclude_if=_is_nothing)
"""Marks a field that most events do not have: it is stored only where it says something."""


class SalvagedData(Payload):
    """`unread` names the parts of the structured result that did not fit and were left out. `spoke_for`: the label
    under which the model went on in another's name; those words are left out. `empty`: whether nothing came, so that
    any words are ELM's own."""

    unread: Annotated[list[str], Rare] = Field(default_factory=list)
    empty: Annotated[bool, Rare] = False
    spoke_for: Annotated[str, Rare] = ""


class AnnouncementData(Payload):
    """Words of the app itself. `again`: the purpose that is asked once more, after the useless `reply`.
    `what` and `artifact` (an id): what it is about, for the announcements of a roundtable. `uncited`: numbers of
    turns that the reply should have cited. `persona`: the key of the one that is asked once more, when several are
    asked at a time. `draft`: a summary that waits for a second look; `looks`: what one
    has found."""

    what: str = ""
    artifact: str = ""
    uncited: list[int] = Field(default_factory=list)
    again: str = ""
    persona: Annotated[str, Rare] = ""
    draft: Annotated[dict[str, Any], Rare] = Field(default_factory=dict)
    looks: Annotated[list[dict[str, Any]], Rare] = Field(default_factory=list)
    reply: str = ""
    basis: int = Field(default=0, ge=0)


class StateData(Payload):
    """A move. `by` is the id of the user who made it; `partial` is what was being said when it was
    stopped."""

    old: State = Field(alias="from")
    to: State
    reason: EndReason | None = None
    by: int | None = None
    partial: str = ""


class MessageData(Payload):
    """A person's message. `withdraws`: takes back the message with that number, and says nothing else.
    `goes_on`: nothing to say, let them continue; `idle`: nobody was there to say even that. `may_end`: the
    speaker may end the session. `menu`: said at the menu, after the end. `wraps_up`: ends the interview with a
    verdict on what was said."""

    withdraws: int | None = None
    by: int | None = None
    client_id: str = ""
    goes_on: bool = False
    idle: bool = False
    may_end: bool = False
    menu: bool = False
    wraps_up: Annotated[bool, Rare] = False

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return said_points(text)


class ErrorData(Payload):
    """A turn that failed. `partial` is what had been said of it, `fatal` that asking again was in vain."""

    purpose: str = ""
    retryable: bool = True
    partial: str = ""
    request_id: str = ""
    problem: str = ""
    fatal: bool = False
    basis: int = Field(default=0, ge=0)


class ChangeData(Payload):
    """`action` is "proposed" with `count`, or a decision ("applied", "rejected", …) about `changes` (their
    ids) of one artifact, with the number of the revision that came of it.

    "moved" says that the artifact is at another `commit` and where `changes` stand there is in the text;
    "committed" and "pushed" that ELM made the `commit` on `branch`, or brought it to the remote.
    """

    action: str = "proposed"
    count: int = Field(default=0, ge=0)
    changes: list[str] = Field(default_factory=list)
    artifact: str = ""
    revision: int | None = None
    commit: str = ""
    branch: str = ""


class RecordData(Payload):
    step_id: str
    topic: str = ""
    turn_count: int = Field(ge=1)
    personas_active: list[str] = Field(default_factory=list)
    timestamp: str
    synthesis_summary: str
    outcome: str = "complete"


SHAPES: dict[EventKind, type[Payload]] = {
    EventKind.ANNOUNCEMENT: AnnouncementData,
    EventKind.STATE: StateData,
    EventKind.USER_MESSAGE: MessageData,
    EventKind.ERROR: ErrorData,
    EventKind.CHANGE: ChangeData,
    EventKind.RECORD: RecordData,
}
"""What every kind of session has."""

_OF_KINDS: dict[str, Mapping[EventKind, type[Payload]]] = {}


def register(session_kind: str, shapes: Mapping[EventKind, type[Payload]]) -> None:
    """Add the shapes that sessions of this kind have beside those of all."""
    _OF_KINDS[session_kind] = shapes


def said_points(text: str) -> list[Raised]:
    """The sentences of what somebody says, at most so many as are compared."""
    begin_to_end = prose.sentences(text[:LONGEST_SAID])
    return [Raised(text[begin:end], is_kept=False) for begin, end in begin_to_end[:MOST_SENTENCES]]


def shape_of(session_kind: str, kind: EventKind) -> type[Payload] | None:
    """The shape of such events in sessions of this kind, None where they have none."""
    return SHAPES.get(kind) or _OF_KINDS.get(session_kind, {}).get(kind)


def raised_in(session_kind: str, kind: EventKind, text: str, data: Mapping[str, Any]) -> list[Raised]:
    """The points that a stored event raises."""
    shape = shape_of(session_kind, kind)
    return [one for one in shape.raised(text, data) if one.text.strip()] if shape else []


def raising_kinds() -> set[EventKind]:
    """The kinds of events that raise points in sessions of some kind."""
    shapes = [SHAPES, *_OF_KINDS.values()]
    return {kind for of in shapes for kind, shape in of.items() if _raises(shape)}


def _raises(shape: type[Payload]) -> bool:
    return any("raised" in vars(base) for base in shape.__mro__ if base is not Payload)


def validate(session_kind: str, kind: EventKind, data: Mapping[str, Any]) -> dict[str, Any]:
    """`data` checked against its shape, as plain JSON values with the defaults filled in.

    Raises ValueError (pydantic's ValidationError is one) when it does not fit, or when sessions of this kind have no
    such events.
    """
    shape = shape_of(session_kind, kind)
    if shape is None:
        raise ValueError(f"Events of the kind {kind} have no shape in sessions of the kind {session_kind!r}.")
    return shape.model_validate(dict(data)).model_dump(mode="json", by_alias=True)


def readable(session_kind: str, kind: EventKind, data: Any) -> Mapping[str, Any] | None:
    """Stored `data` with every field that its shape has by now; None when one is missing that can't be guessed.

    Nothing else is checked: what was stored was right when it was stored, and a row in a database can be damaged.
    """
    return reader_of(session_kind, kind)(data)


def reader_of(session_kind: str, kind: EventKind) -> Reader:
    """What `readable` does with the data of such events: whoever reads a long log asks once for each kind."""
    shape = shape_of(session_kind, kind)
    needed, defaults = _fields_of(shape) if shape else (frozenset[str](), dict[str, Any]())
    stored = defaults.keys()

    def read(data: Any) -> Mapping[str, Any] | None:
        if not isinstance(data, dict) or not needed <= data.keys():
            return None
        return data if stored <= data.keys() else {**defaults, **data}

    return read


@cache
def _fields_of(shape: type[Payload]) -> tuple[frozenset[str], dict[str, Any]]:
    """The names of the fields that are always given, and the defaults of those that are stored without it."""
    fields = {field.alias or name: field for name, field in shape.model_fields.items()}
    needed = frozenset(name for name, field in fields.items() if field.is_required())
    stored = {name: field for name, field in fields.items() if field.exclude_if is None}
    return needed, {
        name: field.get_default(call_default_factory=True)
        for name, field in stored.items()
        if name not in needed
    }
