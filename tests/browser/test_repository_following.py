"""Ana's branch is merged and deleted, and the file gets another name: the artifact goes along."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import press
from tests.browser.hosted import PLAN
from tests.browser.linked import fetched, link, pick

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_an_artifact_follows_a_merged_branch_and_a_renamed_file(host, visit):
    upstream = host.upstream("following")
    tip = upstream.commit({"docs/plan.md": PLAN + b"\nMore.\n"}, branch="draft", parent="main")
    page = await visit(host.site)
    repository = await link(page, host.site, host.open.url("following.git"))
    await page.goto(f"{repository}?path=docs&ref=draft")
    await pick(page, "Follow it", "plan.md")
    artifact = page.url
    upstream.git("update-ref", "refs/heads/main", tip)
    upstream.delete("draft")
    upstream.rename("docs/plan.md", "docs/plans/retries.md")
    await fetched(page, repository)
    await page.goto(artifact)
    await page.get_by_role("link", name="See what is there now").click()
    await page.get_by_role("link", name="See what main has").click()
    await page.get_by_role("link", name="docs/plans/retries.md").click()
    await expect(page.locator(".notice").first).to_contain_text("This is docs/plans/retries.md on main.")
    await press(page, "Move plan.md there")
    await expect(page.locator("#origin + p")).to_contain_text("docs/plans/retries.md of following at")
    await expect(page.locator("#origin + p")).to_contain_text("on main")
