"""The personas that a team has of its own, on pages of the product."""

from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from personas.loading import export_personas
from personas.models import Persona, Step
from reviews.models import AuditEntry, Session
from tests import factories
from tests.personas.factories import make_persona, may
from tests.starter import load_starter

ROSA = {
    "name": "Rosa Lind",
    "role": "Operations Lead",
    "lens": "running it at night",
    "keywords": "rollback\nalerts",
    "text": "Ask who is woken up.",
    "tier": "strategic",
    "colour": "teal",
    "shape": "square",
}


def read(response) -> str:
    """The page's markup on one line, its signs as people see them."""
    return " ".join(unescape(response.content.decode()).split())


@pytest.fixture
def shipped(db) -> None:
    load_starter()


@pytest.fixture
def as_ana(as_user, ana, team):
    return as_user(ana)


@pytest.fixture
def rosa(shipped, as_ana, team) -> Persona:
    """A persona that Ana has made for her team."""
    as_ana.post(f"/team/personas/new/?team={team.slug}", ROSA)
    return Persona.objects.get(name="Rosa Lind")


def saved(browser, persona, **changed):
    words = ROSA | {"based_on": str(persona.current.number)} | changed
    return browser.post(f"/personas/{persona.key}/edit/", words)


def test_ana_makes_a_persona_of_her_teams_own_without_being_staff(rosa, ana, team):
    assert (rosa.team, rosa.kind, rosa.key, ana.is_staff) == (
        team,
        "roundtable",
        f"t{team.pk}-rosa-lind",
        False,
    )
    assert rosa.keywords == ["rollback", "alerts"]
    entry = AuditEntry.objects.get(what="persona_saved")
    assert (entry.who, entry.team, entry.about_name, entry.detail) == (ana, team, "Rosa Lind", "version 1")


def test_a_copy_of_a_shipped_one_has_its_words_and_wants_a_name_of_its_own(shipped, as_ana):
    page = read(as_ana.get("/team/personas/new/?from=business-analyst"))
    maya = Persona.objects.get(key="business-analyst")
    assert f'value="{maya.role}"' in page
    assert 'value="Maya Chen"' not in page


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "Мауа Chen"}, "mixes letters"),
        ({"name": "Maya Lind"}, "already answers to “Maya”"),
        ({"name": "System"}, "looks like a name that ELM itself uses"),
        ({"name": "Ana"}, "the name of a person"),
        ({"text": ""}, "This field is required"),
        ({"forbidden": "/(a+)+$/"}, "too slow"),
        ({"lens": "x" * 301}, "at most 300 characters"),
        ({"principles": "\n".join(["One"] * 31)}, "30 lines at most"),
    ],
)
def test_what_the_administration_refuses_is_refused_here_too_and_keeps_what_was_typed(
    changed, said, shipped, as_ana, team
):
    response = as_ana.post(f"/team/personas/new/?team={team.slug}", ROSA | changed)
    assert response.status_code == 422
    page = read(response)
    assert said in page
    assert "Operations Lead" in page
    assert not Persona.objects.filter(team=team).exists()


def test_what_is_refused_tells_nothing_of_another_team(rosa, as_user, cleo):
    """Cleo may use the name, and a name of Ana's teammate: that they are taken would be news to her."""
    assert as_user(cleo).post("/team/personas/new/", ROSA).status_code == 302
    assert as_user(cleo).post("/team/personas/new/", ROSA | {"name": "Ana"}).status_code == 302
    assert Persona.objects.filter(name="Rosa Lind").count() == 2


def test_each_edit_is_a_version_that_can_be_compared_and_restored(rosa, as_ana):
    saved(as_ana, rosa, lens="who is woken up", change_note="Shorter")
    rosa.refresh_from_db()
    assert (rosa.current.number, rosa.lens) == (2, "who is woken up")
    page = read(as_ana.get(f"/personas/{rosa.key}/history/"))
    assert "Shorter" in page
    assert "From version 1 to version 2" in page
    assert "Too few to tell: 0 and 0" in page
    as_ana.post(f"/personas/{rosa.key}/restore/", {"number": "1"})
    rosa.refresh_from_db()
    assert (rosa.current.number, rosa.lens) == (3, ROSA["lens"])


