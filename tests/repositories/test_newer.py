"""What a branch has that a pinned commit has not."""

import shutil

import pytest
from django.core.cache import cache

from reviews.git import command
from reviews.models import Artifact
from reviews.repositories.newer import newer_of, newer_of_each
from reviews.repositories.places import mirror_of
from tests import factories
from tests.repositories.stage import PLAN, fetch, picked

LATER = PLAN.replace(b"three times", b"four times")


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


@pytest.fixture
def calls(monkeypatch):
    """The commands of git that were started."""
    started: list[str] = []
    start = command._start_process

    def counted(call):
        started.append(str(call.arguments[0]))
        return start(call)

    monkeypatch.setattr(command, "_start_process", counted)
    return started


def again(artifact):
    return Artifact.objects.select_related("repository").get(pk=artifact.pk)


def test_nothing_is_newer_than_the_commit_that_was_just_picked(plan):
    newer = newer_of(plan)
    assert (newer.tip, newer.count, newer.same) == (plan.pinned.commit, 0, True)
    assert not newer.is_news


def test_the_commits_that_touched_the_file_are_counted_once_they_are_fetched(plan, upstream, repository):
    upstream.commit({"docs/plan.md": LATER})
    upstream.commit({"README.md": b"# Other\n"})
    tip = upstream.commit({"docs/plan.md": LATER + b"\nMore.\n"})
    assert newer_of(plan).count == 0
    fetch(repository)
    newer = newer_of(again(plan))
    assert (newer.tip, newer.count, newer.rewritten, newer.same) == (tip, 2, False, False)


def test_a_commit_to_other_files_is_no_news(plan, upstream, repository):
    upstream.commit({"README.md": b"# Other\n"})
    fetch(repository)
    newer = newer_of(again(plan))
    assert (newer.count, newer.same, newer.is_news) == (0, True, False)


def test_a_change_that_was_taken_back_upstream_is_no_news(plan, upstream, repository):
    upstream.commit({"docs/plan.md": LATER})
    upstream.commit({"docs/plan.md": PLAN})
    fetch(repository)
    newer = newer_of(again(plan))
    assert (newer.count, newer.same, newer.is_news) == (0, True, False)


def test_a_file_that_was_deleted_is_gone(plan, upstream, repository):
    upstream.git("update-ref", "refs/heads/main", without_the_plan(upstream))
    fetch(repository)
    newer = newer_of(again(plan))
    assert (newer.gone, newer.count, newer.same) == (True, 1, False)


def without_the_plan(upstream):
    """A commit on top of main in which docs/ has only the goals."""
    goals = upstream.git("ls-tree", "main:docs", "goals.md")
    docs = upstream.git("mktree", stdin=goals).decode().strip()
    tree = upstream.git("mktree", stdin=f"040000 tree {docs}\tdocs\n".encode()).decode().strip()
    return upstream.git("commit-tree", tree, "-p", "main", "-m", "Delete the plan").decode().strip()


def test_a_link_in_the_place_of_the_file_counts_as_gone(plan, upstream, repository):
    upstream.commit({"docs/plan.md": b"goals.md"}, mode="120000")
    fetch(repository)
    assert newer_of(again(plan)).gone


def test_rewritten_history_is_noticed_even_when_the_text_is_the_same(plan, upstream, repository):
    tree = upstream.git("rev-parse", "main^{tree}").decode().strip()
    alone = upstream.git("commit-tree", tree, "-m", "All of it at once").decode().strip()
    upstream.git("update-ref", "refs/heads/main", alone)
    fetch(repository)
    newer = newer_of(again(plan))
    assert (newer.tip, newer.rewritten, newer.same, newer.gone) == (alone, True, True, False)


def test_a_branch_that_was_deleted_is_gone(item, upstream, repository):
    upstream.commit({"docs/plan.md": LATER}, branch="draft", parent="main")
    fetch(repository)
    artifact = picked(item, repository, "docs/plan.md", branch="draft")
    upstream.git("update-ref", "-d", "refs/heads/draft")
    fetch(repository)
    newer = newer_of(again(artifact))
    assert (newer.branch_gone, newer.is_news, newer.trouble) == (True, False, "")


def test_a_folder_of_branches_is_not_the_branch_that_gave_its_name(item, upstream, repository):
    upstream.commit({"docs/plan.md": LATER}, branch="draft", parent="main")
    fetch(repository)
    artifact = picked(item, repository, "docs/plan.md", branch="draft")
    upstream.git("update-ref", "-d", "refs/heads/draft")
    upstream.commit({"docs/plan.md": PLAN}, branch="draft/two", parent="main")
    fetch(repository)
    assert newer_of(again(artifact)).branch_gone


def test_an_artifact_without_a_linked_repository_has_nothing_newer(item, plan, repository):
    assert newer_of(factories.ArtifactFactory(item=item)) is None
    repository.delete()
    assert newer_of(again(plan)) is None


def test_a_repository_that_was_never_fetched_is_told(plan, repository):
    repository.fetched = None
    repository.save()
    assert "was not fetched yet" in newer_of(again(plan)).trouble


def test_a_mirror_that_is_not_there_is_told(plan, repository):
    shutil.rmtree(mirror_of(repository))
    newer = newer_of(again(plan))
    assert "is not there" in newer.trouble
    assert not newer.is_news
    assert not newer.branch_gone


def test_a_pinned_commit_that_a_new_mirror_does_not_have_counts_as_rewritten(plan, upstream, repository):
    alone = upstream.git("commit-tree", "main^{tree}", "-m", "All of it at once").decode().strip()
    upstream.git("update-ref", "refs/heads/main", alone)
    shutil.rmtree(mirror_of(repository))
    fetch(repository)
    newer = newer_of(again(plan))
    assert (newer.tip, newer.rewritten, newer.same) == (alone, True, True)


@pytest.mark.slow
def test_many_artifacts_cost_few_calls_of_git_and_one_query(
    item, upstream, repository, calls, django_assert_num_queries
):
    names = [f"docs/{number}.md" for number in range(12)]
    upstream.commit(dict.fromkeys(names, b"# Note\n"))
    fetch(repository)
    for name in names:
        picked(item, repository, name)
    tip = upstream.commit({names[3]: b"# Other\n"})
    fetch(repository)
    artifacts = list(item.artifacts.select_related("repository"))
    calls.clear()
    with django_assert_num_queries(1):
        found = newer_of_each(artifacts)
    assert [found[one.pk].count for one in artifacts] == [int(one.path == names[3]) for one in artifacts]
    assert {newer.tip for newer in found.values()} == {tip}
    assert len(calls) == 6
    calls.clear()
    assert newer_of_each(artifacts) == found
    assert calls == ["cat-file"]
