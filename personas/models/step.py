"""What a roundtable can be about: phases and their steps."""

from typing import Any, ClassVar, Self

from django.core.exceptions import ValidationError
from django.db import models

from personas import outline
from personas.choices import Depth, Kind
from personas.conditions import Known, condition_holds
from personas.content import MAX_LINE
from personas.models.persona import Persona
from personas.models.prepared import PreparedQuery
from personas.models.versions import Versioned, VersionedQuerySet
from personas.outline import MAX_TITLE, PhaseFile, StepFile

LEADS = {"kind": Kind.ROUNDTABLE}
NO_LEAD = {"invalid": "Choose a persona of the roundtable."}


class LedQuerySet[Row: models.Model](VersionedQuerySet[Row]):
    def with_named(self) -> Self:
        """With who leads."""
        return self.select_related(self.model.leader_field)  # type: ignore[attr-defined]


class Led(Versioned):
    """A row that names the persona who leads: with its words goes that persona's key."""

    leader_field: ClassVar[str]

    class Meta:
        abstract = True

    def values(self) -> dict[str, Any]:
        """As for everything that is edited; the persona by its key."""
        return super().values() | {self.leader_field: self.leader.key if self.leader else ""}

    def take(self, content: Any, **instead: Any) -> None:
        """Set the columns from `content`; nothing is saved. Raises ValidationError for an unknown persona."""
        field = self.leader_field
        if field not in instead:
            instead[field] = lead_named(getattr(content, field), field)
        super().take(content, **instead)

    @property
    def leader(self) -> Persona | None:
        """The persona that the row itself names."""
        found: Persona | None = getattr(self, self.leader_field)
        return found


class Phase(Led):
    """A stretch of the analysis, with the persona that leads it."""

    active_steps: list["Step"]
    """Those of a phase that `Step.objects.for_form` gave."""
    kind_of_thing = "phase"
    leader_field = "lead"
    file_class = PhaseFile

    key = models.CharField(
        max_length=2, unique=True, help_text="Two digits, such as 01: steps begin with them."
    )
    slug = models.CharField(max_length=MAX_TITLE, help_text="The digits and words, such as 01-requirements.")
    title = models.CharField(max_length=MAX_TITLE)
    lead = models.ForeignKey(
        Persona,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="phases",
        limit_choices_to=LEADS,
        error_messages=NO_LEAD,
        help_text="Opens and leads the roundtables on this phase's steps. Nobody means Maya Chen.",
    )
    description = models.TextField(help_text="What this phase is for, in a few sentences.")

    objects = LedQuerySet["Phase"].as_manager()

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return f"{self.key} {self.title}"

    def clean(self) -> None:
        """Make the content canonical, or say per field what is wrong with it."""
        checked = self.checked(PhaseFile, key=self.key)
        if outline.phase_of(checked.slug) != checked.key:
            raise ValidationError({"slug": f"Has to begin with the phase's digits: {checked.key}-…"})
        self.take(checked.content(), lead=self.lead)


# Without the long words and the leader of each row, which are read when somebody asks one of them.
_phases = PreparedQuery(
    lambda: Phase.objects.only("key", "slug", "title", "lead").fetch_mode(models.FETCH_PEERS)
)
_titles = PreparedQuery(
    lambda: (
        Step.objects.active()
        .order_by("phase__key", "step_id")
        .values_list("step_id", "title", "phase__key", "phase__title")
    )
)
_active_steps = PreparedQuery(
    lambda: (
        Step.objects.active()
        .only("step_id", "phase", "title", "depth", "outputs", "persona")
        .fetch_mode(models.FETCH_PEERS)
    )
)


class StepQuerySet(LedQuerySet["Step"]):
    def active(self) -> Self:
        return self.filter(is_active=True)

    def with_named(self) -> Self:
        """With who leads, and the phase."""
        return super().with_named().select_related("phase")

    def for_form(self) -> list[Phase]:
        """The phases that have active steps, with those steps as `active_steps`, all in order: two queries. What else
        is asked of a row, such as who leads it, takes one more for all of them."""
        phases = {phase.pk: phase for phase in _phases.rows()}
        for phase in phases.values():
            phase.active_steps = []
        for step in _active_steps.rows():
            if its_phase := phases.get(step.phase_id):  # one that was made in between is shown the next time
                step.phase = its_phase
                its_phase.active_steps.append(step)
        return [phase for phase in phases.values() if phase.active_steps]

    def titles(self) -> list[tuple[str, str, str, str]]:
        """The number and the title of each active step, and the key and the title of its phase, in order."""
        return _titles.rows()

    def next_after(self, step_id: str, known: Known | None = None) -> "Step | None":
        """The active step that follows, across phases. `known` is what is known of the item (scope, complexity,
        depth, file_count): a step whose own condition holds for it is passed over."""
        later = self.active().filter(step_id__gt=step_id).select_related("phase__lead", "persona")
        return next((step for step in later if not condition_holds(step.skip_if, known or {})), None)


