"""The session page and its actions, without a socket: works, refuses, keeps what was typed."""

import pytest
from django.urls import reverse

from reviews.exports.session import utc_moment
from reviews.log import publish, store
from reviews.log.values import NewEvent
from reviews.models import Event, Session
from reviews.sessions import actions
from reviews.states import EventKind, State
from tests.live.conftest import answer, opened, question

HTMX = {"HTTP_HX_REQUEST": "true"}
QUESTIONS = [{"text": "Who pays?", "topic": "affected", "quote": "we lose those orders"}]
ACTIONS = ["session-message", "session-stop", "session-resume", "session-deeper"]


def address(name: str, session: Session, *more: int) -> str:
    return reverse(name, args=[session.pk, *more])


def state_of(session: Session) -> tuple[str, int]:
    """What must not change by a refusal."""
    return Session.objects.values_list("state", "last_number").get(pk=session.pk)


@pytest.fixture
def page(session, ben, as_user):
    """Ben's browser and the session's address."""
    return as_user(ben), session.get_absolute_url()


def test_the_page_shows_who_said_what(session, page):
    store.append(session.pk, [question("1. Who **pays**?", questions=QUESTIONS)])
    html = page[0].get(page[1]).content.decode()
    assert html.count("<h1") == 1
    assert "Who <strong>pays</strong>?" in html
    assert "we lose those orders" in html
    assert "offline reviewer: rules, no model" in html


def test_a_citation_leads_to_its_words_in_the_artifact(session, page):
    pin = session.pins.get()
    cited = {
        "quote": "retry each declined payment, three",
        "artifact": str(pin.artifact_id),
        "name": "notes.md",
    }
    store.append(session.pk, [question("Why?"), answer("Because.", citations=[cited])])
    html = page[0].get(page[1]).content.decode()
    assert f"/artifacts/{pin.artifact_id}/#:~:text=retry%20each%20declined%20payment%2C%20three" in html


def test_the_page_escapes_what_people_and_models_write(session, page, ben):
    actions.say(session, user=ben, text="<script>alert(1)</script>")
    store.append(session.pk, [question("<img src=x onerror=alert(1)>")])
    html = page[0].get(page[1]).content.decode()
    assert "<script>alert" not in html
    assert "<img" not in html.split('id="log"')[1]


def test_a_reload_in_the_middle_of_a_turn_shows_it_so_far(session, page):
    opened(session, 2)
    publish.said(session.pk, "Who pa")
    html = page[0].get(page[1]).content.decode()
    publish.turn_closed(session.pk)
    assert 'data-turn="2" data-units="6"' in html
    assert ">Who pa</div>" in html


@pytest.mark.slow
def test_a_long_log_shows_its_end_and_a_way_back(session, page):
    store.append(session.pk, [question(f"Number {n}?") for n in range(2, 402)])
    html = page[0].get(page[1]).content.decode()
    assert (html.count("data-number="), "Number 401?" in html, "Number 321?" in html) == (80, True, False)
    assert f"{page[1]}events/?before=322" in html
    back = page[0].get(f"{page[1]}events/?before=322").content.decode()
    assert (back.count("data-number="), "Number 321?" in back, "Number 221?" in back) == (100, True, False)
    assert "?before=222" in back


def test_a_link_to_an_event_leads_to_the_page_that_it_stands_on(session, page):
    Event.objects.bulk_create(
        Event(session=session, number=number, kind=EventKind.ANNOUNCEMENT, text=f"Line {number}.")
        for number in range(2, 502)
    )
    Session.objects.filter(pk=session.pk).update(last_number=501)
    old = page[0].get(f"{page[1]}?at=120").content.decode()
    assert ('id="event-120"' in old, 'id="event-159"' in old, 'id="event-160"' in old) == (True, True, False)
    assert "Back to the latest" in old
    assert "Back to the latest" not in page[0].get(f"{page[1]}?at=422").content.decode()
    assert page[0].get(f"{page[1]}?at=nonsense").status_code == 200


def test_the_page_needs_as_many_queries_for_a_long_log_as_for_a_short_one(
    session, page, django_assert_num_queries, ben
):
    page[0].get(page[1])  # who takes part is read once
    store.append(session.pk, [question("Why?"), answer("So.")])
    actions.say(session, user=ben, text="Mind the banks.")
    with django_assert_num_queries(12):
        page[0].get(page[1])
    store.append(session.pk, [question(f"Number {n}?") for n in range(50)])
    actions.say(session, user=ben, text="Mind the fees.")
    with django_assert_num_queries(12):
        page[0].get(page[1])


def test_events_as_json_have_the_public_shape(session, page):
    store.append(session.pk, [question("Why?")])
    opened(session, 3, "answerer")
    publish.said(session.pk, "Beca")
    got = page[0].get(f"{page[1]}events/?after=1", HTTP_ACCEPT="application/json").json()
    publish.turn_closed(session.pk)
    event = Event.objects.get(session=session, number=2)
    assert got == {
        "session": {"id": str(session.pk), "kind": "interview", "state": "running", "end_reason": ""},
        "events": [
            {
                "number": 2,
                "kind": "question",
                "speaker": {"key": "elm", "name": "ELM", "role": "chief executive"},
                "text": "Why?",
                "data": event.data,
                "at": utc_moment(event.created),
            }
        ],
        "live": {
            "number": 3,
            "speaker": {"key": "answerer", "name": "ANSWERER", "role": ""},
            "text": "Beca",
        },
    }


def test_at_most_500_events_come_at_once(session, page):
    store.append(session.pk, [question("Why?") for _ in range(600)])
    got = page[0].get(f"{page[1]}events/?after=0", HTTP_ACCEPT="application/json").json()
    assert (len(got["events"]), got["live"]) == (500, None)


