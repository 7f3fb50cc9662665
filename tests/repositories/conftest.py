"""Ana's team keeps its notes in a repository on the same machine."""

import pytest
from django.core.cache import cache

from reviews.models import Artifact, Item, Repository, Team
from tests.git.making import Upstream
from tests.git.stock import Stock
from tests.repositories.stage import PLAN, linked_copy, picked


@pytest.fixture(autouse=True)
def nobody_has_tried_an_address():
    """How many addresses somebody has tried is counted for an hour, longer than the tests take."""
    cache.clear()


@pytest.fixture
def roots(tmp_path, settings):
    """The folder that local repositories may lie in; mirrors go to a folder of their own."""
    settings.ELM_DATA_DIR = tmp_path / "data"
    settings.ELM_DATA_DIR.mkdir()
    folder = tmp_path / "roots"
    folder.mkdir()
    settings.ELM_REPO_ROOTS = (folder,)
    return folder


@pytest.fixture(scope="session")
def first(tmp_path_factory) -> Stock:
    """Somebody's repository with notes (docs/plan.md, docs/goals.md and README.md) and ELM's mirror of it, made
    once: each test has copies of its own."""
    made = Upstream(tmp_path_factory.mktemp("first") / "notes.git")
    made.commit({"docs/plan.md": PLAN, "README.md": b"# Notes\n\nWhat we decide.\n"}, message="Start")
    made.commit({"docs/goals.md": b"# Goals\n\n## Why\n\nFewer lost orders.\n"}, message="Add the goals")
    return Stock.of(made)


@pytest.fixture
def upstream(roots, first: Stock) -> Upstream:
    """Somebody's repository with notes: docs/plan.md, docs/goals.md and README.md."""
    return first.upstream(roots / "notes.git")


@pytest.fixture
def repository(team: Team, upstream: Upstream, first: Stock) -> Repository:
    """It is linked, and was fetched when it had these two commits."""
    return linked_copy(team, upstream, first)


@pytest.fixture
def plan(item: Item, repository: Repository) -> Artifact:
    """docs/plan.md as an artifact of Ana's item."""
    return picked(item, repository, "docs/plan.md")
