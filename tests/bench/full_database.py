"""What pages cost when the database is full: p50, p95 and the number of queries of each, beside what is aimed at.

    python tests/bench/full_database.py [--sizes 1000 100000] [--looks 30]
    python tests/bench/full_database.py --data-dir /srv/full [--looks 30] [--only search]

Each size is a database of its own, filled by `manage.py fill_with_samples` with twenty events a session: SQLite in a
folder of its own, which is deleted again, or, with one size, the empty database of DATABASE_URL. `--data-dir` measures
one that is filled already: SQLite in that folder, or DATABASE_URL.

Pages are asked of Django's test client in this process, so without a network, after one look that counts for nothing:
by a member of the largest filled team, by one of all filled teams, and in the administration by its admin. Printed are
milliseconds by the clock and of the CPU (on Postgres, beside this process's, the mean of the database's own processes)
and the CPU's p95 as a share of the target. Where other work shares the machine, the CPU's are the ones to compare. The
last line of each size is a bare view.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
EVENTS_EACH = 20
BARE = "/healthz"
TARGET = 150
"""Milliseconds by the clock on two cores of their own, p95; of a session's page twice as many."""
OF_ALL = "of all teams"


def fill(folder: str, sessions: int) -> None:
    """Fill the database of a data directory."""
    count = ("--sessions", str(sessions), "--events", str(EVENTS_EACH * sessions))
    environment = os.environ | {"ELM_DATA_DIR": folder, "ELM_OFFLINE_PACE": "0", "ELM_PROVIDER": "offline"}
    for command in (
        ("migrate", "-v", "0"),
        ("collectstatic", "--noinput", "-v", "0"),
        ("fill_with_samples", *count),
    ):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)


