"""The real server, and a reader who leaves while a long text is laid out for them."""

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.site import Site
from tests.visitors import Visitor, visitors_of

pytestmark = pytest.mark.slow
TEXT = "[Who](#pays) *decides* this, and when? " * 48_000
"""Takes seconds, and no more memory than there may be."""
PATIENCE_SECONDS = 60


@pytest.fixture
def ana(tmp_path) -> Iterator[Visitor]:
    site = Site(tmp_path, ELM_RENDER_SECONDS="120")
    site.start()
    yield visitors_of(site, 1)[0]
    site.stop()
    assert "Traceback" not in site.errors, site.errors


def workers_of(site: Site) -> dict[int, float]:
    """The CPU seconds of each worker process of the server, by its number."""
    assert site.process
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == site.process.pid and "reviews.workers.child" in command:
            found[int(folder.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def add(ana: Visitor, name: str) -> str:
    """Where the text is shown."""
    answer = ana.send_files(f"/items/{ana.item}/artifacts/new/", {name: f"# {name}\n\n{TEXT}".encode()})
    assert answer.place.startswith("/artifacts/")
    return answer.place


def ask(ana: Visitor, place: str) -> socket.socket:
    """A connection on which Ana has asked for a page and has read nothing yet."""
    client = socket.create_connection(("127.0.0.1", ana.site.port), timeout=PATIENCE_SECONDS)
    lines = [f"GET {place} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: sessionid={ana.cookie}", "", ""]
    client.sendall("\r\n".join(lines).encode())
    return client


def until(is_so) -> bool:
    """Whether it came to be so."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (so := is_so()) and time.monotonic() < end:
        time.sleep(0.05)
    return bool(so)


def test_laying_out_ends_when_its_reader_has_left_and_goes_on_for_one_who_stays(ana):
    first, second = add(ana, "first.md"), add(ana, "second.md")
    with ask(ana, first) as client:
        assert client.recv(12) == b"HTTP/1.1 200"
    [(worker, spent)] = workers_of(ana.site).items()
    with ask(ana, second):
        assert until(lambda: workers_of(ana.site)[worker] > spent + 0.2), "it has begun"
    assert until(lambda: worker not in workers_of(ana.site))
    with ask(ana, second) as client:
        assert client.recv(12) == b"HTTP/1.1 200"
