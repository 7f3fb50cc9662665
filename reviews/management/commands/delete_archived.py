"""Delete what teams have archived for longer than they keep it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviews.errors import ElmError
from reviews.keeping.retention import due_in
from reviews.models import Team


class Command(BaseCommand):
    help = (
        "Delete for good what teams have archived for longer than their setting says. "
        "With --dry-run it only says what would go. Exits with 1 when something could not be deleted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--team", default="", help="the slug of one team; all teams without it")
        parser.add_argument("--dry-run", action="store_true", help="delete nothing, say what would go")

    def handle(self, *args: Any, **options: Any) -> None:
        """Each team's due rows, one line each. Raises CommandError for an unknown team."""
        teams = Team.objects.filter(slug=options["team"]) if options["team"] else Team.objects.all()
        if options["team"] and not teams:
            raise CommandError(f"There is no team “{options['team']}”. Its slug is the end of its address.")
        count, failed = 0, 0
        for team in teams.exclude(keep_archived_days=None).order_by("slug"):
            for due in list(due_in(team)):
                goes = ", ".join(due.belongings().goes) or "nothing else"
                verb = "would delete" if options["dry_run"] else "deletes"
                self.stdout.write(f"{team.slug}: {verb} the {due.kind} “{due.name}” with {goes}")
                count += 1
                try:
                    if not options["dry_run"]:
                        due.delete()
                except ElmError as error:
                    failed += 1
                    self.stderr.write(f"  It was left as it is: {error}")
        self.stdout.write(f"{count} to delete." if options["dry_run"] else f"{count - failed} deleted.")
        if failed:
            raise CommandError(f"{failed} could not be deleted.")
