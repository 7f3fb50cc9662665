"""What [C] at the menu of a roundtable may count as completed, and what is said of the rest: a step counts when it was
discussed, a phase when a person goes on from it, and nobody is told that more was done."""

from django.utils.text import get_text_list

from personas.models import Phase, Step
from reviews.exports.meta import PHASES, analysis_status
from reviews.kinds.roundtable.config import Agenda
from reviews.kinds.roundtable.state import RoundtableState
from reviews.models import Item

MOST_NAMED = 8
STEP_COUNTS = "Step {step} counts as completed."
PHASE_ONLY = "Step {step} does not count as completed by this: the roundtable was on the whole phase."
NOT_DISCUSSED = "Step {step} does not count as completed: nobody spoke after the framing."
PHASE_COUNTS = "The phase {phase} counts as completed, because you went on from it."
NOT_RUN = "Not run yet in it: {steps}."
STATUS = {
    "partial": "The analysis counts as partial: {phases} not completed.",
    "analyzed": "The analysis counts as complete.",
}


def is_whole_phase(chosen: str) -> bool:
    """Whether a roundtable for which this was chosen is on a phase rather than on one of its steps."""
    return bool(chosen) and "-" not in chosen


def count_completed(item: Item, agenda: Agenda, state: RoundtableState, chosen: str) -> str:
    """Count what a person who goes on from this roundtable has completed, and say in a few sentences what that is.

    The caller holds the item's lock. chosen: what the roundtable was started for, a step's id or a phase's key.
    """
    told = [_count_step(item, agenda, state, chosen)]
    if agenda.boundary == "phase":
        told += _count_phase(item, agenda)
    item.save(update_fields=["steps_completed", "meta"])
    return " ".join(filter(None, told))


def _count_step(item: Item, agenda: Agenda, state: RoundtableState, chosen: str) -> str:
    if agenda.step_id in item.steps_completed:
        return ""
    if is_whole_phase(chosen):
        return PHASE_ONLY.format(step=agenda.step_id)
    if len(state.turns) <= 1:
        return NOT_DISCUSSED.format(step=agenda.step_id)
    item.steps_completed = [*item.steps_completed, agenda.step_id]
    return STEP_COUNTS.format(step=agenda.step_id)


def _count_phase(item: Item, agenda: Agenda) -> list[str]:
    """The phase as completed, with its steps that nobody ran; after the last one, how far the analysis is."""
    phase = Phase.objects.filter(key=agenda.phase).first()
    if phase is None:
        return []
    completed = list(dict.fromkeys([*item.meta.get("phases_completed", ()), phase.slug]))
    item.meta = {**item.meta, "phases_completed": completed}
    steps = Step.objects.filter(is_active=True, phase=phase).order_by("step_id")
    open_steps = [
        step for step in steps.values_list("step_id", flat=True) if step not in item.steps_completed
    ]
    told = [PHASE_COUNTS.format(phase=agenda.phase_title)]
    told += [NOT_RUN.format(steps=_listed(open_steps))] if open_steps else []
    return told if agenda.next_phase_title else [*told, _status_told(completed)]


def _status_told(completed: list[str]) -> str:
    lacking = [name for name in PHASES if name not in completed]
    be = "is" if len(lacking) == 1 else "are"
    return STATUS.get(analysis_status(tuple(completed)), "").format(phases=f"{_listed(lacking)} {be}")


def _listed(names: list[str]) -> str:
    shown = names[:MOST_NAMED]
    more = len(names) - len(shown)
    return str(get_text_list([*shown, f"{more} more"] if more else shown, "and"))
