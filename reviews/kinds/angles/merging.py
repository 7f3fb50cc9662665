"""Which findings are the same: those of several angles at one place with one fix. Agreement is counted apart from
confidence (D11). Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reviews.kinds.angles.state import Issue
from reviews.language.repetition import near_identical


def merge_issues(issues: Iterable[Issue]) -> dict[str, Issue]:
    """The issues of one unit by fingerprint, each marked as leading or as the same as one that leads. Which one leads
    does not depend on their order: the worst, then the surest, then the first place."""
    ordered = sorted(issues, key=_rank)
    leaders: list[Issue] = []
    merged: dict[str, Issue] = {}
    for issue in ordered:
        leader = next((one for one in leaders if _is_same(one, issue)), None)
        if leader is None:
            leaders.append(issue)
        merged[issue.fingerprint] = replace(
            issue, duplicate_of=leader.fingerprint if leader else "", agreed=()
        )
    for leader in leaders:
        merged[leader.fingerprint] = replace(merged[leader.fingerprint], agreed=_agreeing(leader, merged))
    return merged


def _rank(issue: Issue) -> tuple[int, float, int, int, str]:
    return -issue.severity.rank, -issue.confidence, issue.line, issue.column, issue.fingerprint


def _agreeing(leader: Issue, merged: dict[str, Issue]) -> tuple[str, ...]:
    others = {one.angle for one in merged.values() if one.duplicate_of == leader.fingerprint}
    return tuple(sorted(others - {leader.angle}))


def _is_same(one: Issue, other: Issue) -> bool:
    """Whether two findings of different angles mean the same: their quotes overlap, and their fixes are the same or,
    where one has none, what they say is."""
    if one.angle == other.angle or not _overlap(one, other):
        return False
    if one.fix and other.fix:
        return _folded(one.fix) == _folded(other.fix) or near_identical(one.fix, other.fix)
    return near_identical(one.description, other.description)


def _overlap(one: Issue, other: Issue) -> bool:
    if not one.quote or not other.quote:
        return one.quote == other.quote
    first, second = sorted([one, other], key=lambda issue: issue.line)
    return second.line <= first.line + first.quote.count("\n")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def count_by_angle(issues: Sequence[Issue], angles: Iterable[str]) -> dict[str, int]:
    """How many of the findings each angle has, those it agreed with counted too."""
    return {angle: sum(angle == one.angle or angle in one.agreed for one in issues) for angle in angles}
