"""A linked repository with a mirror, over a local path, without pages or jobs."""

import shutil
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from django.utils import timezone

from reviews.git import browse, mirror
from reviews.git.addresses import Policy, parse_address
from reviews.git.mirror import HEADS, TAGS
from reviews.git.sources import RepositorySource
from reviews.models import Artifact, Item, Repository, Revision
from reviews.repositories.places import mirror_of, source_of
from tests import factories
from tests.git.making import Upstream, plain

PLAN = b"""# Payment retries

## Problem

Cards are declined for reasons that go away within minutes, and we lose those orders.

## Plan

We will retry each declined payment three times.

## Risks

None.
"""
MORE = PLAN.replace(b"## Plan\n", b"## Plan\n\nA pilot comes first.\n")


@dataclass(frozen=True)
class Stock:
    """A repository and a mirror of it, to make copies of: quicker than to make them anew."""

    made: Upstream
    copy: Path

    @classmethod
    def of(cls, made: Upstream) -> Self:
        """The repository with a mirror beside it."""
        policy = Policy(roots=(made.path.parent,))
        copy = made.path.with_name("mirror.git")
        mirror.fetch(copy, RepositorySource(parse_address(str(made.path), policy), policy))
        for folder in (made.path, copy):
            plain(folder, "repack", "-adq")  # a copy of few files is made, and removed, sooner
        return cls(made, copy)

    def upstream(self, path: Path) -> Upstream:
        """A copy of the repository, which goes its own way."""
        shutil.copytree(self.made.path, path)
        made = copy(self.made)
        made.path = path
        return made

    def linked(self, team, upstream: Upstream) -> Repository:
        """A copy of the repository as a row, with a copy of the mirror."""
        repository = factories.RepositoryFactory(team=team, url=str(upstream.path))
        shutil.copytree(self.copy, mirror_of(repository))
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
