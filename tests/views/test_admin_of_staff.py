"""Staff who do not run the server see rows of their teams only, wherever the administration shows any."""

import json

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType

from reviews.accounts.staff import FOR_ALL, PEOPLE, TEAM_PATHS
from reviews.models import (
    AuditEntry,
    BlindReview,
    BranchCommit,
    Change,
    Comment,
    Event,
    Item,
    ModelCall,
    Revision,
)
from tests import factories

pytestmark = pytest.mark.slow

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label_lower)
OF_TEAMS = [model for model in MODELS if model._meta.label_lower in TEAM_PATHS]
FOR_ROOT = [model for model in MODELS if model._meta.label_lower not in {*TEAM_PATHS, *FOR_ALL, PEOPLE}]


def fill(team, user, word: str) -> None:
    """A row of everything in the team, each with the word in what pages show."""
    item = factories.ItemFactory(team=team, title=f"{word} item", slug=f"{word}-item")
    artifact = factories.ArtifactFactory(item=item, name=f"{word}.md")
    session = factories.SessionFactory(item=item, started_by=user, topic=f"{word} topic", kind="roundtable")
    event = Event.objects.create(session=session, number=1, kind="answer", text=f"{word} said", user=user)
    ModelCall.objects.create(session=session, event=event, provider="offline", purpose=word, request_id=word)
    revision = Revision.objects.create(artifact=artifact, number=2, content=b"x", made_by=user, note=word)
    change = Change.objects.create(session=session, artifact=artifact, base=revision, order=1, position=0)
    factories.FindingFactory(artifact=artifact, claim=word)
    Comment.objects.create(change=change, author=user, text=f"{word} comment")
    repository = factories.RepositoryFactory(
        team=team, linked_by=user, url=f"https://{word}.example.org/a.git"
    )
    BranchCommit.objects.create(
        session=session, repository=repository, branch=word, base="a" * 40, commit="1" * 40, message=word
    )
    factories.ElaborationRecordFactory(session=session, item=item, topic=word, synthesis_summary=word)
    BlindReview.objects.create(session=session, by=user, answers={}, correct=1, total=2)
    AuditEntry.objects.create(what="invited", who=user, who_name=word, team=team, team_name=team.name)


@pytest.fixture
def rita(team, cleo):
    """She is staff with every permission there is, and an admin of Ana's team only. Cleo's team is full of secrets."""
    secret = cleo.memberships.get().team
    type(secret).objects.filter(pk=secret.pk).update(name="Secret team", slug="secret-team")
    User.objects.filter(pk=cleo.pk).update(username="secretary")
    fill(secret, cleo, "secret")
    rita = User.objects.create_user("rita", is_staff=True)
    rita.user_permissions.set(Permission.objects.all())
    factories.MembershipFactory(team=team, user=rita, role="admin")
    fill(team, rita, "ours")
    return rita


def address(model, page: str = "") -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/{page}"


def row_of(model, word: str):
    """The row of the model that belongs to the team of the word."""
    path = TEAM_PATHS[model._meta.label_lower][0]
    item = Item.objects.get(slug=f"{word}-item")
    return model._default_manager.filter(**{path: item.team_id}).first()


def test_every_model_that_is_registered_is_for_teams_for_all_or_for_who_runs_the_server():
    assert {model._meta.label_lower for model in FOR_ROOT} == {"auth.group"}
    assert len(OF_TEAMS) == len(TEAM_PATHS)


@pytest.mark.parametrize("model", OF_TEAMS)
def test_rita_sees_her_team_in_lists_and_pages_and_nothing_of_another(model, rita, as_user):
    browser = as_user(rita)
    shown = browser.get(address(model))
    assert shown.status_code == 200
    assert "secret" not in shown.text.lower()
    assert [row.pk for row in shown.context["cl"].result_list][-1:] == [row_of(model, "ours").pk]
    assert browser.get(address(model, f"{row_of(model, 'ours').pk}/change/")).status_code == 200
    assert not browser.get(address(model, "?q=secret")).context["cl"].result_list
    theirs = row_of(model, "secret")
    for page in ("change/", "history/", "delete/"):
        for answer in (browser.get, browser.post):
            got = answer(address(model, f"{theirs.pk}/{page}"), {"post": "yes"})
            assert got.status_code in (302, 403, 404), page
            assert "secret" not in got.text.lower()
    act = {"action": "delete_selected", "_selected_action": str(theirs.pk), "post": "yes"}
    browser.post(address(model), act)
    for action in ("export_csv", "export_json"):
        taken = browser.post(address(model), act | {"action": action})
        assert "secret" not in taken.text.lower()
    assert model._default_manager.filter(pk=theirs.pk).exists()