def test_who_edits_what_somebody_else_has_saved_meanwhile_is_asked_first(rosa, as_ana):
    saved(as_ana, rosa, lens="first")
    response = saved(as_ana, rosa, lens="second")
    assert response.status_code == 422
    assert "while you were editing version 1" in read(response)


def test_try_shows_the_prompts_and_saves_nothing(rosa, as_ana):
    response = saved(as_ana, rosa, action="try", lens="something quite new")
    page = read(response)
    assert response.status_code == 200
    assert "What it would read" in page
    assert "something quite new" in page
    assert "Without a model it looks in the notes for “rollback” and “alerts”" in page
    assert Persona.objects.get(pk=rosa.pk).current.number == 1


def test_a_retired_one_stays_with_its_versions_and_comes_back(rosa, as_ana, team):
    as_ana.post(f"/personas/{rosa.key}/retire/")
    assert not Persona.objects.get(pk=rosa.pk).is_active
    assert "Retired" in read(as_ana.get("/team/personas/"))
    as_ana.post(f"/personas/{rosa.key}/retire/", {"active": "yes"})
    assert Persona.objects.get(pk=rosa.pk).is_active
    assert {"persona_retired", "persona_back"} <= set(AuditEntry.objects.values_list("what", flat=True))


def test_a_file_goes_out_and_comes_in_again(rosa, as_ana, team):
    raw = as_ana.get(f"/personas/{rosa.key}.md").content
    rosa.publish()
    changed = raw.replace(b"running it at night", b"running it by day")
    sent = SimpleUploadedFile("rosa.md", changed, "text/markdown")
    as_ana.post(f"/team/personas/?team={team.slug}", {"action": "import", "persona_files": [sent]})
    rosa.refresh_from_db()
    assert (rosa.lens, rosa.current.number) == ("running it by day", 2)


def test_the_file_of_a_shipped_one_never_touches_it(shipped, as_ana, team):
    raw = as_ana.get("/personas/system-designer.md").content.replace(b"Jordan Park", b"Rosa Lind")
    sent = SimpleUploadedFile("x.md", raw, "text/markdown")
    as_ana.post(f"/team/personas/?team={team.slug}", {"action": "import", "persona_files": [sent]})
    own = Persona.objects.get(team=team)
    assert (own.key, own.name) == (f"t{team.pk}-system-designer", "Rosa Lind")
    assert Persona.objects.get(key="system-designer").name == "Jordan Park"


def test_a_file_that_is_none_says_what_is_wrong(shipped, as_ana, team):
    sent = SimpleUploadedFile("x.md", b"no front matter", "text/markdown")
    response = as_ana.post(f"/team/personas/?team={team.slug}", {"action": "import", "persona_files": [sent]})
    assert response.status_code == 422
    assert "x.md: has no front matter" in read(response)


def test_members_and_viewers_read_and_only_admins_write(rosa, as_user, ben, vera, team):
    for who in (ben, vera):
        browser = as_user(who)
        for address in ("", "history/", "prompt/"):
            assert browser.get(f"/personas/{rosa.key}/{address}").status_code == 200
        page = read(browser.get("/team/personas/"))
        assert "Rosa Lind" in page
        assert "New persona" not in page
        assert browser.get(f"/personas/{rosa.key}/edit/").status_code == 403
        assert browser.post(f"/personas/{rosa.key}/retire/").status_code == 403


def test_nobody_edits_a_shipped_one_here(shipped, as_ana):
    assert as_ana.get("/personas/business-analyst/edit/").status_code == 403
    assert "Make a copy" in read(as_ana.get("/personas/business-analyst/"))


