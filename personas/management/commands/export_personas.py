from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from personas.loading import export_personas


class Command(BaseCommand):
    help = (
        "Writes every persona, phase, step, angle and tool document to a folder as Markdown, one file each."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dir", type=Path, help="the folder; it is made if it does not exist")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["dir"]
        try:
            paths = export_personas(folder)
        except OSError as error:
            raise CommandError(
                f"{folder} cannot be written ({error.strerror}). Name another folder."
            ) from error
        self.stdout.write(f"{len(paths)} files written to {folder}.")
