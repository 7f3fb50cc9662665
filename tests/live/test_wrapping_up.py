"""The button that wraps an interview up, who may press it, and what the page says then."""

import pytest
from django.urls import reverse

from reviews.kinds.registry import session_kind
from reviews.log import store
from reviews.log.values import Say
from reviews.models import Session
from reviews.sessions import actions, loading
from tests.live.conftest import question

HTMX = {"HTTP_HX_REQUEST": "true"}
PRESSED = {"text": "Wrap up.", "quick": "1"}
LABEL = "Wrap up with a verdict"


def say_at(session: Session) -> str:
    return reverse("session-message", args=[session.pk])


def last_number(session: Session) -> int:
    return Session.objects.values_list("last_number", flat=True).get(pk=session.pk)


def obey(session: Session) -> None:
    """Let the machine say what it says by code."""
    machine = session_kind("interview").machine
    while isinstance(command := machine.decide(loading.folded(session)), Say):
        store.append(session.pk, command.events)


@pytest.fixture
def asked(session) -> Session:
    """The interview, which Ana answers, with a question open."""
    session.config |= {"answered_by": "me"}
    session.save(update_fields=["config"])
    store.append(session.pk, [question("Who pays?")])
    return session


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_ana_and_ben_may_press_it(session, ana, ben, as_user, headers):
    for user in (ana, ben):
        assert LABEL in as_user(user).get(session.get_absolute_url()).content.decode()
    got = as_user(ben).post(say_at(session), PRESSED, **headers)
    assert got.status_code == (200 if headers else 302)
    row = session.events.get(number=2)
    assert (row.user, row.text, row.data["wraps_up"]) == (ben, "Wrap up.", True)


@pytest.mark.parametrize(("who", "status"), [("cleo", 404), ("vera", 403)])
def test_an_outsider_and_a_viewer_may_not(session, request, as_user, who, status):
    client, before = as_user(request.getfixturevalue(who)), last_number(session)
    assert client.post(say_at(session), PRESSED).status_code == status
    assert last_number(session) == before
    assert LABEL not in client.get(session.get_absolute_url()).content.decode()


def test_once_pressed_it_is_gone_and_what_was_said_is_there(session, ben, as_user):
    html = as_user(ben).post(say_at(session), PRESSED, **HTMX).content.decode()
    assert LABEL not in html
    assert "Stop" in html
    assert "Wrap up." in html


def test_the_page_says_what_wrapping_up_and_stopping_do(session, ben, as_user):
    html = " ".join(as_user(ben).get(session.get_absolute_url()).content.decode().split())
    assert "Wrapping up ends the interview with a verdict on what was said." in html
    assert "the improvements made so far are kept as proposals" in html


def test_the_verdict_and_the_end_say_who_has_wrapped_it_up(session, ana, ben, as_user):
    actions.say(session, user=ana, text="Let's wrap up.")
    obey(session)
    store.move(session.pk, "synthesizing")
    store.move(session.pk, "finished", reason="not_ready")
    html = " ".join(as_user(ben).get(session.get_absolute_url()).content.decode().split())
    assert 'aria-label="The session is finished: not ready, wrapped up by Ana"' in html
    assert 'The session is finished<span class="told-above">: not ready, wrapped up by Ana</span>.' in html
    assert '<span class="meta">wrapped up by Ana</span>' in html
    assert "Wrapped up.</span>" in html


def test_a_lone_done_is_asked_back_with_two_buttons(asked, ana, as_user):
    client = as_user(ana)
    client.post(say_at(asked), {"text": "done"})
    obey(asked)
    html = client.get(asked.get_absolute_url()).content.decode()
    assert "Is “done” your answer, or shall I wrap up?" in html
    assert 'value="It is my answer."' in html
    assert 'value="Wrap up."' in html
    client.post(say_at(asked), {"text": "It is my answer.", "quick": "1"})
    obey(asked)
    assert [row.text for row in asked.events.filter(kind="answer")] == ["done"]
    assert 'value="It is my answer."' not in client.get(asked.get_absolute_url()).content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_reply_comes_too_late_and_is_no_answer_to_another_question(asked, ana, as_user, headers):
    got = as_user(ana).post(say_at(asked), {"text": "It is my answer.", "quick": "1"}, **headers)
    assert got.status_code == (409 if headers else 302)
    assert last_number(asked) == 2


def test_what_a_button_brings_says_how_much_of_the_log_it_knows(session, ben, as_user):
    assert as_user(ben).post(say_at(session), PRESSED, **HTMX)["X-Last-Event"] == "2"
    assert "X-Last-Event" not in as_user(ben).post(say_at(session), {"text": "Mind the fees."}, **HTMX)
