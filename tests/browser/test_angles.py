"""An angle review of a real module of this project, by rules, from its start to an accepted change."""

from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visits, fits, looks, press, served
from tests.browser.pictures import take_picture
from tests.browser.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ROOT = Path(__file__).resolve().parents[2]
MODULES = ("reviews/kinds/angles/state.py", "reviews/kinds/angles/fold.py")
SLIPS = "import os\n\n\ndef is_missing(value):\n    return value == None\n\n\n"
"""What nobody has mended yet: an import that is not used, and a comparison that ought to be another."""
NEW = "/sessions/new/?item=payment-retries&kind=angles"


@pytest.fixture(scope="module")
def designer_site(tmp_path_factory):
    """A site on which Code Designer is on."""
    yield from served(tmp_path_factory.mktemp("designer"), CODE_DESIGNER="1", ELM_OFFLINE_PACE="0.001")


async def add_module(page: Page, site: Site) -> str:
    """Add two modules of this project, joined, as one artifact of the sample. Returns its text."""
    text = SLIPS + "\n\n".join((ROOT / name).read_text() for name in MODULES)
    assert len(text.splitlines()) > 580
    await page.goto(f"{site.url}/items/payment-retries/artifacts/new/")
    await page.get_by_label("Name").fill("fold.py")
    await page.locator("textarea[name=text]").fill(text)
    await press(page, "Add")
    return text


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def reviewed(chromium, designer_site):
    """The address of a review that has ended, with the page on which it did."""
    visits = Visits(chromium)
    page = await visits(designer_site)
    await add_module(page, designer_site)
    await page.goto(designer_site.url + NEW)
    await page.get_by_label("Only those whose name fits").press_sequentially("*.py")
    await expect(page.locator("#artifacts")).not_to_contain_text("payment", ignore_case=True)
    await expect(page.locator("#estimate")).to_contain_text("rules, no model")
    await press(page, "Start angle review")
    await expect(page.locator("#session")).to_have_attribute("data-state", "finished", timeout=120_000)
    yield page.url.partition("#")[0], page
    await visits.contexts[0].close()
    assert visits.errors == []


async def test_it_converges_and_says_why_and_what_stands(reviewed):
    _url, page = reviewed
    assert await page.evaluate("scrollY") == 0, "whoever watches the board is not taken to the end of the log"
    await expect(page.locator("#ended")).to_contain_text("Converged after")
    await expect(page.locator("#findings li").first).to_be_visible()
    await expect(page.locator("#units tbody tr").first).to_contain_text("converged")
    await expect(page.locator("#far")).to_contain_text("100 %")
    await page.get_by_text("Coverage and charts").click()
    await expect(page.locator("#charts .chart").first).to_be_visible()
    assert await page.locator("#coverage tbody tr").count() == 4


async def test_the_page_after_a_reload_is_the_one_that_came_live(reviewed):
    url, page = reviewed
    parts = ("#far", "#ended", "#findings", "#units-count", "#units", "#coverage", "#numbers")
    live = [await page.locator(part).text_content() for part in parts]
    await page.goto(url)
    again = [await page.locator(part).text_content() for part in parts]
    assert [" ".join(text.split()) for text in live] == [" ".join(text.split()) for text in again]


async def test_a_proposed_change_is_accepted(reviewed, designer_site):
    url, page = reviewed
    await page.goto(url)
    await page.get_by_role("link", name="Review changes").click()
    await expect(page.locator(".change").first).to_contain_text("import os")
    await page.get_by_role("button", name="Accept", exact=True).first.click()
    await expect(page.locator(".change-head").first).to_contain_text("Accepted")


PAGES = {
    "angles-new": NEW,
    "angles-session": "",
    "angles-unit": "unit/",
    "angles-units": "units/",
    "angles-findings": "findings/",
    "angles-passes": "passes/?first=0&second=2",
    "angles-against": "against/",
}


async def test_every_page_fits_its_window(reviewed, designer_site, visit):
    url, page = reviewed
    await page.goto(url)
    unit = await page.locator("#units tbody a").first.get_attribute("href")
    here = await visit(designer_site)
    async for look in looks(here, DESKTOP, PHONE):
        for name, rest in PAGES.items():
            address = designer_site.url + rest if rest == NEW else url + rest
            await here.goto(designer_site.url + str(unit) if name == "angles-unit" else address)
            await here.evaluate(
                "for (const one of document.querySelectorAll('main details')) one.open = true"
            )
            await take_picture(here, f"{name}-{look}", full_page=True)
            assert await fits(here), f"{name} {look}"


async def test_the_board_is_reached_with_the_keyboard(reviewed):
    url, page = reviewed
    await page.goto(url)
    await page.locator("#findings-count").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#findings")).to_be_hidden()
    await page.keyboard.press("Enter")
    await expect(page.locator("#findings")).to_be_visible()
