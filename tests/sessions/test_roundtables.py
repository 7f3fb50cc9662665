"""Roundtables on real rows: how they run, and what they leave behind."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from personas.models import Persona
from reviews.errors import ElmError
from reviews.kinds.roundtable import prepare
from reviews.models import ElaborationRecord, Session
from reviews.sessions import actions, idle_timeout
from reviews.states import EventKind
from tests.factories import NOTES, ArtifactFactory
from tests.sessions.conftest import ROUNDTABLE, run_once
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)
CUT = {"text": "The notes say", "error": {"message": "The stream was cut. Try again.", "after": 5}}


@pytest.fixture
def table(ana, item, tmp_path, settings):
    """`table()` is a roundtable on Ana's notes that she has just started, with words from a script."""
    load_starter()
    item.owner = ana
    item.save()

    def begin(script: dict | None = None, user=ana, **config) -> Session:
        path = tmp_path / "table.json"
        path.write_text(json.dumps(ROUNDTABLE | (script or {})))
        settings.ELM_SCRIPT = str(path)
        session = actions.create_session(
            item=item,
            kind="roundtable",
            artifacts=[item.artifacts.first() or ArtifactFactory(item=item, name="notes.md", content=NOTES)],
            started_by=user,
            config={"topic": "Plan", "max_turns": 6} | config,
            provider="scripted",
        )
        actions.start(session, by=user)
        return session

    return begin


def said(session: Session) -> list[tuple[str, str]]:
    return list(session.events.order_by("number").values_list("kind", "speaker_name"))


def end(session: Session, user) -> Session:
    run_once(session)
    actions.say(session, user=user, text="done")
    return run_once(session)


def test_nfr_001_the_introduction_is_there_when_the_start_returns(table):
    session = table()
    assert [kind for kind, _ in said(session)] == ["state", "introduction"]


@pytest.mark.slow
def test_a_roundtable_runs_to_its_end_and_leaves_additions_a_record_and_its_turns(table, ana):
    session = end(table(), ana)
    assert (session.state, session.end_reason, session.turns) == ("finished", "user-initiated", 3)
    record = ElaborationRecord.objects.get(session=session)
    assert (record.topic, record.turn_count, record.synthesis_summary) == (
        "Plan",
        3,
        "shoppers see a second attempt",
    )
    assert record.personas_active == ["business-analyst", "solutions-architect", "system-designer"]


@pytest.mark.slow
def test_fr_008_03_additions_of_the_owner_go_in_at_once_and_nothing_else_changes(table, ana):
    session = end(table(), ana)
    artifact = session.artifacts.get()
    new = artifact.current.content.decode()
    assert new.startswith(NOTES)
    assert "- [Alex/Jordan] Shoppers see a second attempt." in new
    assert session.changes.get().status == "applied"
    assert (
        'Updated notes.md, section "Plan": added 1 point from the roundtable discussion (Alex/Jordan).'
        in [event.text for event in session.events.filter(kind=EventKind.ANNOUNCEMENT)]
    )


@pytest.mark.slow
def test_what_somebody_else_started_waits_for_a_review(table, ben):
    session = end(table(user=ben), ben)
    assert session.changes.get().status == "proposed"
    assert session.artifacts.get().current.content.decode() == NOTES


def test_c40_a_second_one_on_the_same_topic_leads_to_the_first(table):
    session = table()
    with pytest.raises(prepare.AlreadyLive) as refused:
        table()
    assert refused.value.session == session
    assert Session.objects.count() == 1


def test_first_takes_that_are_equally_quick_are_stored_in_the_order_of_the_table(table):
    session = run_once(table(first_takes=True))
    assert [name for kind, name in said(session) if kind == "first_take"] == [
        "Maya Chen",
        "Alex Rivera",
        "Jordan Park",
    ]
    assert session.model_calls.filter(purpose="roundtable.first_take", event__kind="first_take").count() == 3


