"""Ana works through everything that waits in Chromium, with the keyboard and without JavaScript."""

import pytest
from playwright.async_api import expect

from reviews.changes import comments
from reviews.models import Finding
from tests import factories
from tests.browser.conftest import DESKTOP, PHONE, SMALL, fits, looks
from tests.browser.pictures import take_picture
from tests.browser.test_changes_page import card, press
from tests.browser.test_changes_page import site as site  # the fixture
from tests.changes.stage import session_with, statuses

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def waiting(site, item, as_user, ana, ben):
    """The address of the page, the session with three changes, a finding behind them, and Ana's cookie."""
    session = session_with(item)
    finding = factories.FindingFactory(artifact=session.pins.get().artifact)
    comments.add_comment(session.changes.get(order=2), ben, "Where is this figure from?")
    cookie = {"name": "sessionid", "value": as_user(ana).cookies["sessionid"].value, "url": site}
    return f"{site}/changes/", session, finding, cookie


def test_ana_works_through_the_page_with_the_keyboard(in_chromium, waiting):
    url, session, _, cookie = waiting

    async def story(page):
        await page.goto(url)
        await press(page, "j", "a")
        await expect(card(page, 2)).to_be_focused()
        await expect(page.locator("#changes-progress")).to_have_text("3 to decide")
        await press(page, "w")
        await page.keyboard.insert_text("We measured it.")
        await press(page, "Control+Enter")
        await expect(card(page, 3)).to_be_focused()
        await expect(card(page, 2)).to_contain_text("We measured it.")
        await press(page, "r")
        await expect(card(page, 4)).to_be_focused()
        await press(page, "r")
        await expect(card(page, 4).locator("textarea[name=reason]")).to_be_focused()
        await page.keyboard.insert_text("It is a headline.")
        await press(page, "Control+Enter")
        await expect(page.locator("#changes-progress")).to_have_text("0 to decide")
        await expect(page.locator("#changes-progress")).to_be_focused()

    in_chromium(cookie, story)
    assert statuses(session) == ["applied", "rejected", "rejected"]
    assert Finding.objects.get().decision_reason == "It is a headline."


def test_ana_comments_and_assigns_with_the_keyboard(in_chromium, waiting):
    url, session, _, cookie = waiting

    async def story(page):
        await page.goto(url)
        await press(page, "j", "c")
        await expect(card(page, 1).locator("textarea[name=text]").last).to_be_focused()
        await page.keyboard.insert_text("Ask the bank first.")
        await press(page, "Control+Enter")
        await expect(card(page, 1).locator(".talk-said")).to_contain_text("Ana just now")
        await expect(page.locator("#changes-said")).to_have_text("Your comment is added.")
        await expect(card(page, 1).locator("[data-talk] textarea")).to_be_focused()
        await press(page, "Escape", "x")
        await expect(card(page, 1).locator(".talk-assigned")).to_have_text("Assigned to Ana")
        await expect(card(page, 1).locator(".talk-assigned")).to_be_focused()

    in_chromium(cookie, story)
    assert session.changes.get(order=1).assignee.username == "ana"
    assert session.changes.get(order=1).comments.get().text == "Ask the bank first."


def test_a_comment_that_was_not_sent_yet_outlives_a_decision(in_chromium, waiting):
    url, session, _, cookie = waiting

    async def story(page):
        await page.goto(url)
        await press(page, "j", "c")
        await page.keyboard.insert_text("Half a thou")
        await press(page, "Escape", "a")
        await expect(card(page, 1)).to_contain_text("Accepted")
        await expect(card(page, 1).locator("[data-talk] textarea")).to_have_value("Half a thou")
        await expect(card(page, 1).locator("[data-talk] textarea")).to_be_visible()

    in_chromium(cookie, story)
    assert session.changes.get(order=1).comments.count() == 0


def test_everything_works_without_javascript(in_chromium, waiting):
    url, session, _, cookie = waiting

    async def story(page):
        await page.goto(url)
        await page.get_by_label("Kind").select_option("change")
        await page.get_by_role("button", name="Show").click()
        await card(page, 1).get_by_role("button", name="Accept", exact=True).click()
        await expect(page.locator(".notices")).to_contain_text("Accepted: “Problem” in")
        await expect(page.locator("#changes-progress")).to_have_text("2 of 3 to decide")
        await card(page, 1).locator("summary", has_text="Assign").click()
        await card(page, 1).get_by_label("Who decides").select_option(label="Ben")
        await card(page, 1).get_by_role("button", name="Assign", exact=True).click()
        await expect(card(page, 1)).to_contain_text("Ben")
        await page.get_by_role("link", name="Remove Kind: Changes").click()
        await expect(page.locator("article")).to_have_count(3)

    in_chromium(cookie, story, java_script_enabled=False)
    assert statuses(session) == ["applied", "proposed", "proposed"]


def test_the_page_fits_its_window(in_chromium, waiting):
    url, _, _, cookie = waiting

    async def story(page):
        async for look in looks(page, DESKTOP, PHONE, SMALL):
            await page.goto(f"{url}?q=payment&kind=change")
            for key in ("e", "w", "c", "x"):
                await page.locator(f"article details[data-key={key}] summary").first.click()
            await take_picture(page, f"waiting-{look}", full_page=True)
            assert await fits(page), look

    in_chromium(cookie, story)