@pytest.mark.parametrize("model", [*FOR_ROOT])
def test_what_is_for_who_runs_the_server_is_not_there_for_rita(model, rita, as_user):
    assert as_user(rita).get(address(model)).status_code == 403


def test_choices_and_the_way_to_the_site_offer_nothing_of_another_team(rita, as_user, cleo):
    browser = as_user(rita)
    for model, field in (("item", "team"), ("membership", "user")):
        query = f"?app_label=reviews&model_name={model}&field_name={field}&term="
        found = browser.get(f"/admin/autocomplete/{query}")
        assert "secret" not in found.text
        assert json.loads(found.content)["results"]
    theirs = Item.objects.get(slug="secret-item")
    where = f"/admin/r/{ContentType.objects.get_for_model(Item).pk}/"
    assert browser.get(f"{where}{theirs.pk}/").status_code == 404
    assert browser.get(f"{where}{Item.objects.get(slug='ours-item').pk}/").status_code == 302
    made = {"title": "New", "slug": "new-one", "team": str(theirs.team_id), "artifacts-TOTAL_FORMS": "0"}
    made["artifacts-INITIAL_FORMS"] = "0"
    assert "Select a valid choice" in browser.post("/admin/reviews/item/add/", made).text


def test_rita_changes_nothing_where_she_is_a_member_only(rita, as_user):
    rita.memberships.update(role="member")
    item = Item.objects.get(slug="ours-item")
    browser = as_user(rita)
    assert browser.get(f"/admin/reviews/item/{item.pk}/change/").status_code == 200
    assert browser.post(f"/admin/reviews/item/{item.pk}/change/", {"title": "Mine"}).status_code == 403
    assert browser.post(f"/admin/reviews/item/{item.pk}/delete/", {"post": "yes"}).status_code == 403
    act = {"action": "delete_selected", "_selected_action": str(item.pk), "post": "yes"}
    browser.post("/admin/reviews/item/", act)
    item.refresh_from_db()
    assert item.title == "ours item"


def test_rita_makes_nobody_mightier_and_touches_no_account_of_another_team(rita, as_user, cleo, ana):
    browser = as_user(rita)
    assert "secretary" not in browser.get("/admin/auth/user/").text
    sent = {"username": "ana", "is_superuser": "on", "is_staff": "on", "date_joined_0": "2026-01-01"}
    browser.post(f"/admin/auth/user/{ana.pk}/change/", sent | {"date_joined_1": "00:00:00"})
    ana.refresh_from_db()
    assert (ana.is_superuser, ana.is_staff) == (False, False)
    # Ana belongs to the other team too: her account opens what Rita may not see.
    factories.MembershipFactory(team=cleo.memberships.get().team, user=ana)
    assert browser.post(f"/admin/auth/user/{ana.pk}/password/", {}).status_code == 403
    assert browser.post(f"/admin/auth/user/{rita.pk}/change/", {"is_superuser": "on"}).status_code == 403


def test_what_staff_do_stands_in_the_audit_log_of_the_team_by_its_key(rita, as_user):
    item = Item.objects.get(slug="ours-item")
    sent = {"post": "yes"}
    as_user(rita).post(f"/admin/reviews/item/{item.pk}/delete/", sent)
    entry = AuditEntry.objects.get(what="deleted_by_staff")
    assert (entry.who, entry.team_id, entry.detail) == (rita, item.team_id, f"item {item.pk}")


def test_what_is_taken_away_here_stands_in_the_audit_log_of_each_team_without_numbers_of_others(
    rita, as_user
):
    act = {"action": "export_csv", "_selected_action": [str(item.pk) for item in Item.objects.all()]}
    as_user(User.objects.create_superuser("root")).post("/admin/reviews/item/", act)
    as_user(rita).post("/admin/reviews/item/", act)
    as_user(rita).get("/admin/costs/?format=csv")
    noted = AuditEntry.objects.filter(what="exported").order_by("pk")
    assert list(noted.values_list("who_name", "team_name", "detail")) == [
        ("root", "Payments", "items, csv, in the administration"),
        ("root", "Secret team", "items, csv, in the administration"),
        ("rita", "Payments", "1 items, csv, in the administration"),
        ("rita", "Payments", "costs, csv, in the administration"),
    ]
