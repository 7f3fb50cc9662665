"""Two hundred requests at once: the kept threads of the real server leak nothing, whatever the
database is, and go on when it was restarted."""

import http.client
import os
import re
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from elm_site.request_threads import MOST_IDLE
from tests.browser.site import Site, free_port

pytestmark = pytest.mark.slow
AT_ONCE = 200
BESIDE = 16
"""Threads and connections that are there for other things: sockets, sessions, what Django's requests share."""
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def as_postgres(command: str) -> str:
    asked = ["su", "postgres", "-s", "/bin/bash", "-c", command]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout


class Postgres:
    """A server of its own, which takes a hundred connections, as it does by itself."""

    def __init__(self, folder: str) -> None:
        self.folder, self.port = folder, free_port()
        as_postgres(f"{PROGRAMS[-1]}/initdb -D {folder}/data -U elm -A trust -E UTF8")

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        control = f"{PROGRAMS[-1]}/pg_ctl -D {self.folder}/data -l {self.folder}/log -w start"
        as_postgres(f"{control} -o '{options}'")

    def stop(self) -> None:
        as_postgres(f"{PROGRAMS[-1]}/pg_ctl -D {self.folder}/data -m immediate -w stop")

    def connections(self) -> list[str]:
        """What each connection of the application does."""
        asked = "SELECT state FROM pg_stat_activity WHERE datname = 'postgres' AND pid <> pg_backend_pid()"
        client = f"{PROGRAMS[-1]}/psql -h 127.0.0.1 -p {self.port} -U elm -At postgres"
        return as_postgres(f'{client} -c "{asked}"').split("\n")[:-1]


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    if not PROGRAMS or os.geteuid():
        pytest.skip("needs Postgres, and root to start one")
    # Not under pytest's own folder, where only root may look.
    with tempfile.TemporaryDirectory(prefix="elm-postgres-") as folder:
        subprocess.run(["chown", "postgres", folder], check=True)
        database = Postgres(folder)
        database.start()
        yield database
        database.stop()


@pytest.fixture
def serve(tmp_path) -> Iterator[Callable[..., Site]]:
    made: list[Site] = []

    def start(**environment: str) -> Site:
        made.append(Site(tmp_path, **environment))
        made[0].start()
        return made[0]

    yield start
    made[0].stop()


def logged_in(site: Site) -> str:
    """The cookies of the first admin."""
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', opener.open(site.link).read().decode())
    assert token
    sent = urlencode({"csrfmiddlewaretoken": token[1], "reader": ""}).encode()
    opener.open(Request(site.link, sent, {"Referer": site.url})).close()
    return "; ".join(f"{one.name}={one.value}" for one in jar)


def burst(site: Site, cookies: str) -> Counter[tuple[bool, int]]:
    """How often which status was answered to somebody who is logged in, and to nobody, by turns, all at once."""
    together = threading.Barrier(AT_ONCE)

    def ask(number: int) -> tuple[bool, int]:
        is_known = number % 2 == 0
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=90)
        connection.connect()
        together.wait(60)
        connection.request("GET", "/sessions/", headers={"Cookie": cookies} if is_known else {})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return is_known, answer.status

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(ask, range(AT_ONCE)))


EACH_THEIR_OWN = {(True, 200): AT_ONCE // 2, (False, 302): AT_ONCE // 2}


def threads_of(site: Site) -> int:
    assert site.process
    return len(os.listdir(f"/proc/{site.process.pid}/task"))


def files_of(site: Site) -> int:
    """How often the server has the database's file open."""
    assert site.process
    folder = Path(f"/proc/{site.process.pid}/fd")
    return sum(str(file.readlink()).endswith("elm.sqlite3") for file in folder.iterdir())


def at_last(count: Callable[[], int], most: int) -> int:
    """The count once it is small enough, or after ten seconds."""
    until = time.monotonic() + 10
    while (found := count()) > most and time.monotonic() < until:
        time.sleep(0.05)
    return found


def test_on_sqlite_nobody_is_taken_for_another_and_the_threads_end(serve):
    site = serve()
    cookies, few = logged_in(site), MOST_IDLE + BESIDE
    assert burst(site, cookies) == EACH_THEIR_OWN
    assert at_last(lambda: threads_of(site), few) <= few
    # SQLite keeps the files of closed connections for those that follow, as long as one is open.
    assert files_of(site) <= AT_ONCE + BESIDE
    assert "Traceback" not in site.errors


def test_on_postgres_connections_are_few_none_is_left_in_a_transaction_and_a_restart_ends_none(
    serve, postgres
):
    site = serve(DATABASE_URL=f"postgres://elm@127.0.0.1:{postgres.port}/postgres")
    cookies, few = logged_in(site), MOST_IDLE + BESIDE
    assert burst(site, cookies) == EACH_THEIR_OWN
    assert at_last(lambda: len(postgres.connections()), few) <= few
    assert not [state for state in postgres.connections() if state.startswith("idle in")]
    postgres.stop()
    postgres.start()
    assert burst(site, cookies) == EACH_THEIR_OWN
