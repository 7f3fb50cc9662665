"""Linking a repository to a team, changing its credential, and taking it away again."""

import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import IntegrityError, transaction

from reviews.accounts import audit
from reviews.errors import ElmError, RepositoryError
from reviews.git import mirror
from reviews.git.addresses import RepositoryAddress, parse_address
from reviews.git.credentials import check_name
from reviews.git.sources import RepositorySource
from reviews.models import Artifact, Repository, Team
from reviews.models.audit import Happening
from reviews.models.commit import PushState
from reviews.models.repository import alive_since
from reviews.repositories import fetching
from reviews.repositories.places import mirror_of, policy
from reviews.uploads import disk_may_be_full

HOUR = 3600


def link(team: Team, url: str, credential: str, by: User) -> Repository:
    """The repository at `url`, linked to the team and about to be fetched; the one that is linked already if so.

    The address is tried first, for 30 seconds at most. Raises RepositoryError for what is wrong with it, of kind
    `credential` for what is wrong with the name of the credential, and ElmError when `by` has tried too many.
    """
    address = parse_address(url, policy())
    check_credential(address, credential)
    if known := find(team, url):
        return known
    check_rate(by)
    mirror.read_remote(RepositorySource(address, policy(), credential, team.slug))
    try:
        with disk_may_be_full(), transaction.atomic():
            made = Repository.objects.create(team=team, url=address.url, credential=credential, linked_by=by)
            # The artifacts that came from it before it was unlinked are its own again.
            lost = Artifact.objects.filter(item__team=team, repository=None, origin=made.url)
            lost.update(repository=made, origin="")
            audit.note(Happening.REPOSITORY_LINKED, who=by, team=team, subject=made)
            fetching.begin(made, by)
    except IntegrityError:
        # Somebody of the team has linked it in the seconds of the look.
        return Repository.objects.get(team=team, url=address.url)
    return made


def find(team: Team, url: str) -> Repository | None:
    """The repository that the team has linked at this address. Raises RepositoryError(address)."""
    return Repository.objects.filter(team=team, url=parse_address(url, policy()).url).first()


def check_credential(address: RepositoryAddress, credential: str) -> None:
    """Raises RepositoryError(credential) for what is no name of one, and where none is used."""
    if not credential:
        return
    check_name(credential)
    if address.kind in ("ssh", "path"):
        where = (
            "ssh addresses use the server's own keys" if address.kind == "ssh" else "local paths need none"
        )
        raise RepositoryError(
            f"Credentials are for https:// addresses: {where}. Leave this empty.", kind="credential"
        )


def check_rate(user: User) -> None:
    """Raises ElmError when `user` has tried too many addresses: this is no means to find out who answers where."""
    key = f"link-checks:{user.pk}:{int(time.time()) // HOUR}"
    cache.add(key, 0, 2 * HOUR)
    try:
        count = cache.incr(key)
    except ValueError:
        # The cache was full and dropped it just now.
        cache.set(key, 1, 2 * HOUR)
        return
    if count > settings.LINK_CHECKS_PER_HOUR:
        raise ElmError(
            f"You have tried {settings.LINK_CHECKS_PER_HOUR} addresses within an hour. "
            "Nothing was linked. Wait a little, then try again."
        )


def change_credential(repository: Repository, name: str, by: User) -> None:
    """Uses the credential with this name from now on, "" for none, once the remote has taken it.

    Raises RepositoryError, of kind `credential` for the name, or what else the look at the remote finds.
    """
    address = parse_address(repository.url, policy())
    check_credential(address, name)
    check_rate(by)
    mirror.read_remote(RepositorySource(address, policy(), name, repository.team.slug))
    with disk_may_be_full(), transaction.atomic():
        repository.credential = name
        repository.save(update_fields=["credential"])
        audit.note(Happening.CREDENTIAL_CHANGED, who=by, team=repository.team, subject=repository)


def unlink(repository: Repository, by: User | None = None) -> None:
    """Takes the repository away with its mirror; artifacts keep their texts. `by` is None for the person who runs the
    server. Raises RepositoryError(busy)."""
    folder = mirror_of(repository)
    with disk_may_be_full(), transaction.atomic():
        # Whoever picks, commits, fetches or pushes just now is waited for, or waits and finds it gone.
        found = Repository.objects.select_for_update(no_key=True).filter(pk=repository.pk).first()
        if found is None:
            return
        pushed_now = found.commits.filter(push=PushState.PUSHING, beat__gte=alive_since())
        if found.is_fetched_now or pushed_now.exists():
            raise RepositoryError(
                f"{found.name} is being fetched or pushed just now, so it was not removed. "
                "Wait until that is done, or stop the fetch, then remove it.",
                kind="busy",
            )
        audit.note(Happening.DELETED, who=by, team=found.team, subject=found)
        found.artifacts.update(origin=found.url)
        found.delete()
        fetching.with_retries(lambda: mirror.remove(folder))


def leave_no_mirrors(teams: Iterable[Team]) -> None:
    """Deletes the mirrors of teams that are deleted in this transaction, once they are gone. One that is fetched
    just now is deleted by its fetch."""
    for repository in Repository.objects.filter(team__in=teams):
        transaction.on_commit(partial(remove_quietly, mirror_of(repository)))


def remove_quietly(folder: Path) -> None:
    with suppress(RepositoryError):
        mirror.remove(folder)
