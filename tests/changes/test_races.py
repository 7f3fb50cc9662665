"""Ana and Ben decide at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from reviews.changes import decide
from reviews.errors import IllegalMove
from tests.changes.stage import BETTER, now, statuses

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts):
    """Run the acts in threads that start together; what each returned or raised."""
    gate = Barrier(len(acts))

    def run(act):
        gate.wait(timeout=20)
        try:
            return act()
        except IllegalMove as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_when_ana_and_ben_accept_the_same_change_exactly_one_wins(ana, ben, session, notes):
    change = session.changes.get(order=1)
    results = at_once(lambda: decide.accept(change, ana), lambda: decide.accept(change, ben))
    lost = [result for result in results if isinstance(result, IllegalMove)]
    winner = session.changes.get(order=1).decided_by
    assert [str(error) for error in lost] == [
        f"This change was accepted by {winner.first_name} already. Nothing was changed."
    ]
    assert (notes.revisions.count(), session.events.count()) == (2, 1)


def test_when_one_accepts_and_the_other_rejects_exactly_one_wins(ana, ben, session, notes):
    change = session.changes.get(order=1)
    results = at_once(lambda: decide.accept(change, ana), lambda: decide.reject(change, ben))
    assert sum(isinstance(result, IllegalMove) for result in results) == 1
    assert notes.revisions.count() == (2 if statuses(session)[0] == "applied" else 1)


def test_accepting_different_changes_at_once_loses_none(ana, ben, session, notes):
    changes = list(session.changes.all())
    results = at_once(*[lambda change=change: decide.accept(change, ana) for change in changes])
    assert sorted(revision.number for revision in results) == [2, 3, 4]
    assert now(notes).decode() == BETTER


def test_accept_all_twice_at_once_accepts_once(ana, ben, session, notes):
    results = at_once(lambda: decide.accept_all(session, ana), lambda: decide.accept_all(session, ben))
    assert sum(isinstance(result, IllegalMove) for result in results) == 1
    assert (notes.revisions.count(), now(notes).decode()) == (2, BETTER)
