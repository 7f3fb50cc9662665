"""Inviting and joining, as tests need it: who invites whom, and what links lead where."""

import re

from django.contrib.auth.models import User
from django.test import Client

from reviews.accounts import invitations
from reviews.models import Account, Invitation, Team
from tests import factories

PASSWORD = "correct horse 9"
MARIA = "maria@example.org"


def ask(browser: Client, wanted: str, role: str = "member", **more: str):
    """Invite somebody by the form of the team's page."""
    return browser.post("/team/", {"action": "add", "username": wanted, "role": role, **more}, follow=True)


def handed_over(browser: Client) -> str:
    """The newest link that the team's page shows to who made it."""
    return re.findall(r'value="http://testserver(/join/[^"]+)"', browser.get("/team/").content.decode())[0]


def mailed(mail) -> str:
    """The link in a mail."""
    return re.findall(r"http://testserver(/\S+)", mail.body)[0]


def as_new(username: str = "maria", **more: str) -> dict[str, str]:
    """The form with which somebody new joins."""
    return {"action": "create", "username": username, "password": PASSWORD, "reader": "", **more}


def people_of(team: Team) -> set[str]:
    return set(team.memberships.values_list("user__username", flat=True))


def invitation(team: Team, by: User, wanted: str = MARIA) -> Invitation:
    return invitations.invite(team, by, wanted, "member", is_sure=True)


def fake(by: User, username: str = "maria", address: str = MARIA) -> User:
    """An account that somebody has made on a link that the inviter knows too."""
    user = factories.UserFactory(username=username)
    Account.objects.create(user=user, address=address, invited_by=by)
    return user
