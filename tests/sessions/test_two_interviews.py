"""Two interviews on the same notes leave one list of open questions, with each question once."""

import pytest

from reviews.changes import decide
from reviews.documents.occurrences import lines_of
from reviews.models import Artifact, Change, Session
from reviews.sessions import actions
from tests.factories import ArtifactFactory
from tests.sessions.conftest import run_once
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)

NOTES = """# Nightly export

## Problem

The export fails once a week and takes significantly longer than it should.

## Plan

We will retry it twice. The SLA allows that, and it may cost a lot.
"""
HEADING = "## Open questions"


@pytest.fixture
def notes(item) -> Artifact:
    load_starter()
    return ArtifactFactory(item=item, name="export.md", content=NOTES)


def started(item, notes, by) -> Session:
    fresh = Artifact.objects.select_related("current__artifact").get(pk=notes.pk)
    session = actions.create_session(
        item=item,
        kind="interview",
        artifacts=[fresh],
        started_by=by,
        config={"max_rounds": 3},
        provider="offline",
    )
    actions.start(session, by=by)
    return session


def text_of(notes) -> str:
    return Artifact.objects.select_related("current__artifact").get(pk=notes.pk).current.text


def bullets(text: str) -> list[str]:
    return [line for line in lines_of(text) if line.startswith("- ")]


@pytest.mark.slow
def test_the_second_list_joins_the_first_when_both_were_held_on_the_same_text(item, notes, ana):
    first, second = started(item, notes, ana), started(item, notes, ana)
    for session in (first, second):
        run_once(session)
        if session.changes.filter(status="proposed").exists():
            decide.accept_all(session, ana)
    text = text_of(notes)
    assert text.count(HEADING) == 1
    assert len(set(bullets(text))) == len(bullets(text)) > 0


@pytest.mark.slow
def test_what_waits_from_the_first_is_not_proposed_again(item, notes, ana):
    first, second = started(item, notes, ana), started(item, notes, ana)
    run_once(first)
    run_once(second)
    offered = [bullet for row in first.changes.all() for bullet in bullets(row.inserted)]
    again = [bullet for row in second.changes.all() for bullet in bullets(row.inserted)]
    assert offered
    assert not set(offered) & set(again)
    assert second.events.filter(kind="change", text__contains="there already").exists()


@pytest.mark.slow
def test_a_later_one_adds_to_the_list_and_repeats_nothing(item, notes, ana):
    run_once(first := started(item, notes, ana))
    decide.accept_all(first, ana)
    known = bullets(text_of(notes))
    run_once(later := started(item, notes, ana))
    if later.changes.filter(status="proposed").exists():
        decide.accept_all(later, ana)
    text = text_of(notes)
    assert text.count(HEADING) == 1
    assert [text.count(bullet) for bullet in known] == [1] * len(known)


@pytest.mark.slow
def test_a_later_one_does_not_take_the_list_for_the_authors_words(item, notes, ana):
    run_once(first := started(item, notes, ana))
    decide.accept_all(first, ana)
    known = [bullet.removeprefix("- ").rstrip(".?") for bullet in bullets(text_of(notes))]
    run_once(later := started(item, notes, ana))
    asked = "\n".join(later.events.filter(kind="question").values_list("text", flat=True))
    assert "“Open questions” you write" not in asked
    assert not [words for words in known if f"you write “{words}" in asked]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_decisions_in_any_order_give_the_same_text_and_leave_the_original(item, notes, ana, order):
    sessions = [started(item, notes, ana) for _ in range(2)]
    propose_by_hand(sessions, notes)
    for number in order:
        decide.accept_all(sessions[number], ana)
    assert text_of(notes) == f"{NOTES}\n{HEADING}\n\n- Who pays for it at night?\n- Which bank is meant?\n"
    for number in order:
        decide.undo_all(sessions[number], ana)
    assert text_of(notes) == NOTES


def propose_by_hand(sessions, notes) -> None:
    """Two lists that were made for the same text, as two interviews at the same time propose them."""
    fresh = Artifact.objects.select_related("current").get(pk=notes.pk)
    lists = (["- Who pays for it at night?"], ["- Who pays for it at night?", "- Which bank is meant?"])
    for session, points in zip(sessions, lists, strict=True):
        Change.objects.create(
            session=session,
            artifact=fresh,
            base=fresh.current,
            order=1,
            section="Open questions",
            position=len(NOTES),
            inserted=f"\n{HEADING}\n\n" + "\n".join(points) + "\n",
        )
