"""Every open socket of the process, whether it is in a room or not, and whether its person may still be there."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.conf import settings

from reviews.live import codes
from reviews.live.limits import Resumes
from reviews.live.rows import Member, Seen
from reviews.live.viewer import Login, Viewer


@dataclass(frozen=True)
class Place:
    """What a socket is about."""

    session_id: UUID
    team_id: int


@dataclass
class OpenSockets:
    """The open sockets, each with what it is about. Only the hub's loop changes them."""

    places: dict[Viewer, Place] = field(default_factory=dict)
    resumes: Resumes = field(default_factory=Resumes)

    def has_room_for(self, user_id: int) -> bool:
        """Whether this person may open one more."""
        own = sum(viewer.user_id == user_id and not viewer.is_gone for viewer in self.places)
        return own < settings.ELM_SOCKETS_PER_USER

    def are_of_team(self, team_id: int) -> bool:
        """Whether one of them is about a session of the team."""
        return any(place.team_id == team_id for place in self.places.values())

    def to_close(self, asked: Collection[Viewer], seen: Seen, now: datetime) -> list[tuple[Viewer, int]]:
        """Those of `asked`, about whom the rows were read, who may not stay, each with the code that says why."""
        found = []
        for viewer in asked:
            place = self.places.get(viewer)
            code = code_for(viewer, place.session_id, seen, now) if place and not viewer.is_gone else None
            if code is not None:
                found.append((viewer, code))
        return found


def code_for(viewer: Viewer, session_id: UUID, seen: Seen, now: datetime) -> int | None:
    """The code that a socket has to be closed with, None when it may stay."""
    team = seen.teams.get(session_id)
    if team is None:
        return codes.NOT_FOUND
    member = seen.members.get((team, viewer.user_id))
    if member and not member.is_active:
        return codes.DEACTIVATED
    if viewer.login and (code := code_for_login(viewer.login, member, seen, now)):
        return code
    if member is None:
        return codes.FORBIDDEN
    # A reader whose role has changed comes back at once, with the buttons of the new one.
    return codes.INTERNAL_ERROR if member.may_act != viewer.may_act else None


def code_for_login(login: Login, member: Member | None, seen: Seen, now: datetime) -> int | None:
    """The code for a log-in that has ended, None for one that has not."""
    until = seen.logins.get(login.key)
    # The row of one that has expired may be cleared away before it is missed.
    if (until or login.until or now) < now:
        return codes.LOGIN_EXPIRED
    if until is None:
        return codes.LOGGED_OUT
    login.until = until
    return codes.PASSWORD_CHANGED if member and member.password != login.password else None
