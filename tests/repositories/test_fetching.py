"""A fetch and its row: what it tells, how it ends, and that two never collide."""

import os
import subprocess
from datetime import timedelta

import pytest
from django.utils import timezone

from reviews.errors import RepositoryError
from reviews.git import browse, mirror
from reviews.git.progress import Progress
from reviews.models import Repository
from reviews.repositories import fetching, jobs
from reviews.repositories.places import mirror_of
from tests import factories
from tests.git.making import everything_in, noise

LONG_AGO = timedelta(hours=2)
TWO_MINUTES_AGO = timezone.now() - timedelta(minutes=2)


@pytest.fixture
def row(team) -> Repository:
    """A link that was fetched; its mirror does not matter."""
    now = timezone.now()
    return factories.RepositoryFactory(
        team=team, url="https://git.example.org/notes.git", state="ready", fetched=now, beat=now
    )


@pytest.fixture
def fetched(django_capture_on_commit_callbacks):
    """`fetched(repository)` fetches it and gives the row as it is then."""

    def whole(repository: Repository) -> Repository:
        with django_capture_on_commit_callbacks(execute=True):
            fetching.begin(repository, None)
        return Repository.objects.get(pk=repository.pk)

    return whole


def stored(repository: Repository, **values: object) -> Repository:
    """The row with other values."""
    Repository.objects.filter(pk=repository.pk).update(**values)
    return Repository.objects.get(pk=repository.pk)


def test_a_fetch_brings_what_is_new_and_says_so(repository, upstream, fetched):
    newest = upstream.commit({"docs/plan.md": b"# Plan\n"})
    found = fetched(repository)
    assert (found.state, found.head, found.percent, found.words) == ("ready", newest, 100, "")
    assert found.fetched > repository.fetched


def test_a_second_fetch_is_told_that_one_goes_on(row):
    fetching.begin(row, None)
    with pytest.raises(RepositoryError, match="notes is being fetched already") as refused:
        fetching.begin(row, None)
    assert refused.value.kind == "busy"


def test_of_two_jobs_for_one_fetch_one_works(row, ana):
    fetching.begin(row, ana)
    assert fetching.claim_fetch(row.pk) == row
    assert fetching.claim_fetch(row.pk) is None


def test_a_mirror_that_another_process_holds_is_left_alone(repository, upstream, fetched, monkeypatch):
    monkeypatch.setattr(fetching, "PATIENCE_SECONDS", 0)
    upstream.commit({"new.md": b"new\n"})
    with mirror.locked(mirror_of(repository)):
        found = fetched(repository)
    assert (found.state, found.error_kind, found.head) == ("failed", "busy", repository.head)
    assert "is being fetched already" in found.error
    assert fetched(repository).state == "ready"


def test_a_fetch_without_a_sign_of_life_has_died_and_another_may_begin(repository, fetched):
    found = stored(repository, state="fetching", beat=timezone.now() - timedelta(seconds=61))
    assert found.has_died
    assert fetched(found).state == "ready"


@pytest.mark.parametrize("state", ["new", "ready", "stopped", "failed"])
def test_only_what_is_fetched_can_have_died(row, state):
    assert not stored(row, state=state, beat=None).has_died


def test_a_fetch_that_waits_for_its_turn_is_stopped_at_once(row):
    fetching.begin(row, None)
    fetching.stop(row)
    assert stored(row).state == "stopped"
    fetching.fetch.call(str(row.pk))
    assert stored(row).state == "stopped"


def test_nothing_is_stopped_where_nothing_goes_on(row):
    for found in (row, stored(row, state="fetching", beat=timezone.now() - LONG_AGO)):
        with pytest.raises(RepositoryError, match="is not being fetched"):
            fetching.stop(found)
    assert not stored(row).stop_requested


def test_a_fetch_that_the_servers_end_interrupts_counts_as_dead_at_once(repository, fetched, monkeypatch):
    monkeypatch.setattr(jobs, "stopping", type("Set", (), {"is_set": lambda self: True})())
    found = fetched(repository)
    assert (found.state, found.error) == ("fetching", "")
    assert found.has_died


def test_progress_is_told_twice_a_second_at_most(row, django_assert_num_queries, monkeypatch):
    watch = fetching.FetchWatch(stored(row, state="fetching").pk)
    with django_assert_num_queries(0):
        for percent in range(50):
            watch.tell(Progress(percent, "Receiving"))
    watch.told_at -= 1
    with django_assert_num_queries(1):
        watch.tell(Progress(50, "Receiving, 50 %"))
        watch.tell(Progress(51, "Receiving, 51 %"))
    assert (stored(row).percent, stored(row).words) == (50, "Receiving, 50 %")


def test_whether_to_stop_is_looked_up_once_a_second_at_most(row, django_assert_num_queries):
    watch = fetching.FetchWatch(stored(row, state="fetching", stop_requested=True).pk)
    with django_assert_num_queries(0):
        assert not any(watch() for _ in range(50))
    watch.looked_at -= 1
    with django_assert_num_queries(1):
        assert all(watch() for _ in range(50))


def test_what_was_held_back_is_told_with_the_next_look(row):
    watch = fetching.FetchWatch(stored(row, state="fetching").pk)
    watch.tell(Progress(70, "Reading the history"))
    watch.looked_at -= 1
    assert not watch()
    assert stored(row).words == "Reading the history"


