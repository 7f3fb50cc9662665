"""A linked repository with a mirror, over a local path, without pages or jobs."""

from django.utils import timezone

from reviews.git import browse, mirror
from reviews.git.mirror import HEADS, PINS, TAGS
from reviews.models import Artifact, Item, Repository, Revision
from reviews.repositories.places import mirror_of, source_of
from tests import factories
from tests.git.making import Upstream, plain, read_reference, write_reference
from tests.git.stock import Stock

PLAN = b"""# Payment retries

## Problem

Cards are declined for reasons that go away within minutes, and we lose those orders.

## Plan

We will retry each declined payment three times.

## Risks

None.
"""
MORE = PLAN.replace(b"## Plan\n", b"## Plan\n\nA pilot comes first.\n")


_blobs: dict[tuple[str, str], browse.Blob] = {}
"""The files of commits that a test of this process has picked before: an id stands for the same bytes in all."""


def linked_copy(team, upstream: Upstream, stock: Stock) -> Repository:
    """A copy of the repository as a row, with a copy of the mirror."""
    repository = factories.RepositoryFactory(team=team, url=str(upstream.path))
    stock.mirror(mirror_of(repository))
    seen(repository, "main")
    return repository


def linked(team, upstream: Upstream) -> Repository:
    """The repository as a row, fetched."""
    repository = factories.RepositoryFactory(team=team, url=str(upstream.path))
    fetch(repository)
    return repository


def fetch(repository: Repository) -> None:
    """Brings its mirror up to date: by one git alone, when it is there."""
    folder = mirror_of(repository)
    if folder.exists() and repository.url.startswith("/"):
        where = (f"+refs/heads/*:{HEADS}*", f"+refs/tags/*:{TAGS}*")
        plain(folder, "fetch", "-q", "--prune", "--no-tags", "--no-auto-gc", repository.url, *where)
        seen(repository, "main")
    else:
        seen(repository, mirror.fetch(folder, source_of(repository)).seen.default_branch)


def seen(repository: Repository, branch: str) -> None:
    """The row tells of a fetch that saw this branch."""
    repository.default_branch = branch
    repository.head = read_reference(mirror_of(repository), f"{HEADS}{branch}")
    repository.state, repository.fetched = "ready", timezone.now()
    repository.save()


def picked(item: Item, repository: Repository, path: str, *, branch: str = "main") -> Artifact:
    """The file as an artifact of the item, pinned to the commit that the branch is at."""
    folder = mirror_of(repository)
    commit = read_reference(folder, f"{HEADS}{branch}")
    blob = _blobs.get((commit, path)) or browse.blob(folder, commit, path, most=5 << 20)
    _blobs[commit, path] = blob
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
    write_reference(folder, f"{PINS}{commit}", commit)
    return artifact
