"""Turn off somebody's second factor."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from reviews.accounts import second_factor


class Command(BaseCommand):
    help = "Turn off the second factor of USER, who has lost their phone and their recovery codes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(
                f"Nobody has the username {options['user']!r}. Check the spelling; capitals count."
            )
        if not second_factor.turn_off(user, by=None):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"A log-in of {user.username} asks for no code any more.")
