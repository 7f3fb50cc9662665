"""Makes the search index anew."""

from typing import Any

from django.core.management.base import BaseCommand

from reviews.search.indexing import rebuild_index


class Command(BaseCommand):
    help = "Makes the search index anew from everything that is stored, and says how many entries it has."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{rebuild_index():,} entries.")
