"""Which rows a member of staff sees in the administration, and which they may change.

Whoever runs the server, a superuser, sees all. Other staff see what Django's permissions and their teams allow: rows of
the teams that they belong to, and what all teams share. They change and delete rows where they are admins of the team.
"""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

from reviews.models import Membership, Team
from reviews.models.team import Role

TEAM_PATHS: dict[str, tuple[str, ...]] = {
    "reviews.artifact": ("item__team",),
    "reviews.auditentry": ("team",),
    "reviews.blindreview": ("session__team",),
    "reviews.branchcommit": ("session__team",),
    "reviews.change": ("session__team",),
    "reviews.comment": ("change__session__team", "finding__artifact__item__team"),
    "reviews.elaborationrecord": ("item__team",),
    "reviews.event": ("session__team",),
    "reviews.finding": ("artifact__item__team",),
    "reviews.item": ("team",),
    "reviews.modelcall": ("session__team",),
    "reviews.repository": ("team",),
    "reviews.revision": ("artifact__item__team",),
    "reviews.session": ("team",),
    "reviews.team": ("pk",),
}
"""The ways from a row to its team."""
FOR_ALL = frozenset(
    f"personas.{name}"
    for name in ("angle", "persona", "personaversion", "phase", "step", "tooldocument", "version")
)
"""What all teams share: who has Django's permission sees it."""
PEOPLE = "auth.user"


def is_root(request: HttpRequest) -> bool:
    """Whether whoever asks runs the server."""
    return isinstance(request.user, User) and request.user.is_active and request.user.is_superuser


def teams_of_staff(user: Any, *, manages: bool = False) -> QuerySet[Any]:
    """The ids of the teams that `user` belongs to; of those that they manage."""
    own = Membership.objects.filter(user=user.pk)
    return (own.filter(role=Role.ADMIN) if manages else own).values("team")


def visible_rows[Row: Model](rows: QuerySet[Row], user: Any, *, manages: bool = False) -> QuerySet[Row]:
    """Those of the rows that `user` sees; that they may change. What no list above names is for superusers."""
    label = rows.model._meta.label_lower
    if user.is_superuser or label in FOR_ALL:
        return rows
    if label == PEOPLE:
        return people_of(rows, user, manages=manages)
    ways = Q()
    for path in TEAM_PATHS.get(label, ()):
        ways |= Q(**{f"{path}__in": teams_of_staff(user, manages=manages)})
    return rows.filter(ways) if ways else rows.none()


def people_of[Row: Model](rows: QuerySet[Row], user: Any, *, manages: bool) -> QuerySet[Row]:
    """The people of the user's teams. Changed are only those whose teams they manage all of, and who are not staff: an
    account opens whatever its owner may see."""
    managed = teams_of_staff(user, manages=manages)
    found = rows.filter(pk__in=Membership.objects.filter(team__in=managed).values("user"))
    if not manages:
        return found
    elsewhere = Membership.objects.exclude(team__in=managed)
    return found.filter(is_staff=False, is_superuser=False).exclude(pk__in=elsewhere.values("user"))


def is_shown_to_staff(model: type[Model]) -> bool:
    """Whether staff who are no superusers see any rows of the model."""
    label = model._meta.label_lower
    return label in TEAM_PATHS or label in FOR_ALL or label == PEOPLE


def may_change(user: Any, row: Model) -> bool:
    """Whether `user`, whom Django lets change such rows, may change this one."""
    return visible_rows(type(row)._default_manager.filter(pk=row.pk), user, manages=True).exists()


def team_of_row(row: Model) -> Any:
    """The team that a row belongs to, None for what all share and for people."""
    label = row._meta.label_lower
    if label == "reviews.team":
        return row
    for path in TEAM_PATHS.get(label, ()):
        found: Any = row
        for name in path.split("__"):
            found = getattr(found, name, None)
        if found is not None:
            return found
    return None


def teams_of_rows(rows: QuerySet[Any]) -> QuerySet[Team]:
    """The teams that rows belong to; none for what all share and for people."""
    among = Q(pk__in=())
    for path in TEAM_PATHS.get(rows.model._meta.label_lower, ()):
        among |= Q(pk__in=rows.order_by().values(path))
    return Team.objects.filter(among)


def name_of_row(row: Any) -> str:
    """What a row is, without a word that somebody wrote: "persona maya", "item 3"."""
    if isinstance(row, User):
        return f"account {row.get_username()}"
    key = getattr(row, row.identity) if hasattr(row, "identity") else row.pk
    return f"{row._meta.verbose_name} {key}"
