"""What a long session costs: its fold, its page, a socket that comes back, beside short ones in the same process.

    python tests/bench/pages.py [--events 5000]

All figures are CPU milliseconds of this process, the least of several runs where something can run again. "First" is
the page of a session of which the process has seen nothing; "laid out" folds the whole log too, but finds the texts as
HTML and their words in the caches; "again" finds the state kept as well. The baselines are the page of a session of 50
events and a bare view, and for each figure the CPU that the bare relay takes in the same run to pass on 1,000 deltas.
Two long sessions are compared on a page too, each with a change for every ten events. The fold is printed for logs of
a quarter, a half and all of the events: a linear one doubles twice. The collector looks as seldom as in the server.
Loopback only, no model.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.beside import Relay, measured_relay
from tests.bench.measuring import prepare

SHORT = 50


def cpu_ms(work: Callable[[], object], times: int = 1) -> float:
    """The least CPU time of so many runs."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(1000 * (time.process_time() - began))
    return min(found)


@dataclass(frozen=True)
class Table:
    """What is printed, each figure beside the relay's 1,000 deltas."""

    relay: Relay

    def show(self, name: str, spent: float, beside: float = 0, what: str = "") -> None:
        ratio = f"   {spent / beside:6.2f} × {what}" if beside else ""
        print(f"  {name:44} {spent:9.1f} ms   {self.relay.ratio(spent)}{ratio}", flush=True)


def measure_fold(table: Table, kind: str, logs: list[list], setup: object) -> None:
    """Print how the fold grows with the log."""
    from reviews.kinds.registry import session_kind

    machine, before = session_kind(kind).machine, 0.0
    for log in logs:
        spent = cpu_ms(lambda log=log: machine.fold(log, setup), 3)
        table.show(f"fold of {len(log):,} events, {kind}", spent, before, "half of them")
        before = spent


def measure_page(client: object, page: str, like: str) -> tuple[float, float, float, int]:
    """The CPU of the first page, of one whose texts are laid out, of the next, and how long it is in bytes.

    like: a page of the same kind with other texts, which makes the templates beforehand."""
    from reviews.sessions.kept_states import kept_states

    client.get(like)
    kept_states.states.clear()
    first = cpu_ms(lambda: client.get(page))
    kept_states.states.clear()
    laid_out = cpu_ms(lambda: client.get(page))
    return first, laid_out, cpu_ms(lambda: client.get(page), 5), len(client.get(page).content)


def with_changes(session: object, count: int) -> object:
    """The session when it has ended, with so many proposed changes."""
    from reviews.models import Change, Session
    from reviews.states import State
    from tests.long_log import Writer

    pin, written = session.pins.get(), Writer(session.last_number)
    Change.objects.bulk_create(
        [
            Change(
                session=session,
                artifact_id=pin.artifact_id,
                base_id=pin.revision_id,
                order=number,
                position=0,
                inserted=written.sentence(20),
                section=written.words(2),
            )
            for number in range(1, count + 1)
        ],
        batch_size=500,
    )
    Session.objects.filter(pk=session.pk).update(state=State.FINISHED)
    session.refresh_from_db()
    return session


def come_back(session: object) -> Iterator[str]:
    """What a socket is sent that has seen nothing yet."""
    from reviews.live import render

    known, after, more = None, 0, True
    while more:
        seen = render.since(session.pk, after, {True}, None, known)
        known, after, more = seen.page, seen.number, seen.more
        yield seen.html.get(True, "")


def sessions_of(artifact: object, admin: object, kind: str, events: int) -> tuple:
    """A short and two long sessions of a kind."""
    from reviews.log import store
    from reviews.sessions import actions
    from tests import long_log

    more = {"max_turns": 1000} if kind == "roundtable" else {}
    options = {"item": artifact.item, "kind": kind, "artifacts": [artifact], "started_by": admin}
    person = store.speaker_of(admin)
    make = long_log.roundtable_log if kind == "roundtable" else long_log.interview_log
    return tuple(
        long_log.store_log(
            actions.create_session(
                **options, config={"topic": f"{count} events", **more}, provider="offline"
            ),
            make(count, person),
            admin,
        )
        for count in (SHORT, events, events + 1)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=5000)
    events = parser.parse_args().events
    artifact, admin, _ = prepare()
    from django.test import Client

    from elm_site.lifespan import collect_rarely
    from reviews.log import store
    from reviews.sessions import loading

    collect_rarely()
    client = Client(headers={"host": "localhost"})
    client.force_login(admin)
    table = Table(measured_relay())
    bare = cpu_ms(lambda: client.get("/healthz"), 20)
    table.show("a bare view", bare)
    for kind in ("interview", "roundtable"):
        short, long, other = sessions_of(artifact, admin, kind, events)
        pages = [session.get_absolute_url() for session in (short, long, other)]
        base_first, base_laid_out, base, base_size = measure_page(client, pages[0], like=pages[2])
        first, laid_out, again, size = measure_page(client, pages[1], like=pages[2])
        table.show(f"page of {SHORT} events, first, {kind}", base_first, bare, "the bare view")
        table.show(f"page of {SHORT} events, laid out", base_laid_out, bare, "the bare view")
        table.show(f"page of {SHORT} events, again", base, bare, "the bare view")
        table.show(
            f"page of {events:,} events, first ({size / 1000:.0f} kB)", first, base_first, f"{SHORT} events"
        )
        table.show(f"page of {events:,} events, laid out", laid_out, base_laid_out, f"{SHORT} events")
        table.show(
            f"page of {events:,} events, again", again, base, f"{SHORT} events ({base_size / 1000:.0f} kB)"
        )
        table.show(
            f"{events:,} events to a returning socket", cpu_ms(lambda s=long: sum(map(len, come_back(s))))
        )
        log = store.after(long.pk, 0)
        table.show(f"reading {events:,} rows", cpu_ms(lambda pk=long.pk: store.after(pk, 0), 3))
        measure_fold(table, kind, [log[: events // 4], log[: events // 2], log], loading.setup_of(long))
        with_changes(long, events // 10), with_changes(other, events // 10)
        beside = f"{pages[1]}compare/?with={other.pk}"
        _, laid_out, again, size = measure_page(client, beside, like=beside)
        table.show(
            f"two compared, laid out ({size / 1000:.0f} kB)", laid_out, base_laid_out, f"{SHORT} events"
        )
        table.show("two of them compared, again", again, base, f"{SHORT} events")


if __name__ == "__main__":
    main()
