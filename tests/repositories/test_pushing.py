"""Bringing the commits to where a repository comes from: what arrives, and what is told when it does not."""

import os
from datetime import timedelta

import pytest
from django.utils import timezone

from elm_site.private_files import mode_of
from reviews.errors import IllegalMove
from reviews.git import command
from reviews.git import commit as commits
from reviews.models import BranchCommit, Event
from reviews.repositories import committing, jobs, pushing
from reviews.repositories.places import mirror_of
from tests.git.making import plain
from tests.git.serving import serving
from tests.repositories.committed import accepted, interview
from tests.repositories.stage import fetch, linked, picked


@pytest.fixture
def row(plan, ana) -> BranchCommit:
    """Two accepted changes, committed."""
    [row] = committing.commit(accepted(interview(plan), ana), ana)
    return row


@pytest.fixture
def pushed(ana, django_capture_on_commit_callbacks):
    """`pushed(row)` pushes it to the end, and gives it as it is stored then."""

    def push(row: BranchCommit) -> BranchCommit:
        with django_capture_on_commit_callbacks(execute=True):
            pushing.push(row, ana)
        row.refresh_from_db()
        return row

    return push


def at(upstream, branch: str) -> str:
    return upstream.git("for-each-ref", "--format=%(objectname)", f"refs/heads/{branch}").decode().strip()


def test_a_push_brings_the_branch_over_a_local_path(row, upstream, pushed, ana):
    assert pushed(row).push == "pushed"
    assert at(upstream, row.branch) == row.commit
    assert row.pushed_by == ana
    assert Event.objects.last().text == f"Pushed {row.branch} ({row.commit[:7]}) to notes."


@pytest.fixture
def closed_server():
    """A process that makes files for itself alone, as `serve` does, on a machine where they are usually for all."""
    before = os.umask(0o022)
    command.let_pushes_have(os.umask(0o077))
    yield
    command.let_pushes_have(-1)
    os.umask(before)


def test_what_a_push_leaves_elsewhere_can_be_read_there_although_the_server_s_files_are_private(
    row, upstream, pushed, closed_server
):
    assert pushed(row).push == "pushed"
    assert mode_of(upstream.path / "refs/heads" / row.branch) == 0o644


@pytest.mark.slow
def test_a_push_brings_the_branch_over_http(team, item, roots, upstream, ana, settings, monkeypatch, pushed):
    settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    monkeypatch.setenv("ELM_GIT_DOCS", "ana:secret")
    monkeypatch.setenv("ELM_GIT_DOCS_HOSTS", "127.0.0.1")
    with serving(roots, password="ana:secret") as served:
        repository = linked(team, upstream)
        repository.url, repository.credential = served.url("notes.git"), "ELM_GIT_DOCS"
        repository.save()
        fetch(repository)
        artifact = picked(item, repository, "docs/plan.md")
        [row] = committing.commit(accepted(interview(artifact), ana), ana)
        assert pushed(row).push == "pushed"
    assert at(upstream, row.branch) == row.commit


def test_commits_below_are_pushed_along(row, upstream, pushed, ana):
    session = row.session
    session.changes.filter(order=2).update(status="undone")
    [second] = committing.commit(session, ana)
    assert pushed(second).push == "pushed"
    row.refresh_from_db()
    assert (row.push, at(upstream, row.branch)) == ("pushed", second.commit)


