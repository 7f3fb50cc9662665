"""Starting a roundtable."""

import re

import pytest

from personas.models import Persona, Phase, Step
from reviews.models import Session
from tests import factories
from tests.pages import tidy
from tests.starter import load_starter
from tests.views import table


@pytest.fixture
def stage(db) -> None:
    """The personas as they are shipped, and steps of our own."""
    load_starter()
    Step.objects.all().delete()
    Phase.objects.all().delete()
    table.steps(Persona.objects.filter(key="business-analyst").first())


@pytest.fixture
def spec(item):
    return factories.ArtifactFactory(item=item, name="requirements-spec.md")


@pytest.fixture
def begin(as_ana, item, spec, stage):
    """`begin(…)` sends the form for a new roundtable as Ana; what is not named is filled in."""
    usual = {"item": item.slug, "kind": "roundtable", "artifacts": [str(spec.pk)], "step": "01-05"}
    return lambda **changed: as_ana.post("/sessions/new/", usual | changed)


def form_at(browser, item, query: str = ""):
    return browser.get(f"/sessions/new/?item={item.slug}&kind=roundtable{query}")


def test_a_roundtable_on_a_step_is_started(begin, ana, spec):
    response = begin()
    session = Session.objects.get()
    assert response["Location"] == f"/sessions/{session.pk}/"
    assert (session.kind, session.state, session.started_by) == ("roundtable", "running", ana)
    assert (session.step_id, session.topic) == ("01-05", "Quality & Risk")
    assert [pin.artifact for pin in session.pins.all()] == [spec]


def test_every_choice_reaches_the_session(begin):
    begin(max_turns="7", budget_usd="1.5", first_takes="on", apply="review")
    config = Session.objects.get().config
    chosen = {name: config[name] for name in ("max_turns", "budget_usd", "first_takes", "apply")}
    assert chosen == {"max_turns": 7, "budget_usd": 1.5, "first_takes": True, "apply": "review"}


def test_c28_a_whole_phase_is_discussed_under_its_title(begin):
    begin(step="01")
    session = Session.objects.get()
    assert (session.step_id, session.topic) == ("01-05", "Requirements")


def test_c25_a_typed_topic_needs_neither_step_nor_artifact(begin):
    begin(step="", topic="the rollout", artifacts=[])
    session = Session.objects.get()
    assert (session.step_id, session.topic, session.pins.count()) == ("", "the rollout", 0)


def test_fr_007_03_without_a_limit_of_its_own_it_has_the_items(begin, item):
    type(item).objects.update(max_turns=12)
    begin(max_turns="")
    assert Session.objects.get().config["max_turns"] == 12


def test_c30_more_than_twenty_turns_are_accepted_with_an_advisory(begin, as_ana):
    response = begin(max_turns="21")
    assert Session.objects.get().config["max_turns"] == 21
    assert b"Long discussions lose focus." in as_ana.get(response["Location"]).content


