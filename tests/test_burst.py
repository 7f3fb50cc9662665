"""The real server when everybody presses at once, and when another program holds the database: each start is answered,
none is lost and none is doubled, and nobody loses what they typed."""

import re
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest

from tests.browser.site import Site
from tests.visitors import Answer, Visitor, visitors_of

pytestmark = pytest.mark.slow
AT_ONCE = 40
"""How many start together; one person may start 60 sessions within an hour."""
LOCKED_SECONDS = 25
"""Longer than the 20 seconds for which SQLite waits for a lock."""


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    made = Site(tmp_path)
    made.start()
    yield made
    made.stop()
    assert "Traceback" not in made.errors, made.errors


@contextmanager
def database(site: Site) -> Iterator[sqlite3.Connection]:
    """A connection of another program, which asks for a lock when it says so."""
    with closing(sqlite3.connect(site.folder / "elm.sqlite3", isolation_level=None)) as opened:
        yield opened


@contextmanager
def locked(site: Site) -> Iterator[None]:
    """Nobody else can write as long as this lasts."""
    with database(site) as opened:
        opened.execute("BEGIN IMMEDIATE")
        yield
        opened.execute("ROLLBACK")


def count(site: Site, asked: str, *values: str) -> int:
    with database(site) as opened:
        return int(opened.execute(f"SELECT count(*) FROM {asked}", values).fetchone()[0])


def start(who: Visitor, key: str) -> Answer:
    """Press "Answer yourself" in a form with that key."""
    fields = {"item": who.item, "kind": "interview", "artifacts": who.artifact, "answered_by": "me"}
    return who.send("/sessions/new/", **fields, form_key=key)


def all_at_once(presses: list[tuple[Visitor, str]]) -> list[Answer]:
    with ThreadPoolExecutor(len(presses)) as pool:
        return list(pool.map(lambda press: start(*press), presses))


def test_forty_starts_at_once_each_clicked_twice_make_forty_sessions(site):
    [ana] = visitors_of(site, 1)
    answers = all_at_once([(ana, f"k{number}") for number in range(AT_ONCE)] * 2)
    assert {answer.status for answer in answers} == {302}
    places = [answer.place for answer in answers]
    assert places[:AT_ONCE] == places[AT_ONCE:]
    assert len(set(places)) == count(site, "reviews_session") == AT_ONCE


def test_of_two_hundred_starts_of_five_people_at_once_none_fails(site):
    people = visitors_of(site, 5)
    answers = all_at_once([(who, f"k{number}") for number in range(AT_ONCE) for who in people])
    assert {answer.status for answer in answers} == {302}
    assert len({answer.place for answer in answers}) == count(site, "reviews_session") == 200


def typed_in(page: str) -> str:
    """What stands in the message box of a page."""
    found = re.search(r'<textarea[^>]*name="text"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    return found[1] if found else ""


def test_of_six_people_who_write_while_the_database_is_locked_nobody_loses_what_they_typed(site):
    people = visitors_of(site, 6)
    places = [start(who, "start").place for who in people]
    texts = [f"What writer {number} typed." for number in range(len(people))]

    def say(number: int) -> Answer:
        # A form with a key waits for the lock twice, one without once: so some are stored and some are refused.
        key = {"form_key": "say"} if number < 2 else {}
        return people[number].send(f"{places[number]}messages/", text=texts[number], **key)

    def stored(number: int) -> int:
        return count(site, "reviews_event WHERE kind = 'user_message' AND text = ?", texts[number])

    numbers = range(len(people))
    with ThreadPoolExecutor(len(people)) as pool:
        with locked(site):
            began = [pool.submit(say, number) for number in numbers]
            time.sleep(LOCKED_SECONDS)
        answers = [one.result() for one in began]
    for number, answer in zip(numbers, answers, strict=True):
        if answer.status == 302:
            assert stored(number) == 1
        else:
            assert (answer.status, stored(number)) == (422, 0)
            assert "so nothing was stored" in answer.page
            assert typed_in(answer.page) == texts[number]
            assert say(number).status == 302
    assert [stored(number) for number in numbers] == [1] * len(people)
    assert 422 in {answer.status for answer in answers}
