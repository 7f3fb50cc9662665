"""Two passes of a review compared, and two reviews. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from reviews.kinds.angles.state import AnglesState, Issue, Unit


@dataclass(frozen=True)
class UnitChange:
    """A unit that differs between two passes: its texts, and the findings that came, went and stayed."""

    unit: Unit
    before: str
    after: str
    new: tuple[Issue, ...]
    gone: tuple[Issue, ...]
    same: tuple[Issue, ...]

    @property
    def has_other_text(self) -> bool:
        return self.before != self.after


def compare_passes(state: AnglesState, first: int, second: int) -> list[UnitChange]:
    """The units whose text or findings differ after the two passes; 0 is the start."""
    changes = (_unit_change(state, unit, first, second) for unit in state.units)
    return [one for one in changes if one.has_other_text or one.new or one.gone]


def _unit_change(state: AnglesState, unit: Unit, first: int, second: int) -> UnitChange:
    before, after = _open_after(unit, first), _open_after(unit, second)
    return UnitChange(
        unit,
        unit.text_after(first),
        unit.text_after(second),
        _issues(state, after - before),
        _issues(state, before - after),
        _issues(state, before & after),
    )


def _open_after(unit: Unit, number: int) -> frozenset[str]:
    """The findings that stood after a pass, by fingerprint. A unit that was done by then stays as it was."""
    done = [one.open for one in unit.passes if one.number <= number]
    return done[-1] if done else frozenset()


def _issues(state: AnglesState, keys: frozenset[str]) -> tuple[Issue, ...]:
    return tuple(sorted((state.issues[key] for key in keys), key=lambda one: (-one.severity.rank, one.line)))


@dataclass(frozen=True)
class ReviewComparison:
    """What another review found that this one did not, and the other way round; `same` as this one has it."""

    new: tuple[Issue, ...]
    gone: tuple[Issue, ...]
    same: tuple[Issue, ...]


def compare_reviews(earlier: AnglesState, later: AnglesState) -> ReviewComparison:
    """The findings that stand, compared by fingerprint, in the artifacts that both have read."""
    shared = {note.artifact for note in earlier.setup.notes} & {note.artifact for note in later.setup.notes}
    before, after = _standing_in(earlier, shared), _standing_in(later, shared)
    return ReviewComparison(
        new=tuple(issue for key, issue in after.items() if key not in before),
        gone=tuple(issue for key, issue in before.items() if key not in after),
        same=tuple(issue for key, issue in after.items() if key in before),
    )


def _standing_in(state: AnglesState, artifacts: set[str]) -> Mapping[str, Issue]:
    return {one.fingerprint: one for one in state.findings if state.unit(one.unit).artifact in artifacts}
