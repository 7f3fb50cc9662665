"""Findings as the pages show them: a card each, and the list of an artifact."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Q, QuerySet, When
from django.utils.text import slugify

from reviews.changes import findings
from reviews.documents.html import HEADING_PREFIX
from reviews.models import Artifact, Finding, Revision
from reviews.models.finding import FindingStatus
from reviews.offline.finding import TITLES
from reviews.pages.precedents import Precedent, precedents_of_findings
from reviews.states import Severity
from reviews.views.review.cards import Card, Trouble
from reviews.views.review.discussion import discussions_of

ON_A_PAGE = 50
AT_THE_TEXT = 10
WORDS_TO_FIND = 8
MARKUP = re.compile(r"[*_`~|]+|\]\([^)\s]{0,2000}\)|[\[\]]|^\s*(?:[-+#>]+|\d+[.)])\s+")
DECISIONS = {
    FindingStatus.OPEN: "proposed",
    FindingStatus.ACCEPTED: "applied",
    FindingStatus.DISMISSED: "rejected",
}
SHOWN = ("known", "fixed")


@dataclass(frozen=True)
class FindingCard(Card):
    """A finding of `rows_for_cards`, what is said about it, and what the team raised before about the same matter."""

    precedents: Sequence[Precedent] = ()

    @property
    def finding(self) -> Finding:
        return cast(Finding, self.discussion.about)

    @property
    def title(self) -> str:
        return TITLES.get(self.finding.claim, self.finding.claim)

    @property
    def is_hint(self) -> bool:
        """Whether it waits and comes from a rule that is often wrong: those of the others are never low."""
        found = self.finding
        is_slight = found.by == findings.OFFLINE and found.severity == Severity.LOW
        return is_slight and found.claim != "injection" and found.status == FindingStatus.OPEN

    @property
    def decision(self) -> str:
        """What was decided, in the words that the keyboard's script knows from changes."""
        return DECISIONS.get(FindingStatus(self.finding.status), "fixed")

    @property
    def decided_words(self) -> str:
        """What stands before the name of who decided last."""
        said = {FindingStatus.OPEN: "reopened", FindingStatus.FIXED: "accepted"}
        return said.get(FindingStatus(self.finding.status), "")

    @property
    def place_url(self) -> str:
        """Where its words stand in the artifact: a browser that can goes to them and marks them."""
        found = self.finding
        older = f"?revision={found.revision.number}" if found.revision_id != found.artifact.current_id else ""
        return found.artifact.get_absolute_url() + older + place_in_text(found.section, found.quote)


def place_in_text(section: str, words: str) -> str:
    """The end of an address of an artifact's page at these words: the title of their section, "" for none, where a
    browser can't find them."""
    heading = HEADING_PREFIX + slugify(section)[:80] if section else ""
    first = " ".join(MARKUP.sub(" ", words).split()[:WORDS_TO_FIND])
    # A text fragment gives a meaning of its own to these three characters.
    return f"#{heading}:~:text={quote(first, safe='').replace('-', '%2D')}"


@dataclass(frozen=True)
class FindingList:
    """The findings of an artifact, a page of them. `show` is "" for those that wait for something, or one of
    SHOWN; `is_stale` says that there is a revision since the newest check."""

    artifact: Artifact
    counts: Mapping[str, int]
    page: Page[Finding]
    cards: Sequence[FindingCard]
    show: str
    checked_number: int | None = None

    @property
    def firm(self) -> Sequence[FindingCard]:
        """Those that are no hints."""
        return [card for card in self.cards if not card.is_hint]

    @property
    def hints(self) -> Sequence[FindingCard]:
        """Those that are folded, below the others."""
        return [card for card in self.cards if card.is_hint]

    @property
    def shows_hints(self) -> bool:
        """Whether hints are unfolded at once: there is nothing else here, or something went wrong with one."""
        return not self.firm or any(card.trouble for card in self.hints)

    @property
    def is_stale(self) -> bool:
        return self.artifact.checked_id != self.artifact.current_id

    @property
    def offers_check(self) -> bool:
        """Whether a check is offered at the head of the page: else it stands where it is missed."""
        return bool(self.artifact.checks) and not self.show and not self.is_stale

    @property
    def total(self) -> int:
        return self.page.paginator.count


