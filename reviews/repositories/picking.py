"""Taking files of a repository into an item: as artifacts that are pinned to the commit they were taken from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from reviews import uploads
from reviews.errors import ElmError, NotReadable, RepositoryError
from reviews.git import browse, mirror
from reviews.git.browse import Blob
from reviews.models import Artifact, Item, Repository, Revision, Team
from reviews.models.artifact import ArtifactKind, Source
from reviews.models.repository import LONGEST_PATH
from reviews.repositories.browsing import CommitInView, checked_path, place_of
from reviews.repositories.patterns import Patterns
from reviews.uploads import LONGEST_NAME, Taken, disk_may_be_full

EMPTY = "This repository has no commits yet, so there is nothing to take from it."


@dataclass(frozen=True)
class Picked:
    """What was read of a repository, before anything is stored: the files that are good to take, by path."""

    place: CommitInView
    files: Mapping[str, Blob]


def pick(
    item: Item, repository: Repository, ref: str, paths: Sequence[str], by: User, *, commit: str = ""
) -> Taken:
    """Take files at `ref` (a branch, a tag, a commit id; "" for the branch shown first) into an item.

    `commit` names the commit of the branch that was looked at, when it may have moved on since. Each good file
    becomes an artifact that is pinned to the commit; about the others there are sentences in `problems`. Raises
    ElmError, with nothing stored, for an item of another team, too many files, an unknown ref or a full disk.
    """
    taken = Taken()
    store(item, read(repository, ref, paths, taken, commit=commit), by, taken)
    return taken


def read(repository: Repository, ref: str, paths: Sequence[str], taken: Taken, *, commit: str = "") -> Picked:
    """The good ones of the files; sentences about the others go into `taken`. Raises ElmError."""
    wanted = list(dict.fromkeys(paths))
    if len(wanted) > settings.ELM_MAX_FILES:
        raise ElmError(
            f"You chose {len(wanted)} files; {settings.ELM_MAX_FILES} can be picked at once. "
            "Nothing was stored. Choose fewer."
        )
    place = place_of(repository, ref, commit=commit)
    if place is None:
        raise ElmError(EMPTY)
    files: dict[str, Blob] = {}
    for path in wanted:
        try:
            check_path(path, repository.team)
            found = browse.blob(place.mirror, place.commit, path, most=uploads.most_bytes())
            if uploads.is_readable(path, found.data, taken):
                files[path] = found
        except (RepositoryError, NotReadable) as problem:
            taken.problems.append(str(problem))
    return Picked(place, files)


def check_path(path: str, team: Team) -> None:
    """Raise RepositoryError(path) for what is no path, NotReadable for one that is too long, or that the team does
    not take."""
    if len(checked_path(path)) > LONGEST_PATH or len(path.rpartition("/")[2]) > LONGEST_NAME:
        raise NotReadable(
            f"The path “{path[:40]}…” is too long: {LONGEST_NAME} characters fit for a name, {LONGEST_PATH} for a path."
        )
    if not Patterns.read(team.file_patterns).allow(path):
        raise NotReadable(
            f"{path} is not among the files that your team takes from repositories. An admin of the team can "
            "change the file patterns."
        )


def store(item: Item, picked: Picked, by: User, taken: Taken) -> None:
    """Store what was read, in one transaction that also pins the commit. Raises ElmError, with nothing stored."""
    repository = picked.place.repository
    if item.team_id != repository.team_id:
        raise ElmError(
            f"“{item.title}” belongs to another team than {repository.name}. Choose an item of its team."
        )
    stored = Taken()
    with disk_may_be_full(), transaction.atomic():
        Item.objects.hold(item.pk)
        if not Repository.objects.select_for_update(no_key=True).filter(pk=repository.pk).exists():
            raise ElmError(f"{repository.name} was removed a moment ago. Nothing was stored.")
        for path, blob in picked.files.items():
            _store_file(item, picked.place, path, blob, by, stored)
        if stored.stored:
            mirror.pin(picked.place.mirror, picked.place.commit)
    taken.add(stored)


def _store_file(item: Item, place: CommitInView, path: str, blob: Blob, by: User, taken: Taken) -> None:
    """Store one file, unless the item has it already."""
    known = item.artifacts.kept().filter(repository=place.repository, path=path).first()
    if known is not None:
        taken.remarks.append(_already_there(known, place, blob))
        return
    name = _free_name(item, place.repository, path)
    if not name:
        taken.problems.append(
            f"The item has an artifact with the name {path} already, from somewhere else. "
            "Pick the file into another item."
        )
        return
    artifact = item.artifacts.create(
        name=name,
        kind=ArtifactKind.of(name),
        source=Source.REPOSITORY,
        repository=place.repository,
        branch=place.branch,
        path=path,
    )
    revision = Revision.objects.create(
        artifact=artifact,
        number=1,
        content=blob.data,
        made_by=by,
        commit=place.commit,
        blob=blob.id,
    )
    Artifact.objects.filter(pk=artifact.pk).update(current=revision)
    taken.stored.append(revision)


def _already_there(artifact: Artifact, place: CommitInView, blob: Blob) -> str:
    pinned = artifact.pinned
    if pinned is None or pinned.blob == blob.id:
        return f"The item has {artifact.path} already, with the same text, so nothing was added."
    return (
        f"The item has {artifact.path} already, from commit {pinned.commit[:7]}, so it was left as it is. "
        f"Open it to move it to another commit; you chose {place.short}."
    )


def _free_name(item: Item, repository: Repository, path: str) -> str:
    """What to call the file in the item: its name, its path if that is taken, then with the repository's name.

    "" when all of them are taken.
    """
    names = [path.rpartition("/")[2], path, f"{repository.name}/{path}"]
    taken = set(item.artifacts.kept().filter(name__in=names).values_list("name", flat=True))
    return next((name for name in names if name not in taken and len(name) <= LONGEST_NAME), "")
