"""Every address while the disk is full, and while a cache that is set is away: a sentence, never "500", and what was
typed can be sent again."""

import html
import re

import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpResponse

from tests.security.matrix import TABLE, Row
from tests.security.stage import Stage

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)", re.IGNORECASE)
FULL = OperationalError("database or disk is full")
ASKED = [row for row in TABLE if row.route != "readyz"]
"""All but the page that programs ask whether something is missing."""
TYPED = "Words that somebody typed, & that nobody has kept"


@pytest.fixture
def full_disk():
    """The database finds no room for anything, and can be read."""

    def refuse(execute, sql, *args):
        if WRITES.match(sql):
            raise FULL
        return execute(sql, *args)

    with connection.execute_wrapper(refuse):
        yield


@pytest.fixture
def away(settings):
    """A cache and a channel layer that refuse every connection."""
    place = "redis://127.0.0.1:1"
    settings.REDIS_URL = place
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": place}
    }
    layer = "channels_redis.pubsub.RedisPubSubChannelLayer"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": layer, "CONFIG": {"hosts": [place]}}}


def send(stage: Stage, method: str, role: str, row: Row) -> HttpResponse:
    """The answer in the browser of `role`, which has typed a sentence besides."""
    stage.client.raise_request_exception = False
    return stage.send(method, stage.path_of(row), role, row, {"typed_besides": TYPED})


def is_told(answer: HttpResponse) -> bool:
    """Whether nothing broke: an ordinary answer, or one that says what to do and, after a form, keeps its words."""
    if answer.status_code != 503:
        return answer.status_code < 500
    page = html.unescape(answer.content.decode())
    return "nothing was stored" in page and (answer.wsgi_request.method != "POST" or TYPED in page)


def broken(stage: Stage, role: str) -> tuple[list[str], int]:
    """The requests that were answered otherwise, and how many were told of the trouble with 503."""
    found, told = [], 0
    for row in ASKED:
        for method in ("GET", "POST"):
            answer = send(stage, method, role, row)
            told += answer.status_code == 503
            if not is_told(answer):
                found.append(f"{method} {row.route} {dict(row.fields)}: {answer.status_code}")
    return found, told


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["owner", "member", "nobody"])
def test_a_full_disk_is_told_at_every_address(role, stage, full_disk):
    found, told = broken(stage, role)
    assert found == []
    assert told or role == "nobody"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_with_a_full_disk_the_log_in_the_log_out_and_a_new_password_say_so(stage, full_disk, ana, settings):
    for path, fields in {
        "/accounts/logout/": {},
        "/accounts/password/": {"old_password": "wrong", "new_password1": "x", "new_password2": "y"},
        "/accounts/login/": {"username": ana.username, "password": "wrong"},
    }.items():
        stage.client.raise_request_exception = False
        stage.client.cookies.clear()
        if "login" not in path:
            stage.client.cookies[settings.SESSION_COOKIE_NAME] = stage.cookies["owner"]
        answer = stage.client.post(path, fields)
        assert answer.status_code in (200, 302, 422, 429, 503), path
        assert 'value="wrong"' not in answer.content.decode()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["owner", "nobody"])
def test_a_cache_that_is_away_is_told_at_every_address(role, stage, away):
    found = []
    for row in ASKED:
        for method in ("GET", "POST"):
            with transaction.atomic():
                answer = send(stage, method, role, row)
                transaction.set_rollback(True)
            if not is_told(answer):
                found.append(f"{method} {row.route} {dict(row.fields)}: {answer.status_code}")
    assert found == []
