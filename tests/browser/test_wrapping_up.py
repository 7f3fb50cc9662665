"""An interview is wrapped up with the mouse, the keyboard, on a phone and without JavaScript."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import PHONE, end_of, press, send, start_interview

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
WRAP_UP = "Wrap up with a verdict"


def button(page: Page, name: str = WRAP_UP):
    return page.get_by_role("button", name=name, exact=True)


async def start_answering(page: Page, site) -> str:
    """Start an interview that Ana answers, and wait for ELM's questions. Returns its address."""
    address = await start_interview(page, site, "Answer yourself")
    await expect(page.locator(".event-question")).to_have_count(1)
    await expect(page.locator("#session")).to_have_attribute("data-state", "waiting")
    return address


async def test_ana_presses_the_button_and_reads_the_verdict(site, visit):
    page = await visit(site)
    await start_answering(page, site)
    await press(page, WRAP_UP)
    await end_of(page)
    await expect(page.locator(".verdict-head")).to_contain_text("wrapped up by")
    await expect(page.locator(".message-state").last).to_have_text("Wrapped up.")
    await expect(button(page)).to_have_count(0)
    await expect(button(page, "Stop")).to_have_count(0)
    await expect(button(page, "Deeper review")).to_be_visible()
    await expect(page.locator(".ways-to-end")).to_be_hidden()


async def test_what_was_improved_is_proposed_when_it_is_stopped_and_once_it_is_wrapped_up(site, visit):
    page = await visit(site)
    address = await start_answering(page, site)
    await send(
        page, "1. At most 3 times holds, and the proposal changes.\n2. 10 June 2027 holds; nobody was told."
    )
    await expect(page.locator(".event-question")).to_have_count(2)
    await expect(page.locator("#session")).to_have_attribute("data-state", "waiting")
    await press(page, "Stop")
    await expect(page.locator(".event-change")).to_contain_text("kept as")
    kept = await page.locator(".event-change").inner_text()
    await page.goto(f"{address}changes/")
    cards = await page.locator("article").count()
    assert kept.startswith(f"{cards} improvement")
    await page.goto(address)
    await press(page, "Resume")
    await press(page, WRAP_UP)
    await end_of(page)
    await page.goto(f"{address}changes/")
    await expect(page.locator("article")).to_have_count(cards)


async def test_a_lone_done_is_asked_back_and_answered_with_a_button(site, visit):
    page = await visit(site)
    await start_answering(page, site)
    await expect(button(page, "It is my answer")).to_have_count(0)
    await send(page, "done")
    await expect(page.get_by_text("Is “done” your answer, or shall I wrap up?", exact=True)).to_be_visible()
    await press(page, "It is my answer")
    await expect(page.locator(".event-answer")).to_contain_text("the answer of round 1")
    await expect(button(page, "It is my answer")).to_have_count(0)
    await press(page, "Stop")


async def test_the_keyboard_is_enough_and_a_phone_is_wide_enough(site, visit):
    page = await visit(site, viewport=PHONE)
    await start_answering(page, site)
    width = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    await expect(button(page)).to_be_in_viewport(ratio=1)
    await button(page).focus()
    await page.keyboard.press("Enter")
    await end_of(page)
    await expect(page.locator(".verdict-head")).to_contain_text("wrapped up by")


async def test_it_works_without_javascript(site, visit):
    page = await visit(site)
    address = await start_answering(page, site)
    plain = await visit(site, java_script_enabled=False)
    await plain.goto(address)
    await press(plain, WRAP_UP)
    await end_of(page)
    await plain.goto(address)
    await expect(plain.locator(".verdict-head")).to_contain_text("wrapped up by")
