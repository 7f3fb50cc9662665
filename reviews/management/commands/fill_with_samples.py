"""`manage.py fill_with_samples`: as many sessions as a team holds in years, to try out a full ELM."""

import math
import operator
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import batched
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import models, transaction
from django.utils import timezone

from reviews.accounts import bootstrap
from reviews.accounts.sample import FOLDER
from reviews.management.filling.copies import SESSIONS_PER_ITEM, WORDS, Batch, Filler
from reviews.management.filling.templates import Template, hold, ways
from reviews.models import (
    Artifact,
    Change,
    DailySpending,
    Event,
    Finding,
    Item,
    Membership,
    ModelCall,
    PinnedVersion,
    Revision,
    Session,
    SessionArtifact,
    Team,
)
from reviews.models.team import Role

SLUG = "filled-with-samples"
NOTE = FOLDER / "payment-retry-note.md"
AT_ONCE = 500
ORDER = (Item, Artifact, Revision, Session, SessionArtifact, PinnedVersion, Event, ModelCall, Change, Finding)
"""What refers to another comes after it. An artifact names its revision once both are there."""


@contextmanager
def given_times() -> Iterator[None]:
    """Rows keep the time of making that they are given."""
    fields = [model._meta.get_field("created") for model in ORDER if has_time(model)]
    for field in fields:
        assert isinstance(field, models.DateTimeField)
        field.auto_now_add = False
    try:
        yield
    finally:
        for field in fields:
            assert isinstance(field, models.DateTimeField)
            field.auto_now_add = True


def has_time(model: type[models.Model]) -> bool:
    return any(field.name == "created" for field in model._meta.fields)


def store(batch: Batch) -> None:
    """Store all rows of a batch, in one transaction."""
    with transaction.atomic():
        for model in ORDER:
            rows = batch.rows.get(model, [])
            for field in (one for one in model._meta.fields if one.is_relation):
                for row in rows:
                    # The key of what was stored a moment ago.
                    if field.is_cached(row) and (target := getattr(row, field.name)) is not None:
                        setattr(row, field.attname, target.pk)
            model._default_manager.bulk_create(rows, batch_size=AT_ONCE)
        for revision in batch.rows.get(Revision, []):
            revision.artifact.current = revision
        Artifact.objects.bulk_update(batch.rows.get(Artifact, []), ["current"], batch_size=AT_ONCE)


class Command(BaseCommand):
    help = "Fill the database with sessions that look like a team's of some years."

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
        others = Session.objects.exclude(team__slug=SLUG)
        if others.exists() and not options["beside_others"]:
            raise CommandError(
                "This database has sessions that people have held. Fill another one (ELM_DATA_DIR or "
                "DATABASE_URL), or say --beside-others."
            )
        if options["sessions"] < 1 or options["weeks"] < 1:
            raise CommandError("Give at least one session and one week.")
        began = time.monotonic()
        people = people_of_team(bootstrap.take())
        team = Team.objects.get(slug=SLUG)
        templates = held_templates(team, people[0])
        self.stdout.write(f"{len(templates)} sessions were held and will be copied.")
        filler = Filler(team.pk, people, NOTE.read_bytes(), timezone.now())
        with given_times():
            events = self.copy(filler, templates, options)
        seconds = time.monotonic() - began
        self.stdout.write(f"{options['sessions']:,} sessions with {events:,} events in {seconds:,.0f} s")

    def copy(self, filler: Filler, templates: list[Template], options: dict[str, Any]) -> int:
        """Make the copies, and give how many events they have."""
        count, spread = options["sessions"], timedelta(weeks=options["weeks"])
        chosen = choose(templates, count, options["events"], filler.random)
        events = 0
        for numbers in batched(range(count), AT_ONCE, strict=False):
            batch, place = Batch(), None
            for number in numbers:
                when = filler.now - spread * (1 - (number + 1) / (count + 1))
                if place is None or number % SESSIONS_PER_ITEM == 0:
                    place = filler.item_at(batch, when)
                filler.copy(batch, chosen[number], place, when)
            store(batch)
            events += batch.events
            if (numbers[-1] + 1) % 10_000 == 0:
                self.stdout.write(f"  {numbers[-1] + 1:,} sessions")
        DailySpending.objects.bulk_create(
            filler.spending_rows(),
            batch_size=AT_ONCE,
            update_conflicts=True,
            unique_fields=["team", "day", "persona", "model"],
            update_fields=["calls", "tokens_in", "tokens_out", "cost_micros"],
        )
        return events


def people_of_team(admin: User) -> list[User]:
    """The team that is filled, made when it is missing, with the first admin and twenty members. Gives all of them."""
    team, _ = Team.objects.get_or_create(slug=SLUG, defaults={"name": "Filled with samples"})
    names = WORDS.words("names")
    people = [
        User.objects.get_or_create(username=f"filled-{name.lower()}", defaults={"first_name": name})[0]
        for name in names
    ]
    for user in [admin, *people]:
        role = Role.ADMIN if user == admin else Role.MEMBER
        Membership.objects.get_or_create(team=team, user=user, defaults={"role": role})
    return [admin, *people]


def held_templates(team: Team, admin: User) -> list[Template]:
    """The sessions that are copied, held on an item of their own."""
    item = Item.objects.create(
        team=team,
        title="Held to be copied",
        slug=Item.objects.free_slug("Held to be copied", team),
        owner=admin,
    )
    artifact = Artifact.objects.create(item=item, name="notes.md", kind="markdown", source="paste")
    artifact.current = Revision.objects.create(artifact=artifact, number=1, content=NOTE.read_bytes())
    artifact.save(update_fields=["current"])
    return [hold(item, artifact, admin, way) for way in ways()]


def choose(templates: list[Template], count: int, events: int, random: Random) -> list[Template]:
    """So many templates, drawn by their shares; with `events`, by shares that lean to longer or shorter ones until
    they have about so many events together."""
    lengths = [len(one.events) for one in templates]

    def shares(lean: float) -> list[float]:
        return [one.share * math.exp(lean * length) for one, length in zip(templates, lengths, strict=True)]

    low, high = -1.0, 1.0
    for _ in range(40 if events else 0):
        middle = (low + high) / 2
        weights = shares(middle)
        mean = sum(map(operator.mul, weights, lengths)) / sum(weights)
        low, high = (middle, high) if mean < events / count else (low, middle)
    return random.choices(templates, shares((low + high) / 2), k=count)
