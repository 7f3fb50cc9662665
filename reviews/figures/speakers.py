"""What those are called whom figures are about: personas, angles, and the rules."""

from personas.models import Angle, Persona


def speaker_names() -> dict[str, str]:
    """The names of personas and angles by key, by name. One query."""
    rows = Persona.objects.order_by().values_list("key", "name")
    found = rows.union(Angle.objects.order_by().values_list("key", "name")).order_by()
    return dict(sorted(found, key=lambda row: str(row[1]).casefold()))
