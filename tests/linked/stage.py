"""A linked repository with a mirror, over a local path, without pages or jobs."""

from django.utils import timezone

from reviews.linked.places import mirror_of, source_of
from reviews.models import Artifact, Item, Repository, Revision
from reviews.repos import browse, mirror
from tests import factories
from tests.repos.making import Upstream

PLAN = b"""# Payment retries

## Problem

Cards are declined for reasons that go away within minutes, and we lose those orders.

## Plan

We will retry each declined payment three times.

## Risks

None.
"""


def linked(team, upstream: Upstream) -> Repository:
    """The repository as a row, fetched."""
    repository = factories.RepositoryFactory(team=team, url=str(upstream.path))
    fetch(repository)
    return repository


def fetch(repository: Repository) -> None:
    """Brings its mirror up to date."""
    fetched = mirror.fetch(mirror_of(repository), source_of(repository))
    branch = fetched.seen.default_branch
    repository.default_branch = branch
    repository.head = browse.resolve(mirror_of(repository), branch)
    repository.state, repository.fetched = "ready", timezone.now()
    repository.save()


def picked(item: Item, repository: Repository, path: str, *, branch: str = "main") -> Artifact:
    """The file as an artifact of the item, pinned to the commit that the branch is at."""
    folder = mirror_of(repository)
    commit = browse.resolve(folder, branch)
    blob = browse.blob(folder, commit, path, most=5 << 20)
    artifact = Artifact.objects.create(
        item=item,
        name=path.rpartition("/")[2],
        kind="markdown" if path.endswith(".md") else "text",
        source="repository",
        repository=repository,
        branch=branch,
        path=path,
    )
    artifact.current = Revision.objects.create(
        artifact=artifact, number=1, content=blob.data, commit=commit, blob=blob.id
    )
    artifact.save(update_fields=["current"])
    mirror.pin(folder, commit)
    return artifact
