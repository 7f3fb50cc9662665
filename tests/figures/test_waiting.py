"""What waits for somebody, and what each of them is told about it."""

import pytest

from reviews.figures.spending import add_call
from reviews.figures.unknowns import unknowns_of
from reviews.figures.waiting import count_waiting
from reviews.models import Change, DailySpending, Device, Event, ModelCall, Session
from reviews.models.team import teams_of
from tests import factories


def propose(session, artifact, order: int, **columns) -> Change:
    return Change.objects.create(
        session=session, artifact=artifact, base=artifact.current, order=order, position=0, **columns
    )


def counts(user) -> tuple[int, int, int]:
    waiting = count_waiting(user, teams_of(user))
    return waiting.changes, waiting.findings, waiting.sessions


def test_what_somebody_else_is_asked_to_decide_does_not_wait_for_ana(ana, ben, session, artifact):
    propose(session, artifact, 1)
    propose(session, artifact, 2, assignee=ana)
    propose(session, artifact, 3, assignee=ben)
    propose(session, artifact, 4, status="rejected")
    factories.FindingFactory(artifact=artifact, assignee=ana)
    factories.FindingFactory(artifact=artifact)
    factories.SessionFactory(item=session.item, state="waiting")
    assert counts(ana) == (2, 1, 1)
    assert counts(ben) == (2, 0, 1)


def test_nothing_waits_for_who_may_not_act(vera, cleo, session, artifact):
    propose(session, artifact, 1)
    factories.SessionFactory(item=session.item, state="waiting")
    assert counts(vera) == counts(cleo) == (0, 0, 0)


def test_the_stamp_is_another_one_when_something_has_changed(ana, item):
    def stamp() -> str:
        return count_waiting(ana, teams_of(ana)).stamp

    first = stamp()
    running = factories.SessionFactory(item=item, state="running")
    second = stamp()
    assert first != second == stamp()
    Session.objects.filter(pk=running.pk).update(rounds=1)
    assert stamp() != second


def test_pages_ask_what_waits_and_the_log_in_lasts_no_longer_by_it(as_user, ana, session, artifact):
    propose(session, artifact, 1)
    client = as_user(ana)
    login = client.session
    login["noted"] = 0
    login.save()
    answer = client.get("/waiting/", headers={"X-By-Itself": "1"}).json()
    assert (answer["total"], answer["changes"]) == (1, 1)
    client.get("/?part=now", headers={"X-By-Itself": "1"})
    assert not Device.objects.exists()
    client.get("/waiting/")
    assert Device.objects.filter(user=ana).exists()


def test_asking_what_waits_costs_the_same_however_much_it_is(
    as_user, ana, session, artifact, django_assert_num_queries
):
    client = as_user(ana)
    for first in (1, 10):
        for order in range(first, first * 10):
            propose(session, artifact, order)
        with django_assert_num_queries(7):
            client.get("/waiting/")


def test_a_part_of_the_dashboard_is_that_part_alone(as_user, ana, item):
    factories.SessionFactory(item=item, state="finished", end_reason="ready")
    client = as_user(ana)
    now, trends = (client.get(f"/?part={part}").content.decode() for part in ("now", "trends"))
    assert 'id="now"' in now
    assert 'id="trends"' in trends
    assert "<html" not in now + trends


def test_what_nobody_could_say_is_told_with_its_session(as_user, ana, item):
    session = factories.SessionFactory(
        item=item, state="finished", end_reason="ready_with_caveats", last_number=9
    )
    data = {"reason": "ready_with_caveats", "unknowns": ["How many renewals failed in March"]}
    Event.objects.create(session=session, number=8, kind="verdict", data=data)
    assert [one.text for one in unknowns_of([session], 5)] == ["How many renewals failed in March"]
    page = as_user(ana).get("/").content.decode()
    assert f'<a href="/sessions/{session.pk}/">How many renewals failed in March</a>' in page


@pytest.mark.parametrize("times", [1, 3])
def test_each_call_is_counted_into_its_day(session, times):
    for _ in range(times):
        call = ModelCall(session=session, provider="claude", model="opus", tokens_in=10, cost_micros=7)
        call.event = Event.objects.create(
            session=session, number=Event.objects.count() + 1, kind="contribution", speaker_key="maya"
        )
        call.save()
        add_call(call)
    row = DailySpending.objects.get()
    assert (row.team_id, row.persona, row.model, row.day) == (
        session.team_id,
        "maya",
        "opus",
        call.created.date(),
    )
    assert (row.calls, row.tokens_in, row.cost_micros) == (times, 10 * times, 7 * times)
