"""Two clicks at the same moment spend a link once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client

from reviews.accounts import invitations, login_links
from reviews.models import AuditEntry, Invitation
from tests.accounts.joining import as_new, invitation, people_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def pressed_at_once(link, *forms):
    """Send each of the forms with a browser of its own, all at the same moment. Gives the statuses, sorted."""
    gate = Barrier(len(forms))

    def press(form):
        browser = Client()
        gate.wait(timeout=20)
        try:
            return browser.post(link, form).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(forms)) as pool:
        return sorted(pool.map(press, forms))


def test_of_four_clicks_on_a_login_link_one_logs_in(ana, team):
    assert pressed_at_once(login_links.make(ana), *[{}] * 4) == [302, 410, 410, 410]
    assert AuditEntry.objects.filter(what="link_used").count() == 1


def test_of_two_people_with_one_invitation_one_joins(ana, team):
    made = invitation(team, ana)
    statuses = pressed_at_once(invitations.make_path(made), as_new("maria"), as_new("mallory"))
    assert statuses[0] == 302
    assert statuses[1] in (410, 422)
    assert len(people_of(team)) == 2
    assert Invitation.objects.get().status == "accepted"
