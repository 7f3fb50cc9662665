"""What a new roundtable is about, made once from the steps as they are now (C25, C28)."""

from collections.abc import Collection, Sequence
from typing import Any

from personas import seating
from personas.errors import BadSeats
from personas.models import Persona, Phase, Step
from reviews.errors import ElmError
from reviews.kinds.roundtable.config import Agenda, RoundtableConfig
from reviews.kinds.roundtable.setup import seat_of
from reviews.kinds.roundtable.state import OtherStep, StepOutput
from reviews.models import Artifact, Item

DEPTHS = ("brief", "standard", "deep")
DEFAULT_LEAD = "business-analyst"


def make(chosen: RoundtableConfig, item: Item, artifacts: Sequence[Artifact]) -> Agenda:
    """The agenda for what was chosen. Raises ElmError when there is no such step, or neither step nor topic
    (ERR-ELAB-001)."""
    known = [OtherStep(number, title, phase) for number, title, _, phase in Step.objects.titles()]
    if not chosen.step:
        return _typed_agenda(chosen.topic, artifacts, known)
    steps = [step for phase in Step.objects.for_form() for step in phase.active_steps]
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
        **lead_of_step(step),
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


def lead_of_step(step: Step) -> dict[str, Any]:
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


def rotation(
    lead: str, team_id: int, chosen: Collection[str] = (), *, is_led: bool = False, by_rules: bool = False
) -> list[Persona]:
    """Everybody at a new table: the lead first, then by first name (C8).

    chosen: the keys of who should sit there, none for whom the team has as usual; is_led: whether `lead` sits there
    whoever is chosen, as the one of a step does; by_rules: without a model, so who would be silent stays away.
    Raises ElmError when nobody is active, and when those who were chosen can't sit there.
    """
    usable = seating.usable_personas(team_id)
    if chosen:
        seats = [one for one in usable if one.key in chosen or (is_led and one.key == lead)]
        if not set(chosen) <= {one.key for one in seats}:
            raise ElmError("Somebody whom you chose takes part in no new roundtables any more. Choose again.")
        check_chosen(seats, by_rules)
    else:
        seats = seating.usual_seats(usable, lead if is_led else "")
        seats = [one for one in seats if not (by_rules and why_silent(one))] or seats
    if not seats:
        raise ElmError(
            "No persona takes part in roundtables. Activate one under Personas in the administration, "
            "or run “manage.py load_starter” to get the shipped ones."
        )
    return sorted(seats, key=lambda persona: (persona.key != lead, persona.name.casefold(), persona.order))


def check_chosen(seats: Sequence[Persona], by_rules: bool) -> None:
    """Raise ElmError when these can't sit at one table."""
    try:
        seating.check_seats(seats)
    except BadSeats as problem:
        raise ElmError(str(problem)) from problem
    if silence := next((why for one in seats if by_rules and (why := why_silent(one))), ""):
        raise ElmError(f"{silence} Leave it out, or give it a lens or keywords.")


def why_silent(persona: Persona) -> str:
    """The sentence that says why rules have no words for this persona; "" when they have."""
    # Word lists take a second to load: only who starts a roundtable without a model pays for it.
    from reviews.kinds.roundtable.offline.by_rules import silence_of

    return silence_of(seat_of(persona.key, persona))


def still_usable(team_id: int, keys: Sequence[str]) -> list[str]:
    """Which of these may sit at the team's next table; nobody when fewer than two are left."""
    left = [one.key for one in seating.usable_personas(team_id) if one.key in keys]
    return left if len(left) >= seating.FEWEST_SEATS else []