@pytest.mark.parametrize("query", ["after=x", "after=-1", "before=99999999999999"])
def test_a_number_that_is_none_is_not_found(page, query):
    assert page[0].get(f"{page[1]}events/?{query}").status_code == 404


def test_a_message_is_stored_at_once_and_waits_for_the_next_turn(session, page):
    got = page[0].post(f"{page[1]}messages/", {"text": "Ask about the <fees>."})
    assert (got.status_code, got.url) == (302, f"{page[1]}#event-2")
    assert Event.objects.get(session=session, number=2).text == "Ask about the <fees>."
    html = page[0].get(page[1]).content.decode()
    assert "Ask about the &lt;fees&gt;." in html
    assert "Will be used at the next turn." in html
    assert "Withdraw" in html


def test_htmx_gets_an_empty_box_and_the_message(session, page):
    html = page[0].post(f"{page[1]}messages/", {"text": "Mind the fees."}, **HTMX).content.decode()
    assert 'data-fresh="sent"' in html
    assert '<hx-partial hx-target="#log"' in html
    assert 'id="event-2"' in html
    assert "<html" not in html


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("text", ["  \n ", "long" * 5_001])
def test_what_can_not_be_taken_stays_in_the_box(session, page, text, headers):
    got = page[0].post(f"{page[1]}messages/", {"text": text}, **headers)
    html = got.content.decode()
    assert (got.status_code, state_of(session)) == (422, ("running", 1))
    assert 'role="alert"' in html
    assert f"{text}</textarea>" in html


def test_a_message_is_withdrawn_only_by_who_wrote_it(session, page, ana, as_user):
    page[0].post(f"{page[1]}messages/", {"text": "Mind the fees."})
    refused = as_user(ana).post(address("session-withdraw", session, 2), **HTMX)
    assert (refused.status_code, state_of(session)[1]) == (409, 2)
    taken = page[0].post(address("session-withdraw", session, 2), **HTMX)
    assert "Withdrawn. It was not used." in taken.content.decode()
    assert page[0].post(address("session-withdraw", session, 1)).status_code == 404


def test_stop_and_resume(session, page):
    assert page[0].post(address("session-stop", session)).url == page[1]
    assert state_of(session)[0] == State.STOPPED
    html = page[0].get(page[1]).content.decode()
    assert "Ben stopped the session" in html
    page[0].post(address("session-resume", session))
    assert state_of(session)[0] == State.RUNNING


def test_the_second_of_two_people_who_press_stop_gets_a_calm_answer(session, page, ana, as_user):
    page[0].post(address("session-stop", session))
    before = state_of(session)
    late = as_user(ana).post(address("session-stop", session), **HTMX)
    assert (late.status_code, state_of(session)) == (409, before)
    assert "The session was stopped already." in late.content.decode()
    assert "Resume" in late.content.decode()


def test_without_scripts_the_late_one_reads_it_on_the_page(session, page):
    page[0].post(address("session-stop", session))
    html = page[0].post(address("session-stop", session), follow=True).content.decode()
    assert "The session was stopped already." in html


def test_a_failed_turn_offers_to_try_again(session, page):
    error = {"purpose": "interview.question", "partial": "Who pa", "request_id": "req_7"}
    store.append(session.pk, [NewEvent(EventKind.ERROR, "The key was refused.", None, error)])
    store.move(session.pk, State.WAITING)
    html = page[0].get(page[1]).content.decode()
    assert "The key was refused." in html
    assert "req_7" in html
    assert "Try again" in html
    page[0].post(address("session-resume", session))
    assert state_of(session)[0] == State.RUNNING


def test_a_deeper_review_is_a_session_of_its_own(session, page):
    page[0].post(address("session-stop", session))
    got = page[0].post(address("session-deeper", session), **HTMX)
    another = Session.objects.get(continues=session)
    assert got["HX-Redirect"] == another.get_absolute_url()
    early = page[0].post(address("session-deeper", another), follow=True).content.decode()
    assert "The session has not ended yet." in early


def test_the_verdict_has_three_parts(session, page):
    parts = {"got_right": ["The problem is clear."], "improved": [], "caveats": ["No owner is named."]}
    store.append(
        session.pk, [NewEvent(EventKind.VERDICT, "Not ready", None, {"reason": "not_ready", **parts})]
    )
    html = page[0].get(page[1]).content.decode()
    assert "What the notes got right" in html
    assert "The problem is clear." in html
    assert "Nothing was changed." in html
    assert "No owner is named." in html


def test_viewers_read_but_have_no_buttons(session, vera, as_user):
    client, before = as_user(vera), state_of(session)
    html = client.get(session.get_absolute_url()).content.decode()
    assert 'id="composer"' not in html
    assert 'id="actions"' not in html
    for name in ACTIONS:
        assert client.post(address(name, session), {"text": "Hello"}).status_code == 403
    assert state_of(session) == before


def test_for_outsiders_the_session_does_not_exist(session, cleo, as_user):
    client, before = as_user(cleo), state_of(session)
    assert client.get(session.get_absolute_url()).status_code == 404
    assert client.get(address("session-events", session)).status_code == 404
    for name in ACTIONS:
        assert client.post(address(name, session), {"text": "Hello"}).status_code == 404
    assert state_of(session) == before


def test_everything_wants_a_log_in_and_the_right_method(session, client, page):
    assert client.get(page[1]).url.startswith("/accounts/login/")
    assert page[0].post(page[1]).status_code == 405
    assert [page[0].get(address(name, session)).status_code for name in ACTIONS] == [405] * 4
