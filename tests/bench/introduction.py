"""From pressing Start to the introduction of a roundtable, beside a bare view of the same server.

    python tests/bench/introduction.py [--starts 50]

Each start is what a browser does: the form is posted with its token, the page that it leads to is fetched, and its
socket opened. Prints p50 and p95 in milliseconds from the POST to the page with the introduction in it, and to the
socket's first frame. No model is asked: the offline reviewer speaks. Loopback only; the server ends with it.
"""

import argparse
import asyncio
import re
import statistics
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import websockets.sync.client

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.measuring import ELM_PORT, prepare, served, wait_for

ORIGIN = f"http://127.0.0.1:{ELM_PORT}"
MOST = 55
"""The server allows a person 60 starts within an hour."""
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
LAST = re.compile(r'data-last="(\d+)"')
FRESH = {"first_takes": "off", "apply": "review", "kind": "roundtable"}


class Browser:
    """One connection that is kept, as browsers do."""

    def __init__(self, cookie: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", ELM_PORT, timeout=30)
        self.cookies = {"sessionid": cookie}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method: str, path: str, **form: str) -> tuple[int, str, str]:
        """The status, the address that it leads to, and the page."""
        headers = {"Cookie": self.cookie, "Origin": ORIGIN, "Referer": ORIGIN + "/"}
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, urlencode(form) if form else None, headers)
        answer = self.connection.getresponse()
        page = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), page

    def start(self, slug: str, artifact: str) -> tuple[float, float]:
        """Start a roundtable and end it; the milliseconds to its page and to its socket's first frame."""
        _, _, form = self.ask("GET", f"/sessions/new/?item={slug}&kind=roundtable")
        fields = FRESH | {"item": slug, "artifacts": artifact, "topic": f"Start {uuid4()}"}
        token = found(TOKEN, form)
        began = time.perf_counter()
        status, place, _ = self.ask("POST", "/sessions/new/", csrfmiddlewaretoken=token, **fields)
        assert status == 302, "The roundtable was not started."
        _, _, page = self.ask("GET", place)
        shown = time.perf_counter()
        assert "event-introduction" in page, "The page has no introduction."
        address = f"ws://127.0.0.1:{ELM_PORT}/ws{place}?after={found(LAST, page)}"
        headers = {"Cookie": self.cookie}
        with websockets.sync.client.connect(address, origin=ORIGIN, additional_headers=headers) as socket:
            socket.recv(timeout=30)
            framed = time.perf_counter()
        self.ask("POST", f"{place}stop/", csrfmiddlewaretoken=found(TOKEN, page))
        return 1000 * (shown - began), 1000 * (framed - began)

    def look(self) -> float:
        """The milliseconds that a bare view takes."""
        began = time.perf_counter()
        self.ask("GET", "/healthz")
        return 1000 * (time.perf_counter() - began)


def found(pattern: re.Pattern[str], page: str) -> str:
    match = pattern.search(page)
    assert match, f"The page has no {pattern.pattern}."
    return match[1]


def show(name: str, times: list[float]) -> None:
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    print(f"  {name:32} p50 {cuts[9]:7.1f} ms   p95 {cuts[18]:7.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=50)
    options = parser.parse_args()
    artifact, _, cookie = prepare()
    starts = min(options.starts, MOST)
    with served("elm_site.asgi:application", ELM_PORT, lifespan="on", ELM_PROVIDER="offline"):
        asyncio.run(wait_for(ELM_PORT))
        browser = Browser(cookie)
        where = artifact.item.slug, str(artifact.pk)
        first = browser.start(*where)
        times = [(browser.look(), *browser.start(*where)) for _ in range(starts)]
    print(f"{starts} starts of a roundtable (the very first one: {first[0]:.0f} ms)")
    names = ("a bare view", "page with the introduction", "socket's first frame")
    for name, column in zip(names, zip(*times, strict=True), strict=True):
        show(name, list(column))


if __name__ == "__main__":
    main()
