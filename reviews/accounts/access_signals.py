"""Has open pages checked at once when a membership, an account or a log-in changes in this process, whoever changes it:
a page, the administration or Django itself. What bypasses signals, such as an update of many rows, is found later."""

from typing import Any

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as LoginSession
from django.db import transaction
from django.db.models.signals import post_delete, post_save

from reviews.log import publish
from reviews.models import Membership


def connect() -> None:
    """Listen from now on. Can be repeated."""
    for model in (User, Membership):
        post_save.connect(check_open_pages, sender=model, dispatch_uid="check_open_pages")
    for gone in (User, Membership, LoginSession):
        post_delete.connect(check_open_pages, sender=gone, dispatch_uid="check_open_pages")


def check_open_pages(update_fields: frozenset[str] | None = None, **signal: Any) -> None:
    """Have them checked when the change is committed. A log-in changes its account too, but nothing that counts."""
    if update_fields != {"last_login"}:
        transaction.on_commit(publish.access_changed)
