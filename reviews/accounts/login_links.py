"""Links that log one person in, once, within ten minutes: for a first start and for who has no password."""

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode

from reviews.accounts import audit
from reviews.models import Team
from reviews.models.audit import Happening

MINUTES = 10


class LoginTokens(PasswordResetTokenGenerator):
    """Tokens that end with the next log-in, because the time of the last one is part of what is signed."""

    key_salt = "reviews.login_links"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        # To the microsecond: Django's own value can't tell two log-ins within a second apart.
        seen = user.last_login.isoformat() if user.last_login else ""
        return f"{user.pk}{user.password}{seen}{timestamp}{user.is_active}"

    def check_token(self, user: User | None, token: str | None) -> bool:
        """Whether `token` was made for `user` within the last ten minutes and not used."""
        if not super().check_token(user, token):
            return False
        made = base36_to_int(str(token).split("-")[0])
        return self._num_seconds(self._now()) - made <= MINUTES * 60


TOKENS = LoginTokens()


def make(user: User, *, by: User | None = None, team: Team | None = None) -> str:
    """The path of a link that logs `user` in once, within ten minutes.

    The audit log says who made it: an admin `by` whose `team` it is sent, or the person who runs the server.
    """
    audit.note(Happening.LINK_MADE, who=by, team=team, about=user)
    return reverse("login-link", args=[urlsafe_base64_encode(str(user.pk).encode()), TOKENS.make_token(user)])


def read(uidb64: str, token: str) -> User | None:
    """The user of a good link, which stays good; None for any other link."""
    try:
        pk = int(urlsafe_base64_decode(uidb64))
    except (ValueError, OverflowError):
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and TOKENS.check_token(user, token) else None


def use(uidb64: str, token: str) -> User | None:
    """The user of a good link, which is used up by this; None for any other link."""
    user = read(uidb64, token)
    if user is None:
        return None
    with transaction.atomic():
        # Of two requests with the same link, the one that changes the row first wins.
        unused = User.objects.filter(pk=user.pk, last_login=user.last_login, is_active=True)
        if not unused.update(last_login=timezone.now()):
            return None
        audit.note(Happening.LINK_USED, who=user, about=user)
    return user
