"""What load balancers ask: whether the process lives, and whether it can work."""

import asyncio

import pytest

from reviews.log import wakeup


@pytest.fixture
def engine():
    """A scheduler that listens in this process."""

    async def listen() -> None:
        wakeup.listen(lambda: None, lambda session_id: None)

    loop = asyncio.new_event_loop()
    loop.run_until_complete(listen())
    yield
    wakeup.silence()
    loop.close()


def test_ready_names_the_database_and_the_engine_to_anybody(client, db, engine):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "engine": True})


def test_a_process_without_an_engine_lives_but_is_not_ready(client, db):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"database": True, "engine": False})
    assert client.get("/healthz").status_code == 200


def test_a_cache_that_is_set_is_checked_too(client, db, engine, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    assert client.get("/readyz").json() == {"database": True, "engine": True, "cache": True}


def test_a_cache_that_is_gone_makes_the_process_not_ready(client, db, engine, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    cache = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": cache, "LOCATION": settings.REDIS_URL}}
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["cache"]) == (503, False)
