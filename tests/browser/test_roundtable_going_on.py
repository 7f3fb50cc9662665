"""The server is killed in the middle of a turn: two browsers come back by themselves and show one and the same text."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, events_of, send, shown
from tests.browser.site import Site
from tests.browser.table import Chosen, invited, peoples_turn, start, turn, turns_taken

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def own_site(tmp_path):
    site = Site(tmp_path, ELM_OFFLINE_PACE="0.02")
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.errors, site.errors


async def test_a_killed_server_goes_on_in_the_same_turn_for_both_and_counts_it_once(own_site, visit):
    ana, ben = await visit(own_site), await invited(visit, own_site, "ben")
    address = await start(ana, own_site, Chosen(step="01-03"))
    await ben.goto(address)
    await in_the_middle_of(ana, ben, "Alex Rivera")
    for page in (ana, ben):
        await page.evaluate("globalThis.neverLeft = true")
    await ben.locator("#text").fill("Half a thought")
    own_site.kill()
    for page in (ana, ben):
        await expect(page.locator("#connection")).to_contain_text("Connection lost. Reconnecting…")
    own_site.start()
    await peoples_turn(ana)
    await peoples_turn(ben)
    await both_show_the_log(ana, ben, address)
    await expect(ben.locator("#text")).to_have_value("Half a thought")
    before = await turn(ben)
    await send(ben, "Jordan, what does the interface return?")
    await peoples_turn(ana, after=before + 1)
    await send(ana, "done")
    await end_of(ana)
    await end_of(ben)
    await both_show_the_log(ana, ben, address)


async def in_the_middle_of(ana: Page, ben: Page, name: str) -> None:
    """Wait until both hear the same speaker say something."""
    for page in (ana, ben):
        await expect(page.locator(".event-live .event-who")).to_have_text(name)
        await expect(page.locator(".live-text")).to_have_text(re.compile(r"\w+ \w+ \w+"))


async def both_show_the_log(ana: Page, ben: Page, address: str) -> None:
    """Every event once, the same words in both, a right counter, and nobody had to load the page again."""
    log = await events_of(ana, address)
    for page in (ana, ben):
        await expect(page.locator("#connection")).to_be_hidden()
        numbers = [int(line.split(" ", 1)[0]) for line in await shown(page)]
        assert numbers == [event["number"] for event in log["events"]]
        assert await turn(page) == turns_taken(log)
        assert await page.evaluate("globalThis.neverLeft")
    texts = [event["text"] for event in log["events"] if event["kind"] == "contribution"]
    assert len(set(texts)) == len(texts) >= 2
    assert await shown(ana) == await shown(ben)
