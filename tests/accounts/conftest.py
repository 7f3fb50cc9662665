import pytest
from django.test import Client

from reviews.models import Team


@pytest.fixture
def as_ana(as_user, ana, team) -> Client:
    return as_user(ana)


@pytest.fixture
def other_team(cleo) -> Team:
    """Cleo is its admin; Ana has never heard of it."""
    return cleo.memberships.get().team


@pytest.fixture
def mails(settings, mailoutbox):
    """What a server with a mail server has sent."""
    settings.ELM_MAIL_URL = "smtp://mail.example.org"
    return mailoutbox
