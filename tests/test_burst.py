"""The real server when everybody presses at once: each start is answered, none is lost and none is doubled."""

import http.client
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.browser.site import Site

pytestmark = pytest.mark.slow
AT_ONCE = 40
TOKEN = "a" * 32


@pytest.fixture
def site(tmp_path):
    made = Site(tmp_path)
    made.start()
    yield made
    made.stop()
    assert "Traceback" not in made.errors, made.errors


@pytest.fixture
def start(site):
    """`start("k")` presses "Answer yourself" in a form with that key; gives the status and where it leads."""
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))
    page = opener.open(site.link).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    sent = urlencode({"csrfmiddlewaretoken": token[1], "reader": ""}).encode()
    opener.open(Request(site.link, sent, {"Referer": site.url})).close()
    cookie = "; ".join(f"{one.name}={one.value}" for one in jar if one.name == "sessionid")
    headers = {
        "Cookie": f"{cookie}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    page = opener.open(f"{site.url}/items/payment-retries/").read().decode()
    artifact = re.search(r"/artifacts/([0-9a-f-]{36})/", page)
    assert artifact
    form = {"item": "payment-retries", "kind": "interview", "artifacts": artifact[1], "answered_by": "me"}

    def press(key: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=90)
        connection.request("POST", "/sessions/new/", urlencode(form | {"form_key": key}), headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, answer.headers["Location"] or ""

    return press


def test_forty_starts_at_once_each_clicked_twice_make_forty_sessions(site, start):
    keys = [f"k{number}" for number in range(AT_ONCE)] * 2
    with ThreadPoolExecutor(len(keys)) as pool:
        answers = list(pool.map(start, keys))
    assert {status for status, _ in answers} == {302}
    assert answers[:AT_ONCE] == answers[AT_ONCE:]
    assert len({address for _, address in answers}) == AT_ONCE
    database = sqlite3.connect(site.folder / "elm.sqlite3")
    assert database.execute("SELECT count(*) FROM reviews_session").fetchone() == (AT_ONCE,)
    database.close()
