"""What roundtables have added to a text, shown where it stands: who said it, in which turns, and how to undo it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import count
from uuid import UUID

from django.utils.html import escape
from django.utils.safestring import SafeString

from reviews.documents.html import HtmlPiece, html_pieces
from reviews.documents.occurrences import find_occurrences, lines_of, marker_in
from reviews.models import Change, Revision, Session
from reviews.models.artifact import ArtifactKind
from reviews.models.outcome import ChangeStatus
from reviews.views.review.turns import ChangeSource, said_in, turns_of


@dataclass(frozen=True)
class AdditionCard:
    """A stretch that a roundtable added.

    number: counts from 1; at: when, None for a marker with an impossible date; session: None when the marker is
    nobody's that we know; said: None when the words are not those of a change any more.
    """

    number: int
    html: SafeString
    at: datetime | None
    session: Session | None
    said: ChangeSource | None
    is_current: bool

    @property
    def is_undoable(self) -> bool:
        """Whether taking it out would take it out of what is shown: what the repository has itself stays."""
        if not self.is_current or self.said is None:
            return False
        return self.said.change.status == ChangeStatus.APPLIED and not self.said.change.upstream

    @property
    def was_taken_back(self) -> bool:
        """Whether it stands in this older revision, and not in the text any more."""
        return self.said is not None and self.said.change.status == ChangeStatus.UNDONE


@dataclass(frozen=True)
class Sheet:
    """A text in parts: additions, and what stands around them."""

    parts: Sequence[AdditionCard | SafeString] = field(default_factory=list)

    @cached_property
    def additions(self) -> list[AdditionCard]:
        return [part for part in self.parts if isinstance(part, AdditionCard)]

    @property
    def plain(self) -> SafeString:
        """The text as if nobody had told its additions apart."""
        return SafeString(
            "".join(part.html if isinstance(part, AdditionCard) else part for part in self.parts)
        )

    @property
    def told(self) -> str:
        """How many additions there are: "6 additions by a roundtable, 1 by another"."""
        groups: dict[object, int] = {}
        for one in self.additions:
            key = one.session.pk if one.session else one.at
            groups[key] = groups.get(key, 0) + 1
        total = len(self.additions)
        noun = "addition" if total == 1 else "additions"
        if len(groups) > 2:
            return f"{total} {noun} by {len(groups)} roundtables"
        first, *others = groups.values() or [0]
        noun = "addition" if first == 1 else "additions"
        return f"{first} {noun} by a roundtable" + "".join(f", {other} by another" for other in others)


def additions_to(artifact_id: UUID) -> list[Change]:
    """Every change that adds to the artifact, whatever was decided, the newest first."""
    rows = (
        Change.objects.filter(artifact=artifact_id).exclude(marker="").select_related("session", "decided_by")
    )
    return list(rows.order_by("-created", "order"))


def possible_wordings(changes: Iterable[Change]) -> list[tuple[str, Change]]:
    """How the changes may read, the ones that are in the text first."""
    ordered = sorted(changes, key=lambda change: change.status != ChangeStatus.APPLIED)
    return [(text, change) for change in ordered for text in dict.fromkeys((change.text, change.inserted))]


def sheet_of(revision: Revision, changes: Sequence[Change], *, is_current: bool) -> Sheet:
    """The revision's text with its additions told apart; `changes` are those of its artifact."""
    lines = lines_of(revision.text)
    found = {one.start: one for one in find_occurrences(lines, possible_wordings(changes))}
    extents = {line: one.count for line, one in found.items()}
    is_markdown = revision.artifact.kind == ArtifactKind.MARKDOWN
    stretches = html_pieces(revision.text, extents) if is_markdown else verbatim_pieces(lines, extents)
    known = {
        piece.line: found[piece.line].key for piece in stretches if piece.line in found and piece.is_whole
    }
    turns = turns_of(known.values())
    sessions = {change.marker: change.session for change in changes}
    numbers = count(1)

    def addition(piece: HtmlPiece, line: int) -> AdditionCard:
        change = known.get(line)
        marker = marker_in(lines[line]) or (found[line].key.marker if line in found else "")
        said = said_in(change, turns) if change else None
        return AdditionCard(next(numbers), piece.html, moment(marker), sessions.get(marker), said, is_current)

    return Sheet([piece.html if piece.line is None else addition(piece, piece.line) for piece in stretches])


def verbatim_pieces(lines: Sequence[str], extents: Mapping[int, int]) -> list[HtmlPiece]:
    """A plain text cut at its additions, without their markers."""
    found: list[HtmlPiece] = []
    around: list[str] = []
    line = 0
    while line < len(lines):
        has_marker = is_marker(lines[line])
        first = line + has_marker
        stop = line + extents.get(line, 2 if has_marker else 0)
        words = lines[first:stop]
        if words and words[0].strip() and not is_marker(words[0]):
            found += [plain_piece(around), plain_piece(words, line, is_whole=line in extents)]
            around = []
        elif not has_marker:
            around.append(lines[line])
            words = lines[line : line + 1]
        else:
            words = []
        line = first + len(words)
    return [piece for piece in (*found, plain_piece(around)) if piece.html]


def is_marker(line: str) -> bool:
    return bool(line.strip()) and marker_in(line) == line.strip()


def plain_piece(lines: Sequence[str], line: int | None = None, *, is_whole: bool = True) -> HtmlPiece:
    return HtmlPiece(escape("\n".join(lines)), line, is_whole)


def moment(marker: str) -> datetime | None:
    """When a marker says that it was put in; None when it names a date that there is not."""
    try:
        return datetime.fromisoformat(marker.removesuffix(" -->").rpartition(" ")[2])
    except ValueError:
        return None
