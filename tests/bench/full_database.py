"""What pages cost when the database is full: p50, p95 and the number of queries of each, at two sizes.

    python tests/bench/full_database.py [--sizes 1000 100000] [--looks 30]
    python tests/bench/full_database.py --data-dir /srv/full [--looks 30]

Each size is a database of its own, filled by `manage.py fill_with_samples` with twenty events a session: SQLite in a
folder of its own, which is deleted again, or, with one size, the empty database of DATABASE_URL. `--data-dir` measures
one that is filled already. Pages are asked of Django's test client in this process, so without a network, after one
look that counts for nothing; milliseconds by the clock and of the CPU. Where other work shares the machine, the CPU's
are the ones to compare. The last line of each size is a bare view.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
EVENTS_EACH = 20
BARE = "/healthz"


def fill(folder: str, sessions: int) -> None:
    """Fill the database of a data directory."""
    count = ("--sessions", str(sessions), "--events", str(EVENTS_EACH * sessions))
    environment = os.environ | {"ELM_DATA_DIR": folder, "ELM_OFFLINE_PACE": "0", "ELM_PROVIDER": "offline"}
    for command in (("migrate", "-v", "0"), ("fill_with_samples", *count)):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)


def places() -> Iterator[tuple[str, str]]:
    """The pages by name, with the newest of what they are about."""
    from reviews.models import Item, Session
    from reviews.states import State

    done = Session.objects.filter(state=State.FINISHED).order_by("-created")[50]
    item = Item.objects.get(pk=done.item_id)
    deep = Session.objects.order_by("created")[Session.objects.count() // 2]
    yield "dashboard, 12 weeks", "/"
    yield "dashboard, 52 weeks", "/?weeks=52"
    yield "dashboard, upper half", "/?part=now"
    yield "what waits", "/waiting/"
    yield "sessions", "/sessions/"
    yield "sessions, deep", f"/sessions/?after={deep.pk}"
    yield "sessions, by verdict", "/sessions/?verdict=ready_with_caveats"
    yield "sessions, by persona and date", "/sessions/?persona=business-analyst&until=2030-01-01"
    yield "findings", "/findings/"
    yield "findings, dismissed high ones", "/findings/?status=dismissed&severity=high"
    yield "to review", "/changes/"
    yield "items", "/items/"
    yield "item", item.get_absolute_url()
    yield "session", done.get_absolute_url()
    yield "search, a frequent word", "/search/?q=card"
    yield "search, several words", "/search/?q=declined+renewal+bank"
    yield "admin, sessions", "/admin/reviews/session/"
    yield "admin, calls", "/admin/reviews/modelcall/"
    yield "admin, changes", "/admin/reviews/change/"
    yield "bare view", BARE


def measure(looks: int) -> None:
    """Print a line for each page."""
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from reviews.models import Event, Session

    # It is asynchronous: each view would run in a thread of its own, and queries there would not be counted.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "servestatic" not in name]
    print(
        f"{connection.vendor}: {Session.objects.count():,} sessions, {Event.objects.count():,} events",
        flush=True,
    )
    client = Client(headers={"host": "localhost"}, raise_request_exception=False)
    client.force_login(User.objects.filter(is_superuser=True).earliest("pk"))
    for name, place in places():
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(place)
        clocks, spent = [], []
        for _ in range(looks):
            began, cpu = time.perf_counter(), time.process_time()
            client.get(place)
            clocks.append(1000 * (time.perf_counter() - began))
            spent.append(1000 * (time.process_time() - cpu))
        status = "" if answer.status_code == 200 else f"   status {answer.status_code}"
        print(
            f"  {name:32} p50 {statistics.median(clocks):7.1f}   p95 {at(clocks, 0.95):7.1f}   "
            f"CPU p50 {statistics.median(spent):7.1f}   p95 {at(spent, 0.95):7.1f} ms   "
            f"{len(queries):3} queries{status}",
            flush=True,
        )


def at(times: list[float], share: float) -> float:
    """The time that this share of the looks does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def measure_apart(folder: str, looks: int) -> None:
    """Measure in a process of its own, which knows only this database."""
    command = [sys.executable, __file__, "--data-dir", folder, "--looks", str(looks)]
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000])
    parser.add_argument("--looks", type=int, default=30)
    parser.add_argument("--data-dir")
    options = parser.parse_args()
    if options.data_dir:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "elm_site.settings", "ELM_DATA_DIR": options.data_dir}
        return measure(options.looks)
    if "DATABASE_URL" in os.environ and len(options.sizes) > 1:
        parser.error("With DATABASE_URL give one size: it is one database.")
    for sessions in options.sizes:
        with tempfile.TemporaryDirectory(prefix="elm-bench-") as folder:
            fill(folder, sessions)
            measure_apart(folder, options.looks)


if __name__ == "__main__":
    main()
