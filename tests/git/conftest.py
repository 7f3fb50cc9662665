"""Ana's repository, where it may lie, and ELM's mirror of it."""

from pathlib import Path

import pytest

from reviews.git import mirror
from reviews.git.addresses import Policy, parse_address
from reviews.git.sources import RepositorySource
from tests.git.making import Upstream
from tests.git.serving import serving


@pytest.fixture
def roots(tmp_path: Path) -> Path:
    """The folder that local repositories may lie in."""
    (tmp_path / "roots").mkdir()
    return tmp_path / "roots"


@pytest.fixture
def policy(roots: Path) -> Policy:
    return Policy(roots=(roots,), private_hosts=("127.0.0.1",))


@pytest.fixture
def upstream(roots: Path) -> Upstream:
    """Ana's notes."""
    return Upstream(roots / "notes.git")


@pytest.fixture
def source(upstream: Upstream, policy: Policy) -> RepositorySource:
    """Ana's notes by their path on this server."""
    return RepositorySource(parse_address(str(upstream.path), policy), policy)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Where ELM keeps its mirror."""
    return mirror.mirror_path(tmp_path / "data" / "repositories", 7)


@pytest.fixture
def web(roots: Path):
    """The folder with repositories, served by git's HTTP backend."""
    with serving(roots) as served:
        yield served
