"""The runner: it obeys the machine, and after whatever happens it goes on from the log."""

import json

import pytest

from reviews.log import store
from reviews.models import Change, Event, ModelCall, Session, Team
from reviews.sessions import actions
from reviews.states import POSITIVE, EventKind
from tests.sessions.conftest import LINE, SCRIPT, run_once

pytestmark = pytest.mark.django_db(transaction=True)
CUT = {"text": "Who is affected by", "error": {"message": "The stream was cut. Try again.", "after": 10}}


def kinds(session: Session) -> list[str]:
    return [event.kind for event in store.after(session.pk, 0)]


def test_an_interview_runs_from_the_first_question_to_the_verdict(start):
    session = run_once(start())
    assert (session.state, session.end_reason) == ("finished", "ready")
    assert kinds(session) == [
        "state",
        "question",
        "answer",
        "revision",
        "question",
        "verdict",
        "state",
        "change",
        "state",
    ]
    assert (session.rounds, session.calls) == (2, 4)


def test_every_call_is_kept_with_its_prompt_and_its_reply(start):
    session = run_once(start())
    call = ModelCall.objects.filter(session=session).order_by("pk").first()
    assert (call.purpose, call.provider, call.outcome) == ("interview.question", "scripted", "ok")
    assert LINE in call.prompt
    assert call.event.number == 2
    assert len(call.prompt_hash) == 64


def test_improvements_become_proposals_and_the_artifact_stays_as_it_is(start):
    session = run_once(start())
    change = Change.objects.get(session=session)
    assert change.inserted == "Shoppers are affected.\n"
    assert change.status == "proposed"
    assert change.artifact.current.number == 1


@pytest.mark.slow
def test_b11_a_run_that_ended_anywhere_goes_on_to_the_same_log(start):
    undisturbed = run_once(start())
    expected = [(e.kind, e.text, e.data) for e in store.after(undisturbed.pk, 0) if e.kind != "change"]
    for cut in range(1, len(expected)):
        session = start()
        copy_log(undisturbed, session, cut)
        run_once(session)
        found = [(e.kind, e.text, e.data) for e in store.after(session.pk, 0) if e.kind != "change"]
        assert strip(found) == strip(expected), f"cut after event {cut}"


OWN = ("artifact", "name")


def strip(rows: list) -> list:
    """Without what differs between two interviews: the ids and names of their artifacts."""

    def bare(entries: list[dict]) -> list[dict]:
        return [{key: value for key, value in entry.items() if key not in OWN} for entry in entries]

    def without_names(sources: dict) -> dict:
        return {
            line: [{name: one[name] for name in ("kind", "text")} for one in found]
            for line, found in sources.items()
        }

    lists = ("edits", "citations")
    return [
        (
            kind,
            text,
            data
            | {name: bare(data.get(name, [])) for name in lists}
            | {"sources": without_names(data.get("sources", {}))},
        )
        for kind, text, data in rows
    ]


def copy_log(source: Session, target: Session, upto: int) -> None:
    """Give `target` the events 2 to `upto` of `source`, as if its server had died right after them."""
    ids = (str(source.artifacts.get().pk), str(target.artifacts.get().pk))
    for row in source.events.filter(number__gt=1, number__lte=upto):
        row.pk, row.id, row._state.adding, row.session = None, None, True, target
        row.data = json.loads(json.dumps(row.data).replace(*ids))
        row.save()
    last = Event.objects.filter(session=target).order_by("-number").first()
    Session.objects.filter(pk=target.pk).update(last_number=last.number)
    for event in target.events.filter(kind="state", number__gt=1):
        Session.objects.filter(pk=target.pk).update(state=event.data["to"])


def test_a_cut_turn_fails_visibly_and_try_again_goes_on(start, script, ana):
    script({"interview.answer": [CUT]})
    session = run_once(start())
    assert (session.state, kinds(session)) == ("waiting", ["state", "question", "error", "state"])
    error = store.after(session.pk, 2)[0]
    assert (error.text, error.data["partial"]) == ("The stream was cut. Try again.", "Who is aff")
    script({})
    actions.resume(session, by=ana)
    assert run_once(session).end_reason == "ready"


@pytest.mark.slow
def test_the_third_failure_in_a_row_fails_the_session_with_its_reason(start, script, ana):
    script({"interview.question": [CUT]})
    session = start()
    for _ in range(2):
        assert run_once(session).state == "waiting"
        actions.resume(session, by=ana)
    assert (run_once(session).state, session.end_reason) == ("failed", "error")
    script({})
    actions.resume(session, by=ana)
    assert run_once(session).state == "finished"


def test_b7_a_useless_reply_is_asked_for_once_more_and_then_fails(start, script):
    script({"interview.question": [{"text": "  "}]})
    session = run_once(start())
    assert (session.state, session.end_reason) == ("failed", "error")
    assert session.calls == 2


def test_a_mistake_in_the_code_parks_the_session_instead_of_leaving_it_alive(start, script):
    session = start()
    script({"interview.question": [{"text": "Hm?", "data": {"nonsense": True}}]})
    session.pins.all().delete()
    Session.objects.filter(pk=session.pk).update(config={"answered_by": "nobody"})
    run_once(session)
    assert (session.state, session.owner) == ("failed", "")
    assert store.after(session.pk, 1)[0].kind == EventKind.ERROR


def test_answered_by_me_waits_and_goes_on_with_what_ana_says(start, ana):
    session = run_once(start(answered_by="me"))
    assert (session.state, session.owner) == ("waiting", "")
    actions.say(session, user=ana, text="Every shopper whose card is declined is affected.")
    run_once(session)
    answer = next(event for event in store.after(session.pk, 0) if event.kind == "answer")
    assert answer.text == "Every shopper whose card is declined is affected."
    assert answer.speaker.name == "Ana"


def test_b4_the_round_limit_stops_and_never_satisfies(start, script):
    script({"interview.question": [SCRIPT["interview.question"][0]]})
    session = run_once(start(max_rounds=1))
    assert (session.state, session.end_reason) == ("stopped", "iteration_limit")
    assert session.end_reason not in POSITIVE


def test_a_budget_that_is_too_small_stops_with_a_plain_message(start, settings):
    settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL = "key", "http://127.0.0.1:9"
    session = start(budget_usd=0.0)
    Session.objects.filter(pk=session.pk).update(provider="claude")
    run_once(session)
    assert (session.state, session.end_reason, session.spent_micros) == ("stopped", "budget", 0)
    assert "budget" in next(e.text for e in store.after(session.pk, 0) if e.kind == "announcement")


def test_a_session_that_a_limit_of_the_month_has_stopped_goes_on_when_it_is_raised(start, settings, ana):
    settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL = "key", "http://127.0.0.1:9"
    session = start()
    Session.objects.filter(pk=session.pk).update(provider="claude")
    Team.objects.update(month_budget_micros=1_000)
    run_once(session)
    assert (session.state, session.end_reason) == ("stopped", "budget")
    told = next(e.text for e in store.after(session.pk, 0) if e.kind == "announcement")
    assert "What counts here is the team’s budget for " in told
    assert "$0.00 of $0.00 are spent. An admin can raise the limit; then press Resume." in told
    # The scripted provider answers from here on: what matters is that the limit stops nobody any more.
    Session.objects.filter(pk=session.pk).update(provider="scripted")
    Team.objects.update(month_budget_micros=50_000_000)
    actions.resume(session, by=ana)
    run_once(session)
    assert session.state == "finished"
