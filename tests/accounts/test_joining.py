"""Nobody joins a team, and no account is made, without its owner's yes."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from reviews.accounts import invitations
from reviews.errors import ElmError
from reviews.models import Account, AuditEntry, Invitation, Membership
from tests.accounts.joining import (
    MARIA,
    PASSWORD,
    as_new,
    ask,
    fake,
    handed_over,
    invitation,
    mailed,
    people_of,
)
from tests.pages import words


@pytest.mark.slow
def test_what_an_admin_makes_up_is_not_given_what_another_team_shares_with_her(
    as_user, as_ana, client, team, cleo, other_team
):
    """Cleo invites "Maria", uses the link herself, and waits for Ana to add Maria."""
    hers = as_user(cleo)
    assert ask(hers, "maria").status_code == 422
    assert not User.objects.filter(username="maria").exists()
    ask(hers, MARIA)
    assert client.post(handed_over(hers), as_new())["Location"] == "/"
    # Ana wants the real Maria. She is told before anything is shared.
    answer = ask(as_ana, "maria")
    assert answer.status_code == 422
    assert "Whose account is maria? It was made on an invitation of Cleo (cleo)" in words(answer)
    assert (people_of(team), Invitation.objects.filter(team=team).count()) == ({"ana"}, 0)
    # By her address Maria is invited, and not who claims it.
    ask(as_ana, MARIA)
    assert "Payments" not in words(client.get("/accounts/teams/"))
    assert people_of(team) == {"ana"}


def test_the_team_sees_who_vouches_for_a_member_until_their_address_is_confirmed(
    as_user, as_ana, ben, team, cleo, client, mails
):
    fake(cleo)
    answer = ask(as_ana, "maria", sure="on")
    assert answer.status_code == 200
    assert people_of(team) == {"ana", "ben"}
    maria = User.objects.get(username="maria")
    invitations.accept(Invitation.objects.get(team=team), maria)
    assert "E-mail not confirmed invited by Cleo (cleo)" in words(as_user(ben).get("/team/"))
    hers = as_user(maria)
    hers.post("/accounts/teams/", {"action": "email", "email": MARIA})
    assert hers.post(mailed(mails[-1]))["Location"] == "/accounts/teams/"
    assert "not confirmed" not in words(as_user(ben).get("/team/"))


def test_maria_joins_by_the_link_in_her_mail_which_confirms_her_address(as_ana, client, team, ana, mails):
    assert "maria@example.org is invited by mail." in words(ask(as_ana, "Maria@Example.org", "viewer"))
    assert (mails[0].to, people_of(team)) == ([MARIA], {"ana"})
    page = words(client.get(mailed(mails[0])))
    assert "Ana (ana) invites maria@example.org as viewer" in page
    assert client.post(mailed(mails[0]), as_new(name="Maria Kane"))["Location"] == "/"
    maria = User.objects.get(username="maria")
    assert (maria.first_name, maria.email, maria.check_password(PASSWORD)) == ("Maria Kane", MARIA, True)
    assert client.session["_auth_user_id"] == str(maria.pk)
    assert Membership.objects.get(user=maria).role == "viewer"
    account = Account.objects.get(user=maria)
    assert (account.address, account.invited_by, account.is_unconfirmed) == (MARIA, ana, False)


@pytest.mark.slow
def test_without_mail_ana_hands_the_link_over_and_nothing_is_confirmed(as_ana, client, team):
    assert "No mail was sent: hand over the link below." in words(ask(as_ana, MARIA))
    client.post(handed_over(as_ana), as_new())
    maria = User.objects.get(username="maria")
    assert people_of(team) == {"ana", "maria"}
    assert (maria.email, maria.account.is_unconfirmed) == ("", True)
    assert "E-mail not confirmed invited by Ana (ana)" in words(as_ana.get("/team/"))


@pytest.mark.slow
def test_the_owner_of_an_address_gets_it_from_who_only_claims_it(as_ana, client, cleo, mails):
    cheat = fake(cleo, "maria")
    ask(as_ana, MARIA)
    # The handed-over link is no proof; the one in her mail is.
    assert "Another account has this e-mail address." in words(client.post(handed_over(as_ana), as_new("mk")))
    assert not User.objects.filter(username="mk").exists()
    assert client.post(mailed(mails[0]), as_new("mk"))["Location"] == "/"
    assert Account.objects.get(user__username="mk").address == MARIA
    assert Account.objects.get(user=cheat).address == ""


def test_who_has_an_account_joins_with_it_and_makes_no_second_one(as_ana, as_user, ben, cleo, client, team):
    User.objects.filter(pk=cleo.pk).update(email="Cleo@example.org")
    ask(as_ana, "cleo@example.org")
    link = handed_over(as_ana)
    assert "Another account has this e-mail address." in words(client.post(link, as_new("cleo2")))
    assert as_user(ben).post(link, {"action": "accept", "reader": ben.pk}).status_code == 422
    assert people_of(team) == {"ana", "ben"}
    hers = as_user(cleo)
    assert "Join as cleo" in words(hers.get(link))
    assert hers.post(link, {"action": "accept", "reader": cleo.pk})["Location"] == f"/team/?team={team.slug}"
    assert people_of(team) == {"ana", "ben", "cleo"}
    assert User.objects.count() == 3


def test_an_invitation_for_an_account_is_for_nobody_else(as_ana, as_user, ben, cleo, client, team):
    ask(as_ana, "cleo")
    link = handed_over(as_ana)
    assert "Make an account" not in words(client.get(link))
    assert client.post(link, as_new("dan")).status_code == 422
    assert "for another account" in words(as_user(ben).get(link))
    assert as_user(ben).post(link, {"action": "accept", "reader": ben.pk}).status_code == 422
    assert as_user(ben).post(link, {"action": "decline", "reader": ben.pk}).status_code == 422
    assert (people_of(team), Invitation.objects.get().status) == ({"ana", "ben"}, "open")


def test_looking_at_an_invitation_answers_nothing(as_ana, as_user, cleo, client, team):
    ask(as_ana, "cleo")
    link = handed_over(as_ana)
    for browser in (client, as_user(cleo)):
        assert [browser.head(link).status_code, browser.get(link).status_code] == [200, 200]
    assert (people_of(team), Invitation.objects.get().status) == ({"ana"}, "open")
    assert Client(enforce_csrf_checks=True).post(link, {"action": "decline"}).status_code == 403


@pytest.mark.slow
def test_nobody_joins_as_somebody_else_than_the_page_said(as_ana, as_user, cleo, team):
    ask(as_ana, MARIA)
    link, hers = handed_over(as_ana), as_user(cleo)
    for sent in ({"action": "accept", "reader": ""}, as_new("dan"), as_new("dan", reader=str(cleo.pk))):
        assert hers.post(link, sent).status_code == 422
    assert (people_of(team), User.objects.count()) == ({"ana"}, 2)
    assert hers.session["_auth_user_id"] == str(cleo.pk)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["cleo", "nobody"])
def test_a_declined_invitation_is_over(who, as_ana, as_user, cleo, client, team):
    ask(as_ana, MARIA)
    link, browser = handed_over(as_ana), as_user(cleo) if who == "cleo" else client
    reader = cleo.pk if who == "cleo" else ""
    assert "You have declined" in words(browser.post(link, {"action": "decline", "reader": reader}))
    again = client.post(link, as_new())
    assert (again.status_code, "This invitation is over" in words(again)) == (410, True)
    assert people_of(team) == {"ana"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", ["expired", "withdrawn", "its admin was taken out", "its admin is one no more"]
)
def test_a_link_ends_with_its_time_or_with_who_made_it(how, as_ana, as_user, ben, client, team):
    """Whoever was an admin knows the links that they have made."""
    seat = ben.memberships.get()
    Membership.objects.filter(pk=seat.pk).update(role="admin")
    ask(as_user(ben), MARIA)
    link, made = handed_over(as_user(ben)), Invitation.objects.get()
    assert link not in as_ana.get("/team/").content.decode()
    if how == "expired":
        Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    if how == "withdrawn":
        as_ana.post("/team/", {"action": "withdraw", "invitation": made.pk})
    if how == "its admin was taken out":
        as_ana.post("/team/", {"action": "remove", "member": seat.pk})
    if how == "its admin is one no more":
        as_ana.post("/team/", {"action": "role", "member": seat.pk, "role": "member"})
    for answer in (client.get(link), client.post(link, as_new())):
        assert answer.status_code == 410
    assert not User.objects.filter(username="maria").exists()


@pytest.mark.slow
def test_a_link_of_nonsense_leads_to_a_page_that_says_so(client, db):
    for token in ("x", "x.y", f"{'0' * 32}h.abc"):
        assert client.get(f"/join/{token}/").status_code == 410


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"username": "ana"}, "looks like “ana”, the name of somebody else"),
        ({"username": "аna"}, "mixes letters of Cyrillic and Latin"),
        ({"username": "ANA"}, "looks like “ana”"),
        ({"username": "Systеm"}, "mixes letters"),
        ({"username": "system"}, "looks like a name that ELM itself uses"),
        ({"username": "ana@example.org"}, "A username has no @"),
        ({"name": "0wner"}, "looks like a name that ELM itself uses"),
        ({"password": "short"}, "too short"),
        ({"password": "mariamaria"}, "too similar to the username"),
    ],
)
def test_an_account_that_imitates_or_is_weak_is_not_made(sent, said, as_ana, client, team):
    ask(as_ana, MARIA)
    link = handed_over(as_ana)
    answer = client.post(link, as_new("mariamaria") | sent)
    assert (answer.status_code, said in words(answer)) == (422, True)
    assert (User.objects.count(), people_of(team)) == (1, {"ana"})
    assert PASSWORD.encode() not in answer.content


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Мария", "Zoë", "陈美 Chen", "Claude Dupont", "O’Neill"])
def test_people_have_the_names_that_they_have(name, as_ana, client):
    ask(as_ana, MARIA)
    assert client.post(handed_over(as_ana), as_new(name=name))["Location"] == "/"
    assert User.objects.get(username="maria").first_name == name


@pytest.mark.slow
def test_an_admin_sees_which_address_stands_behind_a_username(as_ana, as_user, ben, cleo, team):
    """Cleo may confirm an address of her own for an account that she calls Maria."""
    cheat = fake(cleo, "maria", "mallory@elsewhere.example")
    Account.objects.update(confirmed=timezone.now())
    ask(as_ana, "maria")
    assert "maria m…@elsewhere.example" in words(as_ana.get("/team/"))
    assert "mallory@" not in words(as_ana.get("/team/"))
    invitations.accept(Invitation.objects.get(), cheat)
    assert "mallory@elsewhere.example" in words(as_ana.get("/team/"))
    assert "elsewhere.example" not in words(as_user(ben).get("/team/"))


@pytest.mark.slow
def test_nobody_is_invited_twice_or_invited_who_is_there(as_ana, ben, team):
    assert "ben belongs to the team already" in words(ask(as_ana, "ben"))
    ask(as_ana, MARIA)
    assert "maria@example.org is invited already." in words(ask(as_ana, "MARIA@example.org"))
    assert Invitation.objects.count() == 1


@pytest.mark.slow
def test_a_person_joins_a_team_once(team, ana, ben):
    with pytest.raises(ElmError, match="You belong to this team already"):
        invitations.accept(invitation(team, ana), ben)
    assert Invitation.objects.get().status == "open"


@pytest.mark.parametrize("action", ["add", "withdraw"])
def test_only_admins_invite(action, as_user, ana, ben, vera, cleo, team):
    made = invitation(team, ana)
    sent = {"action": action, "username": "x@example.org", "role": "admin", "invitation": made.pk}
    assert [as_user(one).post("/team/", sent).status_code for one in (ben, vera)] == [403, 403]
    assert as_user(cleo).post(f"/team/?team={team.slug}", sent).status_code == 404
    as_user(cleo).post("/team/", sent | {"action": "withdraw"})
    assert list(Invitation.objects.filter(team=team).values_list("status", flat=True)) == ["open"]
    assert "/join/" not in as_user(ben).get("/team/").content.decode()


@pytest.mark.slow
def test_mails_are_not_sent_without_end(as_ana, settings, mails):
    settings.MAILS_PER_HOUR = 1
    ask(as_ana, MARIA)
    assert "You have sent 1 mails within an hour." in words(ask(as_ana, "dan@example.org"))
    assert (Invitation.objects.count(), len(mails)) == (1, 1)


@pytest.mark.slow
def test_a_mail_server_that_is_away_costs_only_the_mail(as_ana, settings, monkeypatch):
    settings.ELM_MAIL_URL = "smtp://127.0.0.1:1"
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 1, "timeout": 1},
        }
    }
    assert "No mail was sent: hand over the link below." in words(ask(as_ana, MARIA))
    assert handed_over(as_ana).startswith("/join/")


@pytest.mark.slow
def test_in_production_a_server_without_mail_writes_no_link_anywhere(as_ana, settings, caplog):
    settings.MAILERS = {"default": {"BACKEND": "reviews.accounts.mail.Unsent"}}
    assert "No mail was sent: hand over the link below." in words(ask(as_ana, MARIA))
    assert "Set ELM_MAIL_URL to send mails." in caplog.text
    assert "/join/" not in caplog.text


@pytest.mark.slow
def test_the_name_of_a_team_breaks_no_header_of_a_mail(as_ana, team, mails):
    type(team).objects.update(name="Pay\nBcc: all@example.org")
    ask(as_ana, MARIA)
    assert mails[0].subject == "An invitation to “Pay Bcc: all@example.org” in ELM"
    assert mails[0].recipients() == [MARIA]


def test_what_happened_is_in_the_log_of_the_team_and_only_its_admins_read_it(
    as_ana, as_user, ben, client, team
):
    ask(as_ana, MARIA)
    client.post(handed_over(as_ana), as_new())
    told = list(AuditEntry.objects.filter(team=team).values_list("what", "who_name", "about_name", "detail"))
    assert told.pop(0) == ("signed_in", "maria", "", "")
    assert told == [("accepted", "maria", MARIA, "member"), ("invited", "ana", MARIA, "member")]
    assert "ana invited maria@example.org (member)" in words(as_ana.get("/team/"))
    assert "Who joined and left" not in words(as_user(ben).get("/team/"))


def test_who_asks_for_a_mail_does_not_choose_where_its_link_leads(as_ana, mails, settings):
    """Django lets any port of an allowed host pass, and any host that ALLOWED_HOSTS=* lets pass."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org", "https://elm.example.org", "http://testserver"]
    fields = {"action": "add", "role": "member"}
    for host in ("elm.example.org:6666", "evil.example", "testserver"):
        as_ana.post("/team/", fields | {"username": f"{len(mails)}@example.org"}, headers={"host": host})
    leads_to = [mail.body.split("://")[1].split("/join/")[0] for mail in mails]
    assert leads_to == ["elm.example.org", "elm.example.org", "testserver"]
