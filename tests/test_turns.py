"""Writers to a SQLite file queue up: first come, first served, single statements before transactions."""

import threading

import pytest
from django.db import OperationalError, connection, transaction

from elm_site.sqlite.turns import SHORT_IN_A_ROW, Turns
from reviews.models import Item, Team
from tests import factories

ON_SQLITE = connection.vendor == "sqlite"


class Line:
    """Writers who wait for a turn that is taken, in the order in which they came."""

    def __init__(self) -> None:
        self.turns, self.order, self.threads = Turns(), [], []
        assert self.turns.take(0) == 0.0

    def join(self, name: str, *, short: bool = False) -> None:
        """Returns when the writer waits."""
        before = self.waiting()
        self.threads.append(threading.Thread(target=self.write, args=(name, short)))
        self.threads[-1].start()
        while self.waiting() == before:
            pass

    def waiting(self) -> int:
        return len(self.turns._short) + len(self.turns._long)

    def write(self, name: str, short: bool) -> None:
        assert self.turns.take(10, short=short) is not None
        self.order.append(name)
        self.turns.give_back()

    def served(self) -> list[str]:
        self.turns.give_back()
        for thread in self.threads:
            thread.join()
        return self.order


def test_who_came_first_writes_first():
    line = Line()
    for name in "abcdef":
        line.join(name)
    assert line.served() == list("abcdef")


def test_a_single_statement_goes_before_the_transactions_that_wait():
    line = Line()
    line.join("start")
    line.join("another start")
    line.join("a beat", short=True)
    assert line.served() == ["a beat", "start", "another start"]


def test_single_statements_do_not_keep_a_transaction_waiting_for_ever():
    line = Line()
    line.join("start")
    for number in range(SHORT_IN_A_ROW + 2):
        line.join(str(number), short=True)
    assert line.served().index("start") == SHORT_IN_A_ROW


def test_who_gives_up_leaves_the_line():
    line = Line()
    assert line.turns.take(0) is None
    line.join("b")
    assert line.served() == ["b"]
    assert line.turns.take(0) == 0.0


@pytest.mark.skipif(not ON_SQLITE, reason="only SQLite needs a queue")
@pytest.mark.django_db(transaction=True)
def test_whatever_becomes_of_a_transaction_the_next_one_gets_its_turn():
    factories.TeamFactory(slug="one")
    with pytest.raises(ZeroDivisionError):
        write_and_break()
    with pytest.raises(OperationalError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO nowhere VALUES (1)")
    with transaction.atomic():
        connection.close()
    done = threading.Thread(target=write_and_close)
    done.start()
    done.join(timeout=10)
    assert not done.is_alive()
    assert Team.objects.get().name == "written"


@transaction.atomic
def write_and_break() -> None:
    Team.objects.update(name="x")
    raise ZeroDivisionError


def write_and_close() -> None:
    with transaction.atomic():
        Team.objects.update(name="written")
    connection.close()


@pytest.mark.slow
@pytest.mark.skipif(not ON_SQLITE, reason="only SQLite needs a queue")
@pytest.mark.django_db(transaction=True)
def test_forty_writers_at_once_all_come_through():
    team, owner = factories.TeamFactory(), factories.UserFactory()

    def write(name: str) -> None:
        for number in range(5):
            with transaction.atomic():
                Item.objects.create(team=team, owner=owner, title=name, slug=f"{name}-{number}")
        connection.close()

    threads = [threading.Thread(target=write, args=(f"w{n}",)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Item.objects.count() == 200
