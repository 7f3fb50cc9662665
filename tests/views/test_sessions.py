"""The list of sessions, and starting one."""

import re

import pytest

from reviews.kinds import registry
from reviews.models import Session
from tests import factories


@pytest.fixture
def begin(as_ana, item, artifact, personas):
    """`begin(…)` sends the form for a new session as Ana; what is not named is filled in."""
    usual = {"item": item.slug, "kind": "interview", "artifacts": [str(artifact.pk)], "answered_by": "ai"}
    return lambda **changed: as_ana.post("/sessions/new/", usual | changed)


def test_one_click_starts_an_interview(begin, ana, artifact):
    response = begin()
    session = Session.objects.get()
    assert response["Location"] == f"/sessions/{session.pk}/"
    assert (session.state, session.kind, session.started_by) == ("running", "interview", ana)
    assert [pin.revision for pin in session.pins.all()] == [artifact.current]


def test_the_choices_reach_the_session(begin):
    begin(answered_by="me", topic="the rollout", max_turns="4", budget_usd="1.5")
    session = Session.objects.get()
    chosen = {name: session.config[name] for name in ("answered_by", "topic", "max_rounds", "budget_usd")}
    assert chosen == {"answered_by": "me", "topic": "the rollout", "max_rounds": 4, "budget_usd": 1.5}
    assert session.budget_micros == 1_500_000


def test_b4_the_teams_round_limit_holds_for_a_session_without_one(begin, team):
    type(team).objects.update(max_rounds=6)
    begin()
    assert Session.objects.get().config["max_rounds"] == 6


REFUSED = {
    "no artifact": ({"artifacts": []}, "Choose at least one artifact"),
    "an artifact that is none": ({"artifacts": ["x"]}, "Select a valid choice"),
    "another kind": ({"kind": "flow"}, "can be started. Choose one of them"),
    "nobody answers": ({"answered_by": ""}, "This field is required"),
    "no rounds": ({"max_turns": "0"}, "greater than or equal to 1"),
    "a negative budget": ({"budget_usd": "-1"}, "greater than or equal to 0.01"),
    "a budget of letters": ({"budget_usd": "lots"}, "Enter a number"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_choice_that_makes_no_sense_starts_nothing_and_keeps_the_others(case, begin):
    changed, sentence = REFUSED[case]
    response = begin(topic="keep me", **changed)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'value="keep me"' in page
    assert not Session.objects.exists()


def test_b13_notes_without_words_start_no_session(begin, item):
    empty = factories.ArtifactFactory(item=item, name="empty.md", content=" \n")
    response = begin(artifacts=[str(empty.pk)])
    assert response.status_code == 422
    assert b'role="alert"' in response.content
    assert not Session.objects.exists()


def test_an_artifact_of_another_item_can_not_be_taken(begin, elsewhere):
    other = factories.ArtifactFactory(item=elsewhere)
    assert begin(artifacts=[str(other.pk)]).status_code == 422
    assert not Session.objects.exists()


def test_too_many_sessions_within_an_hour_get_a_sentence(begin, settings):
    settings.SESSIONS_PER_HOUR = 1
    begin()
    response = begin()
    assert "within an hour" in response.content.decode()
    assert Session.objects.count() == 1


def test_the_address_fills_the_form_in(as_ana, item, artifact):
    other = factories.ArtifactFactory(item=item, name="other.md")
    path = f"/sessions/new/?item={item.slug}&kind=interview&artifacts={other.pk}&max_turns=5&answered_by=me"
    form = as_ana.get(path).context["form"]
    assert form["artifacts"].value() == [str(other.pk)]
    assert (form["max_turns"].value(), form["answered_by"].value()) == ("5", "me")


def test_all_artifacts_are_chosen_when_the_address_names_none(as_ana, item, artifact):
    other = factories.ArtifactFactory(item=item, name="other.md")
    form = as_ana.get(f"/sessions/new/?item={item.slug}").context["form"]
    assert set(form["artifacts"].value()) == {str(artifact.pk), str(other.pk)}


def test_without_an_item_the_page_asks_which_one(as_ana, item, elsewhere):
    page = as_ana.get("/sessions/new/").content.decode()
    assert "Payment retries" in page
    assert "Secret merger" not in page
    assert b"Choose the item to review." in as_ana.post("/sessions/new/", {}).content


def test_the_list_shows_the_readers_own_sessions_newest_first(as_ana, item, elsewhere):
    rows = factories.SessionFactory.create_batch(3, item=item)
    factories.SessionFactory(item=elsewhere)
    shown = as_ana.get("/sessions/").context["sessions"]
    assert [row.pk for row in shown] == [row.pk for row in reversed(rows)]


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ("state=failed", 1),
        ("kind=roundtable", 1),
        ("q=retries", 3),
        ("q=NOTES", 3),
        ("q=retries+nonsense", 0),
        ("state=nonsense", 3),
        ("state=failed&kind=roundtable", 0),
    ],
)
def test_the_list_is_narrowed_by_state_kind_and_words(asked, count, as_ana, item, artifact):
    factories.SessionFactory(item=item, state="failed")
    factories.SessionFactory(item=item, kind="roundtable")
    factories.SessionFactory(item=item)
    assert len(as_ana.get(f"/sessions/?{asked}").context["sessions"]) == count


def test_the_list_offers_the_kinds_that_exist_and_no_others(as_ana, team):
    page = as_ana.get("/sessions/").content.decode()
    choices = page.partition('<select name="kind"')[2].partition("</select>")[0]
    offered = re.findall(r'<option value="(\w*)"[^>]*>([^<]+)', choices)
    assert [name for name, _ in offered if name] == list(registry.names())
    assert {label for name, label in offered if name} == {"Interview", "Roundtable", "Angle review"}


def test_the_list_goes_on_where_the_last_page_ended(as_ana, item):
    rows = [row.pk for row in factories.SessionFactory.create_batch(35, item=item, state="stopped")][::-1]
    first = as_ana.get("/sessions/?state=stopped")
    assert [row.pk for row in first.context["sessions"]] == rows[:30]
    assert f"?state=stopped&amp;after={rows[29]}" in first.content.decode()
    second = as_ana.get(f"/sessions/?state=stopped&after={rows[29]}")
    assert [row.pk for row in second.context["sessions"]] == rows[30:]


def test_a_page_after_nonsense_or_after_somebody_elses_session_is_the_first(as_ana, item, elsewhere):
    factories.SessionFactory(item=item)
    other = factories.SessionFactory(item=elsewhere)
    for after in ("nonsense", other.pk):
        assert len(as_ana.get(f"/sessions/?after={after}").context["sessions"]) == 1


def test_the_list_takes_a_constant_number_of_queries(as_ana, item, ana, django_assert_num_queries):
    factories.SessionFactory.create_batch(20, item=item, started_by=ana)
    with django_assert_num_queries(8):
        as_ana.get("/sessions/")
