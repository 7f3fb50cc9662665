"""Writing the audit log, and how much somebody has had sent of late."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from reviews.errors import ElmError
from reviews.models import AuditEntry, Session, Team
from reviews.models.audit import LONGEST_NAME, Happening

MAILED = (Happening.INVITED, Happening.LINK_MADE, Happening.ADDRESS_ASKED)
"""What a mail goes out for."""


def note(
    what: Happening,
    *,
    who: User | None,
    team: Team | None = None,
    about: User | None = None,
    name: str = "",
    detail: str = "",
    subject: Model | None = None,
) -> AuditEntry:
    """Add an entry, in the transaction of what it tells. `name` stands for `about` when that is no account, such as an
    e-mail address; `subject` is the row that it was done to. Nothing given here may be content: it is kept for good."""
    return AuditEntry.objects.create(
        what=what,
        who=who,
        who_name=who.get_username() if who else "",
        team=team,
        team_name=team.name if team else "",
        about=about,
        about_name=(about.get_username() if about else name)[:LONGEST_NAME],
        detail=detail[:LONGEST_NAME],
        subject=f"{subject._meta.model_name}:{subject.pk}" if subject else "",
    )


def note_in_session(
    what: Happening, session_id: UUID, *, who: User | None, detail: str = "", subject: Model | None = None
) -> None:
    """Add an entry to the log of the team that a session belongs to; about the session, when there is no `subject`."""
    session = Session.objects.select_related("team").only("team").get(pk=session_id)
    note(what, who=who, team=session.team, detail=detail, subject=subject or session)


def note_in_each(what: Happening, teams: Iterable[Team], **told: Any) -> None:
    """Add the same entry to the log of each of these teams; without any, one of no team. told: as `note` takes it."""
    among: list[Team | None] = [*teams]
    for team in among or [None]:
        note(what, team=team, **told)


def note_in_teams(what: Happening, user: User) -> None:
    """Add an entry about what somebody did with their own account to the log of each of their teams."""
    note_in_each(what, Team.objects.visible_to(user), who=user)


def note_refused(what: Happening, user: User, detail: str = "") -> None:
    """Add an entry about an attempt at the account of `user`, by whomever it was, to the log of each of their teams."""
    note_in_each(what, Team.objects.visible_to(user), who=None, about=user, detail=detail)


def check_mail_rate(user: User) -> None:
    """Raise ElmError when `user` has had too many mails sent within an hour."""
    since = timezone.now() - timedelta(hours=1)
    sent = AuditEntry.objects.filter(who=user, what__in=MAILED, at__gt=since).count()
    if sent >= settings.MAILS_PER_HOUR:
        raise ElmError(
            f"You have sent {settings.MAILS_PER_HOUR} mails within an hour. Wait a little, then try again."
        )
