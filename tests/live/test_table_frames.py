"""What comes down to the open pages of a roundtable: everything that moves, folded once and made once."""

import re

import pytest
from asgiref.sync import sync_to_async

from reviews.live import render
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models.kept_seats import seats_of
from reviews.sessions import loading
from reviews.states import EventKind, State
from tests.live import table
from tests.live.table import ALEX, JORDAN, person, said, tell
from tests.live.test_hub import seat
from tests.live.test_table_events import words
from tests.pages import without_keys

pytestmark = pytest.mark.django_db


@pytest.fixture
def frame(roundtable):
    """`frame(3)` is what a member is sent who has seen three events, by the place that it goes to."""

    def sent(after: int, may_act: bool = True) -> dict[str, str]:
        html = render.since(roundtable.pk, after, {may_act}).html[may_act]
        parts = re.findall(r'<hx-partial hx-target="#([\w-]+)"[^>]*>(.*?)</hx-partial>', html, re.DOTALL)
        return {target: words(inner) for target, inner in parts}

    return sent


def test_a_frame_moves_everything_that_tells_where_the_table_stands(roundtable, frame):
    table.discussed(roundtable)
    sent = frame(5)
    assert set(sent) == {"log", "status", "focus", "now", "ended", "progress", "takes", "actions"}
    assert "Space them over a day." in sent["log"]
    assert sent["focus"].endswith(table.FOCUS)
    assert sent["progress"] == "Turn 2 of 10 Speaking: Jordan"
    assert sent["now"] == "Jordan is about to speak…"


def test_viewers_get_the_same_without_buttons(roundtable, frame):
    table.discussed(roundtable)
    member, viewer = frame(5), frame(5, may_act=False)
    assert set(member) - set(viewer) == {"actions"}
    assert {name: member[name] for name in viewer} == viewer


def test_a_message_that_was_used_tells_its_turn_on_open_pages(roundtable, frame, ben):
    table.discussed(roundtable)
    tell(roundtable, person(ben, "Mind the fees."))
    tell(roundtable, said(JORDAN, "I do.", 4, basis=7))
    assert frame(7)["message-state-7"] == "Used as turn 3."


def test_a_message_that_comes_used_tells_so_to_the_page_that_has_it_from_its_form(roundtable, frame, ben):
    table.discussed(roundtable)
    tell(roundtable, person(ben, "Mind the fees."))
    tell(roundtable, said(JORDAN, "I do.", 4, basis=7))
    sent = frame(6)
    assert "Mind the fees." in sent["log"]
    assert sent["message-state-7"] == "Used as turn 3."


def test_a_message_that_the_summary_left_out_says_so_on_open_pages(roundtable, frame, ben):
    table.discussed(roundtable)
    tell(roundtable, person(ben, "Mind the fees."))
    data = {"basis": 6, "at": "2026-02-20T14:30:00.000Z", "summary": "it ended", "exit": "user-initiated"}
    tell(roundtable, NewEvent(EventKind.SYNTHESIS, table.SUMMARY, None, data))
    assert frame(7)["message-state-7"] == "It came too late: the summary was written without it. Withdraw"


def test_the_takes_arrive_in_the_panel_and_as_one_line(roundtable, frame):
    tell(roundtable, *table.takes())
    sent = frame(1)
    assert sent["log"] == "Maya, Alex and Jordan wrote down their first takes."
    assert sent["takes"].count("The notes do not say who is told.") == 3


def test_the_end_arrives_without_a_reload(roundtable, frame):
    table.discussed(roundtable)
    table.finish(roundtable)
    sent = frame(6)
    assert sent["ended"].startswith("This roundtable has ended Ended by a participant, after 2 of 10 turns")
    assert (sent["now"], sent["actions"]) == ("", "")


def test_progress_is_told_as_plain_values(roundtable):
    table.discussed(roundtable)
    told = render.since(roundtable.pk, 0, {True}).progress
    assert (told["state"], told["turn"], told["most_turns"]) == ("running", 2, 10)


def test_a_frame_is_made_from_one_fold_and_a_fixed_number_of_queries(
    roundtable, monkeypatch, django_assert_num_queries
):
    table.discussed(roundtable)
    seats_of(roundtable.pk)  # read once
    folds, real = [], loading.folded
    monkeypatch.setattr(loading, "folded", lambda session: folds.append(session) or real(session))
    tell(roundtable, said(ALEX, "Retry each of the declined cards.", 3))
    with django_assert_num_queries(8):
        render.since(roundtable.pk, 5, {True, False})
    tell(
        roundtable,
        *[said(ALEX, f"Retry number {n} of declined cards.", n, refers_to=[5]) for n in range(4, 9)],
    )
    with django_assert_num_queries(8):
        render.since(roundtable.pk, 5, {True, False})
    assert len(folds) == 2


def test_a_room_that_knows_the_table_reads_only_what_came_since(roundtable, django_assert_num_queries):
    table.discussed(roundtable)
    known = render.since(roundtable.pk, 0, {True}).page
    tell(roundtable, said(JORDAN, "Final codes first.", 3, refers_to=[6]))
    with django_assert_num_queries(4):
        seen = render.since(roundtable.pk, 6, {True}, None, known)
    again = render.since(roundtable.pk, 6, {True})
    assert without_keys(seen.html[True]) == without_keys(again.html[True])
    assert (seen.progress["turn"], seen.page.state.last_number) == (3, seen.number)


@pytest.mark.django_db(transaction=True)
async def test_who_only_reads_is_told_apart_from_who_sits_at_the_table(roundtable):
    ben, vera = await seat(roundtable), await seat(roundtable, name="Vera", may_act=False)
    await ben.page.until(lambda: len(ben.page.people) == 2)
    told = [sent["p"] for sent in ben.page.frames if "people" in sent.get("p", {})][-1]
    assert told == {"people": ["Ben", "Vera"], "reading": ["Vera"]}
    assert vera.closed.done() is False


@pytest.mark.django_db(transaction=True)
async def test_who_joins_late_is_shown_what_the_others_see(roundtable):
    early = await seat(roundtable)
    await early.page.until(lambda: "Ben" in early.page.people)
    await sync_to_async(table.discussed)(roundtable)
    await sync_to_async(store.move)(roundtable.pk, State.WAITING)
    late = await seat(roundtable, name="Ana")
    for page in (early.page, late.page):
        await page.until(lambda page=page: page.last == 7)
    assert early.page.numbers == late.page.numbers == [1, 2, 3, 4, 5, 6, 7]


def test_a_roundtable_without_personas_has_a_page(item, ana, as_user):
    from tests.factories import SessionFactory

    session = SessionFactory(item=item, kind="roundtable", started_by=ana, topic="Refunds")
    assert "Roundtable: Refunds" in as_user(ana).get(session.get_absolute_url()).content.decode()
