"""One file keeps nobody else waiting: while a hostile text is checked and shown, the real server answers at once."""

import re
import threading
import time
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest

from tests.browser.site import Site

pytestmark = pytest.mark.slow
TEXTS = {
    "dots": "# T\n\n" + "." * 80_000,
    "figures": "# T\n\n" + "1," * 40_000,
    "tasks": "- [ ] a\n" * 10_000,
    "brackets": "[" * 80_000,
}
PATIENCE = 3.0
"""Seconds. The server took 63 for the dots; a busy machine takes one for nothing."""


class Browser:
    """Ana's browser, without its pages' scripts."""

    def __init__(self, site: Site) -> None:
        self.url = site.url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        page = self.opener.open(site.link).read().decode()
        self.send(urllib.parse.urlsplit(site.link).path, page, reader="")

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        """Where a form led to, and the page there."""
        return self.send(path, self.opener.open(f"{self.url}/items/new/").read().decode(), **fields)

    def send(self, path: str, page: str, **fields: str) -> tuple[str, str]:
        """Send a form with the token of a page."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
        sent = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        request = urllib.request.Request(self.url + path, sent, {"Referer": self.url})
        with self.opener.open(request, timeout=120) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read().decode()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("freeze"))
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def browser(site):
    return Browser(site)


@pytest.mark.parametrize("name", TEXTS)
def test_the_server_answers_while_a_hostile_text_is_read(site, browser, name):
    done, waits = threading.Event(), []

    def ask():
        while not done.is_set():
            began = time.monotonic()
            urllib.request.urlopen(f"{site.url}/healthz", timeout=120).read()
            waits.append(time.monotonic() - began)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        adding, _ = browser.post("/items/new/", title=name, description="")
        artifact, _ = browser.post(adding, name="notes.md", text=TEXTS[name])
        _, checked = browser.post(f"{artifact}check/")
    finally:
        done.set()
        asking.join()
    assert "Check 1 of revision 1" in checked or "The rules did not come to an end" in checked
    assert max(waits) < PATIENCE
