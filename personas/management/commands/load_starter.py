from typing import Any

from django.core.management.base import BaseCommand, CommandError

from personas.errors import BadPersonaFile
from personas.loading import load_starter


class Command(BaseCommand):
    help = (
        "Loads the shipped personas, phases, steps, angles and tool documents, and updates the unedited ones."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(str(load_starter()))
        except BadPersonaFile as error:
            raise CommandError(str(error)) from error
