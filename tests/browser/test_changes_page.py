"""Ana reviews changes in Chromium, with the keyboard and without JavaScript."""

import asyncio
import os
import socket
import subprocess
import sys

import pytest
from django.db import connection
from playwright.async_api import expect

from reviews.changes import decide
from tests.browser.conftest import DESKTOP, PHONE, SMALL, fits, looks
from tests.browser.pictures import take_picture
from tests.changes.stage import BASE, ask, now, session_with, statuses

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def site(django_db_setup):
    """The site on a free port of this machine, served by a process of its own from the tests' database."""
    # The socket listens from the start, so that nobody has to wait for the server.
    with socket.create_server(("127.0.0.1", 0)) as listening:
        command = [sys.executable, "-m", "uvicorn", "elm_site.asgi:application", "--lifespan", "off"]
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        }
        server = subprocess.Popen(
            [*command, "--log-level", "warning", "--fd", str(listening.fileno())],
            env=environment,
            pass_fds=[listening.fileno()],
        )
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.terminate()
        server.wait(timeout=30)


@pytest.fixture
def changes(site, item, as_user, ana):
    """The address of a page with three changes, the session, and Ana's cookie."""
    session = session_with(item)
    ask(session)
    cookie = {"name": "sessionid", "value": as_user(ana).cookies["sessionid"].value, "url": site}
    return f"{site}/sessions/{session.pk}/changes/", session, cookie


def card(page, order):
    return page.locator("article").nth(order - 1)


async def press(page, *keys):
    for key in keys:
        await page.keyboard.press(key)


def test_ana_decides_on_every_change_with_the_keyboard(in_chromium, changes):
    url, session, cookie = changes

    async def story(page):
        await page.goto(url)
        await expect(page.locator(".keys")).to_be_visible()
        await press(page, "j")
        await expect(card(page, 1)).to_be_focused()
        await press(page, "a")
        await expect(card(page, 2)).to_be_focused()
        await expect(page.locator("#changes-progress")).to_contain_text("1 of 3 decided")
        await press(page, "r")
        await expect(card(page, 3)).to_be_focused()
        await press(page, "e")
        await page.keyboard.insert_text("We know no risk. ")
        await press(page, "Control+Enter")
        await expect(page.locator("#changes-progress")).to_contain_text("All 3 decided")
        await expect(page.locator("#changes-progress")).to_be_focused()

    in_chromium(cookie, story)
    assert statuses(session) == ["applied", "rejected", "applied"]


def test_keys_go_back_undo_and_close_an_edit(in_chromium, changes):
    url, session, cookie = changes

    async def story(page):
        await page.goto(url)
        await press(page, "j", "j", "k", "e")
        await expect(card(page, 1).locator("[data-key=e] textarea")).to_be_focused()
        await press(page, "Escape")
        await expect(card(page, 1)).to_be_focused()
        await press(page, "a")
        await expect(card(page, 2)).to_be_focused()
        await press(page, "k", "u")
        await expect(card(page, 1)).to_contain_text("Undone")
        await expect(card(page, 1)).to_be_focused()

    in_chromium(cookie, story)
    assert statuses(session) == ["undone", "proposed", "proposed"]
    assert now(session.pins.get().artifact) == BASE.encode()


def test_letters_typed_into_an_edit_decide_nothing(in_chromium, changes):
    url, session, cookie = changes

    async def story(page):
        await page.goto(url)
        await press(page, "j", "e", "Control+A", "a", "r", "u", "j")
        await expect(card(page, 1).locator("[data-key=e] textarea")).to_have_value("aruj")

    in_chromium(cookie, story)
    assert statuses(session) == ["proposed"] * 3


def test_a_lost_race_is_told_in_the_card_and_the_focus_stays(in_chromium, changes, ben):
    url, session, cookie = changes
    first = session.changes.get(order=1)

    def ben_rejects():
        decide.reject(first, ben)
        connection.close()

    async def story(page):
        await page.goto(url)
        await asyncio.to_thread(ben_rejects)
        await press(page, "j", "a")
        alert = card(page, 1).locator("[role=alert]")
        await expect(alert).to_contain_text("was rejected by Ben already")
        await expect(card(page, 1)).to_be_focused()

    in_chromium(cookie, story)
    assert statuses(session) == ["rejected", "proposed", "proposed"]


def test_everything_works_without_javascript(in_chromium, changes):
    url, session, cookie = changes

    async def story(page):
        await page.goto(url)
        await expect(page.locator(".keys")).to_be_hidden()
        await card(page, 1).get_by_role("button", name="Accept", exact=True).click()
        await expect(card(page, 1)).to_contain_text("Accepted")
        await card(page, 2).locator("[data-key=e] summary").click()
        await card(page, 2).locator("[data-key=e] textarea").fill("We retry three times.\n")
        await card(page, 2).get_by_role("button", name="Accept this wording").click()
        await expect(card(page, 2)).to_contain_text("Accepted, edited")
        await card(page, 1).get_by_role("button", name="Undo").click()
        await page.get_by_role("button", name="Accept the other 1").click()
        await expect(page.locator("#changes-progress")).to_contain_text("All 3 decided")

    in_chromium(cookie, story, java_script_enabled=False)
    assert statuses(session) == ["undone", "applied", "applied"]


def test_the_pages_fit_their_window(in_chromium, changes, ana):
    url, session, cookie = changes
    first = session.changes.get(order=1)
    decide.accept(first, ana)
    diff = f"{url.split('/sessions')[0]}/artifacts/{first.artifact_id}/diff/1..2/"

    async def story(page):
        async for look in looks(page, DESKTOP, PHONE, SMALL):
            for name, address in {"changes": url, "inline": diff, "sides": f"{diff}?view=sides"}.items():
                await page.goto(address)
                await take_picture(page, f"{name}-{look}", full_page=True)
                assert await fits(page), f"{name} {look}"

    in_chromium(cookie, story)
