"""What came of reviewing files: what reports are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reviews.offline.finding import Finding


@dataclass(frozen=True)
class SuppressedFinding:
    """A finding that may stay. is_in_source: the text itself says so, not the team's file."""

    finding: Finding
    reason: str
    is_in_source: bool = True


@dataclass(frozen=True)
class Reviewed:
    """One file and what was found in it, in the reviewer's order.

    dismissed: why people have dismissed findings, by fingerprint; None where nobody could.
    suppressed: what the text or the team's file lets stay; None where suppressions don't count.
    known: what a baseline has already; None when there is none.
    other_language: whether it is not in English, so that only its structure was looked at; may_be_other_language: the
    team allows that.
    fails_on: from which severity on a finding fails the run, as a rank; None for none.
    """

    path: str
    findings: tuple[Finding, ...]
    dismissed: Mapping[str, str] | None = None
    suppressed: tuple[SuppressedFinding, ...] | None = None
    known: tuple[Finding, ...] | None = None
    other_language: bool = False
    may_be_other_language: bool = False
    fails_on: int | None = None


@dataclass(frozen=True)
class Run:
    """All that a run came to.

    failures: sentences about files that could not be read. excluded: named files that the team's file excludes.
    gone: how many findings of the baseline are not there any more, None when there is no baseline.
    with_hints: whether hints are listed too, and count for the exit code.
    """

    files: Sequence[Reviewed]
    failures: Sequence[str] = ()
    excluded: Sequence[str] = ()
    gone: int | None = None
    with_hints: bool = False
