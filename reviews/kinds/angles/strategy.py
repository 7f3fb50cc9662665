"""Which angles read which unit in a pass (P010). Pure."""

import hashlib

from reviews.kinds.angles.state import AngleSpec, AnglesState, Outcome, Unit

SAMPLED, INCREMENTAL, ADAPTIVE = "sampled", "incremental", "adaptive"


def skipped_because(setup_strategy: str, rate: float, unit: Unit, known: str | None) -> tuple[Outcome, str]:
    """Why a unit is not read at all, (NONE, "") when it is. known: the fingerprint of its text when an earlier session
    read it to the end."""
    if setup_strategy == SAMPLED and not _is_drawn(unit.id, rate):
        return Outcome.SKIPPED, "not in the sample"
    if setup_strategy == INCREMENTAL and known == text_fingerprint(unit.original):
        return Outcome.SKIPPED, "unchanged since the earlier session"
    return Outcome.NONE, ""


def text_fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _is_drawn(unit_id: str, rate: float) -> bool:
    """By the unit's name: every run draws the same ones."""
    return int(hashlib.sha256(unit_id.encode()).hexdigest()[:8], 16) < rate * 16**8


def due_angles(state: AnglesState, unit: Unit) -> tuple[AngleSpec, ...]:
    """The angles that read the unit in the open pass. Adaptive: after the first pass only those that had found
    something, or all when the text has changed, and never none."""
    angles = state.setup.angles
    if state.setup.strategy != ADAPTIVE or not unit.passes or unit.passes[-1].modification:
        return angles
    busy = tuple(angle for angle in angles if unit.found.get(angle.id) or angle.id in unit.passes[-1].failed)
    return busy or (max(angles, key=lambda angle: angle.weight),)
