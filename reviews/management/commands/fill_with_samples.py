"""`manage.py fill_with_samples`: as many sessions as teams hold in years, to try out a full ELM."""

import time
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from reviews.accounts import bootstrap
from reviews.management.filling.copies import Filler
from reviews.management.filling.people import SHARES, SLUG, filled_teams
from reviews.management.filling.plan import choose_templates, draw_times
from reviews.management.filling.rows import written_quickly
from reviews.management.filling.templates import hold_templates
from reviews.models import Item, Session
from reviews.search.indexing import rebuild_index

AT_ONCE = 1000
TOLD_EVERY = 5_000


class Command(BaseCommand):
    help = "Fill the database with sessions that look like those of teams of some years."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sessions", type=int, default=1000, help="how many sessions (1,000)")
        parser.add_argument("--events", type=int, default=0, help="about how many events they have together")
        parser.add_argument(
            "--weeks", type=int, default=156, help="over how many weeks they are spread (156)"
        )
        parser.add_argument(
            "--beside-others", action="store_true", help="even though the database has other sessions"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        others = Session.objects.exclude(team__slug__startswith=SLUG)
        if others.exists() and not options["beside_others"]:
            raise CommandError(
                "This database has sessions that people have held. Fill another one (ELM_DATA_DIR or "
                "DATABASE_URL), or say --beside-others."
            )
        if options["sessions"] < 1 or options["weeks"] < 1:
            raise CommandError("Give at least one session and one week.")
        self.began = time.monotonic()
        admin = bootstrap.take()
        # Filling it once more makes others.
        random = Random(f"18 {Item.objects.count()}")  # noqa: S311  no secret is drawn
        teams, now = filled_teams(admin), timezone.now()
        templates = hold_templates(teams[0].team, admin)
        self.tell(f"{len(templates)} sessions were held and will be copied.")
        count = options["sessions"]
        chosen = choose_templates(templates, count, options["events"], random)
        times = draw_times(now, options["weeks"], count, random)
        filler = Filler(teams, now, random)
        with written_quickly():
            for number, (template, when) in enumerate(zip(chosen, times, strict=True), 1):
                filler.copy(template, random.choices(teams, SHARES)[0], when)
                if number % AT_ONCE == 0 or number == count:
                    filler.write(now if number == count else when)
                if number % TOLD_EVERY == 0:
                    self.tell(f"  {number:,} sessions")
            filler.tables.finish()
            filler.spending.store([one.team.pk for one in teams])
            self.tell(f"{count:,} sessions with {sum(map(len, chosen)):,} events are there.")
            self.tell(f"{rebuild_index():,} texts can be searched.")

    def tell(self, what: str) -> None:
        clock, spent = time.monotonic() - self.began, time.process_time()
        self.stdout.write(f"{clock:6,.0f} s, {spent:5,.0f} s of CPU: {what}")
        self.stdout.flush()
