"""What a start costs the true server: the form, the POST, the page and its socket, by a user each, over HTTP.

    python tests/bench/starts.py [--users 40] [--no-engine]

`manage.py serve` runs in a process of its own, and its CPU time is read from the outside, step by step: all users open
the form, then all send it, and so on. What sessions do by themselves after the POST is counted apart; what they do
while others still send the form is not, unless `--no-engine` keeps them from running at all. Beside it a bare view of
the same server, asked as often, and the bare relay in the same run: its CPU for 1,000 deltas. Nobody speaks but the
offline reviewer. Each user has a text of their own, and has been on the site before. Loopback only.
"""

import argparse
import asyncio
import contextlib
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import websockets.sync.client

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.beside import Relay, measured_relay
from tests.bench.introduction import LAST, ORIGIN, TOKEN, Browser, found
from tests.bench.measuring import ELM_PORT, cpu_seconds, prepare, process, wait_for

QUIET_SECONDS, SLOWEST = 1.0, 0.02
KEY = re.compile(r'name="form_key" value="([\w-]+)"')


@dataclass
class Person:
    """Somebody at a browser, with an item of their own; `form`, `place` and `page` are what they have got so far."""

    browser: Browser
    item: str
    artifact: str
    form: str = ""
    place: str = ""
    page: str = ""

    def open_form(self, kind: str) -> None:
        _, _, self.form = self.browser.ask("GET", f"/sessions/new/?item={self.item}&kind={kind}")

    def start(self, kind: str) -> None:
        fields = {"kind": kind, "item": self.item, "artifacts": self.artifact, "topic": "Payments"}
        fields |= {"answered_by": "me"} if kind == "interview" else {"first_takes": "off", "apply": "review"}
        fields |= {"csrfmiddlewaretoken": found(TOKEN, self.form), "form_key": found(KEY, self.form)}
        status, self.place, answer = self.browser.ask("POST", "/sessions/new/", **fields)
        assert status == 302, answer

    def open_page(self, kind: str) -> None:
        _, _, self.page = self.browser.ask("GET", self.place)

    def open_socket(self, kind: str) -> None:
        address = f"ws://127.0.0.1:{ELM_PORT}/ws{self.place}?after={found(LAST, self.page)}"
        headers = {"Cookie": self.browser.cookie}
        with websockets.sync.client.connect(address, origin=ORIGIN, additional_headers=headers) as socket:
            socket.recv(timeout=30)


def people(count: int, content: bytes) -> list[Person]:
    """So many members of one team, each logged in, with an item and its artifact."""
    from django.contrib.auth.models import User
    from django.test import Client

    from reviews.models import Membership, Team
    from tests.factories import ArtifactFactory, ItemFactory

    team, made = Team.objects.order_by("pk").first(), []
    for number in range(count):
        user = User.objects.create_user(f"starter{number}")
        Membership.objects.create(team=team, user=user, role="member")
        item = ItemFactory(team=team)
        artifact = ArtifactFactory(item=item, content=f"{content.decode()}\nThis is note {number}.\n")
        client = Client()
        client.force_login(user)
        made.append(Person(Browser(client.cookies["sessionid"].value), item.slug, str(artifact.pk)))
    return made


def settle(pid: int) -> None:
    """Wait until the server has nothing to do any more."""
    while True:
        before = cpu_seconds(pid)
        time.sleep(QUIET_SECONDS)
        if cpu_seconds(pid) - before <= SLOWEST * QUIET_SECONDS:
            return


def spent(pid: int, steps: list[Callable[[], object]]) -> float:
    """The server's CPU milliseconds for one of the steps, on average."""
    before = cpu_seconds(pid)
    for step in steps:
        step()
    return 1000 * (cpu_seconds(pid) - before) / len(steps)


def connect_anew(users: list[Person]) -> None:
    """Leave the connections that the server may have ended by now; the next request opens another one."""
    for one in users:
        one.browser.connection.close()


def measure(pid: int, users: list[Person], kind: str, relay: Relay) -> None:
    connect_anew(users)
    bare = spent(pid, [lambda one=one: one.browser.ask("GET", "/healthz") for one in users for _ in range(5)])
    total = 0.0
    for name in ("open_form", "start", "open_page", "open_socket"):
        settle(pid)
        connect_anew(users)
        each = spent(pid, [lambda one=one, name=name: getattr(one, name)(kind) for one in users])
        total += each
        show(name, each, bare, relay)
        if name == "start":
            after = cpu_seconds(pid)
            settle(pid)
            own = 1000 * (cpu_seconds(pid) - after) / len(users)
            print(f"  {'by itself':12} {own:7.1f} ms   after the POST, not counted", flush=True)
    show("in all", total, bare, relay)
    show("a bare view", bare, bare, relay)


def show(name: str, ms: float, bare: float, relay: Relay) -> None:
    print(f"  {name:12} {ms:7.1f} ms   {ms / bare:6.1f} × a bare view   {relay.ratio(ms)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=40)
    parser.add_argument("--no-engine", action="store_true", help="serve pages only")
    options = parser.parse_args()
    artifact, _, _ = prepare()
    first, *users = people(options.users + 1, bytes(artifact.current.content))
    with contextlib.ExitStack() as stack:
        command = ("manage.py", "serve", "--port", str(ELM_PORT), *["--no-engine"][: options.no_engine])
        running = stack.enter_context(process(*command, ELM_PROVIDER="offline"))
        asyncio.run(wait_for(ELM_PORT))
        for one in users:
            one.browser.ask("GET", "/")
        for kind in ("interview", "roundtable"):
            for step in (first.open_form, first.start, first.open_page, first.open_socket):
                first.browser.connection.close()
                step(kind)
            relay = measured_relay()
            print(f"{kind}: CPU of the server for a start, {options.users} users")
            measure(running.pid, users, kind, relay)


if __name__ == "__main__":
    main()