def test_a_fetch_shows_signs_of_life_for_those_that_wait_behind_it(row, monkeypatch):
    old = timezone.now() - timedelta(seconds=50)
    other = stored(factories.RepositoryFactory(team=row.team), state="fetching", beat=old)
    monkeypatch.setattr(fetching, "waiting", {other.pk})
    watch = fetching.FetchWatch(stored(row, state="fetching", beat=old).pk)
    watch.looked_at -= 1
    watch.beat_at -= 5
    watch()
    assert stored(row).beat > old
    assert stored(other).beat > old


def test_the_words_of_a_step_do_not_hide_that_it_is_being_stopped(row):
    fetching.begin(row, None)
    fetching.claim_fetch(row.pk)
    fetching.stop(row)
    fetching.FetchWatch(row.pk).write()
    assert (stored(row).words, stored(row).state) == ("Stopping", "fetching")


def test_a_repository_that_is_removed_while_it_is_fetched_takes_its_mirror_along(repository):
    folder = mirror_of(repository)
    fetching.begin(repository, None)
    found = fetching.claim_fetch(repository.pk)
    Repository.objects.all().delete()
    watch = fetching.FetchWatch(found.pk)
    watch.looked_at -= 1
    assert watch()
    fetching.store_outcome(found, fetching.stopped_columns())
    assert not folder.exists()


def test_history_that_was_rewritten_is_fetched_and_what_is_pinned_stays(repository, plan, upstream, fetched):
    pinned, content = plan.pinned.commit, bytes(plan.current.content)
    upstream.git("update-ref", "-d", "refs/heads/main")
    newest = upstream.commit({"docs/plan.md": b"# Another plan\n"})
    assert fetched(repository).head == newest
    assert browse.blob(mirror_of(repository), pinned, plan.path, most=10_000).data == content


def test_what_is_larger_than_allowed_is_not_taken_and_the_rest_stays(repository, upstream, fetched, settings):
    settings.ELM_REPO_MAX_MB = 1
    upstream.commit({"big.bin": noise(3_000_000)})
    found = fetched(repository)
    assert (found.state, found.error_kind, found.head) == ("failed", "too_large", repository.head)
    assert browse.resolve(mirror_of(repository), "main") == repository.head


def test_what_the_settings_forbid_since_is_told(repository, fetched, settings):
    settings.ELM_REPO_ROOTS = ()
    found = fetched(repository)
    assert (found.state, found.error_kind) == ("failed", "address")
    assert "ELM_REPO_ROOTS" in found.error


def test_a_damaged_copy_is_told(repository, fetched):
    folder = mirror_of(repository)
    (folder / "objects" / "pack").rename(folder / "aside")
    (folder / "objects" / "pack").write_text("no folder")
    found = fetched(repository)
    assert (found.state, found.error_kind) == ("failed", "damaged")
    assert "is damaged or missing here" in found.error


def test_a_reason_that_nobody_knows_is_told_too(repository, fetched):
    odd = mirror_of(repository) / "odd.lock"
    odd.mkdir()
    os.utime(odd, (0, 0))
    found = fetched(repository)
    assert (found.state, found.error_kind, found.error) == ("failed", "failed", fetching.BROKE)
    assert found.head == repository.head


def full_disk(folder) -> None:
    """A disk of two megabytes, or no test."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True)
    if done.returncode:
        pytest.skip("no small disk can be mounted here")


def test_a_disk_that_fills_up_is_told_and_what_was_there_stays(team, upstream, settings, fetched):
    folder = settings.ELM_DATA_DIR / "repositories"
    full_disk(folder)
    try:
        repository = fetched(factories.RepositoryFactory(team=team, url=str(upstream.path)))
        upstream.commit({"b.bin": noise(3_000_000)})
        before = everything_in(settings.ELM_REPO_ROOTS[0])
        found = fetched(repository)
        assert (found.state, found.error_kind, found.head) == ("failed", "disk", repository.head)
        assert "The server's disk is full" in found.error
        assert browse.resolve(mirror_of(found), "main") == repository.head
        assert everything_in(settings.ELM_REPO_ROOTS[0]) == before
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize(
    ("values", "again"),
    [
        ({"state": "ready"}, True),
        ({"state": "failed"}, True),
        ({"state": "fetching"}, True),
        ({"state": "fetching", "beat": None}, True),
        ({"state": "fetching", "beat": TWO_MINUTES_AGO, "words": fetching.QUEUED, "percent": 1}, True),
        ({"state": "fetching", "beat": TWO_MINUTES_AGO}, False),
        ({"state": "ready", "beat": timezone.now()}, False),
        ({"state": "stopped"}, False),
        ({"state": "failed", "fetched": None}, False),
        ({"state": "new", "beat": None, "fetched": None}, False),
    ],
)
def test_what_was_fetched_long_ago_is_fetched_again(row, settings, values, again):
    stored(row, **{"beat": timezone.now() - LONG_AGO, "fetched": timezone.now() - LONG_AGO} | values)
    fetching.begin_due()
    found = stored(row)
    assert (found.words == fetching.QUEUED and found.percent == 0) is again


def test_nothing_is_fetched_again_when_that_is_switched_off(row, settings):
    settings.ELM_REPO_FETCH_MINUTES = 0
    stored(row, beat=timezone.now() - LONG_AGO)
    fetching.begin_due()
    assert stored(row).state == "ready"


def test_only_a_few_are_fetched_again_at_the_same_time(team):
    old = timezone.now() - LONG_AGO
    factories.RepositoryFactory.create_batch(5, team=team, state="ready", beat=old, fetched=old)
    fetching.begin_due()
    fetching.begin_due()
    assert Repository.objects.filter(state="fetching").count() == fetching.AT_ONCE
