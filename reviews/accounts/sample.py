"""The sample item of a new team: something real to try ELM on."""

from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction

from reviews.models import Item, Revision, Team
from reviews.models.artifact import ArtifactKind, Source

FOLDER = Path(__file__).parent / "sample"
TITLE = "Payment retries"
DESCRIPTION = "A sample: a note for the leadership team, with gaps. Start an interview and see what ELM asks."


def load_sample(team: Team, owner: User | None = None) -> Item | None:
    """Give `team` the sample item, once and only while it has no other item.

    Returns None when there was nothing to do: a sample that somebody deleted stays deleted.
    """
    files = sorted(FOLDER.glob("*.md"))
    with transaction.atomic():
        first_time = files and Team.objects.filter(pk=team.pk, sample_offered=False).update(
            sample_offered=True
        )
        if not first_time or team.items.exists():
            return None
        return make_sample(team, owner)


def restore_sample(team: Team, owner: User) -> Item:
    """Give `team` the sample item anew, because somebody asks for it; what there is of an earlier one stays."""
    with transaction.atomic():
        Team.objects.filter(pk=team.pk).update(sample_offered=True)
        return make_sample(team, owner)


def make_sample(team: Team, owner: User | None) -> Item:
    """The sample item with its artifacts, as it is shipped. Called in a transaction."""
    item = Item.objects.create(
        team=team,
        title=TITLE,
        slug=Item.objects.free_slug(TITLE, team),
        description=DESCRIPTION,
        owner=owner,
    )
    for file in sorted(FOLDER.glob("*.md")):
        artifact = item.artifacts.create(
            name=file.name, kind=ArtifactKind.of(file.name), source=Source.UPLOAD
        )
        artifact.current = Revision.objects.create(artifact=artifact, number=1, content=file.read_bytes())
        artifact.save(update_fields=["current"])
    return item
