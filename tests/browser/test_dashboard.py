"""The dashboard in Chromium: it follows what happens without a reload, its charts are drawn, its numbers lead on."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, end_of, start_interview
from tests.browser.pictures import take_picture
from tests.browser.table import made_sample

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
DRAWN = """(canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)"""


async def test_the_dashboard_follows_a_session_and_leads_to_what_it_counts(site, visit):
    watching = await visit(site)
    page = await visit(site)
    before = watching.locator("#now .tiles strong").first
    item = await made_sample(page, site, "Retries on the dashboard")
    address = await start_interview(page, site, item=item)
    await end_of(page)
    # It came by itself: in the list, as a tile, in the navigation and in the title of the tab.
    path = address.removeprefix(site.url).partition("#")[0]
    await expect(watching.locator(f'#now a[href="{path}"]').first).to_be_visible()
    await expect(before).not_to_have_text("0")
    await expect(watching.locator("nav [data-waiting] b")).to_have_text(re.compile(r"^\d+\+?$"))
    await expect(watching).to_have_title(re.compile(r"^\(\d+\) Dashboard · ELM$"))

    await watching.goto(f"{site.url}/?weeks=4")
    # The figures follow too, and are not asked for again while nothing changes.
    asked, counts = [], []
    watching.on(
        "request", lambda request: asked.append(request.url) if "part=trends" in request.url else None
    )
    await start_interview(page, site, item=item)
    await end_of(page)
    for _ in range(4):
        async with watching.expect_response("**/waiting/"):
            pass
        counts.append(len(asked))
    assert 0 < counts[1] == counts[3]
    plots = watching.locator(".chart-plot canvas")
    await expect(plots).to_have_count(4)
    assert await plots.first.evaluate(DRAWN)
    box = await watching.locator(".chart-plot").first.bounding_box()
    await watching.emulate_media(color_scheme="dark")
    await expect(plots).to_have_count(4)
    assert await watching.locator(".chart-plot").first.bounding_box() == box
    await take_picture(watching, "dashboard-figures-1280-dark", full_page=True)
    await watching.set_viewport_size(PHONE)
    widths = await watching.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    await take_picture(watching, "dashboard-figures-390-dark", full_page=True)

    # The figures of one kind alone, chosen by keyboard; they follow what happens and keep the filter.
    await watching.locator("#figures > details > summary").press("Enter")
    await watching.get_by_label("Kind of session").select_option("interview")
    await watching.locator("#figures form").get_by_role("button", name="Show").press("Enter")
    await expect(watching).to_have_url(re.compile(r"\?weeks=4&kind=interview.*#figures$"))
    await expect(watching.locator("#figures")).to_contain_text("the sessions that fit the filter")
    await take_picture(watching, "dashboard-filtered-390-dark", full_page=True)
    widths = await watching.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]

    # By keyboard: the table behind the first chart, and from a number in it to the sessions that it counts.
    summary = watching.locator("#trends summary").first
    await summary.focus()
    await summary.press("Enter")
    first = watching.locator("#trends figure").first.locator("td a").last
    await expect(first).to_be_visible()
    counted = await first.inner_text()
    await first.press("Enter")
    await expect(watching.get_by_role("heading", level=1)).to_have_text("Sessions")
    await expect(watching.locator(".list > li")).to_have_count(min(30, int(counted)))