def test_a_first_take_that_fails_is_told_and_only_that_one_is_asked_again(table, ana):
    cut = {**CUT, "speaker": "solutions-architect"}
    takes = {"roundtable.first_take": [cut, {"text": "I would look at the orders first."}]}
    session = run_once(table(takes, first_takes=True))
    assert session.state == "waiting"
    assert [name for kind, name in said(session) if kind == "first_take"] == ["Maya Chen", "Jordan Park"]


def test_a_fourth_persona_from_the_admin_takes_part(table, ana):
    load_starter()
    sam = Persona(key="security", kind="roundtable", name="Sam Field", role="Security Reviewer", text="Look.")
    sam.publish(by=ana)
    session = run_once(table())
    assert [name for kind, name in said(session) if kind == "contribution"] == [
        "Alex Rivera",
        "Jordan Park",
        "Sam Field",
    ]


def test_a_blank_message_lets_them_go_on(table, ana):
    session = run_once(table(max_turns=12))
    actions.say(session, user=ana, text="  ")
    run_once(session)
    assert session.turns == 6


def test_c6_silence_counts_as_nobody_saying_anything(table):
    session = run_once(table(max_turns=12, idle_minutes=5))
    Session.objects.update(wakes_at=timezone.now() - timedelta(seconds=1))
    idle_timeout.wake_idle()
    run_once(session)
    assert session.turns == 6
    assert session.wakes_at > timezone.now()


def test_somebody_who_speaks_ends_the_silence(table, ana):
    session = run_once(table(idle_minutes=5))
    actions.say(session, user=ana, text="Why?")
    session.refresh_from_db()
    assert session.wakes_at is None


def test_only_the_starter_or_an_admin_stops_or_ends_it(table, ana, ben):
    session = run_once(table())
    with pytest.raises(ElmError, match="can stop it"):
        actions.stop(session, by=ben)
    session.refresh_from_db()
    assert session.state == "waiting"


def test_a_member_who_says_done_is_told_who_can_end_it(table, ben):
    session = run_once(table())
    actions.say(session, user=ben, text="done")
    run_once(session)
    assert session.state == "waiting"
    assert session.events.filter(kind="facilitation", data__what="may_not_end").exists()


def test_a_message_that_was_not_used_can_be_withdrawn(table, ana):
    session = run_once(table())
    row = actions.say(session, user=ana, text="Never mind")
    actions.withdraw(session, user=ana, number=row.number)
    run_once(session)
    assert session.turns == 3


def test_without_budget_it_stops_with_a_partial_summary_and_goes_on_later(table, ana):
    session = table()
    Session.objects.update(budget_micros=0, spent_micros=1)
    run_once(session)
    assert (session.state, session.end_reason) == ("stopped", "budget")
    Session.objects.update(budget_micros=None)
    actions.resume(session, by=ana)
    run_once(session)
    assert session.turns == 3


@pytest.mark.slow
def test_err_elab_009_a_record_that_cannot_be_written_is_said_and_loses_nothing(table, ana):
    session = run_once(table())
    ElaborationRecord.objects.create(
        item=session.item, session=session, turn_count=1, timestamp=timezone.now(), synthesis_summary="taken"
    )
    actions.say(session, user=ana, text="done")
    run_once(session)
    assert session.state == "finished"
    assert session.changes.get().status == "applied"
    assert (
        "Elaboration completed successfully but I could not save the elaboration record to meta.json. "
        "The discussion insights are in the artifacts."
    ) in session.events.values_list("text", flat=True)


@pytest.mark.slow
def test_another_round_on_the_same_topic_is_told_of_the_first(table, ana):
    first = end(table(), ana)
    second = actions.deeper(first, by=ana)
    assert second.events.get(kind="announcement").text == (
        "We also had a roundtable discussion on Plan where shoppers see a second attempt."
    )


@pytest.mark.slow
def test_a_second_synthesis_stacks_below_the_first(table, ana):
    first = end(table(), ana)
    second = run_once(actions.deeper(first, by=ana))
    actions.say(second, user=ana, text="A courier waits at the door of every second buyer.")
    end(second, ana)
    new = second.artifacts.get().current.content.decode()
    assert new.count("Elaboration Insights (Plan)") == 1
    assert new.count("<!-- Elaboration: step topic, ") == 2
