"""What belongs to somebody alone: their teams, what they are invited to, their e-mail address."""

import pytest
from django.contrib.auth.models import User

from reviews.accounts import addresses
from reviews.log import publish
from reviews.log.publish import Listener
from reviews.models import Account, AuditEntry, Invitation, Membership
from tests import factories
from tests.accounts.joining import MARIA, ask, fake, invitation, mailed, people_of
from tests.pages import words


@pytest.mark.slow
def test_ben_sees_his_teams_and_no_others(as_user, ben, cleo, team):
    page = words(as_user(ben).get("/accounts/teams/"))
    assert "Payments" in page
    assert "Elsewhere" not in page


def test_ben_leaves_and_sees_nothing_of_the_team_any_more(as_user, ben, team, item):
    his = as_user(ben)
    assert b"Your teams" in his.get("/").content
    his.post("/accounts/teams/", {"action": "leave", "team": team.slug})
    assert (people_of(team), his.get(f"/items/{item.slug}/").status_code) == ({"ana"}, 404)
    assert "You belong to no team." in words(his.get("/accounts/teams/"))
    entry = AuditEntry.objects.get(team=team)
    assert (entry.what, entry.who) == ("left", ben)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_open_pages_are_checked_again_when_ben_leaves(as_user, ben, team):
    told: list[int] = []
    publish.listen(Listener(lambda *a: None, lambda *a: None, told.append, lambda: None))
    as_user(ben).post("/accounts/teams/", {"action": "leave", "team": team.slug})
    publish.listen(None)
    assert told == [team.pk]


def test_the_last_admin_can_not_leave(as_user, ana, ben, team):
    answer = as_user(ana).post("/accounts/teams/", {"action": "leave", "team": team.slug})
    assert "Ana is the last admin of the team." in words(answer)
    assert people_of(team) == {"ana", "ben"}
    assert not AuditEntry.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("team_named", ["theirs", "", "no-such-team"])
def test_nobody_leaves_a_team_that_is_not_theirs(team_named, as_user, ben, cleo, team):
    slug = cleo.memberships.get().team.slug if team_named == "theirs" else team_named
    assert as_user(ben).post("/accounts/teams/", {"action": "leave", "team": slug}).status_code == 404
    assert Membership.objects.count() == 3


def test_ben_answers_what_he_is_invited_to(as_user, ben, cleo, other_team):
    his, made = as_user(ben), invitation(other_team, cleo, "ben")
    assert "Cleo (cleo) invites you as member" in words(his.get("/accounts/teams/"))
    his.post("/accounts/teams/", {"action": "decline", "invitation": made.pk})
    made.refresh_from_db()
    assert (made.status, made.answered_by, people_of(other_team)) == ("declined", ben, {"cleo"})
    again = invitation(other_team, cleo, "ben")
    his.post("/accounts/teams/", {"action": "accept", "invitation": again.pk})
    assert people_of(other_team) == {"ben", "cleo"}


@pytest.mark.slow
def test_an_invitation_to_a_confirmed_address_waits_for_its_account(as_user, ben, cleo, other_team):
    Account.objects.create(user=ben, address="ben@example.org", confirmed=cleo.date_joined)
    invitation(other_team, cleo, "BEN@example.org")
    assert "Elsewhere" in words(as_user(ben).get("/accounts/teams/"))


def test_a_claimed_address_is_no_way_to_what_somebody_else_is_invited_to(as_user, ana, cleo, team):
    cheat, made = fake(cleo), invitation(team, ana)
    hers = as_user(cheat)
    assert "Payments" not in words(hers.get("/accounts/teams/"))
    sent = {"action": "accept", "invitation": made.pk}
    assert hers.post("/accounts/teams/", sent).status_code == 422
    assert people_of(team) == {"ana"}


@pytest.mark.slow
@pytest.mark.parametrize("named", ["x", "", "00000000-0000-0000-0000-000000000007"])
def test_an_invitation_that_is_none_gets_a_sentence(named, as_user, ben):
    for action in ("accept", "decline", "dance"):
        answer = as_user(ben).post("/accounts/teams/", {"action": action, "invitation": named})
        assert (answer.status_code, b"notice-bad" in answer.content) == (422, True)


def test_an_address_is_confirmed_by_a_click_on_what_was_mailed_there(as_user, ben, mails):
    his = as_user(ben)
    his.post("/accounts/teams/", {"action": "email", "email": "Ben@example.org"})
    link = mailed(mails[0])
    assert (mails[0].to, his.head(link).status_code) == (["ben@example.org"], 200)
    assert "ben@example.org becomes the address of the account ben" in words(his.get(link))
    assert not Account.objects.exists()
    his.post(link)
    ben.refresh_from_db()
    assert (ben.email, addresses.confirmed_address(ben)) == ("ben@example.org", "ben@example.org")
    assert "ben@example.org is confirmed." in words(his.get("/accounts/teams/"))


@pytest.mark.slow
def test_a_link_confirms_for_who_asked_and_for_nobody_else(as_user, ben, cleo, client, mails):
    as_user(ben).post("/accounts/teams/", {"action": "email", "email": MARIA})
    link = mailed(mails[0])
    assert as_user(cleo).post(link).status_code == 410
    assert client.post(link)["Location"].startswith("/accounts/login/")
    assert not Account.objects.exists()


@pytest.mark.slow
def test_an_old_link_does_not_bring_an_old_address_back(as_user, ben, mails):
    his = as_user(ben)
    for address in ("old@example.org", "new@example.org"):
        his.post("/accounts/teams/", {"action": "email", "email": address})
        his.post(mailed(mails[-1]))
    assert his.post(mailed(mails[0])).status_code == 410
    assert addresses.confirmed_address(User.objects.get(pk=ben.pk)) == "new@example.org"


@pytest.mark.slow
def test_a_confirmed_address_is_nobody_elses(as_user, ben, cleo, mails):
    Account.objects.create(user=cleo, address=MARIA, confirmed=cleo.date_joined)
    his = as_user(ben)
    his.post("/accounts/teams/", {"action": "email", "email": MARIA})
    answer = his.post(mailed(mails[0]))
    assert (answer.status_code, "Another account has this" in words(answer)) == (410, True)
    assert Account.objects.get().user == cleo


@pytest.mark.slow
def test_what_is_no_address_is_refused_and_nothing_is_mailed(as_user, ben, mailoutbox):
    answer = as_user(ben).post("/accounts/teams/", {"action": "email", "email": "ben at home"})
    assert (answer.status_code, mailoutbox) == (422, [])


@pytest.mark.slow
def test_links_of_nonsense_confirm_nothing(as_user, ben):
    for token in ("x", "x:y:z", addresses.make_link(ben, MARIA).split("/")[3][:-2]):
        assert as_user(ben).post(f"/accounts/email/{token}/").status_code == 410


@pytest.mark.slow
def test_an_invitation_by_username_is_mailed_to_a_known_address_only(as_ana, ben, cleo, mails):
    assert "No mail was sent" in words(ask(as_ana, "cleo"))
    dan = factories.UserFactory(username="dan", email="Dan@example.org")
    assert "dan is invited by mail." in words(ask(as_ana, "dan"))
    assert [mail.to for mail in mails] == [["dan@example.org"]]
    assert Invitation.objects.filter(person=dan).exists()
