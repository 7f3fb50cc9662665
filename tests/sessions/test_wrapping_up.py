"""Wrapping an interview up and stopping it: what is stored, what is proposed, and what people can take out."""

import pytest
from django.db import transaction
from django.urls import reverse

from reviews.changes import comments, decide
from reviews.exports.session import session_document, transcript
from reviews.models import Change, Session
from reviews.sessions import actions
from reviews.states import EventKind
from tests.log.test_store import in_threads
from tests.pages import words
from tests.sessions.conftest import SCRIPT, run_once

pytestmark = pytest.mark.django_db(transaction=True)
ASKS_ON = [
    SCRIPT["interview.question"][0],
    {"text": "And who signs?", "data": {"questions": [{"text": "And who signs?"}]}},
]
TWO = [
    {"old": "three times", "new": "three times a day", "reason": "When?"},
    {"after": "## Plan", "new": "Shoppers."},
]
CUT = {"text": "Who is", "error": {"message": "The stream was cut. Try again.", "after": 3}}


@pytest.fixture
def improved(start, script, ana) -> Session:
    """An interview that Ana answers: one answer is in the notes, and it waits for the next."""
    script({"interview.question": ASKS_ON})
    session = run_once(start(answered_by="me"))
    actions.say(session, user=ana, text="Shoppers are affected.")
    return run_once(session)


def texts(session: Session, kind: EventKind) -> list[str]:
    return list(session.events.filter(kind=kind).order_by("number").values_list("text", flat=True))


def test_ben_wraps_up_what_ana_has_started_and_everything_says_so(improved, ben):
    row = actions.say(improved, user=ben, text="Wrap up.")
    assert row.data["wraps_up"] is True
    session = run_once(improved)
    assert (session.state, session.end_reason) == ("finished", "not_ready")
    assert Change.objects.get(session=session).inserted == "Shoppers are affected.\n"
    assert "**Verdict:** Not ready, wrapped up by Ben" in transcript(session)
    assert session_document(session)["verdict"]["wrapped_up_by"] == "Ben"


def test_a_message_that_wraps_nothing_up_is_stored_as_ever(improved, ana):
    row = actions.say(improved, user=ana, text="Anna Berg signs.")
    assert "wraps_up" not in row.data


def test_a_killed_run_wraps_up_all_the_same(improved, ana):
    actions.say(improved, user=ana, text="wrap up with a verdict")
    improved.refresh_from_db()
    assert improved.state == "running"
    assert run_once(improved).state == "finished"


def test_it_can_be_wrapped_up_while_a_failed_turn_waits_for_somebody(start, script, ana):
    script({"interview.question": [CUT]})
    session = run_once(start())
    assert session.state == "waiting"
    actions.say(session, user=ana, text="Let's wrap up.")
    session = run_once(session)
    assert (session.state, session.end_reason) == ("finished", "not_ready")


def test_ana_gets_out_with_what_she_said_even_after_the_session_has_failed(start, script, ana):
    script({"interview.question": [ASKS_ON[0], CUT, CUT, CUT, CUT]})
    session = run_once(start(answered_by="me"))
    actions.say(session, user=ana, text="Shoppers are affected.")
    run_once(session)
    for _ in range(2):
        actions.resume(session, by=ana)
        run_once(session)
    session.refresh_from_db()
    assert (session.state, session.changes.count()) == ("failed", 0)
    actions.resume(session, by=ana)
    assert run_once(session).state == "waiting"
    actions.say(session, user=ana, text="wrap up")
    session = run_once(session)
    assert (session.state, session.end_reason) == ("finished", "not_ready")
    assert session.changes.get().inserted == "Shoppers are affected.\n"


@pytest.fixture
def failed(start, script, ana) -> Session:
    """Ana has answered once, and then ELM was out of reach until the session failed."""
    script({"interview.question": [ASKS_ON[0], CUT, CUT, CUT]})
    session = run_once(start(answered_by="me"))
    actions.say(session, user=ana, text="Shoppers are affected.")
    run_once(session)
    for _ in range(2):
        actions.resume(session, by=ana)
        run_once(session)
    session.refresh_from_db()
    assert session.state == "failed"
    return session


def test_a_session_that_has_failed_is_wrapped_up_at_once_without_asking_a_model(failed, ana, as_user):
    page = as_user(ana).get(failed.get_absolute_url()).content.decode()
    assert "Wrap up with a verdict" in page
    calls = failed.calls
    actions.say(failed, user=ana, text="Wrap up.")
    session = run_once(failed)
    assert (session.state, session.end_reason) == ("finished", "not_ready")
    assert session.changes.get().inserted == "Shoppers are affected.\n"
    assert session.calls == calls


def test_the_page_of_a_failed_session_tells_what_is_open_and_how_to_end_it(failed, ana, as_user):
    page = " ".join(as_user(ana).get(failed.get_absolute_url()).content.decode().split())
    assert "Resume it to go on, or wrap it up with a verdict" in page
    actions.say(failed, user=ana, text="Wrap up.")
    assert "or wrap it up" not in as_user(ana).get(run_once(failed).get_absolute_url()).content.decode()


def test_other_words_are_still_refused_after_the_end(failed, ana):
    with pytest.raises(actions.ElmError, match="Nothing can be said now"):
        actions.say(failed, user=ana, text="Shoppers wait.")


def test_ana_gets_a_verdict_after_she_has_stopped_it_and_keeps_what_was_improved(improved, ana):
    actions.stop(improved, by=ana)
    actions.say(improved, user=ana, text="Wrap up.")
    session = run_once(improved)
    assert (session.state, session.end_reason) == ("finished", "not_ready")
    assert Change.objects.filter(session=session, status="proposed").count() == 1


