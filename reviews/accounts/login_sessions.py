"""Whom a request comes from: Django's log-in sessions and accounts, each read by a prepared query, because every page,
form and socket asks for both."""

from typing import Any

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import CharField, DateTimeField, IntegerField
from django.utils import timezone

from personas.models.prepared import Given, PreparedQuery

BACKEND = "reviews.accounts.login_sessions.PreparedAccounts"
"""What a new log-in names as its backend. Older ones name Django's own, which stays in the settings for them."""
_data_of = PreparedQuery(
    lambda: (
        Session.objects.filter(
            session_key=Given("key", CharField()), expire_date__gt=Given("now", DateTimeField())
        )
        .values_list("session_data", flat=True)
        .order_by()
    )
)
_account = PreparedQuery(
    lambda: User.objects.filter(pk=Given("user", IntegerField()), is_active=True).order_by()
)


class SessionStore(db.SessionStore):
    """Django's sessions in the database, in the same table."""

    def load(self) -> dict[str, Any]:
        """What the session holds. One that is not there, or not any more, is dealt with by Django."""
        stored = _data_of.first(key=self.session_key, now=timezone.now())
        return super().load() if stored is None else dict(self.decode(stored))


class PreparedAccounts(BaseBackend):
    """Knows whose a log-in is, and nothing of passwords and permissions."""

    def get_user(self, user_id: int) -> User | None:
        return _account.first(user=user_id)
