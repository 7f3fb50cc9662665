"""The figures of the sessions that somebody has chosen: each number counts those alone, and leads to exactly them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reviews.figures import trends
from reviews.figures.periods import Period
from reviews.figures.scope import Scope
from reviews.keeping.tags import set_tags
from reviews.models import DailySpending, Event, Finding, ModelCall, PinnedVersion, Session
from tests import factories
from tests.figures.test_trends import LINK, PERIOD, THIS_WEEK, add_points, at, held
from tests.personas.factories import make_persona

CHOICES = [
    ("kind=roundtable", [1, 1, 7]),
    ("verdict=not_ready", [1, 2, 0]),
    ("verdict=any", [2, 2, 0]),
    ("verdict=turn-limit", [1, 1, 7]),
    ("persona=maya", [1, 1, 7]),
    ("step=2.2", [1, 1, 7]),
    ("tag=payments", [1, 2, 0]),
    ("tag=pilot", [3, 1, 7]),
    ("kind=roundtable&verdict=not_ready", [0, 0, 0]),
    ("kind=nonsense&person=x&step=", [4, 4, 7]),
]
"""What is chosen, and how many sessions, open findings and raised additions are counted then."""


@pytest.fixture
def chosen(item, artifact, ana, ben):
    """Three sessions of Ana's on one item, one of them a roundtable, and one of Ben's on another."""
    now = timezone.now()
    ready = held(item, now, "ready", started_by=ana)
    table = held(
        item, now, "turn-limit", kind="roundtable", step_id="2.2", started_by=ana, config={"step": "2.2"}
    )
    other = factories.ItemFactory(team=item.team, title="Other matters", slug="other-matters")
    not_ready = held(other, now - timedelta(days=8), "not_ready", started_by=ben)
    held(item, now, "converged", kind="angles", rounds=3, started_by=ana)
    add_points(table, artifact)
    PinnedVersion.objects.create(
        session=table, key="maya", what="seat", version=make_persona(key="maya").current
    )
    set_tags(not_ready, ["payments"])
    set_tags(item, ["pilot"])
    for number, session in enumerate((table, not_ready, not_ready, None)):
        factories.FindingFactory(artifact=artifact, session=session, claim=f"claim-{number}", pass_number=1)
    return {"ready": ready, "table": table, "not_ready": not_ready, "other": other}


def sums(page) -> list[int]:
    """How many sessions, open findings and raised additions the dashboard counts."""
    figures = page.context["trends"]
    sessions = sum(cell.value for week in figures.charts[1].weeks for cell in week.cells)
    findings = sum(row.total.value for row in figures.findings.rows)
    return [
        int(one)
        for one in (sessions, findings, sum(row.numbers["raised"].value for row in figures.additions))
    ]


@pytest.mark.parametrize(("query", "counted"), CHOICES)
def test_figures_count_what_came_of_the_chosen_sessions(as_user, ana, chosen, query, counted):
    assert sums(as_user(ana).get(f"/?{query}")) == counted


def test_an_item_and_a_person_choose_too(as_user, ana, ben, chosen):
    client = as_user(ana)
    assert sums(client.get("/", {"item": chosen["other"].slug})) == [1, 2, 0]
    assert sums(client.get("/", {"person": ben.pk})) == [1, 2, 0]
    assert sums(client.get("/", {"person": ana.pk, "item": chosen["other"].slug})) == [0, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "kind=roundtable",
        "verdict=any",
        "verdict=turn-limit",
        "persona=maya",
        "tag=pilot",
        "tag=payments",
        "step=2.2",
    ],
)
def test_each_number_leads_to_the_rows_that_it_counts(as_user, ana, chosen, query):
    client = as_user(ana)
    links = LINK.findall(client.get(f"/?{query}").content.decode().replace("&amp;", "&"))
    assert len(links) >= 3
    for url, number in set(links):
        assert len(client.get(url).context[url.split("/")[1]]) == int(number), url


def test_the_filter_stays_in_the_addresses_of_its_page(as_user, ana, chosen):
    page = as_user(ana).get("/?kind=roundtable&tag=pilot&weeks=4&person=x").content.decode()
    kept = "kind=roundtable&amp;tag=pilot"
    assert f"/?part=trends&amp;{kept}&amp;weeks=4" in page
    assert f'href="/?{kept}&amp;weeks=26#figures"' in page
    assert "Only what came of the sessions that fit the filter." in page


def test_the_lower_half_alone_keeps_the_filter(as_user, ana, chosen):
    assert sums(as_user(ana).get("/?part=trends&kind=roundtable")) == [1, 1, 7]


def test_another_team_is_not_chosen_from(as_user, cleo, chosen):
    held(factories.ItemFactory(team=cleo.memberships.get().team), timezone.now())
    assert sums(as_user(cleo).get("/", {"item": chosen["other"].slug})) == [0, 0, 0]


def call(session, persona: str, micros: int, **columns) -> ModelCall:
    event = Event.objects.create(
        session=session, number=session.events.count() + 1, kind="turn", speaker_key=persona, data={}
    )
    columns = {"event": event, "provider": "claude", "model": "opus", **columns}
    made = ModelCall.objects.create(
        session=session, purpose="turn", prompt_hash="", cost_micros=micros, outcome="ok", **columns
    )
    ModelCall.objects.filter(pk=made.pk).update(created=at(24))
    return made


def test_spending_of_chosen_sessions_is_summed_from_their_calls(item):
    one, other = held(item, at(24), kind="roundtable"), held(item, at(24))
    call(one, "maya", 5)
    call(one, "alex", 7)
    call(one, "", 1, event=None, model="", provider="offline")
    call(other, "maya", 100)
    chosen = Session.objects.filter(kind="roundtable")
    spending = trends.sum_spending(Scope([item.team_id], PERIOD, chosen))
    assert spending.weeks == {(THIS_WEEK, "opus"): 12, (THIS_WEEK, "offline"): 1}
    assert spending.personas == {("maya", "opus"): 5, ("alex", "opus"): 7, ("", "offline"): 1}
    assert spending.calls == {("maya", "opus"): 1, ("alex", "opus"): 1, ("", "offline"): 1}
    mayas = trends.sum_spending(Scope([item.team_id], PERIOD, chosen, persona="maya"))
    assert (mayas.personas, mayas.weeks) == ({("maya", "opus"): 5}, {(THIS_WEEK, "opus"): 5})


def test_figures_of_a_time_that_is_past_end_with_its_last_week(item, artifact):
    before = Period(2, at(12).date(), is_past=True)
    assert (before.first, before.last) == (at(2).date(), at(15).date())
    for day in (2, 15, 16, 24):
        held(item, at(day))
        Finding.objects.filter(pk=factories.FindingFactory(artifact=artifact).pk).update(created=at(day))
    scope = Scope([item.team_id], before)
    assert trends.count_sessions(scope).total == 2
    assert [one.raised for one in trends.count_acceptance(scope)] == [2]


def test_the_last_week_can_be_chosen(as_user, ana, chosen):
    client = as_user(ana)
    day = timezone.now().date() - timedelta(days=8)
    page = client.get("/", {"until": day, "weeks": 4})
    assert sums(page)[0] == 1
    links = LINK.findall(page.content.decode().replace("&amp;", "&"))
    weekly = [(url, number) for url, number in links if url.startswith("/sessions/")]
    assert weekly
    for url, number in weekly:
        assert len(client.get(url).context["sessions"]) == int(number), url
    assert f"until={day}&amp;weeks=12" in page.content.decode()


@pytest.mark.parametrize("until", ["9999-12-31", "0001-01-01", "nonsense", "2000-01-01"])
def test_a_last_week_that_makes_no_sense_is_left_out(as_user, ana, chosen, until):
    assert not as_user(ana).get("/", {"until": until}).context["trends"].period.is_past


def test_what_an_angle_costs_stands_under_its_key(item, team):
    held(item, at(24), kind="angles")
    call(item.sessions.get(), "angle:security", 5)
    DailySpending.objects.create(team=team, day=THIS_WEEK, persona="angle:security", model="opus", calls=1)
    chosen = Session.objects.filter(kind="angles")
    for scope in (
        Scope([team.pk], PERIOD),
        Scope([team.pk], PERIOD, chosen),
        Scope([team.pk], PERIOD, chosen, persona="security"),
    ):
        assert trends.sum_spending(scope).calls == {("security", "opus"): 1}


def test_what_is_chosen_is_shown_although_it_is_not_offered(as_user, ana, cleo, chosen):
    """Changing another part of the filter keeps it."""
    page = as_user(ana).get("/", {"person": cleo.pk, "persona": "gone", "tag": "Pilot"}).text
    assert f'<option value="{cleo.pk}"\n      selected>Account {cleo.pk}</option>' in page
    assert '<option value="gone"\n      selected>gone</option>' in page
    assert "<option selected>pilot</option>" in page
    assert "cleo" not in page.lower()


def test_the_last_week_is_in_the_form_as_long_as_it_holds(as_user, ana, chosen):
    client = as_user(ana)
    assert 'id="id_until"\n        value="2025-03-05"' in client.get("/", {"until": "2025-03-05"}).text
    assert 'value="2999' not in client.get("/", {"until": "2999-01-01"}).text
