"""Cards as the page of everything to review shows them first: bounded, whatever they are about.

The boxes to type in stand in the page once for each kind and team, and `queue.js` puts them into the cards; what is
longer than its bound is fetched when it is looked at. Without JavaScript a link opens the card whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib.auth.models import User

from reviews.changes.queue import CHANGE
from reviews.documents.diff import DiffLine, LinePart
from reviews.models import Change, Finding
from reviews.models.team import Role
from reviews.views.review.cards import Card, ChangeCard
from reviews.views.review.discussion import Discussion
from reviews.views.review.finding_cards import FindingCard
from reviews.views.review.turns import ChangeSource

FIRST_ROWS = 4
"""Rows of a diff: a line that became another one, and a line on either side."""
ROW_LENGTH = 160
"""Characters of a row."""
BEFORE_CHANGE = 40
"""Characters of a cut row that stand before its first changed word."""
BLANK = UUID(int=0)
"""The key of the card that boxes are made for: the script puts in that of the card which gets them."""


@dataclass(frozen=True)
class BriefDiff:
    """The first rows of a diff: `left` is how many there are more, `is_cut` whether any of these is not whole."""

    rows: Sequence[DiffLine]
    left: int
    is_cut: bool


def brief_diff(rows: Sequence[DiffLine]) -> BriefDiff:
    """At most 4 rows of at most 160 characters, from the one before the first that changed. Lines further around it
    are not counted as left."""
    changed = [at for at, row in enumerate(rows) if row.kind != "kept"] or [0]
    near = rows[max(changed[0] - 1, 0) : changed[-1] + 2]
    chosen = near[:FIRST_ROWS]
    shown = [cut_row(row) for row in chosen]
    return BriefDiff(shown, len(near) - len(chosen), shown != list(chosen))


def cut_row(row: DiffLine) -> DiffLine:
    """The row, or of a long one the stretch with its first changed word."""
    if len(row.text) <= ROW_LENGTH:
        return row
    begin = max(first_changed(row) - BEFORE_CHANGE, 0)
    parts, passed = [LinePart("…")] if begin else [], 0
    for part in row.parts:
        text = part.text[max(begin - passed, 0) : max(begin + ROW_LENGTH - passed, 0)]
        passed += len(part.text)
        parts += [LinePart(text, part.changed)] if text else []
    if begin + ROW_LENGTH < passed:
        parts.append(LinePart("…"))
    return replace(row, parts=tuple(parts))


def first_changed(row: DiffLine) -> int:
    """How many characters stand before the first changed word; 0 when none is told apart."""
    passed = 0
    for part in row.parts:
        if part.changed:
            return passed
        passed += len(part.text)
    return 0


def boxes_for(cards: Iterable[Card], roles: Mapping[int, Role]) -> list[tuple[str, Card]]:
    """What the boxes of these cards are made for: one blank card for each kind and team in which the reader may act,
    with the name that those cards ask for them by."""
    found: dict[str, Card] = {}
    for card in cards:
        name = boxes_name(card)
        if roles[card.about.team_id].may_act and name not in found:
            found[name] = blank_card(card.about.kind, card.discussion.people)
    return list(found.items())


def boxes_name(card: Card) -> str:
    return f"{card.about.kind}-{card.about.team_id}"


def blank_card(kind: str, people: Sequence[User]) -> Card:
    """A card about nothing, in a team with these people."""
    if kind == CHANGE:
        about = Change(pk=BLANK)
        return ChangeCard(Discussion(about, [], people), None, ChangeSource(about, []), [])
    return FindingCard(Discussion(Finding(pk=BLANK), [], people), None)