REFUSED = {
    "neither step nor topic": ({"step": ""}, "Choose a step, or type the topic"),
    "both": ({"topic": "the rollout"}, "not both"),
    "a step that is none": ({"step": "09-09"}, "There is no such step"),
    "two turns": ({"max_turns": "2"}, "needs at least 3 turns"),
    "turns by halves": ({"max_turns": "10.5"}, "Write a whole number of 3 or more"),
    "turns in words": ({"max_turns": "True"}, "Write a whole number of 3 or more"),
    "too many turns": ({"max_turns": "1001"}, "At most 1000 turns"),
    "a budget of nothing": ({"budget_usd": "0"}, "greater than or equal to 0.01"),
    "takes that are none": ({"first_takes": "maybe"}, "Select a valid choice"),
    "additions at night": ({"apply": "night"}, "Select a valid choice"),
    "an artifact that is none": ({"artifacts": ["x"]}, "Select a valid choice"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_c30_what_makes_no_sense_starts_nothing_and_keeps_what_was_typed(case, begin, spec):
    changed, sentence = REFUSED[case]
    sent = {"max_turns": "17", "budget_usd": "3.25", "first_takes": "on"} | changed
    response = begin(**sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    for name in {"max_turns", "budget_usd"}:
        assert re.search(rf'name="{name}" value="{sent[name]}"', page)
    assert not Session.objects.exists()


def test_c40_whoever_comes_second_joins_the_discussion_of_the_step(begin, as_user, ben, item, spec):
    begin()
    sent = {"item": item.slug, "kind": "roundtable", "artifacts": [spec.pk], "step": "01-05"}
    response = as_user(ben).post("/sessions/new/", sent, follow=True)
    assert response.redirect_chain == [(f"/sessions/{Session.objects.get().pk}/", 302)]
    assert b"so you joined that roundtable" in response.content


def test_another_step_can_be_discussed_at_the_same_time(begin):
    begin()
    begin(step="01-02")
    assert set(Session.objects.values_list("step_id", flat=True)) == {"01-05", "01-02"}


def test_the_files_of_the_step_are_chosen_at_first_and_a_missing_one_is_named(as_ana, item, spec, stage):
    factories.ArtifactFactory(item=item, name="notes.md")
    page = form_at(as_ana, item, "&step=01-05")
    assert page.context["form"]["artifacts"].value() == [str(spec.pk)]
    assert "Step 01-05 fills<strong>nfr-matrix.md</strong>, which this item does not have" in tidy(
        page.content.decode()
    )


def test_all_artifacts_are_chosen_when_the_item_has_none_of_the_steps_files(as_ana, item, spec, stage):
    page = form_at(as_ana, item, "&step=02-01")
    assert page.context["form"]["artifacts"].value() == [str(spec.pk)]
    assert b"<strong>impact-analysis.md</strong>" in page.content


def test_the_address_fills_the_form_in(as_ana, item, spec, stage):
    other = factories.ArtifactFactory(item=item, name="other.md")
    query = f"&step=01-02&max_turns=5&first_takes=on&apply=review&artifacts={other.pk}"
    form = form_at(as_ana, item, query).context["form"]
    names = ("step", "max_turns", "first_takes", "apply", "artifacts")
    assert [form[name].value() for name in names] == ["01-02", "5", "on", "review", [str(other.pk)]]


def test_the_steps_stand_in_their_phases_and_each_phase_can_be_chosen_as_a_whole(as_ana, item, stage):
    page = form_at(as_ana, item).content.decode()
    options = re.findall(r'<optgroup label="([^"]+)">|<option value="([^"]*)"', page)
    assert [group or value for group, value in options] == [
        "", "Requirements", "01", "01-02", "01-05", "Impact", "02", "02-01",
    ]  # fmt: skip


def test_a_step_that_is_switched_off_can_not_be_chosen(begin, as_ana, item):
    Step.objects.filter(step_id="01-05").update(is_active=False)
    assert b"01-05" not in form_at(as_ana, item).content
    assert begin().status_code == 422
    assert not Session.objects.exists()


@pytest.mark.parametrize(("provider", "first"), [("claude", "on"), ("offline", "off")])
def test_blind_first_takes_come_first_when_a_model_speaks(provider, first, as_ana, item, stage, settings):
    settings.ELM_PROVIDER = provider
    assert form_at(as_ana, item).context["form"]["first_takes"].value() == first


def test_the_items_limit_and_the_teams_setting_are_what_happens_without_a_choice(as_ana, item, team, stage):
    type(item).objects.update(max_turns=14)
    type(team).objects.update(synthesis="review")
    page = form_at(as_ana, item).content.decode()
    assert 'placeholder="14"' in page
    assert "As the team has set it: after review" in page


def test_what_was_chosen_is_kept_while_the_page_asks_for_the_item(as_ana, item, stage):
    page = as_ana.get("/sessions/new/?kind=roundtable&step=01-05&csrf=x").content.decode()
    assert re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page[page.index("<main") :]) == [
        ("kind", "roundtable"),
        ("step", "01-05"),
    ]


def test_changing_the_step_brings_its_artifacts_alone(as_ana, item, spec, stage):
    path = f"/sessions/new/?item={item.slug}&kind=roundtable&step=01-05"
    part = as_ana.get(path, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith("<fieldset")
    assert "nfr-matrix.md" in part
    assert "<h1" not in part


def test_each_kind_has_a_form_of_its_own(as_ana, item, spec, stage):
    table_page = form_at(as_ana, item).content.decode()
    interview = as_ana.get(f"/sessions/new/?item={item.slug}").content.decode()
    assert 'name="answered_by"' not in table_page
    assert 'name="first_takes"' not in interview
    assert table_page.count("<h1") == interview.count("<h1") == 1


def test_the_item_offers_a_roundtable_to_members_only(as_ana, as_user, vera, item, spec):
    link = f'href="/sessions/new/?item={item.slug}&amp;kind=roundtable"'
    assert link in as_ana.get(f"/items/{item.slug}/").content.decode()
    assert link not in as_user(vera).get(f"/items/{item.slug}/").content.decode()


def test_viewers_outsiders_and_strangers_start_nothing(as_user, vera, cleo, client, item, spec, stage):
    sent = {"item": item.slug, "kind": "roundtable", "artifacts": [spec.pk], "step": "01-05"}
    assert as_user(vera).post("/sessions/new/", sent).status_code == 403
    assert as_user(cleo).post("/sessions/new/", sent).status_code == 404
    assert client.post("/sessions/new/", sent).status_code == 302
    assert form_at(as_user(vera), item).status_code == 403
    assert form_at(as_user(cleo), item).status_code == 404
    assert not Session.objects.exists()


def test_the_form_takes_as_many_queries_for_many_steps_as_for_few(
    as_ana, item, spec, stage, django_assert_num_queries
):
    phase = Phase.objects.get(key="02")
    for number in range(10, 30):
        Step.objects.create(
            step_id=f"02-{number}", phase=phase, title="x", outputs=[{"file": "a.md", "sections": []}]
        )
    with django_assert_num_queries(10):  # one of them asks who leads the step
        form_at(as_ana, item, "&step=01-05")
