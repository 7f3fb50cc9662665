"""A persona of the team's own in Chromium: Ana makes it from a shipped one, gives it a seat, and it speaks by rules."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import PHONE, end_of, events_of, press, send
from tests.browser.site import Site
from tests.browser.table import Chosen, fill, invited, made_sample, peoples_turn, said_by

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_ana_makes_a_persona_chooses_the_seats_and_the_roundtable_runs_with_it(site, visit):
    ana = await visit(site)
    await makes_rosa(ana, site)
    address = await holds_a_roundtable_with_rosa(ana, site)
    names = said_by(await events_of(ana, address), "contribution")
    assert "Rosa" in names
    assert not {"Maya", "Alex"} & set(names)
    ben = await invited(visit, site, "ben")
    await ben.set_viewport_size(PHONE)
    for page in (
        "/team/personas/",
        f"/personas/{await key_of_rosa(ana, site)}/history/",
        address[len(site.url) :],
    ):
        await ben.goto(f"{site.url}{page}")
        await expect(ben.locator("body")).to_contain_text("Rosa Lind")
        wide = await ben.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, page


async def makes_rosa(ana: Page, site: Site) -> None:
    """From a copy of a shipped one, on the way that a new admin finds; the prompt is tried before anything is saved."""
    await ana.goto(f"{site.url}/team/")
    await ana.get_by_role("link", name="Personas", exact=True).click()
    await ana.get_by_role("link", name="Alex Rivera").click()
    await ana.get_by_role("link", name="Make a copy").click()
    await ana.get_by_label("Name", exact=True).fill("Maya Lind")
    await ana.get_by_label("Role", exact=True).fill("Operations Lead")
    await ana.get_by_label("Lens").fill("running it at night")
    await ana.get_by_label("Keywords").fill("retry\nqueue\nalert\ncustomer")
    await press(ana, "Save")
    await expect(ana.locator(".field-error")).to_contain_text("already answers to “Maya”")
    await ana.get_by_label("Name", exact=True).fill("Rosa Lind")
    await press(ana, "Try")
    await expect(ana.locator("#tried")).to_be_visible()
    await expect(ana.get_by_text("You are Rosa Lind, Operations Lead.").first).to_be_visible()
    await press(ana, "Save")
    await expect(ana.get_by_role("heading", level=1)).to_have_text("Rosa Lind")


async def holds_a_roundtable_with_rosa(ana: Page, site: Site) -> str:
    """On a topic, with Jordan and without the others. Returns its address."""
    item = await made_sample(ana, site, "Retries at night")
    await fill(ana, site, Chosen(topic="retries at night", limit=8, item=item))
    await ana.get_by_label("Maya Chen").uncheck()
    await ana.get_by_label("Alex Rivera").uncheck()
    await ana.get_by_label("Rosa Lind").check()
    await press(ana, "Start roundtable")
    await expect(ana.locator(".event-introduction")).to_contain_text("Rosa Lind (Operations Lead)")
    await peoples_turn(ana)
    address = ana.url.partition("#")[0]
    await send(ana, "done")
    await end_of(ana)
    return address


async def key_of_rosa(ana: Page, site: Site) -> str:
    await ana.goto(f"{site.url}/team/personas/")
    href = await ana.get_by_role("link", name="Rosa Lind").get_attribute("href")
    return str(href).split("/")[2]