def rows_for_cards() -> QuerySet[Finding]:
    rows = Finding.objects.select_related("artifact__item", "revision", "decided_by", "session")
    return rows.defer("revision__content")


def finding_cards(
    rows: Sequence[Finding], trouble: Trouble | None = None, artifact: Artifact | None = None
) -> list[FindingCard]:
    """A card for each of these rows of `rows_for_cards`, in their order; `trouble` is what went wrong with one. Rows of
    one `artifact` are shown with what was raised before elsewhere."""
    talks = discussions_of(rows)
    before = precedents_of_findings(artifact, rows) if artifact else {}
    return [
        FindingCard(
            talks[row.pk], trouble if trouble and trouble.pk == row.pk else None, before.get(row.pk, ())
        )
        for row in rows
    ]


def order_findings(rows: QuerySet[Finding]) -> QuerySet[Finding]:
    """Open ones first, then accepted ones, each the gravest first and then in the order of the text."""
    gravity = Case(*(When(severity=level, then=-level.rank) for level in Severity), default=0)
    waits = Case(
        When(status=FindingStatus.OPEN, then=0), When(status=FindingStatus.ACCEPTED, then=1), default=2
    )
    return rows.order_by(waits, gravity, "line", "column", "pk")


def order_of(finding: Finding) -> tuple[int, int, int]:
    """What `order_findings` puts findings of one status in order by."""
    return -Severity(finding.severity).rank, finding.line, finding.column


def finding_counts(artifact: Artifact) -> dict[str, int]:
    """How many findings of an artifact have each status, and how many that wait have no place; "known" are
    dismissed, and its newest check found them. One query."""
    has = FindingStatus
    counted = {
        "open": Q(status=has.OPEN),
        "accepted": Q(status=has.ACCEPTED),
        "known": Q(status=has.DISMISSED, seen=artifact.checks),
        "fixed": Q(status=has.FIXED),
        "unplaced": Q(status__in=findings.WAITING) & ~Q(unplaced=""),
    }
    return artifact.findings.aggregate(**{name: Count("pk", filter=rows) for name, rows in counted.items()})


def listing_of(
    artifact: Artifact,
    *,
    show: str = "",
    number: str | None = None,
    size: int = ON_A_PAGE,
    trouble: Trouble | None = None,
    at: UUID | None = None,
) -> FindingList:
    """Page `number` of the artifact's findings, `size` on each. The page with the `trouble` has its card; `at` is a
    finding whose page is shown instead, wherever else it stands."""
    rows = {
        "known": Q(status=FindingStatus.DISMISSED, seen=artifact.checks),
        "fixed": Q(status=FindingStatus.FIXED),
    }.get(show, Q(status__in=findings.WAITING))
    if trouble:
        rows |= Q(pk=trouble.pk)
    if at:
        rows |= Q(pk=at)
    listed = order_findings(rows_for_cards().filter(rows, artifact=artifact))
    if at and at in (keys := list(listed.values_list("pk", flat=True))):
        number = str(keys.index(at) // size + 1)
    page = Paginator(listed, size).get_page(number)
    cards = finding_cards(list(page), trouble, artifact)
    shown = show if show in SHOWN else ""
    return FindingList(artifact, finding_counts(artifact), page, cards, shown, checked_in(artifact))


def checked_in(artifact: Artifact) -> int | None:
    """The number of the revision that the newest check has read, None before the first."""
    if artifact.checked_id is None:
        return None
    if artifact.current and artifact.checked_id == artifact.current.pk:
        return artifact.current.number
    return Revision.objects.filter(pk=artifact.checked_id).values_list("number", flat=True).first()
