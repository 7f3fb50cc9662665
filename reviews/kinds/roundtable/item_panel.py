"""What an item's page tells of its roundtables: what was discussed, and how far the steps are."""

from collections.abc import Iterable
from typing import Any

from personas.models import Persona, Phase, Step
from reviews.exports import meta
from reviews.kinds.base import Panel
from reviews.kinds.roundtable.form import TurnLimitForm
from reviews.models import Item

ON_A_PAGE = 50


def progress_of(item: Item, phases: Iterable[Phase]) -> dict[str, Any]:
    """Which steps of these phases are completed, as `Step.objects.for_form()` gives them, and how many."""
    completed = set(item.steps_completed)
    rows: list[dict[str, Any]] = []
    for phase in phases:
        steps = [
            {"step_id": one.step_id, "title": one.title, "done": one.step_id in completed}
            for one in phase.active_steps
        ]
        rows.append({"title": phase.title, "steps": steps, "done": sum(bool(step["done"]) for step in steps)})
    total = sum(len(row["steps"]) for row in rows)
    return {"phases": rows, "done": sum(row["done"] for row in rows), "total": total}


def elaborations_of(item: Item, phases: Iterable[Phase]) -> list[dict[str, object]]:
    """The newest elaboration records of the item in the order of time (FR-009); meta.json has them all. One of a
    file has its step's title."""
    newest = item.elaborations.select_related("session").order_by("-timestamp", "-pk")[:ON_A_PAGE]
    rows = list(newest)[::-1]
    keys = {key for row in rows for key in row.personas_active}
    known = Persona.objects.for_team(item.team_id) if keys else Persona.objects.none()
    names = dict(known.filter(key__in=keys).values_list("key", "name"))
    titles = {step.step_id: step.title for phase in phases for step in phase.active_steps}
    return [
        {
            "record": row,
            "title": f"{row.step_id} {row.topic or titles.get(row.step_id, '')}".strip(),
            "summary": meta.summary_of(row),
            "people": [names.get(key, key) for key in row.personas_active],
        }
        for row in rows
    ]


def panel_of(item: Item, *, may_act: bool, form: TurnLimitForm | None = None) -> Panel:
    """The part of an item's page. form: a turn limit that was refused, with what was typed."""
    phases = Step.objects.for_form()
    context = {
        "item": item,
        "may_act": may_act,
        "elaborations": elaborations_of(item, phases),
        "progress": progress_of(item, phases),
        "limit_form": form or TurnLimitForm(instance=item),
    }
    return Panel("reviews/kinds/roundtable/item_roundtables.html", context)
