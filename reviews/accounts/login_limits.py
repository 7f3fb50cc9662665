"""How often a password may be guessed: for a username from an address, for a username, and from an address.

django-axes counts failures and has one limit for all. Here each way of counting has its own: somebody who guesses at
one account is stopped early, somebody who changes addresses or usernames later, so that an office behind one address is
not locked out for its typos.
"""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Sum
from django.http import HttpRequest

from reviews.accounts import audit
from reviews.accounts.networks import network_of
from reviews.models.audit import Happening


class LoginLimits(AxesDatabaseHandler):
    """What AXES_HANDLER names."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The failures of the last quarter of an hour, by the way of counting that is nearest to its limit, in units of
        AXES_FAILURE_LIMIT: it is reached when any of them is."""
        counted = zip(settings.ELM_LOGIN_FAILURES, self.get_user_attempts(request, credentials), strict=True)
        return max(
            (attempts.aggregate(all=Sum("failures_since_start"))["all"] or 0)
            * settings.AXES_FAILURE_LIMIT
            // limit
            for limit, attempts in counted
        )

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: Any = None, **signal: Any
    ) -> None:
        """Count it, and note it for the teams of that account. A closed door is neither: whoever guesses on would fill
        the log. What is no username is not kept: some type their password there."""
        is_closed = getattr(request, "axes_locked_out", False)
        super().user_login_failed(sender, credentials, request, **signal)
        named = User.objects.filter(username=credentials.get("username") or "").first()
        if request is not None and named and not is_closed:
            audit.note_refused(
                Happening.PASSWORD_REFUSED, named, f"from {address_of(request) or 'no address'}"
            )


def address_of(request: HttpRequest) -> str | None:
    """Whom guesses are counted for."""
    return network_of(request.META.get("REMOTE_ADDR", ""))
