"""`manage.py digest`: mails what waits to those who have asked for it; to be run by cron, such as each morning."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from reviews.figures.digest import send_digests


class Command(BaseCommand):
    help = "Mail what waits for them to those who have asked for it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--base", default="http://127.0.0.1:8000", help="where the server is reached")

    def handle(self, *args: Any, **options: Any) -> None:
        made = list(send_digests(options["base"].rstrip("/")))
        waited = [one for one in made if one.waits]
        self.stdout.write(
            f"{len(made)} have asked for it, for {len(waited)} something waits, "
            f"{sum(one.taken for one in made)} mails went to the mail server."
        )
