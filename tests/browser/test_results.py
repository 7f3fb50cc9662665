"""A session that has ended is opened: its result and the button to its changes are the first thing seen."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, end_of, fits, press, start_interview
from tests.browser.pictures import take_picture
from tests.browser.table import Chosen, made_sample, peoples_turn, start

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
ORDER = """() => {
  const top = (where) => document.querySelector(where).getBoundingClientRect().top;
  return [top("h1"), top(".result"), Math.min(top(".panel-place"), top(".conversation"))];
}"""


async def interviewed(page: Page, site) -> str:
    """An interview that has ended with changes. Returns its address."""
    address = await start_interview(page, site, item=await made_sample(page, site, "Retries with a result"))
    await end_of(page)
    return address


async def looks_at_result(page: Page, name: str) -> None:
    """The card, its button and nothing wider than the window is seen, above everything else."""
    await expect(page.locator(".result-head")).to_be_in_viewport(ratio=1)
    h1, card, rest = await page.evaluate(ORDER)
    assert h1 < card < rest
    assert await page.evaluate("scrollY") == 0
    assert await fits(page)
    width = await page.evaluate("innerWidth")
    await take_picture(page, f"{name}-{width}")


@SIZES
async def test_the_verdict_and_the_button_are_seen_first(site, visit, size):
    page = await visit(site)
    address = await interviewed(page, site)
    await expect(page.locator(".result-head .badge")).to_have_text("Not ready")  # came down the socket
    here = await visit(site, viewport=size)
    await here.goto(address)
    await looks_at_result(here, "result-interview")
    button = here.get_by_role("link", name="Review changes", exact=True)
    await expect(button).to_be_in_viewport(ratio=1)
    await expect(here.locator(".event-verdict .verdict-parts")).to_be_hidden()
    await button.click()
    await expect(here.get_by_role("heading", level=1)).to_have_text("Changes")


@SIZES
async def test_the_result_of_a_roundtable_is_seen_first_and_nothing_overflows(site, visit, size):
    page = await visit(site, viewport=size)
    item = await made_sample(page, site, "Retries at a table")
    address = await start(page, site, Chosen("Who tells the customer?", item=item))
    await peoples_turn(page)
    assert await fits(page)
    await press(page, "Wrap up")
    await end_of(page)
    assert await fits(page)
    await page.goto(address)
    await looks_at_result(page, "result-roundtable")
    await expect(page.locator(".result-head")).to_contain_text("turns")
    await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    assert await fits(page)
    await take_picture(page, f"roundtable-{size['width']}", full_page=True)


async def test_counts_follow_decisions_without_a_reload(site, visit):
    page = await visit(site)
    address = await interviewed(page, site)
    deciding = await visit(site)
    await deciding.goto(f"{address}changes/")
    await deciding.get_by_role("button", name="Accept", exact=True).first.click()
    await expect(deciding.locator(".section-head [id^=now-]")).to_contain_text("now at revision 2")
    await expect(page.locator(".result-changed")).to_contain_text("1 put in")
    await deciding.get_by_role("article").get_by_role("button", name="Undo", exact=True).click()
    await expect(deciding.locator(".section-head [id^=now-]")).to_contain_text("now at revision 3")
    await expect(page.locator(".result-changed")).to_contain_text("1 undone")


async def test_the_filter_counts_what_is_left_after_each_decision(site, visit):
    page = await visit(site)
    await interviewed(page, site)
    await page.goto(f"{site.url}/changes/?kind=change&q=Retries+with+a+result")
    count = page.locator("#id_kind option[value=change]")
    before = int((await count.inner_text()).strip("Changes ()"))
    await page.get_by_role("button", name="Accept", exact=True).first.click()
    await expect(count).to_have_text(f"Changes ({before - 1})")
    await expect(page.locator("#id_kind")).to_have_value("change")


async def test_that_the_server_is_away_is_said_until_it_is_back(site, visit):
    page = await visit(site)
    await start_interview(page, site, "Answer yourself")
    await expect(page.locator("#session")).to_have_attribute("data-state", "waiting")
    for path in ("**/messages/", "**/healthz"):  # the socket stays open
        await page.route(path, lambda route: route.abort("connectionrefused"))
    await page.locator("#text").fill("Nobody hears this yet.")
    await page.locator("#text").press("Control+Enter")
    await expect(page.locator("#connection")).to_contain_text("The server can't be reached.")
    await page.unroute_all()
    await expect(page.locator("#connection")).to_be_hidden()
    await expect(page.locator("#text")).to_have_value("Nobody hears this yet.")
    await press(page, "Stop")
    visit.errors[:] = [error for error in visit.errors if "Failed to fetch" not in error]
