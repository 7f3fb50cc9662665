"""Without a mouse, and for those who hear the page."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import end_of, start_interview

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGES = ("/", "/items/", "/items/payment-retries/", "/sessions/", "/team/", "/search/?q=card", "/items/new/")
ANNOUNCED = """
globalThis.announced = [];
new MutationObserver(() => announced.push(document.getElementById("announce").textContent))
  .observe(document.getElementById("announce"), { childList: true, characterData: true, subtree: true });
"""


async def tab_to(page, name: str) -> None:
    """Press Tab until the element of that name has the focus, and see that the focus is visible."""
    for _ in range(60):
        await page.keyboard.press("Tab")
        found = await page.evaluate(
            """(() => { const on = document.activeElement, style = getComputedStyle(on);
               return [on.labels?.[0]?.textContent ?? on.textContent, style.outlineStyle + style.boxShadow]; })()"""
        )
        assert found[1] != "nonenone", f"No focus is seen on {found[0]}"
        if found[0].strip().startswith(name):
            return
    raise AssertionError(f"Tab never reached {name}")


async def test_an_interview_is_started_and_spoken_in_by_keyboard_alone(slow_site, visit):
    page = await visit(slow_site)
    await page.goto(f"{slow_site.url}/items/payment-retries/")
    await tab_to(page, "Start interview")
    await page.keyboard.press("Enter")
    await expect(page.locator(".live-text")).to_be_visible()
    await tab_to(page, "Say something")
    await page.keyboard.type("Cards are the only way to pay.")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".said")).to_have_text("Cards are the only way to pay.")
    await expect(page.locator("#text")).to_be_focused()
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("#session")).to_have_attribute("data-state", "stopped")


async def test_the_first_tab_skips_to_the_content(site, visit):
    page = await visit(site)
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#main")).to_be_focused()


async def test_finished_turns_are_announced_and_nothing_else(site, visit):
    page = await visit(site)
    await start_interview(page, site)
    await page.evaluate(ANNOUNCED)
    await end_of(page)
    announced = await page.evaluate("announced")
    assert announced
    assert all(
        re.match(r"(ELM|The session|admin)\b|Answers \(rules\), |Verdict|\d+ change", line)
        for line in announced
    ), announced
    assert await page.locator("#live[aria-live], #live [aria-live], #log[aria-live]").count() == 0


async def test_every_page_has_one_heading_of_the_first_rank(site, visit):
    page = await visit(site)
    for address in PAGES:
        await page.goto(site.url + address)
        await expect(page.locator("h1"), address).to_have_count(1)
