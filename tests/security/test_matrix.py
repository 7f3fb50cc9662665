"""Who may what at every address, asked of the product: each pattern, each kind of person, each method.

The table is `matrix.py`. A pattern that is not in it fails the first test, so nobody adds one without saying who may
what there.
"""

import re

import pytest
from channels.routing import URLRouter
from django.conf import settings
from django.test import Client
from django.urls import resolve

from reviews.live.routing import websocket_application
from tests.security.matrix import ADMIN_LOGIN, ADMIN_OPEN, NEVER, NOWHERE, ROLES, TABLE, Row, is_as_expected
from tests.security.stage import Stage, all_routes

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
REFUSED = ("login", "403", "404", "405", "410")
OF_NOBODY = {"admin/", "admin/jsi18n/", "admin/password_change/done/"}
"""Pages of the administration that show nothing of anybody."""
OPEN_IN_ADMIN = {row.route for row in ADMIN_OPEN}


def administration() -> list[tuple[Row, str]]:
    """A row and an address for each pattern of the administration that is in no row of the table."""
    routes = dict.fromkeys(route for route in all_routes() if route.startswith("admin/"))
    return [
        (Row(route, ADMIN_LOGIN, ADMIN_LOGIN, ADMIN_LOGIN, ADMIN_LOGIN), address_in_admin(route))
        for route in routes
        if route not in OPEN_IN_ADMIN
    ]


def address_in_admin(route: str) -> str:
    """An address that the pattern fits: number 1 of everything, one app, a page that is none."""
    if "(?P<app_label>" in route:
        return "/admin/reviews/"
    return "/" + re.sub(r"<[^>]+>", "1", route.replace("(?P<url>.*)$", "nothing/"))


def differences(stage: Stage, role: str, methods: tuple[str, ...] = METHODS) -> list[str]:
    """Every request of this role whose outcome is not that of the table, or that changed what it may not."""
    asked = [(row, stage.path_of(row)) for row in TABLE] + administration()
    return [
        told
        for row, path in asked
        for method in methods
        if (told := difference(stage, role, method, row, path))
    ]


def difference(stage: Stage, role: str, method: str, row: Row, path: str) -> str:
    expected = row.expected(method, role)
    outcome, changed = stage.ask(method, path, role, row)
    if not is_as_expected(expected, outcome):
        return f"{role}: {method} {row.route} {dict(row.fields)}: {outcome}, not {expected}"
    if changed and (outcome in REFUSED or method in ("GET", "HEAD")):
        return f"{role}: {method} {row.route}: {outcome}, and yet {changed[0][:80]}"
    return ""


def test_the_table_has_every_address_and_no_other():
    own = [route for route in all_routes() if not route.startswith("admin/")]
    assert len(own) > 70
    assert set(own) | OPEN_IN_ADMIN == {row.route for row in TABLE}


def test_the_only_sockets_are_those_of_sessions():
    """Who may open and keep them is told by `tests/live/test_socket.py` and `tests/live/test_who_may_watch.py`."""
    within = websocket_application.application
    while not isinstance(within, URLRouter):
        within = within.inner
    assert [str(route.pattern) for route in within.routes] == ["ws/sessions/<uuid:pk>/", ""]


def test_the_table_says_something_about_everybody():
    columns = [column for row in TABLE for column in (row.get, row.post, row.put, row.delete)]
    assert {len(column.split()) for column in columns} == {len(ROLES)}


def test_another_teams_admin_gets_into_nothing_and_a_viewer_does_nothing(stage):
    """The whole table is asked by the slow tests; this is the part that a mistake would hit first."""
    found = []
    for row in TABLE:
        method = "GET" if row.post in (NEVER, NOWHERE) else "POST"
        path = stage.path_of(row)
        assert resolve(path).route == row.route
        found.append(difference(stage, "elsewhere", method, row, path))
        if method == "POST":
            found.append(difference(stage, "viewer", method, row, path))
    assert [told for told in found if told] == []


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_everybody_gets_at_every_address_what_the_table_says(role, stage):
    assert differences(stage, role) == []


@pytest.mark.slow
def test_staff_without_a_permission_see_that_there_is_an_administration(stage, ben):
    ben.is_staff = True
    ben.save()
    asked = [(row, path) for row, path in administration() if row.route not in OF_NOBODY]
    assert len(asked) > 60
    got = {
        (row.route, method): stage.ask(method, path, "member", row)[0]
        for row, path in asked
        for method in ("GET", "POST")
    }
    assert {
        asked: outcome for asked, outcome in got.items() if outcome not in ("on", "403", "404", "405")
    } == {}


@pytest.mark.slow
def test_no_form_is_taken_without_its_token(stage):
    browser = Client(enforce_csrf_checks=True)
    for row in TABLE:
        for method in ("post", "put", "delete"):
            browser.cookies.clear()
            browser.cookies[settings.SESSION_COOKIE_NAME] = stage.cookies["owner"]
            assert (row.route, getattr(browser, method)(stage.path_of(row)).status_code) == (row.route, 403)


@pytest.mark.slow
def test_every_answer_says_what_its_page_may_load(stage):
    browser = Client()
    for row in TABLE:
        browser.cookies.clear()
        browser.cookies[settings.SESSION_COOKIE_NAME] = stage.cookies["owner"]
        said = browser.get(stage.path_of(row)).headers
        assert said["Content-Security-Policy"].startswith(
            "default-src 'none'; script-src 'self'; style-src 'self'"
        )
        assert (said["X-Frame-Options"], said["X-Content-Type-Options"]) == ("DENY", "nosniff")
        assert said["Referrer-Policy"] == "same-origin"
