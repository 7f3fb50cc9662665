"""Ana takes an item out of the way and back, and deletes one for good, at her desk and on her phone."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, press
from tests.browser.pictures import take_picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def looks_right(page, name: str) -> None:
    """Nothing is cut off at the side; a picture of it is kept."""
    await take_picture(page, f"keeping-{name}", full_page=True)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def make_item(page, site, title: str) -> None:
    """A post-mortem, with the document that it begins with."""
    await page.goto(f"{site.url}/items/new/")
    await page.get_by_label("Title").fill(title)
    await page.get_by_label("Begin with").select_option(label="Post-mortem")
    await press(page, "Create item")
    await expect(page.get_by_role("link", name="post-mortem.md")).to_be_visible()


async def test_an_item_is_archived_found_restored_and_deleted(site, visit):
    page = await visit(site)
    await make_item(page, site, "Outage of May")
    await page.get_by_role("link", name="Edit").click()
    await page.get_by_label("Tags").fill("outage, q2")
    await press(page, "Save")
    await looks_right(page, "item")
    await press(page, "Archive")
    await expect(page.get_by_text("nothing of it can be started until it is restored")).to_be_visible()
    await looks_right(page, "archived")
    await page.goto(f"{site.url}/items/?archived=yes&tag=outage")
    await looks_right(page, "list")
    await page.get_by_role("link", name="Outage of May").click()
    await press(page, "Restore")

    phone = await visit(site, viewport=PHONE, color_scheme="dark")
    await phone.goto(f"{site.url}/items/?tag=q2")
    await looks_right(phone, "list-phone")
    await phone.get_by_role("link", name="Outage of May").click()
    await looks_right(phone, "item-phone")
    await phone.get_by_role("link", name="Delete…").click()
    await expect(phone.get_by_role("heading", name="What goes")).to_be_visible()
    await phone.get_by_label("Type “Outage of May” to confirm").fill("outage of june")
    await press(phone, "Delete for good")
    await expect(phone.get_by_text("Nothing was deleted.")).to_be_visible()
    await looks_right(phone, "delete-phone")
    await phone.get_by_label("Type “Outage of May” to confirm").fill("outage of may")
    await press(phone, "Delete for good")
    await expect(phone.get_by_text("Outage of May is deleted.")).to_be_visible()
    await page.goto(f"{site.url}/items/?archived=all")
    await expect(page.get_by_role("link", name="Outage of May")).to_have_count(0)
