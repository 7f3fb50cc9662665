"""Who may sit at a roundtable together, and who does when nobody chooses."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db.models import FETCH_PEERS, BigIntegerField

from personas.choices import Kind
from personas.errors import BadSeats
from personas.models import Persona
from personas.models.prepared import Given, PreparedQuery
from personas.names import look_of

FEWEST_SEATS = 2
_team = Given("team", BigIntegerField())
_usable = PreparedQuery(
    lambda: (
        Persona.objects.for_team(_team)
        .active()
        .of_kind(Kind.ROUNDTABLE)
        .filter(current__isnull=False)
        .with_usual(_team)
        # Without the long words of each, which are read for all of them when somebody asks one.
        .only("key", "name", "role", "short", "tier", "model", "lens", "keywords", "kind", "order", "team")
        .fetch_mode(FETCH_PEERS)
        .order_by("name", "order", "pk")
    )
)


def usable_personas(team_id: int) -> list[Persona]:
    """Who may sit at a team's roundtables, by name; `is_usual` of each says whether the team has chosen it as usual."""
    return _usable.rows(team=team_id)


def usual_seats(usable: Sequence[Persona], lead: str = "") -> list[Persona]:
    """Who of `usable_personas` sits there when nobody is chosen: whom the team has set, else those for all teams, and
    the persona with the key `lead`. No more than there are seats, and of two with the same first name one."""
    usual = [one for one in usable if one.is_usual]
    if len(usual) < FEWEST_SEATS:
        usual = [one for one in usable if one.team_id is None]
    leading = [one for one in usable if one.key == lead]
    found: dict[str, Persona] = {}
    for one in [*leading, *usual]:
        found.setdefault(look_of(first_name(one)), one)
    return list(found.values())[: settings.ELM_MAX_SEATS]


def check_seats(chosen: Sequence[Persona]) -> None:
    """Raises BadSeats when these can't sit together: too few, too many, or two that answer to the same first name."""
    if len(chosen) < FEWEST_SEATS:
        raise BadSeats("A discussion needs two personas or more. Choose another one.")
    if len(chosen) > settings.ELM_MAX_SEATS:
        raise BadSeats(
            f"{len(chosen)} personas are too many: {settings.ELM_MAX_SEATS} can sit at a roundtable. Leave some out."
        )
    if pair := same_first_names(chosen):
        one, other = pair
        raise BadSeats(
            f"{one.name} and {other.name} would both answer to “{first_name(one)}”. Choose only one of them."
        )


def same_first_names(chosen: Iterable[Persona]) -> tuple[Persona, Persona] | None:
    """Two of them that people would call by the same name, if there are such."""
    seen: dict[str, Persona] = {}
    for one in chosen:
        look = look_of(first_name(one))
        if look in seen:
            return seen[look], one
        seen[look] = one
    return None


def first_name(persona: Persona) -> str:
    """What people call it by."""
    return persona.name.split()[0]
