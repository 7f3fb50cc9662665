"""What people do to a session: start, say, withdraw, stop, resume, go deeper."""

import pytest

from personas.models import Persona
from reviews.errors import ElmError, IllegalMove
from reviews.log import publish, store
from reviews.models import Event, ModelCall, Session
from reviews.sessions import actions, loading
from tests.factories import ArtifactFactory, ItemFactory
from tests.log.test_store import in_threads
from tests.sessions.conftest import run_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("content", ["", " \n\t\r\n ", "\ufeff\n"], ids=["empty", "blank", "mark"])
def test_b13_empty_notes_start_no_session_and_no_call(start, ana, item, content):
    artifact = ArtifactFactory(item=item, name="notes.md", content=content)
    with pytest.raises(ElmError, match=r"notes\.md is empty"):
        actions.create_session(
            item=item, kind="interview", artifacts=[artifact], started_by=ana, config={}, provider="scripted"
        )
    assert (Session.objects.count(), ModelCall.objects.count()) == (0, 0)


def test_nothing_starts_on_an_artifact_of_another_item(start, ana, item):
    foreign = ArtifactFactory(item=ItemFactory())
    with pytest.raises(ElmError, match="does not belong"):
        actions.create_session(item=item, kind="interview", artifacts=[foreign], started_by=ana, config={})
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "config", [{"answered_by": "nobody"}, {"max_rounds": 0}, {"budget_usd": -1}, {"odd": 1}]
)
def test_a_choice_that_makes_no_sense_is_named(start, config):
    with pytest.raises(ElmError, match=next(iter(config)).replace("_", " ")):
        start(**config)
    assert not Session.objects.exists()


def test_too_many_sessions_within_an_hour_are_refused(start, settings):
    settings.SESSIONS_PER_HOUR = 1
    start()
    with pytest.raises(ElmError, match="within an hour"):
        start()
    assert Session.objects.count() == 1


def test_a_session_keeps_the_persona_and_the_revision_it_started_with(start, ana):
    session = start()
    seat = session.participants.get(key="elm")
    persona = Persona.objects.get(key=seat.version.key)
    persona.text = "Be brief."
    persona.publish(by=ana)
    assert session.participants.get(key="elm").version.number == 1
    assert "Be brief." not in run_once(session).model_calls.last().prompt
    assert session.pins.get().revision.number == 1


def test_a_message_waits_for_the_next_turn_and_can_be_withdrawn_until_then(start, ana, ben):
    session = start()
    row = actions.say(session, user=ana, text="  Look at the costs. ")
    assert (row.text, row.number) == ("Look at the costs.", 2)
    assert [message.number for message in loading.folded(session).pending] == [2]
    with pytest.raises(ElmError, match="not yours"):
        actions.withdraw(session, user=ben, number=2)
    actions.withdraw(session, user=ana, number=2)
    assert loading.folded(session).pending == ()
    run_once(session)
    assert "Look at the costs." not in session.model_calls.last().prompt


def test_a_message_that_was_used_can_not_be_withdrawn(start, ana):
    session = start()
    actions.say(session, user=ana, text="Look at the costs.")
    run_once(session)
    assert "Look at the costs." in session.model_calls.order_by("pk").first().prompt
    with pytest.raises(ElmError, match="used already"):
        actions.withdraw(session, user=ana, number=2)


@pytest.mark.parametrize(("text", "problem"), [(" \x00 ", "is empty"), ("x" * 20_001, "20,001 characters")])
def test_a_message_that_can_not_be_taken_says_why(start, ana, text, problem):
    session = start()
    with pytest.raises(ElmError, match=problem):
        actions.say(session, user=ana, text=text)
    assert session.events.count() == 1


def test_too_many_messages_within_a_minute_are_refused(start, ana, settings):
    settings.MESSAGES_PER_MINUTE = 1
    session = start()
    actions.say(session, user=ana, text="One.")
    with pytest.raises(ElmError, match="Wait a moment"):
        actions.say(session, user=ana, text="Two.")
    assert session.events.filter(kind="user_message").count() == 1


def test_nothing_can_be_said_in_a_finished_session(start, ana):
    session = run_once(start())
    with pytest.raises(ElmError, match="deeper review"):
        actions.say(session, user=ana, text="One more thing.")
    assert not session.events.filter(kind="user_message").exists()


def test_b11_a_stop_keeps_what_was_being_said_and_fences_off_the_run(start, ana):
    session = start()
    publish.turn_opened(session.pk, 2, {"key": "elm", "name": "ELM", "role": ""})
    publish.said(session.pk, "Who is aff")
    actions.stop(session, by=ana)
    publish.turn_closed(session.pk)
    session.refresh_from_db()
    assert (session.state, session.end_reason, session.owner) == ("stopped", "stopped_by_person", "")
    assert Event.objects.get(number=2).data["partial"] == "Who is aff"


def test_b11_after_a_stop_resume_goes_on_from_the_last_complete_half(start, ana):
    session = run_once(start(answered_by="me"))
    actions.stop(session, by=ana)
    actions.resume(session, by=ana)
    run_once(session)
    assert (session.state, session.events.filter(kind="question").count()) == ("waiting", 1)


def test_resume_does_not_answer_in_anas_place(start, ana):
    session = run_once(start(answered_by="me"))
    with pytest.raises(IllegalMove, match="waits for an answer"):
        actions.resume(session, by=ana)


def test_of_two_who_press_stop_at_once_one_stops_and_one_is_told(start, ana, ben):
    session = start()
    results = in_threads(4, lambda n: actions.stop(session, by=(ana, ben)[n % 2]))
    assert [str(r) for r in results if r] == ["The session was stopped already."] * 3
    assert session.events.filter(data__to="stopped").count() == 1


def test_of_two_who_press_resume_at_once_one_resumes_and_one_is_told(start, ana, ben):
    session = start()
    actions.stop(session, by=ana)
    results = in_threads(4, lambda n: actions.resume(session, by=(ana, ben)[n % 2]))
    assert [str(r) for r in results if r] == ["The session is already running."] * 3


@pytest.mark.slow
def test_a_deeper_review_continues_with_what_was_said_before(start, ana):
    session = run_once(start())
    deeper = run_once(actions.deeper(session, by=ana))
    assert (deeper.continues, deeper.config["deeper"]) == (session, True)
    assert "What happens if nothing is done?" in deeper.model_calls.order_by("pk").first().prompt


def test_a_deeper_review_has_to_wait_for_the_end(start, ana):
    with pytest.raises(ElmError, match="has not ended"):
        actions.deeper(start(), by=ana)
    assert Session.objects.count() == 1


def test_every_event_of_a_session_is_numbered_and_typed(start):
    events = store.after(run_once(start()).pk, 0)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
