"""What a new roundtable is about, made once from the steps as they are now (C25, C28)."""

from collections.abc import Sequence
from typing import Any

from personas.choices import Kind as PersonaKind
from personas.models import Persona, Phase, Step
from reviews.errors import ElmError
from reviews.kinds.roundtable.config import Agenda, RoundtableConfig
from reviews.kinds.roundtable.state import OtherStep, StepOutput
from reviews.models import Artifact, Item

DEPTHS = ("brief", "standard", "deep")
DEFAULT_LEAD = "business-analyst"


def make(chosen: RoundtableConfig, item: Item, artifacts: Sequence[Artifact]) -> Agenda:
    """The agenda for what was chosen. Raises ElmError when there is no such step, or neither step nor topic
    (ERR-ELAB-001)."""
    steps = list(Step.objects.active().select_related("phase__lead", "persona"))
    known = [OtherStep(s.step_id, s.title, s.phase.title) for s in steps]
    if not chosen.step:
        return _typed_agenda(chosen.topic, artifacts, known)
    step, whole = _chosen_step(chosen.step, steps)
    phase_steps = [other for other in steps if other.phase_id == step.phase_id]
    is_last = step.pk == phase_steps[-1].pk
    following = Step.objects.next_after(step.step_id)
    later = Phase.objects.filter(key__gt=step.phase.key, steps__is_active=True)
    phase = later.order_by("key").first()
    targets, missing = _target_artifacts(step.outputs, item, artifacts)
    return Agenda(
        title=step.phase.title if whole else step.title,
        step_id=step.step_id,
        phase=step.phase.key,
        phase_title=step.phase.title,
        next_phase_title=phase.title if phase else "",
        next_step=following.step_id if following else "",
        boundary="phase" if is_last else "step",
        outputs=[StepOutput(output["file"], tuple(output.get("sections", ()))) for output in step.outputs],
        questions=[q for one in (phase_steps if whole else [step]) for q in _asked_questions(one, item)],
        targets=targets,
        missing=missing,
        steps=known,
        **_lead_of_step(step),
    )


def _chosen_step(value: str, steps: Sequence[Step]) -> tuple[Step, bool]:
    """The step, and whether its whole phase is meant: then it is the phase's last one (C28)."""
    whole = "-" not in value
    found = [step for step in steps if (step.phase.key if whole else step.step_id) == value]
    if not found:
        raise ElmError(
            f"There is no step {value}. It may have been switched off: choose another, or type a topic."
        )
    return found[-1], whole


def _typed_agenda(topic: str, artifacts: Sequence[Artifact], known: list[OtherStep]) -> Agenda:
    title = " ".join(topic.split())
    if not title:
        raise ElmError("Choose a step, or type the topic that the roundtable should discuss.")
    targets = [str(artifact.pk) for artifact in artifacts]
    return Agenda(title=title, lead=DEFAULT_LEAD, targets=targets, steps=known)


def _lead_of_step(step: Step) -> dict[str, Any]:
    """A step's own persona beats its phase's, unless it is switched off; with neither, Maya leads (ERR-ELAB-002)."""
    for persona in (step.persona, step.phase.lead):
        if persona and persona.is_active:
            return {"lead": persona.key}
    return {"lead": DEFAULT_LEAD, "no_lead": step.phase.slug}


def _depth(step: Step, item: Item) -> str:
    """How deep a step is gone into: what people chose for its phase beats its own depth (C37)."""
    chosen = item.depth_overrides.get(step.phase.slug) or item.depth_overrides.get(step.phase.key)
    return str(chosen) if chosen in DEPTHS else step.depth


def _asked_questions(step: Step, item: Item) -> list[str]:
    """What a table is asked. A brief step has a draft to confirm instead of a question, and a draft asks nothing: its
    first ordinary question stands for it."""
    depth = _depth(step, item)
    return step.questions()[:1] if depth == "brief" else step.questions(depth)


def _target_artifacts(
    outputs: Sequence[dict[str, Any]], item: Item, artifacts: Sequence[Artifact]
) -> tuple[list[str], list[str]]:
    """Which of the chosen artifacts get additions, and which outputs the item does not have.

    The step's outputs do, if some were chosen (FR-008-02). Else all that were chosen: somebody who brings other
    notes to a step wants these enriched.
    """
    files = [str(output["file"]) for output in outputs]
    names = set(item.artifacts.in_use().values_list("name", flat=True))
    named = [str(artifact.pk) for artifact in artifacts if artifact.name in files]
    missing = [file for file in files if file not in names]
    return named or [str(artifact.pk) for artifact in artifacts], missing


def rotation(lead: str) -> list[Persona]:
    """Everybody at a new table: the lead first, then by first name (C8). Raises ElmError when nobody is active."""
    found = Persona.objects.active().of_kind(PersonaKind.ROUNDTABLE).filter(current__isnull=False)
    seats = sorted(
        found.select_related("current"),
        key=lambda persona: (persona.key != lead, persona.name.casefold(), persona.order),
    )
    if not seats:
        raise ElmError(
            "No persona takes part in roundtables. Activate one under Personas in the administration, "
            "or run “manage.py load_starter” to get the shipped ones."
        )
    return seats
