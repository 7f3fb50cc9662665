"""What load balancers ask: whether the process lives, and whether it can work."""

import asyncio
import socket
import time

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


@pytest.mark.slow
def test_a_cache_that_never_answers_is_not_waited_for(client, db, engine, settings):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        cache = "django.core.cache.backends.redis.RedisCache"
        patience = {"socket_connect_timeout": 2, "socket_timeout": 2}
        settings.CACHES = {"default": {"BACKEND": cache, "LOCATION": settings.REDIS_URL, "OPTIONS": patience}}
        began = time.monotonic()
        assert client.get("/readyz").json()["cache"] is False
        assert time.monotonic() - began < 20
