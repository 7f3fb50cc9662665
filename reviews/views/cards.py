"""Changes as the page shows them: a card each, with the lines around it and the turns it came from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Count, Q

from reviews.models import Artifact, Change, Event, Revision, Session
from reviews.models.outcome import ChangeStatus
from reviews.synthesis.diff import Row, inline
from reviews.synthesis.insert import insertions

CONTEXT = 2
"""Lines shown before and behind a change."""


@dataclass(frozen=True)
class Trouble:
    """What went wrong with a decision on the change `pk`, and the text that was typed, if any."""

    pk: UUID
    sentence: str
    typed: str | None = None


@dataclass(frozen=True)
class Turn:
    """A turn of the session that a change came from."""

    number: int
    label: str


@dataclass(frozen=True)
class Card:
    change: Change
    rows: Sequence[Row]
    turns: Sequence[Turn]
    trouble: Trouble | None = None

    @property
    def text(self) -> str:
        """What the text box for editing starts with."""
        typed = self.trouble.typed if self.trouble else None
        return self.change.text if typed is None else typed

    @property
    def is_editing(self) -> bool:
        """Whether the text box is open: somebody typed in it and the decision was refused."""
        return self.trouble is not None and self.trouble.typed is not None


@dataclass(frozen=True)
class Group:
    """The changes to one artifact. `moved_on` says that its current revision is not the session's work."""

    artifact: Artifact
    base: Revision
    cards: Sequence[Card]

    @property
    def moved_on(self) -> bool:
        current = self.artifact.current
        return current is not None and current.pk != self.base.pk and current.session_id != self.session_id

    @property
    def session_id(self) -> UUID:
        return self.cards[0].change.session_id


def cards_of(session: Session, *, trouble: Trouble | None = None) -> list[Card]:
    """A card for each change of the session, by artifact and then in the order of the text."""
    rows = session.changes.select_related("artifact__current", "base", "decided_by", "result")
    changes = sorted(rows, key=lambda row: (row.artifact.name, row.artifact_id, row.base_id, row.position))
    texts = {row.base_id: row.base for row in changes}
    for base in texts.values():
        base.artifact = next(row.artifact for row in changes if row.base_id == base.pk)
    read = {pk: base.text for pk, base in texts.items()}
    turns = turns_of(session, changes)
    return [
        Card(
            change,
            window(read[change.base_id], change),
            [turns[number] for number in change.events if number in turns],
            trouble if trouble and trouble.pk == change.pk else None,
        )
        for change in changes
    ]


def card_of(change: Change, trouble: Trouble | None = None) -> Card:
    """The card of one change, as it is stored now."""
    rows = Change.objects.select_related("session", "artifact", "base__artifact", "decided_by", "result")
    stored = rows.get(pk=change.pk)
    turns = turns_of(stored.session, [stored])
    return Card(
        stored, window(stored.base.text, stored), [turns[n] for n in stored.events if n in turns], trouble
    )


def grouped(cards: Iterable[Card]) -> list[Group]:
    """The cards by artifact and base revision."""
    by_base = groupby(cards, key=lambda card: card.change.base_id)
    found = [list(members) for _, members in by_base]
    return [Group(members[0].change.artifact, members[0].change.base, members) for members in found]


def progress_of(session: Session) -> dict[str, Any]:
    """How many changes there are, and how many are decided: "total", "decided", "open", "applied"."""
    counts = session.changes.aggregate(
        total=Count("pk"),
        open=Count("pk", filter=Q(status=ChangeStatus.PROPOSED)),
        applied=Count("pk", filter=Q(status=ChangeStatus.APPLIED)),
    )
    return {**counts, "decided": counts["total"] - counts["open"]}


def turns_of(session: Session, changes: Iterable[Change]) -> dict[int, Turn]:
    """The turns that the changes came from, by event number."""
    numbers = {number for change in changes for number in change.events}
    rows = Event.objects.filter(session=session, number__in=numbers) if numbers else Event.objects.none()
    return {row.number: Turn(row.number, turn_label(row)) for row in rows}


def turn_label(row: Event) -> str:
    """How a link to a turn reads: "Round 2, ELM" in an interview, "Alex Rivera, turn 2" in a roundtable."""
    who = row.speaker_name or "Session"
    if row.data.get("round"):
        return f"Round {row.data['round']}, {who}"
    # The log does not say which turn a person's message was.
    return f"{who}, turn {row.data['turn']}" if row.data.get("turn") else who


def window(base: str, change: Change) -> Sequence[Row]:
    """The lines that the change touches, with some around them, as rows of a diff. An addition is shown with its
    heading, as it would stand there alone."""
    end = change.position + len(change.removed)
    first = line_start(base, change.position, CONTEXT)
    last = line_stop(base, end, CONTEXT)
    old = base[first:last]
    put_in = insertions(base, [change])[0].inserted if change.marker else change.text
    new = base[first : change.position] + put_in + base[end:last]
    return inline(old, new, first_line=base.count("\n", 0, first) + 1)


def line_start(text: str, position: int, lines: int) -> int:
    """Where the line begins that is `lines` lines before the one at `position`."""
    start = text.rfind("\n", 0, position) + 1
    for _ in range(lines):
        start = text.rfind("\n", 0, max(start - 1, 0)) + 1
    return start


def line_stop(text: str, position: int, lines: int) -> int:
    """Where the line ends that is `lines` lines behind the last one before `position`."""
    stop = position
    in_line = position > 0 and text[position - 1] != "\n"
    for _ in range(lines + in_line):
        newline = text.find("\n", stop)
        stop = len(text) if newline < 0 else newline + 1
    return stop
