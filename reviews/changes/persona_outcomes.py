"""What came of what a persona said, by its versions: how much it raised, what people made of it, and what that cost."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt

from django.db.models import Sum

from reviews.models import Change, Event, Finding, ModelCall, Participant
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.states import EventKind

ENOUGH = 20
"""Decided points of a version, below which its share of accepted ones says nothing."""
MOST_READ = 20_000
"""Points, and turns, that are read of a version: the newest."""
MOST_REASONS = 5
NORMAL_95 = 1.96
DISMISSED_CHANGES = (ChangeStatus.REJECTED, ChangeStatus.UNDONE)
SPOKEN = (
    EventKind.CONTRIBUTION,
    EventKind.FRAMING,
    EventKind.QUESTION,
    EventKind.ANSWER,
    EventKind.FIRST_TAKE,
)


@dataclass(frozen=True)
class Outcomes:
    """What came of version `number`. A point is a change that its words led to, or a finding of its own; `at_once` went
    in without anybody deciding; `reasons` are why people dismissed points, with how often, the most frequent first.
    Money is in millionths of a US dollar."""

    number: int
    sessions: int = 0
    contributions: int = 0
    accepted: int = 0
    dismissed: int = 0
    open: int = 0
    at_once: int = 0
    reasons: Sequence[tuple[str, int]] = ()
    cost_micros: int = 0

    @property
    def raised(self) -> int:
        return self.accepted + self.dismissed + self.open + self.at_once

    @property
    def decided(self) -> int:
        return self.accepted + self.dismissed

    @property
    def percent(self) -> int | None:
        """How many of the decided points were accepted, of 100; None when none was decided."""
        return round(100 * self.accepted / self.decided) if self.decided else None

    @property
    def cost_per_accepted(self) -> int | None:
        return round(self.cost_micros / self.accepted) if self.accepted else None


def outcomes_of(key: str, teams: Collection[int], numbers: Sequence[int]) -> list[Outcomes]:
    """What came of these versions of persona `key` in sessions of these teams, in a constant number of queries each."""
    return [_outcomes_of_version(key, teams, number) for number in numbers]


def _outcomes_of_version(key: str, teams: Collection[int], number: int) -> Outcomes:
    seats = Participant.objects.filter(key=key, version__number=number, session__team__in=teams).order_by()
    sessions = seats.values("session")
    said = Event.objects.filter(session__in=sessions, speaker_key=key).exclude(text="").order_by("-pk")
    numbers = set(said.values_list("session", "number")[:MOST_READ])
    changes = Change.objects.filter(session__in=sessions).order_by("-created")
    fates: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    columns = "session", "events", "status", "put_in_by_elm", "decision_reason"
    for session, events, status, by_elm, reason in changes.values_list(*columns)[:MOST_READ]:
        if any((session, event) in numbers for event in events):
            fates[fate_of_change(status, by_elm)] += 1
            reasons[reason if status in DISMISSED_CHANGES else ""] += 1
    findings = Finding.objects.filter(session__in=sessions, by=key).order_by("-created")
    for status, reason in findings.values_list("status", "decision_reason")[:MOST_READ]:
        fates[FATES_OF_FINDINGS.get(status, "open")] += 1
        reasons[reason if status == FindingStatus.DISMISSED else ""] += 1
    calls = ModelCall.objects.filter(session__in=sessions, event__speaker_key=key).order_by()
    del reasons[""]
    return Outcomes(
        number,
        sessions=seats.count(),
        contributions=said.filter(kind__in=SPOKEN).count(),
        reasons=reasons.most_common(MOST_REASONS),
        cost_micros=calls.aggregate(sum=Sum("cost_micros"))["sum"] or 0,
        **fates,
    )


FATES_OF_FINDINGS = {
    FindingStatus.ACCEPTED.value: "accepted",
    FindingStatus.FIXED.value: "accepted",
    FindingStatus.DISMISSED.value: "dismissed",
}


def fate_of_change(status: str, by_elm: bool) -> str:
    """What became of a change: "accepted", "at_once" (by nobody), "dismissed" or "open"."""
    if status == ChangeStatus.APPLIED:
        return "at_once" if by_elm else "accepted"
    return "open" if status == ChangeStatus.PROPOSED else "dismissed"


def compare_outcomes(found: Sequence[Outcomes]) -> str:
    """What the shares of two versions say of each other, in a sentence; "" for one version."""
    if len(found) != 2:
        return ""
    one, other = found
    if min(one.decided, other.decided) < ENOUGH:
        return (
            f"Too few to tell: {one.decided} and {other.decided} points were decided, and a difference means little "
            f"before each version has {ENOUGH}."
        )
    low, high = zip(share_interval(one), share_interval(other), strict=True)
    spans = " and ".join(f"{a} to {b} %" for a, b in zip(low, high, strict=True))
    if max(low) <= min(high):
        return (
            f"The difference may be chance: with this many points the shares lie somewhere between {spans}."
        )
    return f"The difference is more than chance explains: the shares lie between {spans}. The topics may differ, too."


def share_interval(found: Outcomes) -> tuple[int, int]:
    """Between which percentages the share of accepted points lies, with 95 % confidence (Wilson)."""
    count, share = found.decided, found.accepted / found.decided
    square = NORMAL_95**2 / count
    middle = (share + square / 2) / (1 + square)
    width = NORMAL_95 * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return round(100 * (middle - width)), round(100 * (middle + width))
