"""Who belongs to a team, and who decides that."""

import re

import pytest
from django.contrib.auth.models import User

from reviews.log import publish
from reviews.log.publish import Listener
from reviews.models import Invitation, Membership, Team


def roles(team: Team) -> dict[str, str]:
    return dict(Membership.objects.filter(team=team).values_list("user__username", "role"))


SETTINGS = {"action": "settings", "name": "Pay", "synthesis": "owner"}


def row(team: Team, user: User) -> int:
    return Membership.objects.get(team=team, user=user).pk


def test_everybody_sees_who_belongs_to_the_team_but_only_admins_see_forms(as_user, ana, ben, vera):
    for user, forms in ((ana, True), (ben, False), (vera, False)):
        page = as_user(user).get("/team/").content.decode()
        assert "Vera" in page
        assert ("Invite member" in page) is forms


@pytest.mark.parametrize("action", ["settings", "add", "role", "remove", "link"])
def test_a_member_may_not_manage_and_nothing_changes(action, as_user, ana, ben, team):
    sent = {"action": action, "member": row(team, ana), "role": "viewer", "username": "dan", "name": "Ours"}
    assert as_user(ben).post("/team/", sent).status_code == 403
    assert roles(team) == {"ana": "admin", "ben": "member"}
    assert Team.objects.get(pk=team.pk).name == "Payments"


def test_ana_invites_somebody_who_has_an_account_and_who_joins_by_a_yes_only(as_ana, as_user, team, cleo):
    as_ana.post("/team/", {"action": "add", "username": "cleo", "role": "viewer"})
    assert roles(team) == {"ana": "admin"}
    hers = as_user(cleo)
    assert hers.get("/team/?team=" + team.slug).status_code == 404
    invitation = Invitation.objects.get()
    assert b"Ana (ana) invites you as viewer" in hers.get("/accounts/teams/").content
    hers.post("/accounts/teams/", {"action": "accept", "invitation": invitation.pk})
    assert roles(team) == {"ana": "admin", "cleo": "viewer"}


def test_a_username_that_nobody_has_makes_no_account(as_ana, team):
    response = as_ana.post("/team/", {"action": "add", "username": "dan", "role": "member"})
    assert response.status_code == 422
    assert b"Nobody has the username dan. To invite somebody new, enter their e-mail" in response.content
    assert roles(team) == {"ana": "admin"}
    assert not User.objects.filter(username="dan").exists()
    assert not Invitation.objects.exists()


def test_nobody_is_added_twice(as_ana, team, ben):
    response = as_ana.post("/team/", {"action": "add", "username": "ben", "role": "admin"})
    assert "ben belongs to the team already" in response.content.decode()
    assert roles(team) == {"ana": "admin", "ben": "member"}


def test_a_username_that_can_not_be_one_is_refused_and_kept(as_ana, team):
    response = as_ana.post("/team/", {"action": "add", "username": "dan & co", "role": "member"})
    assert 'value="dan &amp; co"' in response.content.decode()
    assert roles(team) == {"ana": "admin"}
    assert not User.objects.filter(username__startswith="dan").exists()


def test_ana_changes_a_role(as_ana, team, ben):
    as_ana.post("/team/", {"action": "role", "member": row(team, ben), "role": "admin"})
    assert roles(team) == {"ana": "admin", "ben": "admin"}


def test_ana_removes_a_member(as_ana, team, ben, as_user):
    as_ana.post("/team/", {"action": "remove", "member": row(team, ben)})
    assert roles(team) == {"ana": "admin"}
    assert as_user(ben).get("/team/").status_code == 404


@pytest.mark.parametrize("sent", [{"action": "role", "role": "member"}, {"action": "remove"}])
def test_the_last_admin_stays(sent, as_ana, team, ana, ben):
    response = as_ana.post("/team/", {**sent, "member": row(team, ana)})
    assert "Ana is the last admin of the team." in response.content.decode()
    assert roles(team) == {"ana": "admin", "ben": "member"}