def test_for_another_team_it_does_not_exist(rosa, as_user, cleo, team):
    browser = as_user(cleo)
    for address in ("/", ".md", "/prompt/", "/history/", "/edit/"):
        assert browser.get(f"/personas/{rosa.key}{address}").status_code == 404
    assert browser.post(f"/personas/{rosa.key}/retire/").status_code == 404
    assert browser.get(f"/team/personas/?team={team.slug}").status_code == 404
    assert browser.get(f"/team/personas/new/?from={rosa.key}").status_code == 404
    for page in ("/team/personas/", "/", "/sessions/", "/findings/"):
        assert "Rosa Lind" not in read(browser.get(page)), page


def test_nor_by_a_record_of_an_imported_file(rosa, as_user, cleo):
    item = factories.ItemFactory(team=cleo.memberships.get().team)
    factories.ElaborationRecordFactory(item=item, personas_active=[rosa.key])
    page = read(as_user(cleo).get(item.get_absolute_url()))
    assert "Rosa Lind" not in page


def test_the_list_takes_as_many_queries_for_ten_as_for_one(
    rosa, as_ana, team, django_assert_max_num_queries, django_assert_num_queries
):
    with django_assert_max_num_queries(20) as counted:
        as_ana.get("/team/personas/")
    for number in range(9):
        make_persona(f"t{team.pk}-x{number}", name=f"{'ABCDEFGHI'[number]}x Lind", team=team)
    with django_assert_num_queries(len(counted)):
        as_ana.get("/team/personas/")


def test_the_usual_seats_are_those_that_ana_has_set(rosa, as_ana, team):
    sent = {"action": "seats", "personas": [rosa.key, "business-analyst"]}
    as_ana.post(f"/team/personas/?team={team.slug}", sent)
    item = factories.ItemFactory(team=team)
    as_ana.post("/sessions/new/", {"item": item.slug, "kind": "roundtable", "topic": "the rollout"})
    assert [one.key for one in Session.objects.get().participants] == ["business-analyst", rosa.key]


@pytest.mark.parametrize("keys", [["business-analyst"], ["nobody", "business-analyst"]])
def test_usual_seats_that_make_no_sense_are_refused(keys, rosa, as_ana, team):
    response = as_ana.post(f"/team/personas/?team={team.slug}", {"action": "seats", "personas": keys})
    assert response.status_code == 422
    assert not team.usual_personas.exists()


@pytest.mark.slow
def test_staff_of_another_team_see_nothing_of_it_in_the_administration(rosa, as_user, cleo, ana):
    """Neither the row nor its versions, whatever they may edit; Ana, as staff, sees her own."""
    permitted = ("view_persona", "change_persona", "view_personaversion")
    for who, sees in ((may(cleo, *permitted), False), (may(ana, *permitted), True)):
        browser = as_user(who)
        for page in ("persona/", "personaversion/"):
            assert ("Rosa Lind" in read(browser.get(f"/admin/personas/{page}"))) is sees
            assert (rosa.key in read(browser.get(f"/admin/personas/{page}"))) is sees
        for address in ("change", "history", "export", "preview"):
            response = browser.get(f"/admin/personas/persona/{rosa.pk}/{address}/")
            assert (response.status_code == 200) is sees
        version = browser.get(f"/admin/personas/personaversion/{rosa.current_id}/change/")
        assert (version.status_code == 200) is sees


def test_a_step_is_led_by_nobodys_own_persona(rosa, client, ana):
    ana.is_staff = ana.is_superuser = True
    ana.save()
    client.force_login(ana)
    step = Step.objects.first()
    page = read(client.get(f"/admin/personas/step/{step.pk}/change/"))
    assert "Maya Chen" in page
    assert "Rosa Lind" not in page


def test_what_is_exported_for_all_teams_has_nobodys_own_persona(rosa, tmp_path):
    names = {path.name for path in export_personas(tmp_path)}
    assert "business-analyst.md" in names
    assert f"{rosa.key}.md" not in names
