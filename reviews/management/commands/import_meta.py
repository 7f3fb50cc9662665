"""`manage.py import_meta FILE`: take over what a meta.json says of an item."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from reviews.errors import ElmError
from reviews.exports import meta, records
from reviews.models import Item, Team


class Command(BaseCommand):
    help = "Reads a meta.json into the item that it names, or makes that item. Safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a meta.json")
        parser.add_argument("--item", metavar="SLUG", help="read it into this item, whatever the file names")
        parser.add_argument(
            "--team", metavar="SLUG", help="the team of the item; needed when there are several"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            raw = meta.parse_meta(path.read_bytes(), path.name)
            with transaction.atomic():
                item = chosen(raw, options["item"] or "", options["team"] or "")
                found = records.import_meta(item, raw)
        except OSError as error:
            raise CommandError(f"{path} can't be read ({error.strerror}). Name another file.") from error
        except ElmError as error:
            raise CommandError(str(error)) from error
        for sentence in found.left_out:
            self.stderr.write(sentence)
        self.stdout.write(f"{item.slug}: {found.sentence}")


def chosen(raw: dict[str, Any], item_slug: str, team_slug: str) -> Item:
    """The item to read the file into, made when the file is about a new one. Raises ElmError."""
    team = the_team(team_slug) if team_slug else None
    if item_slug:
        items = Item.objects.filter(slug=item_slug) if team is None else team.items.filter(slug=item_slug)
        if found := items.first():
            return found
        raise ElmError(f"There is no item “{item_slug}” there. Take the last part of its address.")
    return records.item_named(raw, team) or records.new_item(raw, team or the_team(""))


def the_team(slug: str) -> Team:
    """The team with this slug; the only one for "". Raises ElmError."""
    teams = list(Team.objects.filter(slug=slug) if slug else Team.objects.all()[:2])
    if len(teams) == 1:
        return teams[0]
    if slug:
        raise ElmError(f"There is no team “{slug}”. Its page's address ends in ?team= and its slug.")
    raise ElmError("Say with --team for which team the item is.")
