"""How it goes from week to week: each figure is counted from rows, and leads to exactly those rows."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from reviews.figures import trends
from reviews.figures.periods import Period, monday
from reviews.figures.scope import Scope
from reviews.models import Change, DailySpending, Finding, Session
from tests import factories
from tests.personas.factories import make_persona

TODAY = date(2026, 11, 25)
PERIOD = Period(4, TODAY)
THIS_WEEK, LAST_WEEK = date(2026, 11, 23), date(2026, 11, 16)


def at(day: int, hour: int = 12) -> datetime:
    """A moment in November 2026."""
    return datetime(2026, 11, day, hour, tzinfo=UTC)


def held(item, when: datetime, reason: str = "ready", minutes: int = 30, **columns) -> Session:
    """A session that began at a time and has ended."""
    values = {"state": "finished", "end_reason": reason, **columns}
    session = factories.SessionFactory(item=item, **values)
    Session.objects.filter(pk=session.pk).update(created=when, ended=when + timedelta(minutes=minutes))
    return session


def test_weeks_begin_on_monday_and_the_last_is_that_of_today():
    assert PERIOD.mondays == [date(2026, 11, 2), date(2026, 11, 9), LAST_WEEK, THIS_WEEK]
    assert Period(1, THIS_WEEK).first == THIS_WEEK == monday(THIS_WEEK)


def test_sessions_are_counted_by_week_kind_and_end(item):
    held(item, at(23, 0))
    held(item, at(22, 23), "not_ready", kind="roundtable")
    held(item, datetime(2026, 11, 1, 23, tzinfo=UTC))  # before the first week
    trend = trends.count_sessions(Scope([item.team_id], PERIOD))
    assert trend.kinds == {(THIS_WEEK, "interview"): 1, (LAST_WEEK, "roundtable"): 1}
    assert trend.ends == {(THIS_WEEK, "ready"): 1, (LAST_WEEK, "not_ready"): 1}


def test_what_failed_on_the_way_to_a_verdict_counts_as_none(item):
    held(item, at(24), "ready", state="failed")
    assert trends.count_sessions(Scope([item.team_id], PERIOD)).ends == {(THIS_WEEK, "error"): 1}
    assert trends.verdict_seconds(Scope([item.team_id], PERIOD)) == {}


def test_the_time_to_a_verdict_is_in_seconds(item):
    for minutes in (10, 20, 60):
        held(item, at(24), minutes=minutes)
    held(item, at(24), "turn-limit", minutes=5)
    assert trends.verdict_seconds(Scope([item.team_id], PERIOD)) == {THIS_WEEK: [600, 1200, 3600]}
    assert trends.middle([600, 1200, 3600]) == 1200
    assert trends.middle([]) == 0


def test_passes_are_counted_by_how_reviews_ended(item):
    for rounds, reason in ((3, "converged"), (3, "converged"), (5, "max_passes")):
        held(item, at(24), reason, kind="angles", rounds=rounds)
    held(item, at(24), rounds=3)
    assert trends.count_passes(Scope([item.team_id], PERIOD)) == {(3, "converged"): 2, (5, "max_passes"): 1}


def found_at(artifact, when: datetime, **columns) -> Finding:
    finding = factories.FindingFactory(artifact=artifact, **columns)
    Finding.objects.filter(pk=finding.pk).update(created=when)
    return finding


def test_acceptance_says_what_became_of_findings_and_why(artifact):
    angle = {"by": "security", "pass_number": 1}
    found_at(artifact, at(24), status="accepted", **angle)
    found_at(artifact, at(24), status="dismissed", decision_reason="Ours", agreed=["style"], **angle)
    found_at(artifact, at(24), status="open", **angle)
    found_at(artifact, at(24))
    found_at(artifact, datetime(2026, 10, 1, tzinfo=UTC), **angle)
    first, second = trends.count_acceptance(Scope([artifact.item.team_id], PERIOD))
    assert (first.persona, first.raised, first.accepted, first.dismissed) == ("security", 3, 1, 1)
    assert (first.unique, first.compared, first.share, first.reasons) == (2, 3, 50, [("Ours", 1)])
    assert (second.persona, second.raised, second.compared, second.share) == ("offline", 1, 0, None)


def added(session, artifact, attribution: str, status: str = "proposed", **columns) -> Change:
    return Change.objects.create(
        session=session,
        artifact=artifact,
        base=artifact.current,
        order=session.changes.count() + 1,
        position=0,
        inserted=f"A point of {attribution}.",
        marker="<!-- Elaboration -->",
        attribution=attribution,
        status=status,
        **columns,
    )


def add_points(session, artifact) -> None:
    added(session, artifact, "Maya", "applied")
    added(session, artifact, "Maya/Alex", "rejected", decision_reason="Known")
    added(session, artifact, "User/Maya", "undone")
    added(session, artifact, "All", "applied", put_in_by_elm=True)
    added(session, artifact, "Maya")
    Change.objects.filter(pk=added(session, artifact, "Alex").pk).update(marker="")


def test_additions_of_roundtables_count_for_each_who_raised_them(item, artifact, cleo):
    add_points(held(item, at(24), kind="roundtable"), artifact)
    Change.objects.update(created=at(24))
    maya, everybody, alex, person = sorted(
        trends.count_additions(Scope([item.team_id], PERIOD)),
        key=lambda one: ["Maya", "All", "Alex", "User"].index(one.persona),
    )
    assert (maya.raised, maya.accepted, maya.dismissed, maya.unique) == (4, 1, 2, 2)
    assert (maya.share, maya.decided, maya.reasons) == (33, 3, [("Known", 1)])
    assert (everybody.raised, everybody.at_once, everybody.decided) == (1, 1, 0)
    assert (alex.raised, alex.dismissed, alex.unique) == (1, 1, 0)
    assert (person.raised, person.dismissed) == (1, 1)
    assert trends.count_additions(Scope([cleo.memberships.get().team_id], PERIOD)) == []


def test_what_an_accepted_addition_costs_is_known_of_the_only_persona_of_that_name(
    item, artifact, team, as_user, ana
):
    make_persona(key="maya", name="Maya Chen")
    add_points(held(item, timezone.now(), kind="roundtable"), artifact)
    day = timezone.now().date()
    DailySpending.objects.create(
        team=team, day=day, persona="maya", model="opus", calls=2, cost_micros=3_000_000
    )
    rows = {row.name: row for row in as_user(ana).get("/").context["trends"].additions}
    assert set(rows) == {"Maya Chen", "Alex", "Everybody at the table", "People"}
    assert (rows["Maya Chen"].cost_each, rows["Alex"].cost_each) == ("$3.00", "–")
    assert rows["Maya Chen"].is_small


def test_spending_is_summed_by_week_persona_and_model(team):
    for day, micros in ((THIS_WEEK, 5), (THIS_WEEK + timedelta(days=1), 7), (date(2026, 1, 1), 100)):
        DailySpending.objects.create(
            team=team, day=day, persona="maya", model="opus", calls=2, cost_micros=micros
        )
    spending = trends.sum_spending(Scope([team.pk], PERIOD))
    assert spending.weeks == {(THIS_WEEK, "opus"): 12}
    assert spending.of_persona("maya") == 12
    assert spending.calls == {("maya", "opus"): 4}


def test_another_team_counts_for_nothing(item, artifact, cleo):
    held(item, at(24))
    found_at(artifact, at(24))
    elsewhere = [cleo.memberships.get().team_id]
    assert trends.count_sessions(Scope(elsewhere, PERIOD)).total == 0
    assert trends.count_acceptance(Scope(elsewhere, PERIOD)) == []
    assert not trends.count_open_findings(Scope(elsewhere, PERIOD))


LINK = re.compile(r'<a href="(/(?:sessions|findings|additions)/\?[^"]+)">([\d,]+)</a>')


@pytest.fixture
def filled(item, artifact, ben):
    """Rows of each kind that the dashboard counts."""
    now = timezone.now()
    for reason in ("ready", "ready", "ready_with_caveats", "not_ready", "turn-limit"):
        held(item, now, reason)
    held(item, now, "ready", state="failed")
    held(item, now - timedelta(days=8), "ready", kind="roundtable")
    for rounds, reason in ((3, "converged"), (2, "max_passes")):
        held(item, now, reason, kind="angles", rounds=rounds)
    factories.SessionFactory(item=item, state="waiting", started_by=ben)
    add_points(item.sessions.get(kind="roundtable"), artifact)
    for severity, status in (("high", "open"), ("low", "open"), ("high", "accepted"), ("low", "dismissed")):
        reason = "A matter of taste" if status == "dismissed" else ""
        factories.FindingFactory(
            artifact=artifact, severity=severity, status=status, decision_reason=reason, pass_number=1
        )
    return item


@pytest.mark.slow
@pytest.mark.parametrize("archived", [False, True])
def test_each_number_leads_to_as_many_rows(as_user, ana, filled, archived):
    """What was held stays counted when it is archived, and the number leads to it all the same."""
    if archived:
        Session.objects.filter(state="finished", kind="interview").update(archived=timezone.now())
    client = as_user(ana)
    links = LINK.findall(client.get("/").content.decode().replace("&amp;", "&"))
    assert len(links) >= 20
    for url, number in set(links):
        context = client.get(url).context
        assert len(context[url.split("/")[1]]) == int(number), url


def test_a_viewer_reads_the_figures_and_an_outsider_sees_none(as_user, vera, cleo, filled):
    assert as_user(vera).get("/").context["trends"].charts[0].sentence.startswith("10 sessions")
    assert "trends" not in as_user(cleo).get("/").context
    for name in ("findings", "additions"):
        assert as_user(cleo).get(f"/{name}/").context[name] == []


def test_an_address_that_makes_no_sense_gives_the_usual_weeks(as_user, ana, filled):
    client = as_user(ana)
    for asked, weeks in (("4", 4), ("0", 12), ("9" * 400, 12)):
        assert client.get("/", {"weeks": asked}).context["trends"].period.weeks == weeks


@pytest.mark.parametrize("page", ["/", "/sessions/", "/findings/", "/additions/"])
@pytest.mark.parametrize(
    "query",
    [
        "since=9999-12-31&until=9999-12-31",
        "since=x&person=-1&rounds=a",
        "until=0001-01-01",
        "page=-3",
        f"person={'9' * 20}&kind=x&step=%00",
        "person=2147483647&persona=nobody&tag=nothing",
    ],
)
def test_filters_that_make_no_sense_break_nothing(as_user, ana, filled, page, query):
    answer = as_user(ana).get(f"{page}?{query}")
    assert answer.status_code == 200
    assert "aria-invalid" not in answer.text


def test_the_filter_of_the_list_stays_in_its_addresses(as_user, ana, filled):
    page = as_user(ana).get("/sessions/?verdict=ready&since=2020-01-01&persona=maya&until=").context
    assert page["filter"] == "verdict=ready&persona=maya&since=2020-01-01"


def test_the_list_of_additions_takes_a_constant_number_of_queries(
    as_user, ana, item, artifact, django_assert_num_queries
):
    client = as_user(ana)
    session = held(item, timezone.now(), kind="roundtable")
    for count in (1, 20):
        for _ in range(count):
            added(session, artifact, "Maya/Alex", "applied", decided_by=ana)
        with django_assert_num_queries(8):
            page = client.get("/additions/")
    assert "Maya, Alex" in page.text


def test_an_addition_is_listed_without_its_marker(as_user, ana, item, artifact):
    session = held(item, timezone.now(), kind="roundtable")
    marker = "<!-- Elaboration: step topic, 2026-11-24T01:03:33.063Z -->"
    point = added(session, artifact, "Maya")
    Change.objects.filter(pk=point.pk).update(marker=marker, inserted=f"{marker}\n- [Maya] Who is called?\n")
    page = as_user(ana).get("/additions/").text
    assert ">[Maya] Who is called?" in page
    assert "Elaboration: step" not in page


def test_the_list_of_findings_takes_a_constant_number_of_queries(
    as_user, ana, artifact, django_assert_num_queries
):
    client = as_user(ana)
    for count in (1, 20):
        factories.FindingFactory.create_batch(count, artifact=artifact, assignee=ana, decided_by=ana)
        with django_assert_num_queries(8):
            client.get("/findings/")
