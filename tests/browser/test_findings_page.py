"""Ana checks her notes in Chromium and decides on what is found, with the keyboard and without JavaScript."""

import pytest
from playwright.async_api import expect

from tests import factories
from tests.browser.test_changes_page import card, press, site
from tests.changes.findings.stage import statuses

__all__ = ["site"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NOTES = "# Hall\n\n## Plan\n\nThe hall gets a red door. This makes it significantly better.\n\nTODO: ask the owner.\n"


@pytest.fixture
def notes(site, item, as_user, ana):
    """The artifact, its address, and Ana's cookie."""
    artifact = factories.ArtifactFactory(item=item, name="hall.md", content=NOTES)
    cookie = {"name": "sessionid", "value": as_user(ana).cookies["sessionid"].value, "url": site}
    return artifact, f"{site}/artifacts/{artifact.pk}/", cookie


def test_ana_checks_and_decides_with_the_keyboard(in_chromium, notes):
    artifact, url, cookie = notes

    async def story(page):
        await page.goto(url)
        await page.get_by_role("button", name="Check").click()
        await expect(page.get_by_role("heading", name="Findings")).to_be_visible()
        await expect(page.locator("#findings-counts")).to_have_text("2 open")
        await page.wait_for_load_state()
        await press(page, "j", "r")
        await expect(card(page, 2).locator("textarea[name=reason]")).to_be_focused()
        await press(page, "Control+Enter")
        await expect(page.get_by_role("alert")).to_contain_text("Say in a few words why")
        await page.keyboard.insert_text("The owner was asked in May.")
        await press(page, "Control+Enter")
        await expect(card(page, 3)).to_be_focused()
        await press(page, "a")
        await expect(page.locator("#changes-progress")).to_be_focused()
        await expect(page.locator("#findings-counts")).to_have_text("None open · 1 accepted")
        await page.get_by_role("link", name="1 known, hidden").click()
        await expect(page.locator("article")).to_contain_text(
            "Why it is dismissed: The owner was asked in May."
        )

    in_chromium(cookie, story)
    assert statuses(artifact) == {"todo": "dismissed", "vague_claim": "accepted"}


def test_a_place_leads_to_the_words_in_the_text(in_chromium, notes):
    _, url, cookie = notes

    async def story(page):
        await page.goto(f"{url}findings/")
        await page.get_by_role("button", name="Check").click()
        await page.get_by_text("Hints: rules that are often wrong").click()
        await page.get_by_role("link", name="Line 5").click()
        await expect(page).to_have_url(f"{url}#doc-plan")
        await expect(page.locator("#doc-plan")).to_be_in_viewport()

    in_chromium(cookie, story)


def test_without_javascript_everything_works_too(in_chromium, notes):
    artifact, url, cookie = notes

    async def story(page):
        await page.goto(f"{url}findings/")
        await page.get_by_role("button", name="Check").click()
        first = page.locator("article.finding").first
        await first.locator("summary", has_text="Dismiss").click()
        await first.get_by_label("Why this is no problem").fill("The owner was asked in May.")
        await first.get_by_role("button", name="Dismiss").click()
        await page.get_by_role("button", name="Accept").click()
        await expect(page.locator("#findings-counts")).to_have_text("None open · 1 accepted")
        await page.get_by_role("button", name="Undo").click()
        await expect(page.locator("#findings-counts")).to_have_text("1 open")

    in_chromium(cookie, story, java_script_enabled=False)
    assert sorted(statuses(artifact).values()) == ["dismissed", "open"]
