"""A reload, a second tab, a frozen tab and a restart in the middle of a turn all end in the same text."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import end_of, events_of, press, shown, start_interview
from tests.browser.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def own_site(tmp_path):
    site = Site(tmp_path, ELM_OFFLINE_PACE="0.005")
    site.start()
    yield site
    site.stop()


async def speaking(page) -> str:
    """Wait until a turn is being spoken; returns its words so far."""
    await expect(page.locator(".live-text")).to_have_text(re.compile(r"\w+ \w+ \w+"))
    return await page.locator(".live-text").inner_text()


async def assert_shows_all(page, address: str) -> None:
    """The page shows what it would show if it were opened now, and that is the whole log."""
    live = await shown(page)
    log = await events_of(page, address)
    await page.goto(address)
    assert [line.split(" ", 1)[0] for line in live] == [str(event["number"]) for event in log["events"]]
    assert live == await shown(page)
    for event in log["events"]:
        first = (
            re.split(r"[\n*“]", event["text"], maxsplit=1)[0].strip() if event["kind"] == "question" else ""
        )
        assert first in live[event["number"] - 1]


async def test_a_reload_in_mid_turn_shows_what_was_said_and_what_comes(slow_site, visit):
    page = await visit(slow_site)
    address = await start_interview(page, slow_site)
    said = await speaking(page)
    await page.reload()
    assert (await speaking(page)).startswith(said.strip())
    await expect(page.locator(".event-answer")).to_have_count(1)
    await press(page, "Stop")
    await expect(page.locator("#session")).to_have_attribute("data-state", "stopped")
    await assert_shows_all(page, address)


async def test_a_second_tab_hears_the_same_words(slow_site, visit):
    page = await visit(slow_site)
    address = await start_interview(page, slow_site)
    said = await speaking(page)
    second = await page.context.new_page()
    await second.goto(address)
    assert (await speaking(second)).startswith(said.strip())
    await press(second, "Stop")
    for tab in (page, second):
        await expect(tab.locator("#session")).to_have_attribute("data-state", "stopped")
        await expect(tab.locator(".event-live")).to_have_count(0)
    assert await shown(page) == await shown(second)
    await assert_shows_all(page, address)


async def test_a_frozen_tab_catches_up(site, visit):
    page = await visit(site)
    address = await start_interview(page, site)
    browser = await page.context.new_cdp_session(page)
    await browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    other = await visit(site)
    await other.goto(address)
    await end_of(other)
    await browser.send("Page.setWebLifecycleState", {"state": "active"})
    await end_of(page)
    assert await shown(page) == await shown(other)


@pytest.mark.parametrize("ended", [Site.stop, Site.kill], ids=["restart", "kill -9"])
async def test_a_server_that_ends_in_mid_turn_goes_on_where_it_was(own_site, visit, ended):
    page = await visit(own_site)
    address = await start_interview(page, own_site)
    await speaking(page)
    await page.locator("#text").fill("Half a thought")
    ended(own_site)
    await expect(page.locator("#connection")).to_contain_text("Connection lost. Reconnecting…")
    own_site.start()
    await end_of(page)
    await expect(page.locator("#connection")).to_be_hidden()
    await expect(page.locator("#text")).to_have_value("Half a thought")
    assert await page.evaluate("performance.getEntriesByType('navigation').length") == 1
    await assert_shows_all(page, address)
