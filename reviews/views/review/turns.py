"""The turns that changes came from, as links to them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse

from reviews.kinds.registry import session_kind
from reviews.log.values import EVERYBODY, USER
from reviews.models import Change, Event, Session
from reviews.models.outcome import number_said_in
from reviews.states import EventKind
from reviews.templatetags.elm import spoken_by

type Turns = Mapping[tuple[UUID, int], TurnLink]


@dataclass(frozen=True)
class TurnLink:
    """A turn of a session. `label` names the speaker, `short` does not need to; `person` is somebody's first name."""

    number: int
    session_id: UUID
    label: str
    short: str
    person: str = ""

    @property
    def url(self) -> str:
        return f"{reverse('session', args=[self.session_id])}#event-{self.number}"


def turns_of(changes: Iterable[Change], counted: Mapping[int, int] | None = None) -> Turns:
    """The turns that the changes came from, or that their words were found in, by session and event number: one query.

    counted: the turn of each event, where it is known; the log does not say which turn a person's message was.
    """
    cited = {(change.session_id, number) for change in changes for number in change.cited_events}
    if not cited:
        return {}
    wanted = Q(session__in={session for session, _ in cited}, number__in={number for _, number in cited})
    shown = ("number", "kind", "speaker_key", "speaker_name", "data", "session__kind", "session__provider")
    rows = Event.objects.filter(wanted).select_related("session").only(*shown).order_by()
    return {
        (row.session_id, row.number): turn_of(row, counted or {})
        for row in rows
        if (row.session_id, row.number) in cited
    }


def turn_of(row: Event, counted: Mapping[int, int]) -> TurnLink:
    """How the links to a turn read: "Round 2, ELM" in an interview, "Alex Rivera, turn 2" in a roundtable."""
    who = spoken_by(row) or "Session"
    person = who.split()[0] if row.kind == EventKind.USER_MESSAGE else ""
    if row.data.get("round"):
        return TurnLink(
            row.number, row.session_id, f"Round {row.data['round']}, {who}", f"round {row.data['round']}"
        )
    turn = row.data.get("turn") or counted.get(row.number)
    if turn:
        return TurnLink(row.number, row.session_id, f"{who}, turn {turn}", f"turn {turn}", person)
    return TurnLink(row.number, row.session_id, who, f"{person}’s message" if person else who, person)


def counted_in(session: Session, changes: Iterable[Change]) -> dict[int, int]:
    """The turn of each event, when one of the changes came from a person's message at a table; else nothing, for it
    takes the whole log."""
    numbers = {number for change in changes for number in change.cited_events}
    return dict(session_kind(session.kind).turns(session, numbers)) if numbers else {}


@dataclass(frozen=True)
class SourcePassage:
    """Words that a change rests on: whose they are, or in which file they stand, and where to see them."""

    label: str
    url: str
    words: str


@dataclass(frozen=True)
class ChangeSource:
    """A change, the turns that it came from, and the passages that its facts were found in."""

    change: Change
    turns: Sequence[TurnLink]
    passages: Sequence[SourcePassage] = ()

    @property
    def who(self) -> str:
        """Who said it, in words: "User/Alex" is "Ana, Alex"."""
        people = list(dict.fromkeys(turn.person for turn in self.turns if turn.person))
        words = {USER: ", ".join(people) or "somebody of the team", EVERYBODY: "everybody at the table"}
        session = self.change.session
        shown = session_kind(session.kind).shown_attribution(session, self.change.attribution)
        names = [words.get(name, name) for name in shown.split("/") if name]
        return ", ".join(names) or "added"


def said_in(change: Change, turns: Turns) -> ChangeSource:
    keys = ((change.session_id, number) for number in change.events)
    passages = [passage_of(change, source, turns) for source in change.support.get("sources", ())]
    return ChangeSource(change, [turns[key] for key in keys if key in turns], passages)


def passage_of(change: Change, source: Mapping[str, Any], turns: Turns) -> SourcePassage:
    """What is shown of a stored source of the change."""
    number = number_said_in(source)
    turn = None if number is None else turns.get((change.session_id, number))
    label = turn.label if turn else str(source["key"] or "the topic")
    return SourcePassage(label, turn.url if turn else "", source["text"])
