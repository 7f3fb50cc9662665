"""Checks: the rules read an artifact, what they find becomes rows, and people decide on them.

A finding is known again by its claim and its words. So one that was dismissed stays away as long as it is found,
in every item of the team that has the same file; one that is not found any more was fixed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from reviews.accounts import audit
from reviews.changes import comments
from reviews.changes.authorship import authored_text
from reviews.documents import quotes
from reviews.documents.occurrences import find_occurrences, lines_of
from reviews.documents.quotes import Ground, QuotePosition
from reviews.errors import DoesNotFit, ElmError, IllegalMove
from reviews.models import Artifact, Change, Finding, Item, Revision
from reviews.models.artifact import ArtifactKind
from reviews.models.audit import Happening
from reviews.models.decidable import LONGEST_REASON
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.workers.lanes import RULES

if TYPE_CHECKING:
    from reviews.offline.finding import Finding as Found

OFFLINE = "offline"
INHERITED = "Dismissed in “"
LONGEST_SECTION = 300
TRIES = 3
WAITING = (FindingStatus.OPEN, FindingStatus.ACCEPTED)
SAYINGS = {
    FindingStatus.OPEN: "was reopened",
    FindingStatus.ACCEPTED: "was accepted",
    FindingStatus.DISMISSED: "was dismissed",
}
NOTED = {
    FindingStatus.OPEN: Happening.FINDING_REOPENED,
    FindingStatus.ACCEPTED: Happening.FINDING_ACCEPTED,
    FindingStatus.DISMISSED: Happening.FINDING_DISMISSED,
}
PLACE = ("revision", "quote", "section", "line", "column", "unplaced")
SEEN = (*PLACE, "claim", "severity", "description", "suggestion", "confidence", "seen")
DECIDED = ("status", "decision_reason", "decided_by", "decided")


@dataclass(frozen=True)
class CheckResult:
    """What a check of `revision` came to: how many findings it found that were `new`, found `again` after they
    had been fixed, or `known` because they are dismissed; how many are `fixed` by now; how many are open, and how
    many accepted."""

    number: int
    revision: Revision
    new: int
    again: int
    fixed: int
    known: int
    open: int
    accepted: int


@dataclass(frozen=True)
class FingerprintedFindings:
    """What the rules find in a text of `words` words: each finding once, by its fingerprint."""

    found: Mapping[str, "Found"]
    words: int

    def listed(self, known: Iterable[str]) -> list["Found"]:
        """Those worth a reader's time, the `known` fingerprints left out, the most important first."""
        from reviews.offline.reviewer import worth_listing

        hidden = set(known)
        return worth_listing([one for key, one in self.found.items() if key not in hidden], self.words)


def check(artifact: Artifact) -> CheckResult:
    """Let the rules read the current revision of the artifact, and store what they find as its next round.

    All of it is one transaction. Raises DoesNotFit when others keep changing the artifact, and WorkEnded when the rules
    did not come to an end, so that nothing is stored.
    """
    for _ in range(TRIES):
        revision = Revision.objects.select_related("artifact").get(pk=current_of(artifact))
        reading = read_revision(revision)  # before the lock: it may take a second
        with transaction.atomic():
            Item.objects.hold(artifact.item_id)
            held = Artifact.objects.select_related("item").get(pk=artifact.pk)
            if held.current_id == revision.pk:
                return store_findings(held, revision, reading)
    raise DoesNotFit(f"{artifact.name} is being changed right now, so nothing was stored. Check it again.")


def current_of(artifact: Artifact) -> int:
    """The id of its current revision as it is stored now. Raises ElmError when it has none."""
    found = Artifact.objects.values_list("current_id", flat=True).get(pk=artifact.pk)
    if found is None:
        raise ElmError(f"{artifact.name} has no text yet. Add one, then check it.")
    return found


def read_revision(revision: Revision) -> FingerprintedFindings:
    """What the rules find in the revision; the same words found twice count once, at their first place. What ELM has
    added itself is not looked at. Raises WorkEnded when the rules did not come to an end."""
    # Word lists take a second to load: only who asks pays for it.
    from reviews.offline.reviewer import find_in_text

    text = authored_text(revision)
    everything, words = RULES.run(find_in_text, text, revision.artifact.name, size=len(text))
    added = added_lines(revision)
    theirs = (one for one in everything if one.line not in added)
    found = sorted(theirs, key=lambda one: (one.line, one.column), reverse=True)
    return FingerprintedFindings({one.fingerprint: one for one in found}, words)


