"""Who sits at a roundtable: chosen in its form, the team's usual seats, and what can't sit together."""

from html import unescape

import pytest
from django.test import override_settings

from personas.models import Persona, Phase, Step
from reviews.models import Session
from tests import factories
from tests.personas.factories import edit, make_persona
from tests.starter import load_starter
from tests.views import table

SHIPPED = ["business-analyst", "solutions-architect", "system-designer"]


@pytest.fixture
def stage(db) -> None:
    load_starter()
    Step.objects.all().delete()
    Phase.objects.all().delete()
    table.steps(Persona.objects.get(key="business-analyst"))


@pytest.fixture
def rosa(stage, team) -> Persona:
    return make_persona(f"t{team.pk}-rosa", name="Rosa Lind", lens="running it at night", team=team)


@pytest.fixture
def as_ana(as_user, ana, team):
    return as_user(ana)


@pytest.fixture
def begin(as_ana, item, stage):
    """`begin(…)` starts a roundtable as Ana, with these seats ticked."""

    def sent(*keys: str, **changed):
        usual = {"item": item.slug, "kind": "roundtable", "step": "01-05", "seated": "True", "personas": keys}
        return as_ana.post("/sessions/new/", usual | changed)

    return sent


def seated() -> list[str]:
    return [one.key for one in Session.objects.get().participants]


def said(response) -> str:
    assert response.status_code == 422
    assert not Session.objects.exists()
    return " ".join(unescape(response.content.decode()).split())


def test_the_form_offers_all_and_has_ticked_the_usual_ones(as_ana, item, rosa):
    page = as_ana.get(f"/sessions/new/?item={item.slug}&kind=roundtable&step=01-05").content.decode()
    form = page[page.index("<legend>Seats") :]
    assert "Rosa Lind, a business analyst, of your team" in form
    assert form.count('name="personas"') == 4
    assert [key for key in (*SHIPPED, rosa.key) if f'value="{key}"' in form] == [*SHIPPED, rosa.key]
    assert f'value="{rosa.key}" id="id_personas_3" checked' not in " ".join(form.split())
    assert "<strong>Maya Chen</strong>\n  leads step 01-05" in form


def test_those_who_are_chosen_sit_there_with_the_lead_first(begin, rosa):
    begin(rosa.key, "system-designer")
    assert seated() == ["business-analyst", "system-designer", rosa.key]
    assert set(Session.objects.get().config["personas"]) == {"system-designer", rosa.key}


def test_on_a_topic_only_those_who_are_chosen_sit_there(begin, rosa):
    begin(rosa.key, "system-designer", step="", topic="the rollout")
    assert seated() == ["system-designer", rosa.key]


def test_a_session_keeps_the_version_that_it_began_with(begin, rosa):
    begin(rosa.key, "system-designer")
    edit(rosa, name="Nora Lind")
    names = [one.version.name for one in Session.objects.get().participants.select_related("version")]
    assert names == ["Maya Chen", "Jordan Park", "Rosa Lind"]


def test_without_a_choice_the_team_has_its_usual_seats(begin, rosa, team):
    team.usual_personas.set([rosa, Persona.objects.get(key="system-designer")])
    begin(seated="")
    assert seated() == ["business-analyst", "system-designer", rosa.key]


def test_nobody_is_too_few_and_so_is_one(begin, rosa):
    assert "Choose two personas or more." in said(begin())
    assert "needs two personas or more" in said(begin(rosa.key, step="", topic="the rollout"))


def test_there_are_so_many_seats_and_no_more(begin, rosa):
    with override_settings(ELM_MAX_SEATS=3):
        assert "4 personas are too many: 3 can sit" in said(begin(*SHIPPED, rosa.key))
        begin(seated="")
    assert seated() == SHIPPED


def test_two_never_answer_to_the_same_first_name(begin, rosa):
    make_persona("rosa-for-all", name="Rosa Berg", lens="costs")
    sentence = said(begin(rosa.key, "rosa-for-all"))
    assert "Rosa Berg and Rosa Lind would both answer to “Rosa”" in sentence


def test_whoever_was_retired_meanwhile_can_not_be_chosen(begin, rosa):
    Persona.objects.filter(pk=rosa.pk).update(is_active=False)
    assert "the persona was retired" in said(begin(rosa.key, "system-designer"))


def test_a_persona_of_another_team_can_not_be_chosen(begin, rosa, cleo):
    theirs = make_persona("t0-nora", name="Nora Berg", team=cleo.memberships.get().team, lens="law")
    page = said(begin(theirs.key, "system-designer"))
    assert "Nora" not in page


def test_without_a_model_who_would_be_silent_can_not_be_chosen_and_is_said(begin, as_ana, item, team, stage):
    quiet = make_persona(f"t{team.pk}-quiet", name="Otto Berg", role="Poet", team=team)
    page = unescape(as_ana.get(f"/sessions/new/?item={item.slug}&kind=roundtable").content.decode())
    assert "Without a model Otto Berg would be silent" in page
    assert f'value="{quiet.key}"' not in page
    assert "has no words without a model" in said(begin(quiet.key, "system-designer"))


@override_settings(ELM_PROVIDER="scripted")
def test_otherwise_everybody_can(begin, as_ana, team, stage):
    quiet = make_persona(f"t{team.pk}-quiet", name="Otto Berg", role="Poet", team=team)
    begin(quiet.key, "system-designer")
    assert quiet.key in seated()


def test_going_deeper_keeps_the_seats_of_those_who_are_still_there(begin, as_ana, rosa, ana):
    begin(rosa.key, "system-designer", "solutions-architect", step="", topic="the rollout")
    Session.objects.update(state="finished")
    Persona.objects.filter(key="system-designer").update(is_active=False)
    as_ana.post(f"/sessions/{Session.objects.get().pk}/deeper/")
    deeper = Session.objects.get(continues__isnull=False)
    assert [one.key for one in deeper.participants] == ["solutions-architect", rosa.key]


def test_another_step_names_its_lead_in_the_answer_to_the_choice(as_ana, item, stage):
    there = f"/sessions/new/?item={item.slug}&kind=roundtable&step=02-01"
    page = as_ana.get(there, headers={"HX-Request": "true"}).content.decode()
    assert 'id="seats-lead" hx-swap-oob="true"' in page
    assert "leads step 02-01" in page


def test_an_items_team_alone_counts(as_user, cleo, rosa):
    """Cleo's form does not offer the persona of Ana's team."""
    item = factories.ItemFactory(team=cleo.memberships.get().team)
    page = as_user(cleo).get(f"/sessions/new/?item={item.slug}&kind=roundtable").content.decode()
    assert "Rosa" not in page
    assert page.count('name="personas"') == 3
