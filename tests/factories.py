"""Rows with sensible defaults."""

from datetime import UTC, datetime

import factory
from django.contrib.auth.models import User
from factory.django import DjangoModelFactory

from reviews.models import (
    Artifact,
    ElaborationRecord,
    Finding,
    Item,
    Membership,
    Repository,
    Revision,
    Session,
    Team,
)

NOTES = """# Payment retries

## Problem

Cards are declined for reasons that go away within minutes, and we lose those orders.

## Plan

We will retry each declined payment three times. This makes checkout significantly better.
"""


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"user{n}")


class TeamFactory(DjangoModelFactory):
    class Meta:
        model = Team

    name = factory.Sequence(lambda n: f"Team {n}")
    slug = factory.Sequence(lambda n: f"team-{n}")


class MembershipFactory(DjangoModelFactory):
    class Meta:
        model = Membership

    role = "member"


class ItemFactory(DjangoModelFactory):
    class Meta:
        model = Item

    team = factory.SubFactory(TeamFactory)
    title = factory.Sequence(lambda n: f"Item {n}")
    slug = factory.Sequence(lambda n: f"item-{n}")


class ArtifactFactory(DjangoModelFactory):
    """An artifact with one revision whose bytes are `content`."""

    class Meta:
        model = Artifact
        skip_postgeneration_save = True

    item = factory.SubFactory(ItemFactory)
    name = factory.Sequence(lambda n: f"notes-{n}.md")
    kind = "markdown"
    source = "paste"

    @factory.post_generation
    def content(self, create, extracted, **kwargs):
        raw = NOTES if extracted is None else extracted
        raw = raw.encode() if isinstance(raw, str) else raw
        self.current = Revision.objects.create(artifact=self, number=1, content=raw)
        self.save(update_fields=["current"])


class SessionFactory(DjangoModelFactory):
    """A draft interview with no artifacts: `engine.actions.create_session` makes a whole one."""

    class Meta:
        model = Session

    item = factory.SubFactory(ItemFactory)
    kind = "interview"
    provider = "offline"


class ElaborationRecordFactory(DjangoModelFactory):
    """What a roundtable on a step came to."""

    class Meta:
        model = ElaborationRecord

    item = factory.SubFactory(ItemFactory)
    step_id = "01-03"
    turn_count = 7
    personas_active = factory.LazyFunction(lambda: ["alex", "maya"])
    timestamp = datetime(2026, 2, 20, 14, 30, tzinfo=UTC)
    synthesis_summary = "Retries end after ten days."


class RepositoryFactory(DjangoModelFactory):
    """A link without a mirror: `tests/repositories` makes whole ones."""

    class Meta:
        model = Repository

    team = factory.SubFactory(TeamFactory)
    url = factory.Sequence(lambda n: f"https://git.example.org/notes-{n}.git")


class FindingFactory(DjangoModelFactory):
    """An open finding of the rules in the current revision of an artifact."""

    class Meta:
        model = Finding

    artifact = factory.SubFactory(ArtifactFactory)
    revision = factory.LazyAttribute(lambda finding: finding.artifact.current)
    by = "offline"
    claim = "vague_claim"
    fingerprint = factory.Sequence(lambda n: f"{n:016x}")
    severity = "medium"
    quote = "This makes checkout significantly better."
    section = "Plan"
    line = 9
    column = 46
    description = "A claim without a figure."
    suggestion = "How much better, and how do you know?"
