"""Changes as the page shows them: a card each, with the lines around it and the turns it came from."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Self
from uuid import UUID

from django.db.models import Max, Prefetch, QuerySet

from reviews.documents.diff import Row, inline
from reviews.documents.insert import insertions
from reviews.models import Artifact, Change, Revision, Session
from reviews.models.outcome import ChangeStatus
from reviews.views.review.discussion import Talk, talks_of
from reviews.views.review.turns import Said, counted_in, said_in, turns_of

SECTIONS_NAMED = 4
CONTEXT = 2
"""Lines shown before and behind a change."""


@dataclass(frozen=True)
class Trouble:
    """What went wrong with a decision on the change `pk`, and what was typed, if anything: the text to accept, or
    the reason to reject it."""

    pk: UUID
    sentence: str
    typed: str | None = None
    why: str | None = None


@dataclass(frozen=True)
class Card:
    said: Said
    rows: Sequence[Row]
    talk: Talk
    trouble: Trouble | None = None

    @property
    def change(self) -> Change:
        return self.said.change

    @property
    def text(self) -> str:
        """What the text box for editing starts with."""
        typed = self.trouble.typed if self.trouble else None
        return self.change.text if typed is None else typed

    @property
    def is_editing(self) -> bool:
        """Whether the text box is open: somebody typed in it and the decision was refused."""
        return self.trouble is not None and self.trouble.typed is not None

    @property
    def is_saying_why(self) -> bool:
        """Whether the box for a reason is open, as `is_editing`."""
        return self.trouble is not None and self.trouble.why is not None

    @property
    def is_open(self) -> bool:
        """Whether a decision on it can be made."""
        return self.change.status in (ChangeStatus.PROPOSED, ChangeStatus.UNDONE)

    @property
    def unused(self) -> str:
        """What was typed for a decision that somebody else has made meanwhile."""
        if self.trouble is None or self.is_open:
            return ""
        return self.trouble.typed or self.trouble.why or ""

    @property
    def is_explained(self) -> bool:
        """Whether there is anything to say of where it comes from."""
        return bool(self.change.reason or self.change.marker or self.said.turns)

    @property
    def told_reason(self) -> str:
        """Why it was proposed; what came out of a discussion says so in its words."""
        return "" if self.change.marker else self.change.reason

    @property
    def attributed_to(self) -> str:
        """Whom a discussion has it from, "" when it names nobody."""
        return self.said.who if self.change.marker and self.change.attribution else ""


@dataclass(frozen=True)
class Tally:
    """What became of the changes to one artifact: the sections that they are about, and how many have each status;
    of all of them, how many the repository has itself ("upstream") and how many have no place ("unplaced")."""

    artifact_id: UUID
    sections: Sequence[str]
    counts: Mapping[str, int]

    @property
    def where(self) -> str:
        """The first of the sections, as the words before the counts; "" for none."""
        if not self.sections:
            return ""
        named = ", ".join(f"“{section}”" for section in self.sections[:SECTIONS_NAMED])
        return f"In {named}{' and more' if len(self.sections) > SECTIONS_NAMED else ''}:"

    @classmethod
    def of(cls, changes: Sequence[Change]) -> Self:
        """The tally of the changes to an artifact."""
        sections = dict.fromkeys(change.section for change in changes if change.section)
        counts = Counter(str(change.status) for change in changes)
        moved = {
            "upstream": sum(bool(row.upstream) for row in changes),
            "unplaced": sum(bool(row.unplaced) for row in changes),
        }
        return cls(changes[0].artifact_id, list(sections), {**counts, **moved})


@dataclass(frozen=True)
class Group:
    """The changes to one artifact. `by_hand`: people have written a revision since the session read it."""

    artifact: Artifact
    base: Revision
    cards: Sequence[Card]
    by_hand: bool

    @property
    def moved_on(self) -> bool:
        """Whether some changes may have no certain place any more: what other sessions add leaves additions theirs."""
        if all(card.change.unplaced or card.change.upstream for card in self.cards):
            return False  # each card says more
        if all(card.change.marker for card in self.cards):
            return self.by_hand
        current = self.artifact.current
        return current is not None and current.pk != self.base.pk and current.session_id != self.session_id

    @property
    def session_id(self) -> UUID:
        return self.cards[0].change.session_id

    @property
    def tally(self) -> Tally:
        return Tally.of([card.change for card in self.cards])


def cards_of(session: Session, *, trouble: Trouble | None = None) -> list[Card]:
    """A card for each change of the session, by artifact and then in the order of the text; then those that a move
    could not place, then those that the repository has itself."""
    changes = sorted(with_cards(session.changes.all()), key=place_of)
    return cards_for(changes, counted_in(session, changes), trouble)


def place_of(change: Change) -> tuple[object, ...]:
    """Where the card of a change goes among those of its session."""
    moved = (bool(change.upstream), bool(change.unplaced))
    return change.artifact.name, change.artifact_id, *moved, change.base_id, change.position


def card_of(change: Change, trouble: Trouble | None = None) -> Card:
    """The card of one change, as it is stored now."""
    [stored] = with_cards(Change.objects.filter(pk=change.pk))
    return cards_for([stored], counted_in(stored.session, [stored]), trouble)[0]


def with_cards(changes: QuerySet[Change]) -> QuerySet[Change]:
    """The changes with all that their cards show. A text that several of them are about is read once."""
    found = changes.select_related(
        "session__item", "artifact__item", "artifact__current", "decided_by", "result"
    )
    bases = Revision.objects.select_related("artifact")
    return found.prefetch_related(Prefetch("base", bases)).defer(
        "session__config",
        "session__item__meta",
        "artifact__item__meta",
        "artifact__current__content",
        "result__content",
    )


def cards_for(
    changes: Sequence[Change], counted: Mapping[int, int], trouble: Trouble | None = None
) -> list[Card]:
    """A card for each of the changes, which `with_cards` gave, in their order.

    counted: the turn of each event, as `turns_of` takes it; trouble: what went wrong with one of them.
    """
    bases = {change.base_id: change.base for change in changes}
    read = {pk: base.text for pk, base in bases.items()}
    turns, talks = turns_of(changes, counted), talks_of(changes)
    return [
        Card(
            said_in(change, turns),
            window(read[change.base_id], change),
            talks[change.pk],
            trouble if trouble and trouble.pk == change.pk else None,
        )
        for change in changes
    ]


def grouped(cards: Iterable[Card]) -> list[Group]:
    """The cards by artifact. Some of them may be about an older revision: those that a move could not place."""
    by_artifact = [list(members) for _, members in groupby(cards, key=lambda card: card.change.artifact_id)]
    artifacts = {members[0].change.artifact_id for members in by_artifact}
    written = Revision.objects.filter(artifact__in=artifacts, session=None, commit="").values("artifact_id")
    newest = {row["artifact_id"]: row["last"] for row in written.annotate(last=Max("number")).order_by()}
    groups = []
    for members in by_artifact:
        artifact = members[0].change.artifact
        base = max((card.change.base for card in members), key=lambda base: base.number)
        groups.append(Group(artifact, base, members, newest.get(artifact.pk, 0) > base.number))
    return groups


def progress_of(changes: Collection[Change]) -> dict[str, int]:
    """How many changes there are, and how many are decided: "total", "decided", "open", of these the
    "placed" ones, "applied", and of these the "undoable" ones, which the repository does not have itself."""
    counts = Counter(change.status for change in changes)
    waiting, applied = counts[ChangeStatus.PROPOSED], counts[ChangeStatus.APPLIED]
    undoable = sum(change.status == ChangeStatus.APPLIED and not change.upstream for change in changes)
    decided = len(changes) - waiting
    told = {"total": len(changes), "decided": decided, "open": waiting}
    placed = sum(change.status == ChangeStatus.PROPOSED and not change.unplaced for change in changes)
    return {**told, "placed": placed, "applied": applied, "undoable": undoable}


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
