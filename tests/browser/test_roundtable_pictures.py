"""A roundtable in every state, at three widths, light and dark: it fits its window, and there are pictures."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, end_of, press, served
from tests.browser.pictures import take_picture
from tests.browser.table import Chosen, fill, peoples_turn
from tests.providers.messages_server import MessagesServer, say
from tests.providers.table_model import TableModel

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SIZES = (DESKTOP, PHONE, {"width": 360, "height": 740})
STALLED = say(
    "A failed charge is tried again after one, three and seven days, and Anna's subscription keeps working.",
    {"focus_question": "Who may be charged?"},
    after="stall",
    after_tokens=12,
)


@pytest.fixture(scope="module")
def model():
    """What Claude's server says; the test stalls it."""
    return TableModel(instead={"framing": STALLED})


@pytest.fixture(scope="module")
def claude_site(tmp_path_factory, model):
    with MessagesServer(model.reply) as server:
        environment = {"ELM_PROVIDER": "claude", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url}
        yield from served(tmp_path_factory.mktemp("pictures"), **environment)


async def test_every_state_of_a_roundtable_fits_its_window(claude_site, visit, model):
    page = await visit(claude_site, reduced_motion="reduce")
    await fill(page, claude_site, Chosen(step="01-03", limit=10))
    await pictured(page, "form", whole=True)
    await press(page, "Start roundtable")
    await expect(page.locator(".live-text")).to_contain_text("after one, three")
    await pictured(page, "first-takes")
    await press(page, "Stop")
    await expect(page.locator("#session")).to_have_attribute("data-state", "stopped")
    await pictured(page, "stopped")
    model.instead.clear()
    await press(page, "Resume")
    await peoples_turn(page)
    await page.locator("#text").fill("@")
    await expect(page.locator("#names")).to_be_visible()
    await pictured(page, "names")
    await page.locator("#text").fill("")
    await page.keyboard.press("Control+Enter")
    await peoples_turn(page, after=6)
    await pictured(page, "disagreement")
    await pictured(page, "discussion", whole=True)
    await page.locator(".event-disagreement, .choices").get_by_role("button").first.click()
    await peoples_turn(page, after=8)
    await pictured(page, "warning")
    await press(page, "Wrap up")
    await end_of(page)
    await pictured(page, "ended", whole=True)
    await around_it(page, page.url.partition("#")[0])


async def around_it(page: Page, address: str) -> None:
    """The pages that a roundtable that has ended leads to."""
    for name in ("changes", "blind"):
        await page.goto(f"{address}{name}/")
        await pictured(page, name, whole=True)
    await page.goto(f"{address}changes/")
    await page.locator(".changes-group h2 a").click()
    await pictured(page, "artifact", whole=True)
    await page.get_by_role("link", name="Payment retries").click()
    await pictured(page, "item", whole=True)


async def pictured(page: Page, name: str, whole: bool = False) -> None:
    """A picture at each width in each scheme. Fails when the page is wider than its window."""
    for size in SIZES:
        await page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme)
            await take_picture(page, f"table-{name}-{size['width']}-{scheme}", full_page=whole)
        widths = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert widths[0] <= widths[1], f"{name} at {size['width']}"
    await page.set_viewport_size(DESKTOP)