def added_lines(revision: Revision) -> set[int]:
    """The numbers of the lines on which accepted additions stand, from 1."""
    rows = Change.objects.filter(artifact=revision.artifact_id, status=ChangeStatus.APPLIED).exclude(
        marker=""
    )
    found = find_occurrences(lines_of(revision.text), [(row.text, row.pk) for row in rows])
    return {one.start + number for one in found for number in range(1, one.count + 1)}


def store_findings(artifact: Artifact, revision: Revision, reading: FingerprintedFindings) -> CheckResult:
    """Store a reading as the next round of the artifact. The caller holds the item's lock."""
    number = artifact.checks + 1
    rows = {row.fingerprint: row for row in artifact.findings.filter(by=OFFLINE).select_related("decided_by")}
    before = {key: row.status for key, row in rows.items()}
    elsewhere = dismissed_elsewhere(artifact)
    known = {key for key, status in before.items() if status == FindingStatus.DISMISSED} | elsewhere.keys()
    for key in (*(one.fingerprint for one in reading.listed(known)), *elsewhere):
        if key in reading.found and key not in rows:
            rows[key] = Finding(artifact=artifact, by=OFFLINE, fingerprint=key, found=number)
    ground = ground_of(revision)
    for key, row in rows.items():
        if found := reading.found.get(key):
            update_finding(row, found, number, revision, ground)
            inherit_dismissal(row, elsewhere.get(key))
        elif row.status in WAITING:
            row.status = FindingStatus.FIXED
    Finding.objects.bulk_create([row for key, row in rows.items() if key not in before])
    Finding.objects.bulk_update([rows[key] for key in before], (*SEEN, *DECIDED))
    Artifact.objects.filter(pk=artifact.pk).update(checks=number, checked=revision)
    return round_of(number, revision, before, rows)


def update_finding(row: Finding, found: "Found", number: int, revision: Revision, ground: Ground) -> None:
    """Take over what the check `number` says of a finding. One that had been fixed is open again."""
    if row.status == FindingStatus.FIXED:
        row.status, row.decision_reason, row.decided_by, row.decided = FindingStatus.OPEN, "", None, None
    position = ground.position(found.line, found.column) if found.line else 0
    place_finding(row, revision, ground.spot(position, found.quote) if found.line else None)
    row.claim, row.severity, row.confidence = found.kind, found.severity, found.confidence
    row.description, row.suggestion, row.seen = found.message, found.question, number


def inherit_dismissal(row: Finding, other: Finding | None) -> None:
    """Dismiss an open finding as `other`, the same one in another item, was after the last decision here."""
    if other is None or other.decided is None or row.status != FindingStatus.OPEN:
        return
    if row.decided is None or row.decided < other.decided:
        reason = other.decision_reason
        if not reason.startswith(INHERITED):
            reason = f"{INHERITED}{other.artifact.item.title}”: {reason}"
        row.status, row.decision_reason = FindingStatus.DISMISSED, reason[:LONGEST_REASON]
        row.decided_by, row.decided = other.decided_by, other.decided


def dismissed_elsewhere(artifact: Artifact) -> dict[str, Finding]:
    """What was dismissed, and not reopened since, on the same file in other items of the team, by fingerprint."""
    same = artifact.lineage.filter(item__team=artifact.item.team_id).exclude(pk=artifact.pk)
    rows = Finding.objects.filter(artifact__in=same, decided__isnull=False)
    newest = {
        row.fingerprint: row
        for row in rows.select_related("artifact__item", "decided_by").order_by("decided")
    }
    return {key: row for key, row in newest.items() if row.status == FindingStatus.DISMISSED}


def dismissed_in(artifacts: Iterable[UUID]) -> Mapping[UUID, Mapping[str, str]]:
    """Why findings of these artifacts are dismissed: by artifact, then by fingerprint. One query."""
    found: dict[UUID, dict[str, str]] = {pk: {} for pk in artifacts}
    rows = Finding.objects.filter(artifact__in=found, status=FindingStatus.DISMISSED)
    for pk, key, why in rows.values_list("artifact_id", "fingerprint", "decision_reason"):
        found[pk][key] = why
    return found


