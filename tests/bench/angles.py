"""How long an angle review takes that a model reads, beside the least that it can take.

    python tests/bench/angles.py [--units 30] [--angles 4] [--passes 3] [--latency 0.5]

The model answers after a fixed time. The least is P × ceil(U × A / C) × L for P passes over U units with A angles and
C calls at once, for units don't wait for each other. Workers find something else in each pass, which is of low
severity, so that no pass has a second look and the review goes on to its last one. The model server runs in a process
of its own; what the rules read of the document in each pass is a part of the time and is told apart.
"""

import argparse
import asyncio
import math
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.measuring import process
from tests.providers.messages_server import Answer, MessagesServer, Received

SECTION = "## Part {n}\n\nThe service retries each declined payment three times, part {n}.\n\n"


def serve(latency: float, calls: int) -> None:
    """Answer every request after `latency` seconds, until standard input is closed. calls: those of a pass."""

    def reply(request: Received) -> Answer:
        number = (request.number - 1) // calls + 1
        issue = {"severity": "low", "absent": True, "description": f"Pass {number} misses something."}
        return Answer("Read.", {"issues": [issue], "confidence": 0.5}, first_delay=latency)

    with MessagesServer(reply) as server:
        print(server.url, flush=True)
        sys.stdin.read()


def begin(user: Any, units: int, angles: int, passes: int) -> Any:
    """A review that was started on a document with so many sections."""
    from personas.models import Angle
    from reviews.models import Artifact, Revision
    from reviews.sessions import actions

    artifact = Artifact.objects.select_related("item").order_by("pk")[0]
    text = "".join(SECTION.format(n=n) for n in range(units))
    number = artifact.revisions.count() + 1
    artifact.current = Revision.objects.create(artifact=artifact, number=number, content=text.encode())
    artifact.save()
    chosen = [angle.key for angle in Angle.objects.active()[:angles]]
    config = {"angles": chosen, "max_passes": passes}
    session = actions.create_session(
        item=artifact.item,
        kind="angles",
        artifacts=[artifact],
        started_by=user,
        config=config,
        provider="claude",
    )
    session.config["designer"] = True
    session.save(update_fields=["config"])
    actions.start(session, by=user)
    return session


async def hold(session: Any) -> float:
    """Run the review to its end as the engine does; gives the seconds that it took."""
    from reviews.providers import registry
    from reviews.sessions import leases
    from reviews.sessions.runner import Lease, run_session
    from reviews.sessions.threads import Threads

    threads = Threads()
    claim = await threads.run(leases.take, session.pk, "bench")
    assert claim
    began = time.monotonic()
    await run_session(claim, Lease(until=math.inf), threads)
    took = time.monotonic() - began
    await registry.close_all()
    await asyncio.to_thread(threads.close)
    return took


def compare(session: Any, options: argparse.Namespace, took: float) -> None:
    from reviews.sessions import loading

    state = loading.folded(session)
    units, angles, passes = len(state.units), len(state.setup.angles), len(state.closed)
    together = loading.session_kind(session.kind).at_once
    least = passes * math.ceil(units * angles / together) * options.latency
    rules = sum(event.data["ms"] for event in _evidence(session)) / 1000
    print(
        f"{passes} passes over {units} units with {angles} angles, {together} calls at once, {options.latency:g} s "
        f"each; {state.spent.calls} calls, {state.reason or session.state}"
    )
    print(f"  {took:.1f} s, {took / least:.3f} × the least ({least:.1f} s)")
    print(f"  without the rules' {rules:.1f} s: {(took - rules) / least:.3f} ×")


def _evidence(session: Any) -> Any:
    from reviews.states import EventKind

    return session.events.filter(kind=EventKind.EVIDENCE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--units", type=int, default=30)
    parser.add_argument("--angles", type=int, default=4)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--latency", type=float, default=0.5)
    parser.add_argument("--serve", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.latency, options.serve)
        return
    calls = str(options.units * options.angles)
    command = ("tests/bench/angles.py", "--latency", str(options.latency), "--serve", calls)
    with process(*command) as running:
        assert running.stdout
        os.environ["ANTHROPIC_BASE_URL"] = running.stdout.readline().strip()
        os.environ["ANTHROPIC_API_KEY"] = "bench"
        measure(options)


def measure(options: argparse.Namespace) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from reviews.accounts import bootstrap

    call_command("migrate", verbosity=0)
    user = bootstrap.take()
    # A server loads the provider's and the rules' modules once, which takes seconds: that is not of this review.
    warm = asyncio.run(hold(begin(user, 1, 1, 1)))
    session = begin(user, options.units, options.angles, options.passes)
    took = asyncio.run(hold(session))
    session.refresh_from_db()
    print(f"the first review of the process, of one call, took {warm:.1f} s")
    compare(session, options, took)


if __name__ == "__main__":
    main()
