"""Ana clicks twice, with scripts and without: one item, one session, one message, each time."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import events_of, kinds, start_interview
from tests.browser.table import made_sample

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ways = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


async def click_twice(page, name: str) -> None:
    await page.get_by_role("button", name=name, exact=True).dblclick(no_wait_after=True)


async def own_item(page, site, title: str) -> None:
    """A new item by a double click; the page is where that leads."""
    await page.goto(f"{site.url}/items/new/")
    await page.get_by_label("Title").fill(title)
    await click_twice(page, "Create item")
    await expect(page.get_by_role("status")).to_contain_text("The item is created.")


@ways
async def test_a_double_click_on_create_makes_one_item(site, visit, scripts):
    page = await visit(site, java_script_enabled=scripts)
    title = f"Twice clicked with scripts {scripts}"
    await own_item(page, site, title)
    await page.goto(f"{site.url}/items/")
    await expect(page.get_by_role("link", name=title)).to_have_count(1)


@ways
async def test_a_double_click_on_start_starts_one_session(site, visit, scripts):
    page = await visit(site, java_script_enabled=scripts)
    # An item of its own: a page shows the newest sessions only, and everybody starts some about the sample.
    item = await made_sample(page, site, f"Started with scripts {scripts}")
    await page.goto(f"{site.url}/items/{item}/")
    links = page.locator('a[href^="/sessions/"][href*="-"]')
    before = await links.count()
    await click_twice(page, "Start interview")
    await expect(page.get_by_role("heading", level=1, name="Interview")).to_be_visible()
    await page.goto(f"{site.url}/items/{item}/")
    await expect(links).to_have_count(before + 1)


@ways
async def test_a_double_click_on_send_says_it_once(site, visit, scripts):
    page = await visit(site, java_script_enabled=scripts)
    address = await start_interview(page, site, "Answer yourself")
    await page.locator("#text").fill("Cards are the only way to pay.")
    await page.locator(".composer-row button").dblclick(no_wait_after=True)
    await expect(page.locator("#log")).to_contain_text("Cards are the only way to pay.")
    await expect(page.locator("#text")).to_have_value("")
    await page.goto(address)
    assert kinds(await events_of(page, address)).count("user_message") == 1


async def test_the_same_words_later_are_another_message(site, visit):
    page = await visit(site)
    address = await start_interview(page, site, "Answer yourself")
    key = page.locator("form:has(#text) input[name=form_key]")
    for count in (1, 2):
        before = await key.input_value()
        await page.locator("#text").fill("I do not know.")
        await page.locator("#text").press("Control+Enter")
        await expect(page.locator("#text")).to_have_value("")
        await expect(key).not_to_have_value(before)
        assert kinds(await events_of(page, address)).count("user_message") == count


async def test_a_form_that_stays_on_the_page_gets_another_key_once_it_is_answered(site, visit):
    page = await visit(site)
    await page.goto(f"{site.url}/items/payment-retries/")
    await page.locator('#main a[href^="/artifacts/"]').first.click()
    key = page.locator(".check-form input[name=form_key]").first
    before = await key.input_value()
    async with page.expect_response(lambda answer: "/check/" in answer.url):
        await page.locator(".check-form button").first.click()
    await expect(key).not_to_have_value(before)
