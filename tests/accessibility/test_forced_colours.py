"""With colours of somebody's own, as Windows' contrast themes have them, it is still seen what is current, chosen and
done."""

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Locator, Page, expect

from reviews.models import Session
from tests.accessibility.looking import show_as
from tests.browser.conftest import DESKTOP
from tests.browser.pictures import take_picture
from tests.changes.stage import session_with
from tests.live import table
from tests.servers import cookie_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SYSTEM = """
(name) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = name;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
"""
MIDDLE_ROW = """
async (bytes) => {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const row = canvas.getImageData(0, image.height >> 1, image.width, 1).data;
  return Array.from({ length: image.width }, (_, x) => row.slice(4 * x, 4 * x + 3).join(" "));
}
"""
"""The colours of a picture's pixels from left to right, halfway down."""


@pytest.fixture
def decided(transactional_db, item, ana) -> Session:
    """An interview of whose three changes one is decided."""
    session = session_with(item)
    session.changes.filter(order=1).update(status="rejected")
    return session


@pytest.fixture
def discussed(transactional_db, item, ana) -> Session:
    """A roundtable that has come to its second turn."""
    session = table.table(item, ana)
    table.discussed(session)
    return session


@pytest.fixture
def cookie(transactional_db, team, ana) -> str:
    return cookie_of(ana)


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium, server, cookie):
    context: BrowserContext = await chromium.new_context(
        viewport=DESKTOP, forced_colors="active", reduced_motion="reduce"
    )
    await show_as(context, server.url, cookie)
    yield await context.new_page()
    await context.close()


async def edge_of(entry: Locator) -> str:
    """The colour of the line below it; "" for none."""
    style = "getComputedStyle(entry)"
    return await entry.evaluate(
        f"(entry) => parseFloat({style}.borderBottomWidth) ? {style}.borderBottomColor : ''"
    )


async def colours_in(page: Page, locator: Locator) -> list[str]:
    """What is seen of an element, halfway down, from left to right."""
    picture = await locator.screenshot(caret="initial")
    blank = await page.context.new_page()
    found = await blank.evaluate(MIDDLE_ROW, list(picture))
    await blank.close()
    return found


@pytest.mark.parametrize("entries", [".nav a", ".tabs a"])
async def test_the_current_entry_alone_is_underlined(page, server, decided, entries):
    await page.goto(f"{server.url}/")
    await take_picture(page, "forced-colours-dashboard")
    highlight = await page.evaluate(SYSTEM, "Highlight")
    assert await edge_of(page.locator(f"{entries}[aria-current]")) == highlight
    others = await page.locator(f"{entries}:not([aria-current])").all()
    assert len(others) > 2
    assert {await edge_of(entry) for entry in others} == {""}


async def test_how_much_is_decided_is_seen(page, server, decided):
    await page.goto(f"{server.url}/sessions/{decided.pk}/changes/")
    await take_picture(page, "forced-colours-changes")
    bar = page.get_by_role("progressbar", name="Changes decided")
    await expect(bar).to_have_js_property("value", 1)
    colours = await colours_in(page, bar)
    done, rest = colours[len(colours) // 6], colours[len(colours) * 2 // 3]
    assert done != rest


async def test_how_many_turns_are_taken_is_seen(page, server, discussed):
    await page.goto(f"{server.url}/sessions/{discussed.pk}/")
    await take_picture(page, "forced-colours-roundtable")
    colours = await colours_in(page, page.locator(".turn-meter"))
    assert colours[len(colours) // 20] != colours[-len(colours) // 20]


async def test_the_chosen_way_to_answer_is_seen(page, server, item, decided):
    await page.goto(f"{server.url}/sessions/new/?item={item.slug}&kind=interview")
    await take_picture(page, "forced-colours-new-session")
    chosen, other = (page.locator(f".choice:has([name=answered_by][value={way}])") for way in ("ai", "me"))
    assert await edge_of(chosen) == await page.evaluate(SYSTEM, "Highlight")
    assert await edge_of(other) != await edge_of(chosen)
