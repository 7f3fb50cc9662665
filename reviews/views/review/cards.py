"""Changes as the page shows them: a card each, with the lines around it and the turns it came from."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Max, Prefetch, QuerySet

from reviews.changes.comments import Subject
from reviews.documents.diff import DiffLine, inline_diff
from reviews.documents.effort import Effort
from reviews.documents.insert import hunks_for
from reviews.models import Change, Revision, Session
from reviews.models.outcome import ChangeStatus
from reviews.views.http import problem_with
from reviews.views.review.discussion import Discussion, discussions_of
from reviews.views.review.turns import ChangeSource, counted_in, said_in, turns_of

SECTIONS_NAMED = 4
CONTEXT = 2
"""Lines shown before and behind a change."""


@dataclass(frozen=True)
class Trouble:
    """What went wrong with a decision on the change or finding `pk`, and what was typed, if anything: the text to
    accept, or the reason to say no."""

    pk: UUID
    sentence: str
    typed: str | None = None
    why: str | None = None


def trouble_with(
    act: Callable[[], object], about: Subject, *, typed: str | None = None, why: str | None = None
) -> Trouble | None:
    """Decide about something; what went wrong, None when nothing did."""
    problem = problem_with(act)
    return Trouble(about.pk, problem, typed, why) if problem else None


@dataclass(frozen=True)
class Card:
    """A change or a finding as pages show it, with what is said about it and what just went wrong with it."""

    discussion: Discussion
    trouble: Trouble | None

    @property
    def about(self) -> Subject:
        return self.discussion.about

    @property
    def is_saying_why(self) -> bool:
        """Whether the box for a reason is open: somebody sent it and the decision was refused."""
        return self.trouble is not None and self.trouble.why is not None


@dataclass(frozen=True)
class ChangeCard(Card):
    said: ChangeSource
    rows: Sequence[DiffLine]

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
    def is_open(self) -> bool:
        """Whether a decision on it can be made."""
        return self.change.status in (ChangeStatus.PROPOSED, ChangeStatus.UNDONE)

    @property
    def awaits_acceptance(self) -> bool:
        """Whether ELM has put it in and no person has accepted it yet."""
        return self.change.status == ChangeStatus.APPLIED and self.change.put_in_by_elm

    @property
    def unused(self) -> str:
        """What was typed for a decision that somebody else has made meanwhile."""
        if self.trouble is None or self.is_open:
            return ""
        return self.trouble.typed or self.trouble.why or ""

    @property
    def is_explained(self) -> bool:
        """Whether there is anything to say of where it comes from."""
        return bool(self.change.reason or self.change.marker or self.said.turns or self.change.support)

    @property
    def told_reason(self) -> str:
        """Why it was proposed; what came out of a discussion says so in its words."""
        return "" if self.change.marker else self.change.reason

    @property
    def attributed_to(self) -> str:
        """Whom a discussion has it from, "" when it names nobody."""
        return self.said.who if self.change.marker and self.change.attribution else ""


def cards_of(session: Session, *, trouble: Trouble | None = None) -> list[ChangeCard]:
    """A card for each change of the session, by artifact and then in the order of the text; then those that a move
    could not place, then those that the repository has itself."""
    changes = sorted(with_cards(session.changes.all()), key=place_of)
    return cards_for(changes, counted_in(session, changes), trouble)


def place_of(change: Change) -> tuple[object, ...]:
    """Where the card of a change goes among those of its session."""
    moved = (bool(change.upstream), bool(change.unplaced))
    return change.artifact.name, change.artifact_id, *moved, change.base_id, change.position


def card_of(change: Change, trouble: Trouble | None = None) -> ChangeCard:
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
        "session__item__meta",
        "artifact__item__meta",
        "artifact__current__content",
        "result__content",
    )


def cards_for(
    changes: Sequence[Change], counted: Mapping[int, int], trouble: Trouble | None = None
) -> list[ChangeCard]:
    """A card for each of the changes, which `with_cards` gave, in their order.

    counted: the turn of each event, as `turns_of` takes it; trouble: what went wrong with one of them.
    """
    bases = {change.base_id: change.base for change in changes}
    read = {pk: base.text for pk, base in bases.items()}
    turns, talks = turns_of(changes, counted), discussions_of(changes)
    effort = Effort()
    return [
        ChangeCard(
            talks[change.pk],
            trouble if trouble and trouble.pk == change.pk else None,
            said_in(change, turns),
            change_window(read[change.base_id], change, effort),
        )
        for change in changes
    ]


def groups_of(cards: Iterable[ChangeCard]) -> list[dict[str, object]]:
    """The cards by artifact. Some of them may be about an older revision: those that a move could not place."""
    by_artifact = [list(members) for _, members in groupby(cards, key=lambda card: card.change.artifact_id)]
    artifacts = {members[0].change.artifact_id for members in by_artifact}
    written = Revision.objects.filter(artifact__in=artifacts, session=None, commit="").values("artifact_id")
    newest = {row["artifact_id"]: row["last"] for row in written.annotate(last=Max("number")).order_by()}
    groups = []
    for members in by_artifact:
        changes = [card.change for card in members]
        base = max((change.base for change in changes), key=lambda base: base.number)
        moved_on = has_moved_on(changes, base, newest.get(changes[0].artifact_id, 0))
        shown = {"artifact": changes[0].artifact, "base": base, "cards": members}
        groups.append({**shown, "moved_on": moved_on, "tally": tally_of(changes)})
    return groups


def has_moved_on(changes: Sequence[Change], base: Revision, by_hand: int) -> bool:
    """Whether some changes to an artifact may have no certain place any more: what other sessions add leaves
    additions theirs. `by_hand` is the number of the newest revision that people have written."""
    if all(change.unplaced or change.upstream for change in changes):
        return False  # each card says more
    if all(change.marker for change in changes):
        return by_hand > base.number
    current = changes[0].artifact.current
    return current is not None and current.pk != base.pk and current.session_id != changes[0].session_id


def tally_of(changes: Sequence[Change]) -> dict[str, object]:
    """What became of the changes to one artifact, and the sections that they are about."""
    sections = list(dict.fromkeys(change.section for change in changes if change.section))
    named = ", ".join(f"“{section}”" for section in sections[:SECTIONS_NAMED])
    more = " and more" if len(sections) > SECTIONS_NAMED else ""
    return {
        "artifact_id": changes[0].artifact_id,
        "where": f"In {named}{more}:" if sections else "",
        "counts": counts_of(changes),
    }


def counts_of(changes: Collection[Change]) -> dict[str, int]:
    """How many changes have each status, and how many there are ("total"); of those to decide ("open") the "placed"
    ones, of the accepted ones those that can be undone, which the repository does not have itself."""
    counts = Counter(str(change.status) for change in changes)
    is_open, applied = ChangeStatus.PROPOSED, ChangeStatus.APPLIED
    return {
        **counts,
        "total": len(changes),
        "open": counts[is_open],
        "decided": len(changes) - counts[is_open],
        "placed": sum(change.status == is_open and not change.unplaced for change in changes),
        "undoable": sum(change.status == applied and not change.upstream for change in changes),
        "upstream": sum(bool(change.upstream) for change in changes),
        "unplaced": sum(bool(change.unplaced) for change in changes),
    }


def change_window(base: str, change: Change, effort: Effort | None = None) -> Sequence[DiffLine]:
    """The lines that the change touches, with some around them, as rows of a diff. An addition is shown with its
    heading, as it would stand there alone. The cards of a page share one `effort`."""
    end = change.position + len(change.removed)
    first = line_start(base, change.position, CONTEXT)
    last = line_stop(base, end, CONTEXT)
    old = base[first:last]
    put_in = hunks_for(base, [change])[0].inserted if change.marker else change.text
    new = base[first : change.position] + put_in + base[end:last]
    return inline_diff(old, new, base.count("\n", 0, first) + 1, effort)


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
