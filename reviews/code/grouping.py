"""Pieces put together to groups of lines that become units: every line is in one, and no piece is cut."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviews.code.pieces import Piece


@dataclass
class Group:
    """Lines from `first` to `last`, counted from 0. `may_grow` says that loose pieces join it."""

    first: int
    last: int
    kind: str
    name: str
    owner: str
    may_grow: bool


def group_pieces(pieces: Iterable[Piece], *, together: int) -> list[Group]:
    """The groups of pieces in order. Loose ones come together as long as they have `together` lines at most."""
    taken = _Grouping(together)
    for piece in pieces:
        taken.take(piece)
    taken.settle_leaders()
    return taken.groups


def join_neighbours(groups: Sequence[Group], most: int) -> list[Group]:
    """At most so many groups: each of as many neighbours as it takes."""
    count = len(groups)
    if count <= most:
        return list(groups)
    parts = (groups[count * number // most : count * (number + 1) // most] for number in range(most))
    return [Group(part[0].first, part[-1].last, "", "", "", False) for part in parts]


class _Grouping:
    """The groups so far, and the lines of leaders that wait for what they lead to."""

    def __init__(self, together: int) -> None:
        self.together = together
        self.groups: list[Group] = []
        self.leaders: tuple[int, int, str] | None = None

    def take(self, piece: Piece) -> None:
        last = self.groups[-1] if self.groups else None
        if self.leaders and piece.role in ("leader", "end") and self._leads_on(piece):
            self.leaders = (self.leaders[0], max(self.leaders[1], piece.last), self.leaders[2])
        elif piece.role == "leader" and not (last and piece.first <= last.last):
            self.leaders = (piece.first, piece.last, piece.owner)
        elif piece.role == "end":
            self.settle_leaders()
            self._go_on(piece)
        elif last and not self.leaders and piece.first <= last.last:
            self._share_line(last, piece)
        else:
            self._begin_or_join(piece)

    def settle_leaders(self) -> None:
        """What led to nothing belongs to what stands before it."""
        if self.leaders:
            first, last, owner = self.leaders
            self.leaders = None
            self._go_on(Piece(first, last, "end", owner=owner))

    def _leads_on(self, piece: Piece) -> bool:
        return piece.role == "leader" or (self.leaders is not None and piece.first <= self.leaders[1])

    def _go_on(self, piece: Piece) -> None:
        if self.groups:
            self.groups[-1].last = max(self.groups[-1].last, piece.last)
        else:
            self.groups.append(Group(piece.first, piece.last, "", "", piece.owner, True))

    def _share_line(self, last: Group, piece: Piece) -> None:
        """Two pieces in one line are one group; a definition gives it its name."""
        last.last = max(last.last, piece.last)
        if piece.kind and not last.kind and piece.first == last.first:
            last.kind, last.name, last.may_grow = piece.kind, piece.name, piece.role == "head"

    def _begin_or_join(self, piece: Piece) -> None:
        first = self.leaders[0] if self.leaders else piece.first
        self.leaders = None
        last = self.groups[-1] if self.groups else None
        is_loose = piece.role == "loose"
        if is_loose and last and self._may_join(last, piece):
            last.last = piece.last
        else:
            may_grow = piece.role in ("loose", "head")
            self.groups.append(Group(first, piece.last, piece.kind, piece.name, piece.owner, may_grow))

    def _may_join(self, last: Group, piece: Piece) -> bool:
        return last.may_grow and last.owner == piece.owner and piece.last - last.first < self.together
