"""What a team can look up: what a session took before and after it, the cost report, and who did what."""

import pytest
from playwright.async_api import Page, expect

from tests.browser import model as scripted
from tests.browser.conftest import PHONE, end_of, press, served, start_interview

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SPENT = "$0.0880"
"""Of an interview with the scripted model: see `test_claude.py`."""


@pytest.fixture(scope="module")
def paid_site(tmp_path_factory):
    with scripted.serving(scripted.Model(rate=80)) as server:
        environment = {"ELM_PROVIDER": "claude", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url}
        yield from served(tmp_path_factory.mktemp("paid"), **environment)


async def fits(page: Page) -> bool:
    return await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_what_a_session_costs_is_told_before_while_and_after_it(paid_site, visit):
    page, watching = await visit(paid_site), await visit(paid_site)
    await watching.goto(f"{paid_site.url}/team/")
    await watching.get_by_label("Budget of a month in US dollars").fill("5")
    await press(watching, "Save")
    await page.goto(f"{paid_site.url}/items/payment-retries/")
    await expect(page.get_by_text("AI answers: 3 to 31 calls, at most $")).to_be_visible()
    await start_interview(page, paid_site)
    await end_of(page)
    await expect(page.get_by_text("Another one: 3 to 31 calls, at most $")).to_be_visible()
    # The meter follows without a reload.
    await expect(watching.locator(".limit").first).to_contain_text(f"{SPENT} of $5.00 spent")
    await page.goto(f"{paid_site.url}/admin/costs/")
    await expect(page.get_by_text(f"Together {SPENT}.")).to_be_visible()
    await expect(page.get_by_role("table", name="By team")).to_contain_text(SPENT)
    assert await fits(page)


async def test_a_wrong_password_is_found_in_the_audit_log_and_taken_away(site, visit):
    stranger = await visit(site, cookies=[])
    await stranger.get_by_label("Username").fill("admin")
    await stranger.get_by_label("Password").fill("guess")
    await press(stranger, "Log in")
    await expect(stranger.get_by_role("alert").first).to_be_visible()
    page = await visit(site, viewport=PHONE)
    await page.goto(f"{site.url}/team/audit/")
    await page.get_by_label("Action").select_option(label="Password refused")
    await press(page, "Show")
    rows = page.get_by_role("row")
    await expect(rows).to_have_count(2)
    await expect(rows.last).to_contain_text("gave a wrong password of admin")
    await expect(rows.last).to_contain_text("from 127.0.0.1")
    assert "action=password_refused" in page.url
    assert await fits(page)
    async with page.expect_download() as taken:
        await page.get_by_role("link", name="CSV").click()
    lines = (await (await taken.value).path()).read_text().splitlines()
    assert [line.split(",")[2:4] for line in lines[1:]] == [["password_refused", "admin"]]
    await page.goto(f"{site.url}/team/audit/?action=exported")
    await expect(page.get_by_role("row").nth(1)).to_contain_text("audit log, csv")


async def test_a_persona_that_nobody_has_used_is_deleted_on_a_phone(site, visit):
    page = await visit(site, viewport=PHONE)
    await page.goto(f"{site.url}/personas/system-designer/")
    await page.get_by_role("link", name="Make a copy").click()
    await page.get_by_label("Name", exact=True).fill("Quinn Abel")
    await press(page, "Save")
    await page.get_by_text("Delete…", exact=True).click()
    await page.get_by_label("Type “Quinn Abel” to confirm").fill("Quinn")
    await press(page, "Delete for good")
    await expect(page.get_by_text("That is not “Quinn Abel”. Nothing was deleted.")).to_be_visible()
    await page.get_by_text("Delete…", exact=True).click()
    await page.get_by_label("Type “Quinn Abel” to confirm").fill("quinn abel")
    assert await fits(page)
    await press(page, "Delete for good")
    await expect(page.get_by_text("Quinn Abel is deleted.")).to_be_visible()
    await expect(page.get_by_role("link", name="Quinn Abel")).to_have_count(0)
