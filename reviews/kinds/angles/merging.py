"""Which findings are the same: those of several angles at one place with one fix. Agreement is counted apart from
confidence (D11). Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reviews.kinds.angles.state import Issue
from reviews.language.repetition import near_identical

MOST_COMPARED = 50
"""Of the leading findings on a line, the worst are compared with others: a text of one line has any number."""


def merge_issues(issues: Iterable[Issue]) -> dict[str, Issue]:
    """The issues of one unit by fingerprint, each marked as leading or as the same as one that leads. Which one leads
    does not depend on their order: the worst, then the surest, then the first place."""
    leaders: dict[int, list[Issue]] = {}
    merged: dict[str, Issue] = {}
    agreed: dict[str, set[str]] = {}
    for issue in sorted(issues, key=_rank):
        near = {one.fingerprint: one for line in _lines(issue) for one in leaders.get(line, ())}
        leader = next((one for one in sorted(near.values(), key=_rank) if _is_same(one, issue)), None)
        if leader is None:
            _add_leader(leaders, issue)
        else:
            agreed.setdefault(leader.fingerprint, set()).add(issue.angle)
        merged[issue.fingerprint] = replace(
            issue, duplicate_of=leader.fingerprint if leader else "", agreed=()
        )
    for key, angles in agreed.items():
        merged[key] = replace(merged[key], agreed=tuple(sorted(angles)))
    return merged


def _lines(issue: Issue) -> Iterable[int]:
    """The lines on which its quote stands; 0 for an absence, which is on none."""
    return range(issue.line, issue.line + issue.quote.count("\n") + 1) if issue.quote else (0,)


def _add_leader(leaders: dict[int, list[Issue]], issue: Issue) -> None:
    for line in _lines(issue):
        there = leaders.setdefault(line, [])
        if len(there) < MOST_COMPARED:
            there.append(issue)


def _rank(issue: Issue) -> tuple[int, float, int, int, str]:
    return -issue.severity.rank, -issue.confidence, issue.line, issue.column, issue.fingerprint


def _is_same(one: Issue, other: Issue) -> bool:
    """Whether two findings of different angles on one line mean the same: their fixes are the same or, where one has
    none, what they say is."""
    if one.angle == other.angle:
        return False
    if one.fix and other.fix:
        return _folded(one.fix) == _folded(other.fix) or near_identical(one.fix, other.fix)
    return near_identical(one.description, other.description)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def count_by_angle(issues: Sequence[Issue], angles: Iterable[str]) -> dict[str, int]:
    """How many of the findings each angle has, those it agreed with counted too."""
    return {angle: sum(angle == one.angle or angle in one.agreed for one in issues) for angle in angles}
