"""What sockets need to know from the database. Synchronous: called in a thread, never in the event loop."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.sessions.models import Session as LoginSession
from django.db.models import BooleanField, CharField, DateTimeField, Field, IntegerField, QuerySet, Value
from django.db.models.functions import Cast
from django.http import Http404

from reviews import access
from reviews.models import Membership, Session
from reviews.models.prepared_queries import team_of_session
from reviews.models.team import AnyUser, Role


@dataclass(frozen=True)
class Member:
    """Somebody of a session's team as the rows have them. `password` is the stored hash."""

    may_act: bool
    is_active: bool
    password: str = field(repr=False)


@dataclass
class Seen:
    """What the rows say: the number of each session's last event, its team, the teams' members among those who watch
    (by team and user), and when the log-ins expire. What is missing does not exist."""

    numbers: dict[UUID, int] = field(default_factory=dict)
    teams: dict[UUID, int] = field(default_factory=dict)
    members: dict[tuple[int, int], Member] = field(default_factory=dict)
    logins: dict[str, datetime] = field(default_factory=dict)


def check_access(user: AnyUser, session_id: UUID) -> tuple[int, bool]:
    """The session's team, and whether `user` may act in it. Raises Http404 when they can't see it."""
    team_id = team_of_session.first(session=session_id)
    if team_id is None:
        raise Http404
    return team_id, access.check_role(user, team_id).may_act


def look(sessions: Collection[UUID], users: Collection[int], logins: Collection[str]) -> Seen:
    """What the rows say of these sessions, of these people in them and of these log-ins, in one query."""
    seen = Seen()
    for key, number, team, user, role, is_active, password, until in all_rows(sessions, users, logins):
        if until is not None:
            seen.logins[key] = until
        elif user is not None:
            seen.members[team, user] = Member(Role(role).may_act, is_active, password)
        else:
            seen.numbers[UUID(key)], seen.teams[UUID(key)] = number, team
    return seen


def all_rows(sessions: Collection[UUID], users: Collection[int], logins: Collection[str]) -> "QuerySet[Any]":
    """Rows of eight columns, empty where the sort of row has nothing to say: key, number of the last event; team; user,
    role, whether the account is active, password; when the log-in expires."""
    found = Session.objects.filter(pk__in=sessions).order_by()
    about = found.values_list(
        Cast("pk", CharField()),
        "last_number",
        "team_id",
        *empty(IntegerField, CharField, BooleanField, CharField, DateTimeField),
    )
    # Not each session with each member: a team may have many of both.
    rows = Membership.objects.filter(team__in=found.values("team"), user__in=users).order_by()
    members = rows.values_list(
        *empty(CharField, IntegerField),
        "team_id",
        "user_id",
        "role",
        "user__is_active",
        "user__password",
        *empty(DateTimeField),
    )
    open_logins = LoginSession.objects.filter(pk__in=logins).values_list(
        "pk",
        *empty(IntegerField, IntegerField, IntegerField, CharField, BooleanField, CharField),
        "expire_date",
    )
    return about.union(members, open_logins, all=True).order_by()


def empty(*kinds: "type[Field[Any, Any]]") -> list[Cast]:
    """Columns of these types without a value. Postgres takes an untyped one for text."""
    return [Cast(Value(None), kind()) for kind in kinds]
