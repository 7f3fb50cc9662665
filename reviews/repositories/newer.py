"""What the branch of an artifact has that the commit it is pinned to has not, as the last fetch saw it.

One look at a mirror serves all artifacts that are pinned to the same commit, and is kept: between two commits
nothing ever changes.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.core.cache import cache

from reviews.errors import RepositoryError
from reviews.git import browse, history
from reviews.git.mirror import HEADS
from reviews.models import Artifact, Repository, Revision
from reviews.repositories.places import mirror_of

KEPT_SECONDS = 86_400


@dataclass(frozen=True)
class Newer:
    """How the branch of an artifact stands to its pinned commit.

    tip: the branch's newest commit, "" when there is no such branch any more; same: its file has the pinned bytes;
    count: its commits that touched the file since, 0 when they led back to the same bytes; rewritten: the pinned
    commit is no part of its history any more; gone: it has no such file; trouble: the sentence that says why
    nothing is known.
    """

    tip: str = ""
    count: int = 0
    rewritten: bool = False
    gone: bool = False
    same: bool = False
    trouble: str = ""

    @property
    def branch_gone(self) -> bool:
        return not self.tip and not self.trouble

    @property
    def is_news(self) -> bool:
        """Whether there is something on the branch to look at."""
        return bool(self.tip) and (self.count > 0 or self.rewritten or self.gone)

    @property
    def is_lost(self) -> bool:
        """Whether the pinned commit or the file is not on the branch any more."""
        return self.rewritten or self.gone or self.branch_gone

    @property
    def is_worth_a_look(self) -> bool:
        return self.is_news or self.branch_gone


type Pins = Mapping[UUID, Revision]
"""For each artifact the revision that is its pinned one."""


def newer_of(artifact: Artifact) -> Newer | None:
    """What is newer than the artifact's pinned commit; None when it is from no repository that is linked now."""
    return newer_of_each([artifact]).get(artifact.pk)


def newer_of_each(artifacts: Iterable[Artifact]) -> dict[UUID, Newer]:
    """`newer_of` for many, which need their `repository`: one query, and a few calls of git for each repository."""
    linked = [artifact for artifact in artifacts if artifact.repository_id]
    pins = pins_of(linked)
    groups: dict[UUID, list[Artifact]] = defaultdict(list)
    for artifact in linked:
        if artifact.repository_id and artifact.pk in pins:
            groups[artifact.repository_id].append(artifact)
    found: dict[UUID, Newer] = {}
    for group in groups.values():
        found |= _in_repository(group, pins)
    return found


def pins_of(artifacts: Collection[Artifact]) -> dict[UUID, Revision]:
    """The pinned revision of each artifact that has one (`Artifact.pinned`), without content, by one query."""
    if not artifacts:
        return {}
    rows = Revision.objects.filter(artifact__in=artifacts).exclude(commit="").defer("content")
    return {row.artifact_id: row for row in rows.order_by("number")}


def _in_repository(artifacts: Sequence[Artifact], pins: Pins) -> dict[UUID, Newer]:
    repository = artifacts[0].repository
    assert repository
    if not repository.is_readable:
        never = Newer(
            trouble=f"{repository.name} was not fetched yet, so nothing is known about newer commits."
        )
        return dict.fromkeys((artifact.pk for artifact in artifacts), never)
    try:
        return _looked(repository, artifacts, pins)
    except RepositoryError as error:
        return dict.fromkeys((artifact.pk for artifact in artifacts), Newer(trouble=str(error)))


def _looked(repository: Repository, artifacts: Sequence[Artifact], pins: Pins) -> dict[UUID, Newer]:
    mirror = mirror_of(repository)
    heads = {artifact.branch: f"{HEADS}{artifact.branch}" for artifact in artifacts}
    commits = browse.known(mirror, [*heads.values(), *{pins[artifact.pk].commit for artifact in artifacts}])
    found: dict[UUID, Newer] = {}
    groups: dict[tuple[str, str], list[Artifact]] = defaultdict(list)
    for artifact in artifacts:
        tip, pinned = commits.get(heads[artifact.branch], ""), pins[artifact.pk].commit
        if not tip:
            found[artifact.pk] = Newer()
        elif kept := cache.get(_cache_key(artifact, pinned, tip)):
            found[artifact.pk] = kept
        else:
            groups[pinned if pinned in commits else "", tip].append(artifact)
    for (pinned, tip), group in groups.items():
        for artifact, newer in zip(group, _compared(mirror, pinned, tip, group, pins), strict=True):
            found[artifact.pk] = newer
            cache.set(_cache_key(artifact, pins[artifact.pk].commit, tip), newer, KEPT_SECONDS)
    return found


def _compared(mirror: Path, pinned: str, tip: str, artifacts: Sequence[Artifact], pins: Pins) -> list[Newer]:
    """The artifacts that are pinned to one commit, against one tip. `pinned` is "" when the mirror has lost it."""
    there = browse.entries(mirror, tip, [artifact.path for artifact in artifacts])
    rewritten = history.newer(mirror, pinned, tip).rewritten if pinned else True
    found = []
    for artifact in artifacts:
        entry = there.get(artifact.path)
        is_file = entry is not None and entry.kind == "file"
        same = entry is not None and is_file and entry.id == pins[artifact.pk].blob
        count = history.newer(mirror, pinned, tip, artifact.path).count if pinned and not same else 0
        found.append(Newer(tip, count, rewritten, not is_file, same))
    return found


def _cache_key(artifact: Artifact, pinned: str, tip: str) -> str:
    path = hashlib.sha256(artifact.path.encode()).hexdigest()
    return f"newer:{artifact.repository_id}:{pinned}:{tip}:{path}"