def test_a_rejected_push_loses_nothing_and_can_be_made_again(row, upstream, pushed, repository):
    upstream.commit({"docs/plan.md": b"theirs\n"}, branch=row.branch, parent=row.base)
    assert pushed(row).push == "failed"
    assert "did not take the branch: it has another history there" in row.push_error
    assert commits.branch_tip(mirror_of(repository), row.branch) == row.commit
    upstream.git("update-ref", "-d", f"refs/heads/{row.branch}")
    assert pushed(row).push == "pushed"
    assert row.push_error == ""


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"url": "/nowhere/notes.git"}, "is not inside a folder"),
        ({"url": "https://127.0.0.1/notes.git"}, "inside this server's network"),
        ({"url": "http://127.0.0.1:9/notes.git", "credential": "ELM_GIT_NONE"}, "ELM_GIT_NONE"),
        ({"url": "http://127.0.0.1:9/notes.git"}, "can't be reached"),
    ],
)
def test_what_keeps_a_push_from_arriving_is_told(values, words, row, repository, pushed, settings):
    if "9/" in values["url"]:
        settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    for name, value in values.items():
        setattr(repository, name, value)
    repository.save()
    assert pushed(row).push == "failed"
    assert words in row.push_error


def test_a_host_that_wants_a_credential_is_told(row, roots, repository, pushed, settings):
    settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    with serving(roots, password="ana:secret") as served:
        repository.url = served.url("notes.git")
        repository.save()
        assert pushed(row).push == "failed"
    assert "wants a credential" in row.push_error


def test_a_mirror_that_is_gone_is_told(row, pushed, settings, tmp_path):
    settings.ELM_DATA_DIR = tmp_path / "elsewhere"
    assert pushed(row).push == "failed"
    assert "Fetch it first" in row.push_error


def test_no_hook_of_a_local_repository_runs(row, upstream, pushed, tmp_path):
    hook = upstream.path / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\nexit 1\n")
    hook.chmod(0o755)
    assert pushed(row).push == "pushed"
    assert not (tmp_path / "ran").exists()


def test_one_push_at_a_time(row, ana):
    pushing.push(row, ana)
    with pytest.raises(IllegalMove, match="being pushed already"):
        pushing.push(BranchCommit.objects.get(pk=row.pk), ana)


def test_what_is_pushed_is_not_pushed_again(row, pushed, ana):
    pushed(row)
    with pytest.raises(IllegalMove, match="pushed already"):
        pushing.push(row, ana)


def test_a_push_that_died_may_be_asked_for_again(row, pushed, upstream):
    BranchCommit.objects.update(push="pushing", beat=timezone.now() - timedelta(minutes=2))
    row.refresh_from_db()
    assert pushing.state_of(row) == "died"
    assert pushed(row).push == "pushed"


def test_a_push_that_waits_for_a_thread_has_not_died(row):
    BranchCommit.objects.update(push="pushing", beat=timezone.now() - timedelta(minutes=2))
    row.refresh_from_db()
    pushing.waiting.add(row.pk)
    try:
        assert pushing.state_of(row) == "waiting"
    finally:
        pushing.waiting.discard(row.pk)


def test_a_push_that_is_stopped_before_its_turn_never_begins(row, upstream, ana):
    pushing.push(row, ana)
    pushing.stop(row, ana)
    pushing.bring.call(row.pk)
    row.refresh_from_db()
    assert (row.push, at(upstream, row.branch)) == ("failed", "")
    assert row.push_error.startswith("Ana stopped it.")


def test_a_stopped_push_ends_within_its_next_look(row, ana, monkeypatch):
    monkeypatch.setattr(pushing, "BEAT_SECONDS", 0.0)
    pushing.push(row, ana)
    watch = jobs.Watch(pushing.unstopped_push(row.pk), pushing.BEAT_SECONDS)
    assert not watch()
    pushing.stop(row, ana)
    assert watch()


def test_a_push_ends_with_its_server_and_says_so(row, pushed):
    jobs.stopping.set()
    try:
        assert pushed(row).push == "failed"
    finally:
        jobs.stopping.clear()
    assert "The server ended while the branch was pushed" in row.push_error


def test_whoever_fetches_sees_the_pushed_branch(row, pushed, repository):
    pushed(row)
    fetch(repository)
    found = plain(mirror_of(repository), "rev-parse", f"refs/upstream/heads/{row.branch}")
    assert found.decode().strip() == row.commit
