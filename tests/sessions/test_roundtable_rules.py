"""Roundtables that are disturbed, on real rows."""

import json
import logging
from datetime import UTC, datetime

import pytest

from personas.models import Persona
from reviews.changes import decide
from reviews.errors import ElmError, IllegalMove
from reviews.kinds.roundtable import menu, prepare
from reviews.log import publish
from reviews.models import ElaborationRecord, Session
from reviews.sessions import actions, leases, loading, recording
from tests.log.test_store import in_threads
from tests.sessions.conftest import ROUNDTABLE, SPEC, run_once
from tests.sessions.held import end, killed, text_of, told
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)
CUT = {"text": "The notes", "error": {"message": "The stream was cut. Try again.", "after": 5}}
FULL = {"text": "", "error": {"message": "It is too long.", "kind": "context", "permanent": True}}


@pytest.mark.parametrize(
    "purpose",
    [
        "contribution",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("first_take", "framing", "synthesis")),
    ],
)
def test_three_failures_in_a_row_fail_the_session_and_try_again_goes_on(
    purpose, hold, ana, settings, tmp_path
):
    session = hold(script={f"roundtable.{purpose}": [CUT]}, first_takes=True, max_turns=3)
    for expected in ("waiting", "waiting", "failed"):
        assert run_once(session).state == expected
        actions.resume(session, by=ana)
    settings.ELM_SCRIPT = str(tmp_path / "good.json")
    (tmp_path / "good.json").write_text(json.dumps(ROUNDTABLE))
    run_once(session)
    assert (session.state, session.turns, session.failures) == ("finished", 3, 0)
    assert session.changes.get().status == "applied"


def test_err_elab_014_what_no_longer_fits_the_model_is_summed_up_at_once(hold):
    lines = {"roundtable.contribution": [{"text": "The notes say “pays”.", "data": {}}, FULL]}
    session = run_once(hold(script=lines))
    assert (session.state, session.end_reason, session.turns) == ("finished", "turn-limit", 2)
    assert ElaborationRecord.objects.get().outcome == "complete"


@pytest.mark.slow
def test_err_elab_014_a_summary_that_does_not_fit_is_made_by_code_and_changes_no_artifact(hold, ana):
    session = end(hold(script={"roundtable.synthesis": [FULL]}), ana)
    assert (session.state, session.end_reason) == ("finished", "user-initiated")
    assert ElaborationRecord.objects.get().outcome == "degraded"
    assert text_of(session) == SPEC


@pytest.mark.slow
def test_nfr_005_mvt_009_killed_at_every_moment_it_ends_as_if_nothing_had_been(hold, ana, spec):
    expected = None
    for looks in (*range(1, 26, 4), 10**6):
        session = killed(hold(first_takes=True, max_turns=3), looks)
        if session.state != "finished":
            run_once(session)
        found = [(e.kind, e.speaker_name) for e in session.events.order_by("number")]
        expected = expected or found
        assert found == expected
        assert (session.state, session.changes.count()) == ("finished", 1)
        ElaborationRecord.objects.get(session=session)
        ElaborationRecord.objects.all().delete()
        assert text_of(session).count("<!-- Elaboration: ") == 1
        decide.undo_all(session, ana)  # a point that stands there is never added again
        assert text_of(session) == SPEC


def test_c40_a_stopped_one_does_not_go_on_beside_another_on_the_same_step(hold, ana):
    first = run_once(hold("01-03"))
    actions.stop(first, by=ana)
    second = hold("01-03")
    with pytest.raises(prepare.AlreadyLive) as refused:
        actions.resume(first, by=ana)
    assert refused.value.session == second
    first.refresh_from_db()
    assert first.state == "stopped"


def test_c40_a_topic_is_the_same_in_any_case_and_any_language(hold):
    first = hold("", topic="Änderung  der Größe")
    with pytest.raises(prepare.AlreadyLive) as refused:
        hold("", topic="änderung der grösse".replace("grösse", "größe"))
    assert refused.value.session == first


@pytest.mark.slow
def test_stopped_while_it_is_being_finished_is_refused_and_it_finishes(hold, ana):
    session = run_once(hold())
    actions.say(session, user=ana, text="done")
    claim = leases.take(session.pk, "test")
    recording.move(claim, "synthesizing", None, "")
    with pytest.raises(IllegalMove, match="being finished"):
        actions.stop(session, by=ana)
    leases.release_all()
    assert run_once(session).state == "finished"


def test_without_budget_in_the_first_takes_nothing_is_lost_and_nothing_is_added(hold, ana):
    session = hold(first_takes=True)
    Session.objects.update(budget_micros=0, spent_micros=1)
    run_once(session)
    assert (session.state, session.end_reason, session.turns) == ("stopped", "budget", 0)
    assert text_of(session) == SPEC
    Session.objects.update(budget_micros=None)
    actions.resume(session, by=ana)
    assert run_once(session).turns == 3
    assert session.events.filter(kind="first_take").count() == 3


@pytest.mark.slow
def test_a_persona_renamed_or_switched_off_meanwhile_stays_as_it_was_at_this_table(hold, ana):
    session = hold()
    Persona.objects.filter(key="solutions-architect").update(is_active=False)
    maya = Persona.objects.get(key="business-analyst")
    maya.name = "Mia Chan"
    maya.publish(by=ana)
    end(session, ana)
    assert [e.speaker_name for e in session.events.filter(kind="contribution")] == [
        "Alex Rivera",
        "Jordan Park",
    ]
    again = run_once(actions.deeper(session, by=ana))
    assert [e.speaker_name for e in again.events.filter(kind="framing")] == ["Mia Chan"]
    assert {e.speaker_name for e in again.events.exclude(speaker_name="")} == {
        "Ana",
        "Mia Chan",
        "Jordan Park",
    }