@pytest.mark.parametrize(
    "sent",
    [
        {"action": "role", "member": "1", "role": "owner"},
        {"action": "remove", "member": "x"},
        {"action": "remove", "member": "9" * 30},
        {"action": "dance"},
        {},
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(sent, as_ana, team):
    response = as_ana.post("/team/", sent)
    assert response.status_code == 422
    assert b"notice-bad" in response.content
    assert roles(team) == {"ana": "admin"}


def test_ana_can_not_touch_another_teams_members(as_ana, cleo):
    other = Membership.objects.get(user=cleo)
    response = as_ana.post("/team/", {"action": "remove", "member": other.pk})
    assert b"does not belong to the team any more" in response.content
    assert Membership.objects.filter(pk=other.pk).exists()


def test_a_login_link_that_ana_asks_for_is_mailed_to_its_owner_and_she_never_sees_it(
    as_ana, team, ben, client, settings, mailoutbox
):
    settings.ELM_MAIL_URL = "smtp://mail.example.org"
    User.objects.filter(pk=ben.pk).update(email="Ben@Example.org")
    page = as_ana.post("/team/", {"action": "link", "member": row(team, ben)}, follow=True).content.decode()
    assert "A login link was mailed to Ben." in page
    assert "/accounts/link/" not in page
    (mail,) = mailoutbox
    assert mail.to == ["ben@example.org"]
    link = re.findall(r"http://testserver(/accounts/link/\S+)", mail.body)[0]
    assert client.post(link)["Location"] == "/"
    assert client.session["_auth_user_id"] == str(ben.pk)


@pytest.mark.parametrize("reach", ["staff", "another team", "nobody knows the address"])
def test_no_admin_gets_a_login_link_of_somebody_else(reach, as_ana, team, ben, cleo, mailoutbox):
    if reach == "staff":
        User.objects.filter(pk=ben.pk).update(is_staff=True)
    if reach == "another team":
        Membership.objects.create(team=Membership.objects.get(user=cleo).team, user=ben)
    response = as_ana.post("/team/", {"action": "link", "member": row(team, ben)})
    assert b"only the person who runs the server" in response.content
    assert b"/accounts/link/" not in response.content
    assert mailoutbox == []


def test_ana_sets_the_limits_in_dollars_and_rounds(as_ana, team):
    as_ana.post("/team/", SETTINGS | {"max_rounds": "7", "budget_usd": "12.50"})
    team.refresh_from_db()
    assert (team.name, team.max_rounds, team.budget_micros) == ("Pay", 7, 12_500_000)
    assert b'value="12.5"' in as_ana.get("/team/").content


def test_empty_limits_are_no_limits(as_ana, team):
    Team.objects.update(max_rounds=3, budget_micros=5)
    as_ana.post("/team/", SETTINGS | {"max_rounds": "", "budget_usd": ""})
    team.refresh_from_db()
    assert (team.max_rounds, team.budget_micros) == (None, None)


@pytest.mark.parametrize(
    ("field", "value"), [("max_rounds", "0"), ("budget_usd", "-1"), ("name", ""), ("synthesis", "never")]
)
def test_a_limit_that_makes_no_sense_is_refused_and_nothing_is_stored(field, value, as_ana, team):
    sent = SETTINGS | {"max_rounds": "7", "budget_usd": "1", field: value}
    assert as_ana.post("/team/", sent).status_code == 422
    team.refresh_from_db()
    assert (team.name, team.max_rounds, team.budget_micros) == ("Payments", None, None)
    assert team.synthesis == "owner"


@pytest.mark.parametrize("chosen", ["owner", "at_once", "review"])
def test_ana_sets_when_additions_of_a_roundtable_are_put_in(chosen, as_ana, team):
    as_ana.post("/team/", SETTINGS | {"synthesis": chosen})
    team.refresh_from_db()
    assert team.synthesis == chosen
    assert f'<option value="{chosen}" selected>' in as_ana.get("/team/").content.decode()


def test_a_member_reads_when_additions_are_put_in_but_can_not_change_it(as_user, ben, team):
    page = as_user(ben).get("/team/").content.decode()
    assert "At once when the item’s owner started it, else after review" in page
    assert as_user(ben).post("/team/", SETTINGS | {"synthesis": "review"}).status_code == 403
    team.refresh_from_db()
    assert team.synthesis == "owner"


def test_somebody_in_two_teams_moves_between_them(as_user, ben, cleo):
    other = Membership.objects.get(user=cleo).team
    Membership.objects.create(team=other, user=ben)
    page = as_user(ben).get(f"/team/?team={other.slug}").content.decode()
    assert "<h1>Elsewhere</h1>" in page


def test_a_team_takes_a_constant_number_of_queries(as_ana, team, ben, vera, cleo, django_assert_num_queries):
    with django_assert_num_queries(11):
        as_ana.get("/team/")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("action", ["role", "remove"])
def test_open_pages_are_checked_again_when_ana_changes_what_ben_may_do(as_user, ana, team, ben, action):
    told: list[int] = []
    publish.listen(Listener(lambda *a: None, lambda *a: None, told.append, lambda: None))
    membership = ben.memberships.get()
    as_user(ana).post("/team/", {"action": action, "member": membership.pk, "role": "viewer"})
    publish.listen(None)
    assert told == [team.pk]
