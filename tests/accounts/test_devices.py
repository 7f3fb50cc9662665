"""Where Ana is logged in: she sees it, ends what is not hers, and a log-in that nobody uses ends by itself."""

import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session as LoginSession
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviews.accounts.devices import NOTED, describe_agent
from reviews.models import Device
from tests.pages import words

PAGE = "/accounts/teams/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/19.0 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def with_password(ana, team):
    ana.set_password("correct horse")
    ana.save()
    return ana


def logged_in(agent: str, address: str = "192.0.2.1") -> Client:
    """A browser in which Ana has just logged in."""
    browser = Client(HTTP_USER_AGENT=agent, REMOTE_ADDR=address)
    browser.post("/accounts/login/", {"username": "ana", "password": "correct horse"})
    return browser


def is_open(browser: Client) -> bool:
    return browser.get("/accounts/here/").json()["user"] is not None


def aged(browser: Client, seconds: int) -> None:
    """As if nobody had been at this browser for so long."""
    session = browser.session
    session[NOTED] = time.time() - seconds
    session.save()


def test_ana_sees_where_she_is_logged_in_and_logs_out_where_she_is_not(with_password):
    here, lost = logged_in(FIREFOX), logged_in(PHONE, "198.51.100.9")
    page = words(here.get(PAGE))
    assert "Firefox on Linux (this browser) 192.0.2.1, last seen" in page
    assert "Safari on iPhone 198.51.100.9, last seen" in page
    here.post(PAGE, {"action": "log_out", "device": Device.objects.get(address="198.51.100.9").pk})
    assert (is_open(here), is_open(lost)) == (True, False)
    assert "iPhone" not in words(here.get(PAGE))


def test_ana_logs_out_everywhere_else_also_where_she_was_before_browsers_were_noted(
    as_user, with_password, ben
):
    here, others = logged_in(FIREFOX), [logged_in(PHONE), as_user(with_password)]
    his = as_user(ben)
    here.post(PAGE, {"action": "log_out_elsewhere"})
    assert is_open(here)
    assert is_open(his)
    assert [is_open(one) for one in others] == [False, False]
    assert Device.objects.get(user=with_password).session_key == here.session.session_key


def test_nobody_sees_or_ends_a_log_in_of_somebody_else(as_user, with_password, cleo):
    hers = logged_in(FIREFOX)
    cleos = as_user(cleo)
    assert "Firefox" not in words(cleos.get(PAGE))
    for sent in ({"action": "log_out", "device": Device.objects.get().pk}, {"action": "log_out_elsewhere"}):
        cleos.post(PAGE, sent)
    assert is_open(hers)


@pytest.mark.parametrize("device", ["", "x", "-1", "9" * 40, "²"])
def test_a_browser_that_is_none_is_refused(as_ana, device):
    assert "The form named no browser." in words(as_ana.post(PAGE, {"action": "log_out", "device": device}))


def test_the_browser_that_asks_is_not_ended_by_number(with_password):
    here = logged_in(FIREFOX)
    here.post(PAGE, {"action": "log_out", "device": Device.objects.get().pk})
    assert is_open(here)


def test_a_new_password_leaves_one_log_in_which_is_listed(with_password):
    here, elsewhere = logged_in(FIREFOX), logged_in(PHONE)
    new = {"new_password1": "better horse 9", "new_password2": "better horse 9"}
    here.post("/accounts/password/", {"old_password": "correct horse", **new})
    assert not is_open(elsewhere)
    assert "Firefox on Linux (this browser)" in words(here.get(PAGE))


def test_a_log_in_ends_when_nobody_was_there_for_long_and_each_visit_makes_it_last(with_password, settings):
    settings.SESSION_COOKIE_AGE = 3600
    here = logged_in(FIREFOX)
    row = LoginSession.objects.filter(pk=here.session.session_key)
    soon = timezone.now() + timedelta(minutes=1)
    aged(here, 900)
    row.update(expire_date=soon)
    Device.objects.update(seen=timezone.now() - timedelta(hours=1))
    assert here.get("/").cookies["sessionid"]["max-age"] == 3600
    assert row.get().expire_date > soon + timedelta(minutes=50)
    assert Device.objects.get().seen > timezone.now() - timedelta(minutes=1)
    row.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_open(here)


def test_a_page_costs_nothing_more_between_two_signs(with_password):
    here = logged_in(FIREFOX)
    with CaptureQueriesContext(connection) as asked:
        here.get("/")
    assert not [query["sql"] for query in asked if "device" in query["sql"]]


def test_a_browser_that_logs_in_forgets_those_whose_log_in_is_over(with_password):
    logged_in(PHONE)
    Device.objects.update(seen=timezone.now() - timedelta(days=30))
    logged_in(FIREFOX)
    assert Device.objects.get().agent == FIREFOX


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        (PHONE, "Safari on iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        ("curl/8.9.1", "curl/8.9.1"),
        ("", "Unknown browser"),
    ],
)
def test_browsers_have_the_names_that_people_know(agent, name):
    assert describe_agent(agent) == name


def test_a_page_is_shown_when_the_database_is_locked_and_is_not_asked_again_at_once(as_ana, ana, monkeypatch):
    tries = []

    def fail(*args, **kwargs):
        tries.append(args)
        raise OperationalError("database is locked")

    aged(as_ana, 86_400)
    monkeypatch.setattr(Device.objects, "update_or_create", fail)
    assert [as_ana.get("/").status_code for _ in range(3)] == [200] * 3
    assert len(tries) == 1
