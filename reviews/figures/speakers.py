"""What those are called whom figures are about: personas, angles, and the rules."""

from collections.abc import Iterable

from django.db.models import Q

from personas.models import Angle, Persona
from reviews.log.values import ANGLE


def key_of(speaker: str) -> str:
    """The key of the persona or angle that speaks."""
    return speaker.removeprefix(ANGLE)


def speaker_names(teams: Iterable[int]) -> dict[str, str]:
    """The names of angles, and of the personas that these teams may use, by key, by name. One query."""
    known = Persona.objects.filter(Q(team=None) | Q(team__in=list(teams)))
    rows = known.order_by().values_list("key", "name")
    found = rows.union(Angle.objects.order_by().values_list("key", "name")).order_by()
    return dict(sorted(found, key=lambda row: str(row[1]).casefold()))
