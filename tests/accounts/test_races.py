"""Two clicks at the same moment spend a link once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.accounts import invitations, login_links
from reviews.models import AuditEntry, Invitation
from tests.accounts.factor import CODE, PASSWORD, code_of, set_up, with_password
from tests.accounts.joining import as_new, invitation, people_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def pressed_at_once(link, *forms, browser=Client):
    """Send each of the forms with a browser of its own, all at the same moment. Gives the statuses, sorted."""
    gate = Barrier(len(forms))

    def press(form):
        try:
            own = browser()
            gate.wait(timeout=20)
            return own.post(link, form).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(forms)) as pool:
        return sorted(pool.map(press, forms))


def test_of_four_clicks_on_a_login_link_one_logs_in(ana, team):
    assert pressed_at_once(login_links.make(ana), *[{}] * 4) == [302, 410, 410, 410]
    assert AuditEntry.objects.filter(what="link_used").count() == 1


def test_of_four_browsers_with_the_same_code_one_logs_in(ana, team):
    ana.set_password(PASSWORD)
    ana.save()
    recovery = set_up(ana)
    for code in (code_of(ana), recovery[0]):
        assert pressed_at_once(CODE, *[{"code": code}] * 4, browser=with_password) == [302, 422, 422, 422]
        TOTPDevice.objects.update(throttling_failure_count=0)


def test_of_two_people_with_one_invitation_one_joins(ana, team):
    made = invitation(team, ana)
    statuses = pressed_at_once(invitations.make_path(made), as_new("maria"), as_new("mallory"))
    assert statuses[0] == 302
    assert statuses[1] in (410, 422)
    assert len(people_of(team)) == 2
    assert Invitation.objects.get().status == "accepted"
