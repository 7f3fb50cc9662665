"""Repositories as Ana uses them in Chromium: she links one, picks files of it, and has them discussed."""

import re

from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, press
from tests.browser.site import Site
from tests.browser.table import TOPIC, Chosen, peoples_turn, start

REVIEW = "After review: somebody"


async def link(page: Page, site: Site, url: str, credential: str = "") -> str:
    """Link a repository by its address, and wait for the end of its first fetch. Returns its page's address."""
    await page.goto(f"{site.url}/repositories/new/")
    await page.get_by_label("Address").fill(url)
    await page.get_by_label("Credential").fill(credential)
    await press(page, "Link")
    await expect(page.locator(".files")).to_be_visible()
    return page.url


async def pick(page: Page, title: str, *names: str) -> str:
    """Pick files of the folder that is shown into a new item. Returns the item's slug."""
    for name in names:
        await page.get_by_role("checkbox", name=f"Pick {name}").check()
    await page.get_by_label("Item", exact=True).select_option("")
    await page.get_by_label("Title of the new item").fill(title)
    await press(page, "Pick into item")
    await expect(page.locator(".notice-good")).to_contain_text("stored, pinned to commit")
    address = (
        await page.get_by_role("link", name=title).get_attribute("href") if len(names) == 1 else page.url
    )
    return re.findall(r"/items/([^/]+)/", address or "")[0]


async def discussed(page: Page, site: Site, slug: str) -> str:
    """Hold a roundtable on an item to its end; its changes wait for review. Returns its address."""
    address = await start(page, site, Chosen(TOPIC, apply=REVIEW, item=slug))
    await peoples_turn(page)
    await press(page, "Let them continue")
    await peoples_turn(page, after=4)
    await press(page, "Wrap up")
    await end_of(page)
    return address


async def fetched(page: Page, address: str) -> None:
    """Fetch a repository, and wait until it is done."""
    await page.goto(address)
    await press(page, "Fetch now")
    for button in ("Stop", "Fetch now"):
        await expect(page.get_by_role("button", name=button)).to_be_visible()


async def decide(page: Page, key: str, about: str, then: str) -> None:
    """Press a key on the card that has these words, and wait for what the card says then."""
    card = page.locator("article.change").filter(has_text=about)
    await card.focus()
    await page.keyboard.press(key)
    await expect(card.locator(".badge").first).to_contain_text(then)
