"""Search by keyboard: the palette on any page, and the page that it leads to."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, end_of, served, start_interview
from tests.browser.pictures import take_picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site of its own: the palette shows eight results, and other stories have said the same words."""
    yield from served(tmp_path_factory.mktemp("search"), ELM_OFFLINE_PACE="0.001")


async def search_by_phone(page) -> None:
    """The link at the top opens the palette too, and a tap opens a result."""
    box, options = (
        page.get_by_role("combobox", name="Search everything"),
        page.locator("#palette").get_by_role("option"),
    )
    await page.set_viewport_size(PHONE)
    await page.emulate_media(color_scheme="light")
    await page.get_by_role("link", name="Search", exact=True).click()
    await expect(box).to_be_focused()
    await box.fill("zzz")
    await expect(page.get_by_text("Nothing found. Try")).to_be_visible()
    await box.fill("plan")
    await expect(options.first).to_be_visible()
    await take_picture(page, "palette-phone")
    await options.first.click()
    await expect(page.locator("#palette")).to_be_hidden()


async def test_search_by_keyboard(site, visit):
    page = await visit(site)
    address = await start_interview(page, site)
    await end_of(page)
    await page.goto(f"{site.url}/items/new/")
    await page.get_by_label("Title").press_sequentially("a/b")
    await expect(page.get_by_label("Title")).to_have_value("a/b")  # who types means the letter
    await page.goto(f"{site.url}/items/")
    await page.keyboard.press("Tab")
    await page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Search everything")
    await expect(box).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#palette")).to_be_hidden()
    await expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("car")
    options = page.locator("#palette").get_by_role("option")
    await expect(options.first).to_have_attribute("aria-selected", "true")
    await expect(box).to_have_attribute("aria-activedescendant", "palette-1")
    await expect(box).to_have_attribute("aria-expanded", "true")
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)
        await take_picture(page, f"palette-{scheme}")
    said = options.filter(has_text="Said").first
    for _ in range(12):
        if await said.get_attribute("aria-selected") == "true":
            break
        await page.keyboard.press("ArrowDown")
    await expect(said).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"{address}?at=*")
    await expect(page.locator(":target")).to_be_in_viewport()
    await page.keyboard.press("/")
    await page.keyboard.type("card")
    every = page.get_by_role("option", name="All results for “card”")
    await expect(every).to_be_visible()
    await expect(options.first).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("ArrowUp")
    await expect(every).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"{site.url}/search/?q=card")
    await page.get_by_label("Kind").select_option("document")
    await page.get_by_role("button", name="Search").click()
    await expect(page.get_by_role("link", name="Remove Kind: Documents")).to_be_visible()
    await take_picture(page, "search-dark", full_page=True)
    await search_by_phone(page)
