"""Links that let somebody in are no part of a log."""

import logging
from http import HTTPStatus

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from reviews.accounts import invitations
from tests.accounts.joining import as_new, invitation


def logged(message: str, *args: str) -> str:
    """What the server's console shows of a record."""
    (name,) = settings.LOGGING["handlers"]["console"]["filters"]
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, args, None)
    assert import_string(settings.LOGGING["filters"][name]["()"])().filter(record)
    return record.getMessage()


@pytest.mark.parametrize("path", ["/join/abc.d-e_f/", "/accounts/link/MQ/abc-def/", "/accounts/email/a:b:c/"])
def test_a_link_is_taken_out_wherever_it_stands(path):
    assert path not in logged("Forbidden (%s): %s", "CSRF", path)
    assert logged(f"Gone: {path}").endswith("/…")


def test_everything_else_is_logged_as_it_is():
    assert logged("Not Found: %s at 100 %%", "/accounts/login/?next=/items/") == (
        "Not Found: /accounts/login/?next=/items/ at 100 %"
    )


def test_what_django_says_of_a_refused_answer_has_no_link_left(client, team, ana, caplog):
    link = invitations.make_path(invitation(team, ana))
    assert client.post(link, as_new("maria", password="short")).status_code == 422
    assert [record.getMessage() for record in caplog.records] == [f"{HTTPStatus(422).phrase}: /join/…"]
