"""The one gate: every page, action and socket gets its row here, through the user's membership.

What a user can't see does not exist for them (404). What they can see but not touch is refused (403).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404

from reviews.models import (
    Artifact,
    BranchCommit,
    Change,
    Finding,
    Item,
    Repository,
    Session,
    Team,
)
from reviews.models.prepared_queries import item_by_slug, role_of, session_by_key
from reviews.models.team import AnyUser, Role

type Gate = tuple[int, str]
"""A team, and what somebody had to be allowed there: "read", "write" or "manage"."""

_passed: ContextVar[list[Gate] | None] = ContextVar("passed", default=None)


@contextmanager
def gates_noted() -> Iterator[list[Gate]]:
    """Every gate that is passed within, in the list that this gives."""
    noted: list[Gate] = []
    token = _passed.set(noted)
    try:
        yield noted
    finally:
        _passed.reset(token)


def may_still_pass(user: AnyUser, gates: Iterable[Gate]) -> bool:
    """Whether `user` would pass all of these gates now."""
    try:
        for team_id, needed in set(gates):
            check_role(user, team_id, write=needed == "write", manage=needed == "manage")
    except (Http404, PermissionDenied):
        return False
    return True


def role_in(user: AnyUser, team_id: int) -> Role | None:
    """What `user` may do in the team, or None when they do not belong to it."""
    found = role_of.first(user=user.pk, team=team_id)
    return Role(found) if found and user.is_active else None


def check_role(user: AnyUser, team_id: int, *, write: bool = False, manage: bool = False) -> Role:
    """The role of `user` in the team. Raises Http404 for outsiders, PermissionDenied for too small a role."""
    role = role_in(user, team_id)
    if role is None:
        raise Http404
    if write and not role.may_act:
        raise PermissionDenied("You can read this, but only members of the team can change it.")
    if manage and role is not Role.ADMIN:
        raise PermissionDenied("Only an admin of the team can do this.")
    noted = _passed.get()
    if noted is not None:
        noted.append((team_id, "manage" if manage else "write" if write else "read"))
    return role


def may_act_in(user: AnyUser, team_id: int) -> bool:
    """Whether `user` is more than a viewer of the team."""
    role = role_in(user, team_id)
    return role is not None and role.may_act


class InTeam(Protocol):
    @property
    def team_id(self) -> int:
        """The team that the row belongs to."""


def reachable_row[Row: Model](
    rows: QuerySet[Row], user: AnyUser, *, write: bool = False, manage: bool = False, **key: object
) -> Row:
    """The row with this key, if `user` may see it (or act on it, or manage it)."""
    return passed_to(user, rows.filter(**key).first(), write=write, manage=manage)


def passed_to[Row: Model](
    user: AnyUser, row: Row | None, *, write: bool = False, manage: bool = False
) -> Row:
    """The row, if there is one and `user` may see it (or act on it, or manage it)."""
    if row is None:
        raise Http404
    check_role(user, cast(InTeam, row).team_id, write=write, manage=manage)
    return row


def session_for(
    user: AnyUser, pk: UUID, *, write: bool = False, among: QuerySet[Session] | None = None
) -> Session:
    """The session, if `user` may see it (or act on it). `among` adds what the page needs."""
    if among is None:
        return passed_to(user, session_by_key.first(session=pk), write=write)
    return reachable_row(among.select_related("item__team", "started_by"), user, write=write, pk=pk)


def may_end(user: AnyUser, session: Session) -> bool:
    """Whether `user` may end the discussion for everybody: who started it, and the team's admins."""
    role = role_in(user, session.team_id)
    return role is Role.ADMIN or (role is not None and role.may_act and session.started_by_id == user.pk)


def item_for(user: AnyUser, slug: str, *, write: bool = False) -> Item:
    return passed_to(user, item_by_slug.first(slug=slug), write=write)


def artifact_for(user: AnyUser, pk: UUID, *, write: bool = False) -> Artifact:
    rows = Artifact.objects.select_related("item__team", "current", "repository")
    return reachable_row(rows, user, write=write, pk=pk)


def change_for(user: AnyUser, pk: UUID, *, write: bool = False) -> Change:
    rows = Change.objects.select_related("session__item__team", "artifact", "base")
    return reachable_row(rows, user, write=write, pk=pk)


def finding_for(user: AnyUser, pk: UUID, *, write: bool = False) -> Finding:
    rows = Finding.objects.select_related("artifact__item__team", "revision")
    return reachable_row(rows, user, write=write, pk=pk)


def repository_for(user: AnyUser, pk: UUID, *, write: bool = False, manage: bool = False) -> Repository:
    return reachable_row(Repository.objects.select_related("team"), user, write=write, manage=manage, pk=pk)


def commit_for(user: AnyUser, pk: int, *, write: bool = False) -> BranchCommit:
    rows = BranchCommit.objects.select_related("session__item__team", "repository__team")
    return reachable_row(rows, user, write=write, pk=pk)


def team_for(user: AnyUser, slug: str = "", *, write: bool = False, manage: bool = False) -> Team:
    """The team named by `slug`, or the user's first one. Raises Http404 when there is none."""
    teams = Team.objects.visible_to(user)
    team = teams.filter(slug=slug).first() if slug else teams.order_by("memberships__created").first()
    if team is None:
        raise Http404
    check_role(user, team.pk, write=write, manage=manage)
    return team
