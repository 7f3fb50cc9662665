"""Ana and Ben find, discuss and dismiss in a file of a repository, each in a browser of their own."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import press
from tests.browser.hosted import PLAN
from tests.browser.linked import fetched, link, pick
from tests.browser.table import invited

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
WHY = "The council knows what it means."


async def checked(page: Page) -> int:
    """Check the artifact that is open, and go to the first finding. Returns how many are open."""
    await press(page, "Check")
    await expect(page.locator("article.finding").first).to_be_visible()
    await page.wait_for_load_state()
    await page.keyboard.press("j")
    return int((await page.locator("#findings-counts strong").inner_text()).split()[0])


async def test_a_dismissed_finding_stays_hidden_in_later_checks_and_at_newer_commits(host, visit):
    upstream = host.upstream("checked")
    page = await visit(host.site)
    repository = await link(page, host.site, host.open.url("checked.git"))
    await page.goto(f"{repository}?path=docs")
    await pick(page, "A checked plan", "plan.md")
    artifact = page.url
    count = await checked(page)
    words = await page.locator("article.finding h3").first.inner_text()
    await page.keyboard.press("r")
    await page.keyboard.type(WHY)
    await page.keyboard.press("Control+Enter")
    await expect(page.locator("#findings-counts")).to_contain_text(f"{count - 1} open")
    upstream.commit({"docs/plan.md": b"Read this first.\n\n" + PLAN}, message="Say what to read first")
    await fetched(page, repository)
    await page.goto(artifact)
    await page.get_by_role("link", name="1 commit newer").click()
    await press(page, "Move plan.md there")
    await page.get_by_role("button", name="Check again").first.click()
    await expect(page.get_by_text("Check 2, of revision 2")).to_be_visible()
    await expect(page.locator("#findings-aside")).to_contain_text("1 known, hidden")
    await expect(page.locator("#findings-counts")).to_contain_text(f"{count - 1} open")
    await page.get_by_role("link", name="1 known, hidden").click()
    await expect(page).to_have_url(re.compile("show=known$"))
    await expect(page.locator("article.finding h3")).to_have_text(words)
    await expect(page.locator("article.finding")).to_contain_text(f"Why it is dismissed: {WHY}")


async def test_ana_asks_ben_about_a_finding_and_he_decides_on_it(host, visit):
    host.upstream("shared")
    ana, ben = await visit(host.site), await invited(visit, host.site, "Ben")
    await ana.goto(f"{await link(ana, host.site, host.open.url('shared.git'))}?path=docs")
    await pick(ana, "A shared plan", "plan.md")
    await checked(ana)
    first = ana.locator("article.finding").first
    await ana.keyboard.press("c")
    await ana.keyboard.type("Is this so, Ben?")
    await ana.keyboard.press("Control+Enter")
    await expect(first.locator(".talk-text")).to_have_text("Is this so, Ben?")
    await first.locator("summary", has_text="Assign").click()
    await first.get_by_label("Who decides").select_option(label="Ben")
    await first.get_by_role("button", name="Assign", exact=True).click()
    await expect(first.locator("summary", has_text="Ben")).to_be_visible()
    await ben.goto(f"{host.site.url}/changes/?q=A+shared+plan")
    await ben.get_by_label("Assigned to").select_option(label="Me (1)")
    await press(ben, "Show")
    await expect(ben.locator("#changes-progress")).to_contain_text("1 of")
    card = ben.locator("article.finding")
    await expect(card.locator(".talk-text")).to_have_text("Is this so, Ben?")
    await ben.keyboard.press("j")
    await ben.keyboard.press("c")
    await ben.keyboard.type("It is.")
    await ben.keyboard.press("Control+Enter")
    await expect(card.locator(".talk-text")).to_have_text(["Is this so, Ben?", "It is."])
    await ben.keyboard.press("Escape")
    await ben.keyboard.press("a")
    await expect(card.locator(".badge-good")).to_have_text("Accepted")
    await ana.goto(f"{ana.url.partition('#')[0]}findings/")
    await expect(ana.locator("#findings-counts")).to_contain_text("1 accepted")
    mine = ana.locator("article.finding").filter(has_text="Accepted")
    await expect(mine).to_contain_text("by Ben, just now")
    await expect(mine.locator(".talk-text")).to_have_text(["Is this so, Ben?", "It is."])
