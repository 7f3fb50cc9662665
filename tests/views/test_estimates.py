"""What a session takes is told before it starts, and how far the team's limits are used up."""

import pytest

from reviews.models import Session, SessionArtifact, Team
from tests import factories

HTMX = {"HX-Request": "true"}


@pytest.fixture
def form(item, artifact, personas):
    return {"item": item.slug, "artifacts": [str(artifact.pk)]}


@pytest.fixture
def with_model(settings):
    """A model would speak; an estimate asks nobody."""
    settings.ELM_PROVIDER, settings.ANTHROPIC_BASE_URL = "claude", "http://127.0.0.1:9"


def ask(browser, form, **more):
    return browser.post("/sessions/new/estimate/", form | more, headers=HTMX)


@pytest.mark.parametrize(
    "more", [{"kind": "interview", "answered_by": "ai"}, {"kind": "roundtable", "topic": "Costs"}]
)
def test_a_session_by_rules_costs_nothing_and_says_so(more, form, as_ana):
    page = ask(as_ana, form, **more)
    assert "It costs nothing: rules speak, and no model is asked." in page.text
    assert not Session.objects.exists()


def test_an_interview_counts_its_rounds(form, as_ana, with_model):
    made = ask(as_ana, form, kind="interview", answered_by="ai", max_turns="4").context["estimate"]
    assert (made.calls_least, made.calls_most, made.basis) == (
        3,
        13,
        "Counted for 4 rounds and a second look.",
    )
    mine = ask(as_ana, form, kind="interview", answered_by="me").context["estimate"]
    assert (mine.calls_least, mine.calls_most) == (2, 21)
    assert "without a round limit it may take more" in mine.basis
    assert 0 < made.micros_most < mine.micros_most


def test_a_roundtable_counts_first_takes_turns_and_summary(form, as_ana, with_model):
    topic = {"kind": "roundtable", "topic": "Costs", "max_turns": "5"}
    plain = ask(as_ana, form, **topic, first_takes="off").context["estimate"]
    assert (plain.calls_least, plain.calls_most) == (5, 8)
    takes = ask(as_ana, form, **topic, first_takes="on").context["estimate"]
    assert takes.calls_most > 8
    assert takes.micros_most > plain.micros_most


def test_it_says_when_less_is_left_than_it_may_cost(form, as_ana, with_model):
    Team.objects.update(month_budget_micros=2_000)
    page = ask(as_ana, form, kind="interview", answered_by="ai")
    assert "This may be more than is left." in page.text
    assert "the team’s budget for " in page.text


def test_what_can_not_be_read_yet_gets_a_sentence_and_without_scripts_the_whole_form(form, as_ana):
    assert "Once the form above can be read" in ask(as_ana, form, kind="roundtable").text
    page = as_ana.post("/sessions/new/estimate/", form | {"kind": "roundtable", "max_turns": "7"})
    assert page.status_code == 422
    assert 'value="7"' in page.text
    assert "Start roundtable" in page.text


def test_the_meters_are_read_anew_and_are_for_the_team_only(as_ana, as_user, cleo, team):
    Team.objects.filter(pk=team.pk).update(budget_micros=10_000_000, spent_micros=9_500_000)
    shown = as_ana.get(f"/team/limits/?team={team.slug}").text
    assert "$9.50" in shown
    assert "$10.00" in shown
    assert 'value="95"' in shown
    assert "are left" in shown
    assert "This month" in shown
    assert "no limit" in shown
    assert as_user(cleo).get(f"/team/limits/?team={team.slug}").status_code == 404


def test_an_admin_sets_a_limit_for_the_month_and_the_audit_log_says_how_much(as_ana, team):
    sent = {"action": "settings", "name": team.name, "synthesis": "owner", "month_budget_usd": "12.50"}
    sent["commit_author"] = team.commit_author
    as_ana.post(f"/team/?team={team.slug}", sent)
    team.refresh_from_db()
    assert (team.month_budget_micros, team.budget_micros) == (12_500_000, None)
    entry = team.audit_entries.get()
    assert (entry.what, entry.detail) == ("settings_changed", "budget of a month $12.50")


@pytest.mark.slow
def test_a_lead_that_the_step_adds_is_counted_too(form, as_ana, with_model):
    two = {"seated": "True", "personas": ["solutions-architect", "system-designer"], "first_takes": "on"}
    topic = ask(as_ana, form, kind="roundtable", topic="Costs", max_turns="5", **two).context["estimate"]
    led = ask(as_ana, form, kind="roundtable", step="01-01", max_turns="5", **two).context["estimate"]
    assert (topic.calls_most, led.calls_most) == (2 + 5 + 3, 3 + 5 + 3)
    one = two | {"personas": ["system-designer"]}
    assert ask(as_ana, form, kind="roundtable", topic="Costs", **one).context["estimate"] is None


def test_where_one_click_starts_it_a_line_says_what_it_takes(form, as_ana, item, artifact, settings):
    for page in (f"/items/{item.slug}/", f"/artifacts/{artifact.pk}/"):
        assert "It costs nothing: rules speak" in as_ana.get(page).text
    settings.ELM_PROVIDER, settings.ANTHROPIC_BASE_URL = "claude", "http://127.0.0.1:9"
    for page in (f"/items/{item.slug}/", f"/artifacts/{artifact.pk}/"):
        assert 'hx-post="/sessions/new/estimate/"' in as_ana.get(page).text
    told = " ".join(ask(as_ana, form, kind="interview", answered_by="ai", brief="yes").text.split())
    assert told.startswith("AI answers: 3 to 31 calls, at most <span")


@pytest.mark.parametrize(
    ("kind", "config", "told"),
    [
        ("interview", {"answered_by": "me", "max_rounds": 4}, "2 to 9 calls"),
        ("roundtable", {"topic": "Costs", "max_turns": 5, "first_takes": False}, "5 to 8 calls"),
    ],
)
@pytest.mark.parametrize(
    ("state", "said"), [("finished", "Another one:"), ("stopped", "Counted from the beginning:")]
)
def test_before_going_on_and_before_another_one_a_line_says_what_it_takes(
    kind, config, told, state, said, as_ana, item, artifact, personas, with_model
):
    session = factories.SessionFactory(item=item, kind=kind, config=config, state=state, provider="claude")
    SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
    assert f"/sessions/{session.pk}/estimate/" in as_ana.get(f"/sessions/{session.pk}/").text
    line = " ".join(as_ana.get(f"/sessions/{session.pk}/estimate/").text.split())
    assert line.startswith(f"{said} {told}, at most")
