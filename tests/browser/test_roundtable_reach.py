"""A roundtable without a mouse, and for those who hear it."""

import re
from itertools import pairwise

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, events_of, press, served
from tests.browser.table import TOPIC, Chosen, fill, made_sample, peoples_turn, start
from tests.browser.test_keyboard import ANNOUNCED, tab_to

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
NAMELESS = """
[...document.querySelectorAll("input:not([type=hidden]), select, textarea, button, main a, summary")]
  .filter((one) => one.checkVisibility() && !(one.labels?.length || one.ariaLabel || one.textContent.trim()))
  .map((one) => one.outerHTML)
"""
RANKS = """
[...document.querySelectorAll(":is(h1, h2, h3, h4, h5, h6):not(.prose *)")].map((one) => Number(one.tagName[1]))
"""


@pytest.fixture(scope="module")
def spoken_site(tmp_path_factory):
    """A site on which there is time to do something while somebody speaks."""
    yield from served(tmp_path_factory.mktemp("spoken"), ELM_OFFLINE_PACE="0.01")


async def test_a_roundtable_is_started_led_and_ended_by_keyboard_alone(spoken_site, visit):
    page = await visit(spoken_site)
    await page.goto(f"{spoken_site.url}/items/payment-retries/")
    await tab_to(page, "Roundtable")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("New roundtable")
    await tab_to(page, "Or a topic of your own")
    await page.keyboard.type(TOPIC)
    await page.keyboard.press("Enter")
    await expect(page.locator(".event-introduction")).to_be_visible()
    await peoples_turn(page)
    await tab_to(page, "5 times")
    await page.keyboard.press("Enter")
    await peoples_turn(page, after=5)
    await tab_to(page, "Let them continue")
    await page.keyboard.press("Enter")
    await peoples_turn(page, after=6)
    await tab_to(page, "Wrap up")
    await page.keyboard.press("Enter")
    await end_of(page)


async def test_the_focus_and_what_is_half_written_stay_while_they_speak(spoken_site, visit):
    page = await visit(spoken_site)
    await start(page, spoken_site, Chosen("Who watches the focus?"))
    await page.locator("#text").focus()
    await page.keyboard.type("Half a ")
    await expect(page.locator(".event-framing")).to_be_visible()
    await page.keyboard.type("thought")
    await peoples_turn(page)
    await expect(page.locator("#text")).to_be_focused()
    await expect(page.locator("#text")).to_have_value("Half a thought")
    await press(page, "Stop")


async def test_every_finished_turn_is_announced_once_and_nothing_while_it_is_spoken(spoken_site, visit):
    page = await visit(spoken_site)
    item = await made_sample(page, spoken_site, "Retries that nobody has discussed")
    address = await start(page, spoken_site, Chosen(TOPIC, item=item))
    await page.evaluate(ANNOUNCED)
    await peoples_turn(page)
    await press(page, "Wrap up")
    await end_of(page)
    told = ". ".join(await page.evaluate("announced"))
    turns = [event for event in (await events_of(page, address))["events"] if event["data"].get("turn")]
    assert [event["data"]["turn"] for event in turns] == [1, 2, 3, 4]
    for event in turns:
        assert (
            len(re.findall(rf"{event['speaker']['name']}, [\w ]+, turn {event['data']['turn']}\b", told)) == 1
        )
        assert event["text"][:30] not in told
    assert await page.locator("#live[aria-live], #live [aria-live], #log[aria-live]").count() == 0


async def test_the_names_are_a_listbox_of_the_message_box(spoken_site, visit):
    page = await visit(spoken_site)
    await start(page, spoken_site, Chosen("Who is named?"))
    box = page.locator("#text")
    await expect(box).to_have_attribute("role", "combobox")
    await expect(box).to_have_attribute("aria-expanded", "false")
    await box.press_sequentially("@")
    await expect(box).to_have_attribute("aria-expanded", "true")
    await expect(page.get_by_role("listbox", name="Speak to")).to_have_id(
        await box.get_attribute("aria-controls")
    )
    for name in ("Maya Chen", "Alex Rivera", "Jordan Park", "Everyone", "Maya Chen"):
        chosen = page.get_by_role("option", selected=True)
        await expect(chosen).to_contain_text(name)
        await expect(box).to_have_attribute("aria-activedescendant", await chosen.get_attribute("id"))
        await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Escape")
    await expect(box).to_have_attribute("aria-expanded", "false")
    await expect(box).to_be_focused()
    await press(page, "Stop")


async def test_pages_have_one_first_heading_no_skipped_rank_and_a_name_for_everything(spoken_site, visit):
    page = await visit(spoken_site)
    item = await made_sample(page, spoken_site, "Retries once more")
    await fill(page, spoken_site, Chosen("Who is on call?", item=item))
    await well_named(page)
    await press(page, "Start roundtable")
    await peoples_turn(page)
    await well_named(page)
    await press(page, "Wrap up")
    await end_of(page)
    address = page.url.partition("#")[0]
    for place in ("", "changes/", "blind/"):
        await page.goto(address + place)
        await well_named(page)
    await page.goto(f"{address}changes/")
    await page.locator(".changes-group h2 a").click()
    await well_named(page)


async def well_named(page: Page) -> None:
    """One first heading beside those of the team's own document, which is shown as it is."""
    await expect(page.locator("h1:not(.sheet h1)")).to_have_count(1)
    ranks = await page.evaluate(RANKS)
    assert all(after <= before + 1 for before, after in pairwise(ranks)), (
        page.url,
        ranks,
    )
    assert await page.evaluate(NAMELESS) == [], page.url
