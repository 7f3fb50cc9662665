"""A site in this process on which there is something of everything, and Chromium to look at it."""

import pytest

from tests import servers
from tests.accessibility.everything import Everything, fill
from tests.browser.conftest import chromium
from tests.repositories.conftest import first, repository, roots, upstream
from tests.security.conftest import stage

__all__ = ["chromium", "first", "repository", "roots", "stage", "upstream"]


@pytest.fixture
def everything(transactional_db, stage, repository, as_user) -> Everything:
    """A team with something of everything, and all pages that show it."""
    return fill(stage, repository, as_user)


@pytest.fixture
def server(transactional_db):
    with servers.running() as found:
        yield found