@pytest.mark.slow
def test_one_persona_alone_holds_a_roundtable(hold, ana):
    load_starter()
    Persona.objects.exclude(key="business-analyst").update(is_active=False)
    session = run_once(hold())
    actions.say(session, user=ana, text="everyone: why?")
    end(run_once(session), ana)
    assert (session.state, session.turns) == ("finished", 3)
    assert ElaborationRecord.objects.get().personas_active == ["business-analyst"]


@pytest.mark.slow
def test_two_rows_of_one_first_name_hold_a_roundtable_all_the_same(hold, ana):
    load_starter()
    twin = Persona(key="twin", kind="roundtable", name="Sam Ito", role="Tester", text="Look.")
    twin.publish(by=ana)
    words = twin.current.words | {"name": "Maya Ito"}
    twin.current.__class__.objects.filter(pk=twin.current.pk).update(words=words)
    session = run_once(hold(max_turns=8))
    actions.say(session, user=ana, text="Maya, why?")
    run_once(session)
    assert [e.speaker_name for e in session.events.filter(kind="contribution")][-2:] == [
        "Maya Chen",
        "Maya Ito",
    ]


def test_nfr_004_text_that_changed_meanwhile_keeps_its_changes_and_gets_the_additions(hold, ana, spec):
    session = run_once(hold())
    newer = SPEC.replace("Why.", "Why not?").replace("None.", "Some.")
    revise(spec, newer)
    end(session, ana)
    now = iter(text_of(session).splitlines())
    assert all(line in now for line in newer.splitlines())
    assert session.changes.get().status == "applied"


@pytest.mark.slow
def test_what_finds_no_place_any_more_waits_and_is_told_and_the_session_ends(hold, ana, spec):
    session = run_once(hold())
    revise(spec, "Everything is new.\n")
    end(session, ana)
    assert (session.state, session.changes.get().status) == ("finished", "proposed")
    assert any(line.startswith("Could not update requirements-spec.md. ") for line in told(session))
    assert text_of(session) == "Everything is new.\n"
    assert ElaborationRecord.objects.filter(session=session).exists()


def revise(artifact, text: str) -> None:
    revision = artifact.revisions.create(number=2, content=text.encode(), parent=artifact.current)
    artifact.current = revision
    artifact.save()


@pytest.mark.slow
def test_feedback_at_the_menu_counts_against_the_limit_of_messages(hold, ana, settings):
    session = end(hold(), ana)
    settings.MESSAGES_PER_MINUTE = session.events.filter(user=ana, kind="user_message").count() + 1
    menu.take_choice(session, by=ana, text="More on couriers, please.")
    with pytest.raises(ElmError, match="many messages"):
        menu.take_choice(session, by=ana, text="And more.")
    assert session.events.filter(kind="menu").count() == 2


def test_what_comes_too_late_for_the_summary_can_not_be_withdrawn_after_the_end(hold, ana):
    session = run_once(hold())
    row = actions.say(session, user=ana, text="Last words")
    Session.objects.update(state="finished", end_reason="user-initiated")
    with pytest.raises(ElmError, match="came too late"):
        actions.withdraw(session, user=ana, number=row.number)


def test_err_elab_008_c21_an_addition_that_would_damage_the_text_is_refused_before_writing(hold, ana):
    session = end(hold(), ana)
    change = session.changes.get()
    assert change.removed == ""
    assert (change.base.content.decode(), change.position) == (SPEC, SPEC.index("\n## Risks"))
    assert (
        text_of(session).replace(f"{change.heading}\n\n", "").replace(change.inserted, "").split()
        == SPEC.split()
    )


def test_err_elab_009_the_log_of_the_server_has_the_reason(hold, ana, caplog):
    session = run_once(hold())
    ElaborationRecord.objects.create(
        item=session.item, session=session, turn_count=1, timestamp=datetime.now(UTC), synthesis_summary="x"
    )
    with caplog.at_level(logging.ERROR):
        end(session, ana)
    assert "could not be written" in caplog.text
    assert (session.state, session.changes.get().status) == ("finished", "applied")


def test_a_message_that_is_being_answered_can_not_be_withdrawn_and_one_after_it_can(hold, ana):
    session = run_once(hold())
    first, second = (actions.say(session, user=ana, text=text).number for text in ("Why?", "Never mind."))
    publish.turn_opened(session.pk, second, {"key": "business-analyst", "name": "Maya Chen", "role": ""})
    with pytest.raises(ElmError, match="being used right now"):
        actions.withdraw(session, user=ana, number=first)
    actions.withdraw(session, user=ana, number=second)
    publish.turn_closed(session.pk)
    assert [message.number for message in loading.folded(session).pending] == [first]


def test_c40_of_eight_who_start_the_same_at_once_one_does_and_the_others_join_it(hold, ana):
    hold("01-03")
    results = in_threads(8, lambda number: begun(hold))
    live = Session.objects.get(step_id="01-04")
    assert {result.pk for result in results} == {live.pk}
    assert live.events.filter(kind="introduction").count() == 1


def begun(hold) -> Session:
    """The roundtable on the next step, whoever has started it."""
    try:
        return hold("01-04")
    except prepare.AlreadyLive as live:
        return live.session


@pytest.mark.slow
def test_of_two_who_wrap_it_up_at_once_it_ends_once(hold, ana):
    session = run_once(hold())
    in_threads(2, lambda number: actions.say(session, user=ana, text="done"))
    run_once(session)
    assert (session.state, session.turns) == ("finished", 3)
    for kind in ("synthesis", "record", "menu"):
        assert session.events.filter(kind=kind).count() == 1