class Step(Led):
    """A step of the analysis: what it asks, and the files that it fills."""

    kind_of_thing = "step"
    leader_field = "persona"
    identity = "step_id"
    file_class = StepFile
    beside_words = {"is_active": "active"}

    step_id = models.CharField(
        "number",
        max_length=5,
        unique=True,
        help_text="The phase's two digits, a hyphen and two digits: 01-03. It decides the phase and the order.",
    )
    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="steps")
    title = models.CharField(max_length=MAX_TITLE, help_text="The topic that a roundtable on it announces.")
    persona = models.ForeignKey(
        Persona,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="steps",
        limit_choices_to=LEADS,
        error_messages=NO_LEAD,
        help_text="Who leads this step. Nobody means the phase's lead.",
    )
    depth = models.CharField(
        max_length=8,
        choices=Depth,
        default=Depth.STANDARD,
        help_text="How thoroughly it is gone through unless somebody chooses otherwise.",
    )
    outputs = models.JSONField(
        default=list,
        help_text="One file a line, with its sections behind a colon: requirements-spec.md: User Journeys; "
        "Out of Scope. What a roundtable finds is added there. At least one.",
    )
    depends_on = models.JSONField(
        "depends on",
        default=list,
        blank=True,
        help_text="One step number a line: what has to be done before.",
    )
    skip_if = models.CharField(
        "skip if",
        max_length=MAX_LINE,
        blank=True,
        help_text="Leave empty to never skip. Otherwise a condition on scope, complexity, depth or file_count, "
        "such as: scope === 'small' && file_count < 5",
    )
    body = models.TextField(
        help_text="Markdown with the sections “## Brief Mode” (a draft to confirm), “## Standard Mode” (2–3 open "
        "questions as a list), “## Deep Mode” (4–6), “## Validation” and “## Artifacts”."
    )
    is_active = models.BooleanField("active", default=True, help_text="Only active steps can be chosen.")

    objects = StepQuerySet.as_manager()

    class Meta:
        ordering = ["step_id"]

    def __str__(self) -> str:
        return f"{self.step_id} {self.title}"

    @property
    def lead(self) -> Persona | None:
        """Who leads: its own persona beats its phase's (ERR-PERSONA-002)."""
        return self.persona or self.phase.lead

    def questions(self, depth: str = Depth.STANDARD) -> list[str]:
        """What it asks at this depth, in plain words; a missing section falls back (ERR-STEP-007)."""
        return outline.step_questions(self.body, depth)

    def take(self, content: Any, **instead: Any) -> None:
        """Also finds the phase. Raises ValidationError when that is not there, or is another."""
        super().take(content, **instead)
        self.find_phase()

    def clean(self) -> None:
        """Make the content canonical, or say per field what is wrong with it (VR-STEP-005)."""
        self.take(self.checked(StepFile, step_id=self.step_id).content(), persona=self.persona)
        self._check_dependencies()

    def find_phase(self) -> None:
        """Set the phase that the number names. Raises ValidationError when there is none, or when it is another."""
        key = outline.phase_of(self.step_id)
        if self.phase_id is None:
            found = Phase.objects.filter(key=key).first()
            if found is None:
                raise ValidationError({"step_id": f"There is no phase {key}. Add the phase first."})
            self.phase = found
        if self.phase.key != key:
            raise ValidationError({"step_id": f"Belongs to phase {key}, and this step is in {self.phase}."})

    def _check_dependencies(self) -> None:
        others = Step.objects.exclude(pk=self.pk).values_list("step_id", "depends_on")
        graph = {step_id: list(needed) for step_id, needed in others} | {self.step_id: self.depends_on}
        if unknown := [step_id for step_id in self.depends_on if step_id not in graph]:
            raise ValidationError({"depends_on": f"There is no step {unknown[0]}."})
        try:
            outline.in_order(graph)
        except ValueError as error:
            raise ValidationError({"depends_on": f"This {error}."}) from error


def lead_named(key: str, field: str) -> Persona | None:
    """The roundtable persona of this key, None for no key. Raises ValidationError for `field`."""
    if not key:
        return None
    found = Persona.objects.of_kind(Kind.ROUNDTABLE).filter(key=key).first()
    if found is None:
        raise ValidationError(
            {field: f"There is no roundtable persona “{key}”. Add it first, or name another."}
        )
    return found
