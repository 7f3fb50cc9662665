"""A second interview on the same notes is shown, live, what the first one asked and how that ended."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import end_of, served, start_interview

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site of its own: what other stories have raised would be shown too."""
    yield from served(tmp_path_factory.mktemp("raised"), ELM_OFFLINE_PACE="0.001")


async def test_what_was_raised_before_arrives_with_the_question_and_the_archive_is_asked(site, visit):
    page = await visit(site)
    first = await start_interview(page, site)
    await end_of(page)
    await expect(page.locator(".raised-before")).to_have_count(0)
    await start_interview(page, site)
    beside = page.locator(".raised-before").first
    await expect(beside).to_contain_text("Raised before:")
    await end_of(page)
    asked = await beside.locator("q").first.inner_text()
    link = beside.get_by_role("link").first
    assert first.rstrip("/").rpartition("/")[2] in (await link.get_attribute("href") or "")
    await page.get_by_label("Was this raised before?").fill(asked)
    await page.keyboard.press("Enter")
    answers = page.locator("#archive-answers")
    await expect(answers.get_by_text("Found by their words alone")).to_be_visible()
    await expect(answers.get_by_role("link").first).to_be_visible()
    await link.click()
    await expect(page).to_have_url(
        re.compile(r"/sessions/[0-9a-f-]+/\?at=\d+#event-\d+|/changes/|/findings/")
    )
