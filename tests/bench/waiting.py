"""How long the page of everything that waits takes, with many changes stored and many of them open.

    python tests/bench/waiting.py [--changes 100000] [--open 10000] [--repeat 40]

Prints the median, p95 and worst in milliseconds of the whole view, its template included, the CPU time that it takes,
the number of queries, and what a decision on the page takes; asserts nothing about time.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "tests.settings",
    "ELM_DATA_DIR": tempfile.mkdtemp(prefix="elm-bench-"),
}
SESSIONS, ARTIFACTS, PEOPLE = 2_000, 500, 12
NOTES = "".join(
    f"## Part {n}\n\nA sentence about retries that nobody can measure, number {n}.\n\n" for n in range(200)
)


def main() -> int:
    import django

    django.setup()
    from django.core.management import call_command

    options = _options()
    call_command("migrate", verbosity=0)
    _fill(options.changes, options.open)
    _measure(options.repeat)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--changes", type=int, default=100_000)
    parser.add_argument("--open", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=40)
    return parser.parse_args()


def _fill(changes: int, waiting: int) -> None:
    from django.contrib.auth.models import User

    from reviews.models import Change, Finding, Session
    from tests import factories

    team = factories.TeamFactory()
    people = [User.objects.create_user(f"person{n}", first_name=f"Person {n}") for n in range(PEOPLE)]
    for person in people:
        factories.MembershipFactory(team=team, user=person, role="admin")
    items = [factories.ItemFactory(team=team) for _ in range(ARTIFACTS // 10)]
    artifacts = [
        factories.ArtifactFactory(item=items[n % len(items)], content=NOTES) for n in range(ARTIFACTS)
    ]
    sessions = Session.objects.bulk_create(
        Session(
            item=artifacts[n % ARTIFACTS].item,
            team=team,
            kind=("interview", "roundtable")[n % 2],
            provider="offline",
            state="finished",
            end_reason="ready",
        )
        for n in range(SESSIONS)
    )
    every = changes // waiting
    Change.objects.bulk_create(
        (
            Change(
                session=sessions[n % SESSIONS],
                artifact=artifacts[n % ARTIFACTS],
                base=artifacts[n % ARTIFACTS].current,
                order=n // SESSIONS,
                section=f"Part {n % 200}",
                position=NOTES.index(f"## Part {n % 200}\n"),
                inserted="A figure: 97 of 100.\n\n" * 8,
                reason="ELM asked for a number.",
                events=[1],
                status="proposed" if n // SESSIONS % every == 0 else ("applied", "rejected")[n % 2],
                assignee=people[n % 7] if n % 3 == 0 else None,
            )
            for n in range(changes)
        ),
        batch_size=5_000,
    )
    Finding.objects.bulk_create(
        Finding(
            artifact=artifacts[n % ARTIFACTS],
            revision=artifacts[n % ARTIFACTS].current,
            by="offline",
            claim="vague_claim",
            fingerprint=f"{n:016x}",
            severity=("low", "medium", "high")[n % 3],
            quote="nobody can measure",
            line=n % 400 + 1,
            description="A claim without a figure.",
            status="open" if n % 4 == 0 else "dismissed",
        )
        for n in range(waiting)
    )
    open_now = Change.objects.filter(status="proposed").count(), Finding.objects.filter(status="open").count()
    print(
        f"{Change.objects.count():,} changes, {open_now[0]:,} and {open_now[1]:,} findings open", flush=True
    )


def _measure(repeat: int) -> None:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from reviews.changes.comments import assignable
    from reviews.changes.queue import queue_of, queue_page
    from reviews.models import Change, Team

    client = Client()
    client.force_login(User.objects.order_by("pk").first())
    queue = queue_of(assignable([Team.objects.get().pk]), {})
    deep = queue_page(queue, size=queue.total - 40).last
    for name, address in {
        "first page": "/changes/",
        "deep page": f"/changes/?after={deep}",
        "words and person": "/changes/?q=item&person=me",
        "findings, grave": "/changes/?kind=finding&severity=high",
        "nothing fits": "/changes/?q=zzz",
    }.items():
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        assert answer.status_code == 200
        _timed(
            f"{name} ({len(queries)} queries, {len(answer.content) / 1000:.0f} kB)",
            repeat,
            lambda address=address: client.get(address),
        )
    keys = iter(Change.objects.filter(status="proposed").values_list("pk", flat=True)[: repeat + 1])
    send = {"HTTP_HX_REQUEST": "true"}
    _timed(
        "reject", repeat, lambda: client.post(f"/changes/{next(keys)}/reject/", {"back": "/changes/"}, **send)
    )


def _timed(name: str, repeat: int, run: Callable[[], object]) -> None:
    times, cpu = [], []
    for _ in range(repeat):
        start, used = time.perf_counter(), time.process_time()
        run()
        times.append((time.perf_counter() - start) * 1000)
        cpu.append((time.process_time() - used) * 1000)
    times.sort()
    p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
    print(
        f"{name:<34} p50{statistics.median(times):>6.0f}   p95{p95:>6.0f}   worst{times[-1]:>6.0f} ms"
        f"   CPU p50{statistics.median(cpu):>5.0f}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
