"""Pages say that Code Designer is on, and the administration has its switch."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews.code_designer import switch
from reviews.code_designer.mode import ModeConfig, Source
from reviews.models import AuditEntry

SWITCH = "/admin/code-designer/"
LABEL = "Angle reviews take several passes"


@pytest.fixture
def root(as_user, db):
    """The browser of who runs the server."""
    return as_user(User.objects.create_superuser("root"))


@pytest.mark.parametrize("address", ["/", "/items/", "/accounts/login/", "/nowhere/"])
def test_p001_every_page_says_that_the_mode_is_on_and_by_whom(as_ana, client, address):
    browser = client if "login" in address else as_ana
    assert LABEL not in browser.get(address).content.decode()
    switch.enable_code_designer(Source.CLI)
    page = browser.get(address).content.decode()
    assert page.count(LABEL) == 1
    assert 'UTC, by --code-designer at the start."' in page


def test_a_page_costs_one_query_more_at_most(as_ana, monkeypatch):
    with CaptureQueriesContext(connection) as before:
        as_ana.get("/items/")
    monkeypatch.setattr(switch, "known", switch.Known())
    with CaptureQueriesContext(connection) as after:
        as_ana.get("/items/")
    assert len(after) == len(before) + 1


def test_the_switch_in_the_administration_is_noted(root):
    assert "Code Designer is off, as nobody has switched it on." in root.get(SWITCH).content.decode()
    assert root.post(SWITCH, {"switch": "on"}).url == SWITCH
    page = root.get(SWITCH).content.decode()
    assert "Code Designer: on</a>" in page
    assert 'value="off">Switch it off' in page
    root.post(SWITCH, {"switch": "off"})
    assert switch.current_mode() == ModeConfig(False, Source.RUNTIME)
    log = AuditEntry.objects.order_by("pk").values_list("what", "who_name")
    assert list(log) == [("code_designer_on", "root"), ("code_designer_off", "root")]


def test_the_administration_leads_to_the_switch(root):
    assert f'<a href="{SWITCH}" title="Code Designer is off' in root.get("/admin/").content.decode()


@pytest.mark.parametrize("wanted", ["", "maybe"])
def test_the_switch_knows_on_and_off_only(root, wanted):
    assert root.post(SWITCH, {"switch": wanted}).status_code == 400
    assert not AuditEntry.objects.exists()


def test_staff_see_that_it_is_on_and_do_not_switch_it(as_ana, ana):
    ana.is_staff = True
    ana.save()
    switch.enable_code_designer(Source.ENV)
    page = as_ana.get("/admin/").content.decode()
    assert "CODE_DESIGNER in the environment" in page
    assert SWITCH not in page
    assert as_ana.post(SWITCH, {"switch": "off"}).status_code == 403
    assert switch.is_code_designer_mode()
