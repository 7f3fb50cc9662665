"""What an item's page tells of its roundtables: what was discussed, and how far the steps are."""

from collections.abc import Iterable
from dataclasses import dataclass

from personas.models import Persona, Phase
from reviews.exports import meta
from reviews.exports.records import record_of
from reviews.kinds.roundtable.form import steps_of
from reviews.models import ElaborationRecord, Item

ON_A_PAGE = 50


@dataclass(frozen=True)
class Held:
    """A roundtable that was held. `title` is the step's or the topic, `people` who took part, by name."""

    record: ElaborationRecord
    title: str
    people: tuple[str, ...]

    @property
    def summary(self) -> str:
        """What it came to, in a sentence."""
        return meta.summary_of(record_of(self.record))


@dataclass(frozen=True)
class StepDone:
    step_id: str
    title: str
    done: bool


@dataclass(frozen=True)
class PhaseDone:
    """A phase with its steps."""

    title: str
    steps: tuple[StepDone, ...]

    @property
    def done(self) -> int:
        """How many of its steps are completed."""
        return sum(step.done for step in self.steps)


@dataclass(frozen=True)
class Progress:
    phases: tuple[PhaseDone, ...]

    @property
    def done(self) -> int:
        """How many steps are completed."""
        return sum(phase.done for phase in self.phases)

    @property
    def total(self) -> int:
        """How many steps there are."""
        return sum(len(phase.steps) for phase in self.phases)


def progress_of(item: Item, phases: Iterable[Phase]) -> Progress:
    """Which steps of these phases are completed, as `Step.objects.for_form()` gives them."""
    completed = set(item.steps_completed)
    return Progress(tuple(phase_done(phase, completed) for phase in phases))


def phase_done(phase: Phase, completed: set[str]) -> PhaseDone:
    """The steps of one phase."""
    steps = (StepDone(one.step_id, one.title, one.step_id in completed) for one in steps_of(phase))
    return PhaseDone(phase.title, tuple(steps))


def elaborations_of(item: Item, phases: Iterable[Phase]) -> list[Held]:
    """The newest elaboration records of the item in the order of time (FR-009); meta.json has them all. One of a
    file has its step's title."""
    newest = item.elaborations.select_related("session").order_by("-timestamp", "-pk")[:ON_A_PAGE]
    rows = list(newest)[::-1]
    keys = {key for row in rows for key in row.personas_active}
    names = dict(Persona.objects.filter(key__in=keys).values_list("key", "name")) if keys else {}
    titles = {step.step_id: step.title for phase in phases for step in steps_of(phase)}
    return [
        Held(
            row,
            f"{row.step_id} {row.topic or titles.get(row.step_id, '')}".strip(),
            tuple(names.get(key, key) for key in row.personas_active),
        )
        for row in rows
    ]
