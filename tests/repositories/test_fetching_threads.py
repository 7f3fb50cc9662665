"""Fetching as the server does it: in threads, over HTTP, with somebody who watches and stops it."""

import asyncio
from datetime import timedelta
from threading import Event, Thread

import pytest
from asgiref.sync import sync_to_async
from django.tasks import task_backends
from django.utils import timezone

from elm_site.lifespan import Lifespan
from reviews.errors import RepositoryError
from reviews.git import browse
from reviews.models import Repository
from reviews.repositories import fetching, jobs
from reviews.repositories.places import mirror_of
from tests import factories
from tests.git.serving import Gate, serving
from tests.sessions.test_scheduler import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def threads(settings):
    """Jobs run in threads; `threads.shutdown()` waits for them."""
    settings.TASKS = {"default": {"BACKEND": "reviews.repositories.jobs.JobThreads"}}
    pool = task_backends["default"].pool
    yield pool
    pool.shutdown()


@pytest.fixture
def gate(request):
    """The remote tells what branches it has, and hangs then; with the parameter 1 it hangs at once."""
    gate = Gate(getattr(request, "param", 3))
    yield gate
    gate.opened.set()


@pytest.fixture
def held(team, upstream, roots, gate, settings, threads, monkeypatch):
    """A repository whose fetch is held up by the remote."""
    monkeypatch.setattr(fetching, "LOOK_SECONDS", 0.01)
    settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    with serving(roots, asked=gate) as served:
        repository = factories.RepositoryFactory(team=team, url=served.url("notes.git"))
        fetching.begin(repository, None)
        assert gate.reached.wait(20)
        yield repository
        gate.opened.set()
        threads.shutdown()


def test_a_fetch_goes_on_in_the_background_until_it_is_done(held, threads, gate, as_user, ana):
    page = as_user(ana).get(f"/repositories/{held.pk}/state/", headers={"HX-Request": "true"})
    assert b"Asking the remote" in page.content
    assert b'<progress max="100" value="0"' in page.content
    gate.opened.set()
    threads.shutdown()
    held.refresh_from_db()
    assert (held.state, held.percent) == ("ready", 100)
    assert browse.resolve(mirror_of(held), "main") == held.head


@pytest.mark.parametrize("gate", [1, 3], indirect=True, ids=["at once", "later"])
def test_a_fetch_that_hangs_is_stopped_from_the_page(held, threads, as_user, ben):
    as_user(ben).post(f"/repositories/{held.pk}/stop/")
    threads.shutdown()
    held.refresh_from_db()
    assert (held.state, held.error, held.stop_requested) == ("stopped", "", False)


def test_what_was_stopped_can_be_fetched_again_at_once(held, gate, settings):
    fetching.stop(held)
    while Repository.objects.filter(state="fetching").exists():
        Event().wait(0.01)
    gate.opened.set()
    settings.TASKS = {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}}
    fetching.begin(held, None)
    assert Repository.objects.get().state == "ready"


def test_the_end_of_the_server_ends_a_fetch_and_the_next_server_begins_it_again(held, gate, settings):
    jobs.end_all()
    jobs.stopping.clear()
    held.refresh_from_db()
    assert held.has_died
    gate.opened.set()
    settings.TASKS = {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}}
    fetching.begin_due()
    assert Repository.objects.get().state == "ready"


async def test_the_server_looks_what_is_to_be_fetched_again(team, upstream, tmp_path):
    old = timezone.now() - timedelta(hours=2)
    stale = factories.RepositoryFactory.build(team=team, url=str(upstream.path), state="ready")
    stale.fetched = stale.beat = old
    await sync_to_async(stale.save)()

    end = asyncio.Event()

    async def receive() -> dict[str, str]:
        await end.wait()
        return {"type": "lifespan.shutdown"}

    async def send(message: dict[str, str]) -> None:
        assert message["type"].endswith(".complete")

    server = asyncio.create_task(Lifespan().serve((tmp_path / "lock").open("w"), receive, send))
    try:
        await until(lambda: Repository.objects.get().fetched > old)
    finally:
        end.set()
        await server
        jobs.stopping.clear()
    assert await sync_to_async(lambda: Repository.objects.get().state)() == "ready"


def test_two_fetches_never_collide(held, threads, gate):
    refusals = []

    def begin() -> None:
        from django.db import connection

        try:
            fetching.begin(Repository(pk=held.pk, url=held.url), None)
        except RepositoryError as error:
            refusals.append(error.kind)
        finally:
            connection.close()

    several = [Thread(target=begin) for _ in range(4)]
    for one in several:
        one.start()
    for one in several:
        one.join()
    gate.opened.set()
    threads.shutdown()
    assert refusals == ["busy"] * 4
    assert Repository.objects.get().state == "ready"


def test_a_repository_that_is_deleted_meanwhile_leaves_nothing_on_the_disk(held, threads):
    folder = mirror_of(held)
    Repository.objects.all().delete()
    threads.shutdown()
    assert not folder.exists()
