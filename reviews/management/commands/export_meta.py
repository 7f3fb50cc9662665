"""`manage.py export_meta ITEM`: the meta.json of an item on the standard output."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from reviews.exports.records import export_meta
from reviews.models import Item


class Command(BaseCommand):
    help = (
        "Prints the meta.json of ITEM: its elaborations, completed steps and every field that was imported."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("item", help="the slug of an item, the last part of its address")

    def handle(self, *args: Any, **options: Any) -> None:
        item = Item.objects.filter(slug=options["item"]).first()
        if item is None:
            raise CommandError(f"There is no item {options['item']!r}. Take the last part of its address.")
        self.stdout.write(json.dumps(export_meta(item), indent=2, ensure_ascii=False))