def round_of(
    number: int, revision: Revision, before: Mapping[str, str], rows: Mapping[str, Finding]
) -> CheckResult:
    """What a round came to: `before` are the statuses that its rows had."""
    steps = Counter((before.get(key, ""), str(row.status)) for key, row in rows.items())
    opened = FindingStatus.OPEN
    return CheckResult(
        number=number,
        revision=revision,
        new=steps["", opened],
        again=steps[FindingStatus.FIXED, opened],
        fixed=sum(steps[status, FindingStatus.FIXED] for status in WAITING),
        known=sum(row.status == FindingStatus.DISMISSED and row.seen == number for row in rows.values()),
        open=sum(row.status == opened for row in rows.values()),
        accepted=sum(row.status == FindingStatus.ACCEPTED for row in rows.values()),
    )


def place_findings(artifact: Artifact) -> None:
    """Place the findings of the artifact in its current revision, by their words and section; one without a certain
    place says so in `unplaced` and keeps the place that it had. To be called in the transaction that stored the
    revision.
    """
    revision = artifact.current
    if revision is None:
        return
    rows = artifact.findings.exclude(status=FindingStatus.FIXED)
    moving = [row for row in rows if row.revision_id != revision.pk]
    if not moving:
        return
    ground = ground_of(revision)
    stored = Revision.objects.select_related("artifact")
    last = lru_cache(maxsize=None)(lambda pk: ground_of(stored.get(pk=pk)))
    for row in moving:
        spot = quotes.place(ground, row.quote, row.section, partial(was_at, row, last)) if row.quote else None
        if isinstance(spot, list):
            row.unplaced = why_lost(revision.number, len(spot))
        else:
            place_finding(row, revision, spot)
    Finding.objects.bulk_update(moving, PLACE)


def place_finding(row: Finding, revision: Revision, spot: QuotePosition | None) -> None:
    """Give a finding its place in the revision; None for the whole text."""
    row.revision, row.unplaced = revision, ""
    row.quote, row.section = (spot.words, spot.section[:LONGEST_SECTION]) if spot else ("", "")
    row.line, row.column = (spot.line, spot.column) if spot else (0, 0)


def was_at(row: Finding, last: Callable[[int], Ground]) -> tuple[str, int]:
    """The text in which a finding has its place, and at which character."""
    ground = last(row.revision_id)
    return ground.text, ground.position(row.line, row.column)


def ground_of(revision: Revision) -> Ground:
    """The text of a revision, to look quotes up in. Only Markdown has sections."""
    return Ground(revision.text, is_plain=revision.artifact.kind != ArtifactKind.MARKDOWN)


def why_lost(number: int, places: int) -> str:
    """Why a finding has no certain place in revision `number`, where its words stand at so many places."""
    if not places:
        return f"Could not place: the words are not in revision {number} any more."
    return (
        f"Could not place: the words stand in revision {number} at {places} places, "
        "and it is not certain which of them is meant."
    )


def decide(finding: Finding, status: FindingStatus, by: User, reason: str = "") -> None:
    """Accept a finding (agreed, to be fixed), dismiss it for a `reason`, or take either back, which opens it again.

    Raises ElmError when a dismissal has no reason or a too long one, IllegalMove when somebody was quicker. Nothing
    is stored then.
    """
    given = comments.reason_of(reason) if status == FindingStatus.DISMISSED else ""
    if status == FindingStatus.DISMISSED and not given:
        raise ElmError("Say in a few words why it is dismissed, so that teammates know. Nothing was changed.")
    with transaction.atomic():
        Item.objects.hold(finding.artifact.item_id)
        if not finding.decide(status, by, decision_reason=given):
            raise IllegalMove(why_refused(finding, by))
        team = finding.artifact.item.team
        audit.note(NOTED[status], who=by, team=team, detail="a finding", subject=finding.artifact)


def why_refused(finding: Finding, by: User) -> str:
    """Why a decision can't be made any more, in words for the person who tried."""
    stored = Finding.objects.select_related("decided_by").get(pk=finding.pk)
    if stored.status == FindingStatus.FIXED:
        return "The newest check does not find this any more. Nothing was changed."
    if stored.decided_by is None and stored.status == FindingStatus.OPEN:
        return "This finding is open already. Nothing was changed."
    return comments.decided_already(stored, SAYINGS[FindingStatus(stored.status)], by)
