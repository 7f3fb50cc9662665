"""Where the mirror of a linked repository lies, and how git reaches the remote."""

from pathlib import Path

from django.conf import settings

from reviews.git.addresses import Policy, parse_address
from reviews.git.mirror import Sizes, mirror_path
from reviews.git.sources import RepositorySource
from reviews.models import Repository


def policy() -> Policy:
    """What this server allows to be linked, from the settings."""
    return Policy(
        tuple(settings.ELM_REPO_ROOTS), tuple(settings.ELM_REPO_PRIVATE_HOSTS), settings.ELM_REPO_SSH
    )


def sizes() -> Sizes:
    """What a mirror may hold, from the settings."""
    return Sizes(whole=settings.ELM_REPO_MAX_MB)


def mirror_of(repository: Repository) -> Path:
    """The folder of the repository's mirror; made by the first fetch."""
    return mirror_path(settings.ELM_DATA_DIR / "repositories", repository.pk)


def source_of(repository: Repository) -> RepositorySource:
    """The remote, checked against today's settings. Raises RepositoryError(address) when they forbid it."""
    return RepositorySource(
        parse_address(repository.url, policy()), policy(), repository.credential, repository.team.slug
    )
