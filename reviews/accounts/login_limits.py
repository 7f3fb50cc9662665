"""How often a password may be guessed: for a username from an address, for a username, and from an address.

django-axes counts failures and has one limit for all. Here each way of counting has its own: somebody who guesses at
one account is stopped early, somebody who changes addresses or usernames later, so that an office behind one address is
not locked out for its typos.
"""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest

from reviews.accounts.networks import network_of


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


def address_of(request: HttpRequest) -> str | None:
    """Whom guesses are counted for."""
    return network_of(request.META.get("REMOTE_ADDR", ""))
