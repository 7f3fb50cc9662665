"""What is taken away of a session says where its files come from, and is found by their paths."""

import pytest

from reviews.exports.session import sarif, session_document
from reviews.models import Artifact
from reviews.repositories import moving, picking
from tests.changes.stage import seat_personas
from tests.git.making import Upstream, plain
from tests.repositories.committed import accepted, interview
from tests.repositories.odd import words
from tests.repositories.stage import PLAN, fetch, linked, picked


@pytest.fixture
def session(plan):
    """An interview about docs/plan.md."""
    session = interview(plan)
    seat_personas(session)
    return session


def test_the_json_has_the_commit_that_the_session_read_though_the_artifact_was_moved(
    ana, plan, session, upstream, repository
):
    read = plan.pinned.commit
    tip = upstream.commit({"docs/plan.md": PLAN + b"\nMore.\n"})
    fetch(repository)
    moving.move(plan, tip, ana)
    [told] = session_document(session)["artifacts"]
    assert told["origin"] == {
        "repository": repository.url,
        "branch": "main",
        "path": "docs/plan.md",
        "commit": read,
    }


def test_the_origin_stays_when_the_repository_is_not_linked_any_more(plan, session, repository):
    Artifact.objects.filter(pk=plan.pk).update(repository=None, origin=repository.url)
    assert session_document(session)["artifacts"][0]["origin"]["repository"] == repository.url


def test_the_sarif_log_has_the_path_of_the_file(ana, item, upstream, repository):
    upstream.commit({"docs/b\xe9ta 1.md".encode("latin-1"): b"# Plan\n\nTODO: ask. It is much better.\n"})
    fetch(repository)
    artifact = picked(item, repository, "docs/b\\xe9ta 1.md")
    assert '"uri": "docs/b%E9ta%201.md"' in sarif(interview(artifact, better="# Plan\n"))


@pytest.fixture
def both(team, item, ana, plan, roots):
    """An accepted interview about docs/plan.md of two repositories."""
    other = Upstream(roots / "other.git")
    other.commit({"docs/plan.md": PLAN})
    taken = picking.pick(item, linked(team, other), "", ["docs/plan.md"], ana)
    return accepted(interview(plan, taken.stored[0].artifact), ana)


@pytest.mark.slow
def test_a_patch_for_two_repositories_applies_to_clones_beside_each_other(
    as_user, ana, both, upstream, roots, tmp_path
):
    patch = as_user(ana).get(f"/sessions/{both.pk}/changes.patch").content
    for name in ("notes", "other"):
        plain(tmp_path, "clone", "-q", str(roots / f"{name}.git"), name)
    plain(tmp_path, "apply", stdin=patch)
    for artifact in Artifact.objects.select_related("current", "repository"):
        there = tmp_path / artifact.repository.name / "docs" / "plan.md"
        assert there.read_bytes() == bytes(artifact.current.content)


def test_an_artifact_is_found_by_its_path(as_user, vera, cleo, plan):
    assert "plan.md" in words(as_user(vera).get("/search/?q=docs"))
    assert "docs /plan.md Payment retries" in words(as_user(vera).get("/search/?q=docs"))
    assert "Nothing found" in words(as_user(cleo).get("/search/?q=docs"))
