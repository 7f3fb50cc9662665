"""Print a link that logs somebody in once."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from reviews.accounts import login_links


class Command(BaseCommand):
    help = "Print a link that logs USER in once, within ten minutes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the username")
        parser.add_argument(
            "--base",
            default=settings.ELM_SITE_URL or "http://127.0.0.1:8000",
            help="where the server is reached; ELM_SITE_URL or the first of CSRF_TRUSTED_ORIGINS if there is one",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(
                f"Nobody has the username {options['user']!r}. Check the spelling; capitals count."
            )
        if not user.is_active:
            raise CommandError(
                f"The account {user.username} is switched off. Switch it on in the admin first."
            )
        self.stdout.write(options["base"].rstrip("/") + login_links.make(user))
