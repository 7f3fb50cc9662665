"""Every page at desktop and phone width, light and dark: it fits its window, and there is a picture to look at."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    SMALL,
    Visits,
    end_of,
    fits,
    looks,
    send,
    served,
    start_interview,
)
from tests.browser.pictures import take_picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ITEM = "/items/payment-retries/"
EVERYWHERE = {
    "dashboard": "/",
    "items": "/items/",
    "item": ITEM,
    "item-new": "/items/new/",
    "artifact-new": f"{ITEM}artifacts/new/",
    "sessions": "/sessions/",
    "session-new": "/sessions/new/?item=payment-retries",
    "search": "/search/?q=card",
    "team": "/team/",
    "not-found": "/nowhere/",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site of its own: where others have accepted additions to the sample, there are fewer left to accept."""
    yield from served(tmp_path_factory.mktemp("pictures"), ELM_OFFLINE_PACE="0.001")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def addresses(chromium, site):
    """All pages by name, with an interview that has ended and one that waits for Ana."""
    visits = Visits(chromium)
    page = await visits(site)
    ended = await start_interview(page, site)
    await end_of(page)
    await page.goto(f"{ended}changes/")
    await page.get_by_role("button", name="Accept", exact=True).first.click()
    diff = page.locator(".change-head").get_by_role("link", name="revision").first
    found = {"changes": f"{ended}changes/", "diff": site.url + str(await diff.get_attribute("href"))}
    found["artifact"] = found["diff"].partition("diff/")[0]
    found |= {"session-ended": ended, "session-verdict": f"{ended}#event-12"}
    found["session-waiting"] = await start_interview(page, site, "Answer yourself")
    await expect(page.locator("#session")).to_have_attribute("data-state", "waiting")
    await send(page, "Customers lose their subscription, and we lose them.")
    await expect(page.locator(".event-question")).to_have_count(2)
    yield {name: site.url + path for name, path in EVERYWHERE.items()} | found
    # The site is everybody's: the next file finds the note as it was.
    await page.goto(found["changes"])
    await page.get_by_role("button", name="Undo", exact=True).first.click()
    await expect(page.locator(".change-head").first).to_contain_text("Undone")
    await visits.contexts[0].close()


async def test_every_page_fits_its_window(site, visit, addresses):
    page = await visit(site)
    async for look in looks(page, DESKTOP, PHONE, SMALL):
        for name, address in addresses.items():
            await page.goto(address)
            whole = not name.startswith("session-") or name == "session-new"
            await take_picture(page, f"{name}-{look}", full_page=whole)
            assert await fits(page), f"{name} {look}"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
async def test_a_session_fits_its_window_while_somebody_speaks(slow_site, visit, size):
    page = await visit(slow_site, viewport=size)
    await start_interview(page, slow_site)
    await expect(page.locator(".live-text")).to_contain_text("I have read")
    async for look in looks(page, size):
        await take_picture(page, f"session-live-{look}")
        assert await fits(page)


async def test_the_words_of_a_comparison_have_the_width_of_a_phone(site, visit, addresses):
    page = await visit(site, viewport=PHONE)
    await page.goto(addresses["diff"])
    box = await page.locator(".diff-inserted .diff-text").first.bounding_box()
    assert box["width"] > 0.8 * PHONE["width"]