def test_what_is_finished_is_not_wrapped_up_again(improved, ana, as_user):
    actions.say(improved, user=ana, text="Wrap up.")
    run_once(improved)
    with pytest.raises(actions.ElmError, match="Nothing can be said now"):
        actions.say(improved, user=ana, text="Wrap up.")
    assert "Wrap up with a verdict" not in as_user(ana).get(improved.get_absolute_url()).content.decode()


def test_a_lone_done_is_asked_back_once_by_the_offline_reviewer_too(start, ana):
    session = start(answered_by="me")
    Session.objects.filter(pk=session.pk).update(provider="offline")
    run_once(session)
    actions.say(session, user=ana, text="done")
    run_once(session)
    assert texts(session, EventKind.ANNOUNCEMENT) == ["Is “done” your answer, or shall I wrap up?"]
    assert texts(session, EventKind.ANSWER) == []
    actions.say(session, user=ana, text="That's all.")
    assert run_once(session).state == "finished"
    assert len(texts(session, EventKind.ANNOUNCEMENT)) == 1


def test_my_answer_is_refused_once_nothing_is_asked_back(improved, ana):
    before = improved.events.count()
    with pytest.raises(actions.ElmError, match="newest question"):
        actions.say(improved, user=ana, text="It is my answer.")
    assert improved.events.count() == before


def test_stopping_keeps_what_was_improved(improved, ana):
    actions.stop(improved, by=ana)
    improved.refresh_from_db()
    assert (improved.state, improved.end_reason) == ("stopped", "stopped_by_person")
    assert texts(improved, EventKind.CHANGE) == ["1 improvement was kept as a proposal."]
    assert Change.objects.get(session=improved).status == "proposed"


def test_stopping_counts_what_it_keeps(start, script, ana):
    script({"interview.question": ASKS_ON, "interview.improve": [{"text": "", "data": {"edits": TWO}}]})
    session = run_once(start(answered_by="me"))
    actions.say(session, user=ana, text="Shoppers are affected.")
    actions.stop(run_once(session), by=ana)
    count = Change.objects.filter(session=session).count()
    assert count == 2
    assert texts(session, EventKind.CHANGE) == ["2 improvements were kept as proposals."]


def test_stopping_says_nothing_of_improvements_that_there_are_not(start, ana):
    session = run_once(start(answered_by="me"))
    actions.stop(session, by=ana)
    assert texts(session, EventKind.CHANGE) == []
    assert not Change.objects.exists()


def test_resumed_and_ended_it_proposes_the_same_change_once(improved, ana):
    actions.stop(improved, by=ana)
    kept = Change.objects.get(session=improved)
    comments.add_comment(kept, ana, "Is it all of them?")
    actions.resume(improved, by=ana)
    actions.say(run_once(improved), user=ana, text="Wrap up.")
    session = run_once(improved)
    assert session.state == "finished"
    assert Change.objects.get(session=session) == kept
    assert [comment.text for comment in kept.comments.all()] == ["Is it all of them?"]


@pytest.mark.slow
def test_stopped_again_nothing_is_proposed_again(improved, ana):
    actions.stop(improved, by=ana)
    kept = Change.objects.get(session=improved).pk
    actions.resume(improved, by=ana)
    actions.stop(run_once(improved), by=ana)
    assert Change.objects.get(session=improved).pk == kept
    assert len(texts(improved, EventKind.CHANGE)) == 1


@pytest.mark.slow
def test_what_was_decided_meanwhile_is_not_proposed_again(improved, ana):
    actions.stop(improved, by=ana)
    decide.reject(Change.objects.get(session=improved), ana, "No.")
    actions.resume(improved, by=ana)
    actions.say(run_once(improved), user=ana, text="Wrap up.")
    run_once(improved)
    assert [change.status for change in Change.objects.filter(session=improved)] == ["rejected"]


@pytest.mark.slow
def test_killed_while_stopping_either_all_is_stored_or_nothing(improved, ana):
    def cut_off() -> None:
        with transaction.atomic():
            actions.stop(improved, by=ana)
            raise RuntimeError("The power is cut.")

    with pytest.raises(RuntimeError):
        cut_off()
    improved.refresh_from_db()
    assert (improved.state, Change.objects.exists()) == ("waiting", False)
    actions.stop(improved, by=ana)
    assert Change.objects.filter(session=improved).count() == 1


def test_of_two_who_stop_at_once_one_keeps_the_improvements(improved, ana, ben):
    results = in_threads(4, lambda n: actions.stop(improved, by=(ana, ben)[n % 2]))
    assert len([result for result in results if result]) == 3
    assert Change.objects.filter(session=improved).count() == 1


def test_the_changes_page_tells_of_improvements_that_were_never_proposed(improved, ana, as_user):
    actions.stop(improved, by=ana)
    # As a session was left when stopping did not keep them.
    improved.changes.all().delete()
    improved.events.filter(kind=EventKind.CHANGE).delete()
    html = as_user(ana).get(reverse("session-changes", args=[improved.pk])).content.decode()
    assert "No changes proposed" not in html
    assert "1 improvement " in html


def test_the_changes_page_shows_what_was_kept(improved, ana, as_user):
    actions.stop(improved, by=ana)
    page = words(as_user(ana).get(reverse("session-changes", args=[improved.pk])))
    assert "No changes proposed" not in page
    assert "0 of 1 decided" in page
