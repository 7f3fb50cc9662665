"""What sockets need to know from the database. Synchronous: called in a thread, never in the event loop."""

from collections.abc import Collection
from uuid import UUID

from reviews import access
from reviews.models import Membership, Session
from reviews.models.team import AnyUser, Role


def check_access(user: AnyUser, session_id: UUID) -> tuple[int, bool]:
    """The session's team, and whether `user` may act in it. Raises Http404 when they can't see it."""
    team_id = access.session_for(user, session_id).item.team_id
    return team_id, access.check_role(user, team_id).may_act


def may_act(teams: Collection[int]) -> dict[tuple[int, int], bool]:
    """For each active member of the teams, by team and user: whether they may act."""
    rows = Membership.objects.filter(team_id__in=teams, user__is_active=True)
    return {
        (team, user): Role(role).may_act
        for team, user, role in rows.values_list("team_id", "user_id", "role")
    }


def last_numbers(session_ids: Collection[UUID]) -> dict[UUID, int]:
    """The last event's number of each session, in one query."""
    return dict(Session.objects.filter(pk__in=session_ids).values_list("pk", "last_number"))
