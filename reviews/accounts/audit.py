"""Writing the audit log, and how much somebody has had sent of late."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from reviews.errors import ElmError
from reviews.models import AuditEntry, Team
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
) -> AuditEntry:
    """Add an entry. `name` stands for `about` when that is no account, such as an e-mail address."""
    return AuditEntry.objects.create(
        what=what,
        who=who,
        who_name=who.get_username() if who else "",
        team=team,
        team_name=team.name if team else "",
        about=about,
        about_name=(about.get_username() if about else name)[:LONGEST_NAME],
        detail=detail[:LONGEST_NAME],
    )


def check_mail_rate(user: User) -> None:
    """Raise ElmError when `user` has had too many mails sent within an hour."""
    since = timezone.now() - timedelta(hours=1)
    sent = AuditEntry.objects.filter(who=user, what__in=MAILED, at__gt=since).count()
    if sent >= settings.MAILS_PER_HOUR:
        raise ElmError(
            f"You have sent {settings.MAILS_PER_HOUR} mails within an hour. Wait a little, then try again."
        )
