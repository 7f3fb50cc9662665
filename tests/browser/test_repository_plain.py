"""The whole way without JavaScript, page by page: every button is a form, every state a page."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import press
from tests.browser.hosted import PLAN, Host
from tests.browser.linked import pick

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def again_until(page: Page, words: str) -> None:
    """Load the page again until it has the words."""
    while words not in await page.locator("main").inner_text():
        await page.reload()


async def linked(page: Page, host: Host) -> str:
    """Link a repository, and see its fetch end. Returns its address."""
    await page.goto(f"{host.site.url}/repositories/new/")
    await page.get_by_label("Address").fill(host.open.url("plain.git"))
    await press(page, "Link")
    await again_until(page, "README.md")
    return page.url


async def committed(page: Page) -> None:
    """Accept the change, say something about it, commit it, and push it."""
    await page.locator("summary", has_text="Comment").click()
    await page.get_by_label("Your comment").fill("It says what we do not know.")
    await press(page, "Add comment")
    await expect(page.locator(".talk-text")).to_have_text("It says what we do not know.")
    await press(page, "Accept")
    await expect(page.locator("article.change")).to_contain_text("Accepted")
    await press(page, "Commit")
    await press(page, "Push")
    await again_until(page, "Pushed")


async def test_a_repository_is_linked_reviewed_and_pushed_to_without_javascript(host, visit):
    upstream = host.upstream("plain")
    page = await visit(host.site, java_script_enabled=False)
    repository = await linked(page, host)
    await page.locator(".files").get_by_role("link", name="docs", exact=True).click()
    await pick(page, "A plain plan", "plan.md")
    artifact = page.url
    await press(page, "Check")
    await expect(page.locator("article.finding").first).to_be_visible()
    await page.goto(artifact)
    await press(page, "Start interview")
    await page.goto(f"{page.url}changes/")
    await again_until(page, "Proposed")
    await committed(page)
    [branch] = re.findall(r"elm/\S+", upstream.git("branch", "--list", "elm/*").decode())
    assert upstream.git("show", f"{branch}:docs/plan.md").startswith(PLAN + b"\n## Open questions\n")
    upstream.commit({"docs/plan.md": b"Read this first.\n\n" + PLAN}, message="Say what to read first")
    await page.goto(repository)
    await press(page, "Fetch now")
    await page.goto(artifact)
    await again_until(page, "1 commit newer")
    await page.get_by_role("link", name="1 commit newer").click()
    await press(page, "Move plan.md there")
    await expect(page.locator(".notices")).to_contain_text("1 change is placed again.")
