from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from personas.errors import BadPersonaFile
from personas.loading import import_personas


class Command(BaseCommand):
    help = (
        "Creates or edits personas, phases, steps, angles and tool documents from the files of a folder: all or, if "
        "one is wrong, none."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dir", type=Path, help="a folder as export_personas writes it")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["dir"]
        try:
            self.stdout.write(str(import_personas(folder)))
        except BadPersonaFile as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{folder} cannot be read ({error.strerror}). Name another folder.") from error