def places() -> Iterator[tuple[str, str]]:
    """The pages by name, with the newest of what they are about."""
    from reviews.models import Item, Session
    from reviews.states import State

    newest = Session.objects.filter(team__slug="filled-with-samples").order_by("-created")
    done = newest.filter(state=State.FINISHED, archived=None, item__archived=None)[50]
    item = Item.objects.get(pk=done.item_id)
    deep = newest[newest.count() // 2]
    yield "dashboard, 12 weeks", "/"
    yield "dashboard, 52 weeks", "/?weeks=52"
    yield "dashboard, upper half", "/?part=now"
    yield f"dashboard, 12 weeks, {OF_ALL}", "/"
    yield f"dashboard, 52 weeks, {OF_ALL}", "/?weeks=52"
    yield "dashboard, 12 weeks, of a kind", "/?part=trends&kind=roundtable"
    yield "dashboard, 12 weeks, of an item", f"/?part=trends&item={item.slug}"
    yield "dashboard, 12 weeks, of a persona", "/?part=trends&persona=business-analyst"
    yield "what waits", "/waiting/"
    yield "sessions", "/sessions/"
    yield f"sessions, {OF_ALL}", "/sessions/"
    yield "sessions, deep", f"/sessions/?after={deep.pk}"
    yield "sessions, by verdict", "/sessions/?verdict=ready_with_caveats"
    yield "sessions, by persona and date", "/sessions/?persona=business-analyst&until=2030-01-01"
    yield "findings", "/findings/"
    yield "findings, dismissed high ones", "/findings/?status=dismissed&severity=high"
    yield "findings, of a kind of session", "/findings/?kind=angles"
    yield "to review", "/changes/"
    yield f"to review, {OF_ALL}", "/changes/"
    yield "items", "/items/"
    yield "item", item.get_absolute_url()
    yield "session", done.get_absolute_url()
    yield "session, its changes", f"{done.get_absolute_url()}changes/"
    yield "search, one letter", "/search/?q=a"
    yield "search, a frequent word", "/search/?q=people"
    yield "search, several words", "/search/?q=declined+renewal+bank"
    yield "search, a rare phrase", '/search/?q="people+time"'
    yield f"search, a frequent word, {OF_ALL}", "/search/?q=people"
    for name in ("session", "event", "modelcall", "change", "finding", "auditentry"):
        yield f"admin, {name}", f"/admin/reviews/{name}/"
        yield f"admin, {name}, sorted", f"/admin/reviews/{name}/?o=2"
    yield "admin, events, searched", "/admin/reviews/event/?q=people"
    yield "admin, sessions, searched", "/admin/reviews/session/?q=fraud"
    yield "admin, changes, searched", "/admin/reviews/change/?q=fraud"
    yield "admin, calls, searched", "/admin/reviews/modelcall/?q=interview"
    yield "bare view", BARE


def measure(looks: int, only: str) -> None:
    """Print a line for each page whose name has the word `only`."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client

    from elm_site.lifespan import collect_rarely
    from reviews.models import Event, Session

    # Everything is loaded before the first look, and the collector is told so, as the server does it.
    Client(headers={"host": "localhost"}).get(BARE)
    collect_rarely()
    print(
        f"{connection.vendor}: {Session.objects.count():,} sessions, {Event.objects.count():,} events, "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    member = User.objects.get(username="filled-ada")
    everywhere = User.objects.get(username="filled-tara")
    admin = User.objects.filter(is_superuser=True).earliest("pk")
    for name, place in places():
        if only not in name:
            continue
        client = Client(headers={"host": "localhost"}, raise_request_exception=False)
        usual = everywhere if OF_ALL in name else member
        client.force_login(admin if place.startswith("/admin/") else usual)
        client.get(BARE)
        with counted_queries() as queries:
            answer = client.get(place)
        clocks, spent, before = [], [], database_seconds()
        for _ in range(looks):
            began, cpu = time.perf_counter(), time.process_time()
            client.get(place)
            clocks.append(1000 * (time.perf_counter() - began))
            spent.append(1000 * (time.process_time() - cpu))
        beside = 1000 * (database_seconds() - before) / looks
        target = 2 * TARGET if name.startswith("session, ") or name == "session" else TARGET
        status = "" if answer.status_code == 200 else f"   status {answer.status_code}"
        print(
            f"  {name:34} p50 {statistics.median(clocks):7.1f}  p95 {at(clocks, 0.95):7.1f}   "
            f"CPU p50 {statistics.median(spent):6.1f}  p95 {at(spent, 0.95):6.1f}"
            f"{f'  database {beside:6.1f}' if beside else ''} ms   "
            f"{(at(spent, 0.95) + beside) / target:5.2f} of {target} ms   {len(queries):3} queries{status}",
            flush=True,
        )
    print(f"  load {os.getloadavg()[0]:.1f}", flush=True)


def database_seconds() -> float:
    """What the processes of Postgres that serve this database have spent so far, where it runs on this machine."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        files = [Path(f"/proc/{pid}/stat") for (pid,) in cursor.fetchall()]
    ticks = [file.read_text().rpartition(")")[2].split()[11:13] for file in files if file.exists()]
    return sum(map(int, chain.from_iterable(ticks))) / os.sysconf("SC_CLK_TCK")


@contextmanager
def counted_queries() -> Iterator[list[str]]:
    """The statements that are executed meanwhile, in whatever thread: views run in one of their own here."""
    from django.db.backends.utils import CursorWrapper

    seen: list[str] = []
    execute = CursorWrapper.execute

    def noted(self: object, sql: str, params: object = None) -> object:
        seen.append(sql)
        return execute(self, sql, params)

    CursorWrapper.execute = noted
    try:
        yield seen
    finally:
        CursorWrapper.execute = execute


def at(times: list[float], share: float) -> float:
    """The time that this share of the looks does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def measure_apart(folder: str, looks: int, only: str) -> None:
    """Measure in a process of its own, which knows only this database."""
    command = [sys.executable, __file__, "--data-dir", folder, "--looks", str(looks), "--only", only]
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000])
    parser.add_argument("--looks", type=int, default=30)
    parser.add_argument("--data-dir")
    parser.add_argument("--only", default="", help="pages with this in their name")
    options = parser.parse_args()
    if options.data_dir:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "elm_site.settings", "ELM_DATA_DIR": options.data_dir}
        return measure(options.looks, options.only)
    if "DATABASE_URL" in os.environ and len(options.sizes) > 1:
        parser.error("With DATABASE_URL give one size: it is one database.")
    for sessions in options.sizes:
        with tempfile.TemporaryDirectory(prefix="elm-bench-") as folder:
            fill(folder, sessions)
            measure_apart(folder, options.looks, options.only)


if __name__ == "__main__":
    main()
