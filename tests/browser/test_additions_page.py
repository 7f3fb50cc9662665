"""Ana reads what a roundtable has added, in Chromium: on the artifact, compared, and on the page of changes."""

import re

import pytest
from playwright.async_api import expect

from reviews.changes import decide
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.states import EventKind
from tests.browser.conftest import DESKTOP, PHONE, SMALL, fits, looks
from tests.browser.test_changes_page import card, press, site
from tests.changes.stage import now, statuses
from tests.changes.table import held
from tests.views.table import ALEX

__all__ = ["site"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(item, ana):
    """A roundtable whose three points are in the specification."""
    session = held(item)
    store.append(session.pk, [NewEvent(EventKind.CONTRIBUTION, "One.", ALEX, {"turn": 2})])
    decide.accept_all(session, ana)
    return session


@pytest.fixture
def spec(table):
    return table.pins.get().artifact


@pytest.fixture
def cookie(site, as_user, ana):
    return {"name": "sessionid", "value": as_user(ana).cookies["sessionid"].value, "url": site}


def addition(page, number):
    return page.locator(f"#addition-{number}")


def test_fr_008_05_ana_steps_through_additions_by_keys_and_undoes_one(in_chromium, site, cookie, table, spec):
    async def story(page):
        await page.goto(f"{site}/artifacts/{spec.pk}/")
        await expect(page.locator(".step-keys")).to_be_visible()
        await press(page, "j", "j")
        await expect(addition(page, 2)).to_be_focused()
        await press(page, "j", "j", "k", "k")
        await expect(addition(page, 1)).to_be_focused()
        await press(page, "Tab", "Tab", "Tab", "Tab", "Enter")
        await expect(page.locator(".addition")).to_have_count(2)
        await expect(page.locator("body")).to_contain_text("It is undone.")

    in_chromium(cookie, story)
    assert statuses(table) == ["undone", "applied", "applied"]


def test_the_additions_work_without_javascript(in_chromium, site, cookie, table, spec):
    async def story(page):
        await page.goto(f"{site}/artifacts/{spec.pk}/")
        await expect(page.locator(".step-keys")).to_be_hidden()
        await page.get_by_role("link", name="Hide additions").click()
        await expect(page.locator(".addition")).to_have_count(0)
        await page.get_by_role("link", name="Show additions").click()
        await addition(page, 3).get_by_role("button", name="Undo").click()
        await expect(page.locator(".addition")).to_have_count(2)
        await addition(page, 1).get_by_role("link", name="turn 2").click()
        await expect(page).to_have_url(re.compile("#event-1$"))

    in_chromium(cookie, story, java_script_enabled=False)
    assert statuses(table) == ["applied", "applied", "undone"]


@pytest.mark.parametrize("view", ["inline", "sides"])
def test_places_of_a_comparison_are_reached_by_keys_and_by_links(
    in_chromium, site, cookie, table, spec, view
):
    async def story(page):
        await page.goto(f"{site}/artifacts/{spec.pk}/diff/1..2/?view={view}")
        await press(page, "j")
        await expect(page.locator("#step-1")).to_be_focused()
        await expect(page.locator(".diff-said")).to_have_count(3)
        await page.locator(".diff-said").first.get_by_role("link", name="the change").click()
        await expect(page).to_have_url(re.compile("/changes/#change-"))

    in_chromium(cookie, story)


def test_fr_008_03_everything_is_undone_and_decided_again_without_a_mouse(
    in_chromium, site, cookie, table, spec
):
    async def story(page):
        await page.goto(f"{site}/sessions/{table.pk}/changes/")
        await expect(page.locator("#changes-lede")).to_contain_text("They are in the artifacts")
        await page.get_by_role("button", name="Undo all 3").press("Enter")
        await expect(page.locator("body")).to_contain_text("Everything is undone")
        await press(page, "j", "a")
        await expect(card(page, 1)).to_contain_text("Accepted")
        await expect(page.locator(".changes-tally")).to_contain_text("1 accepted · 0 rejected · 2 undone")
        await expect(page.locator("#changes-lede")).to_contain_text("What is accepted is in the artifacts")

    in_chromium(cookie, story)
    assert statuses(table) == ["applied", "undone", "undone"]
    assert now(spec).count(b"Elaboration: step") == 1


def test_the_pages_fit_their_window(in_chromium, site, cookie, table, spec):
    pages = (
        f"artifacts/{spec.pk}/",
        f"artifacts/{spec.pk}/diff/1..2/",
        f"artifacts/{spec.pk}/diff/1..2/?view=sides",
        f"sessions/{table.pk}/changes/",
    )

    async def story(page):
        async for look in looks(page, DESKTOP, PHONE, SMALL):
            for address in pages:
                await page.goto(f"{site}/{address}")
                assert await fits(page), f"{address} {look}"

    in_chromium(cookie, story)
