"""Looking around in a repository and picking files from it, in a browser."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import press, served
from tests.git.making import Upstream
from tests.repositories.stage import PLAN

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PHONE = {"width": 360, "height": 800}


@pytest.fixture(scope="module")
def upstream(tmp_path_factory) -> Upstream:
    made = Upstream(tmp_path_factory.mktemp("roots") / "notes.git")
    made.commit({"docs/plan.md": PLAN, "README.md": b"# Notes\n\nRead [the plan](docs/plan.md).\n"})
    made.commit({f"many/{n:03}.md": b"# One of many\n" for n in range(120)}, message="Import decisions")
    made.commit({"draft.md": b"# Draft\n"}, branch="fix/cards", parent="main")
    return made


@pytest.fixture(scope="module")
def library(tmp_path_factory, upstream):
    """A site that may link what lies beside Ana's notes."""
    folder = tmp_path_factory.mktemp("library")
    yield from served(folder, ELM_REPO_ROOTS=str(upstream.path.parent), ELM_REPO_FETCH_MINUTES="0")


async def linked(page, site, upstream) -> str:
    """The address of the repository's page, once it is fetched; linking it again leads there as well."""
    await page.goto(f"{site.url}/repositories/new/")
    await page.get_by_label("Address").fill(str(upstream.path))
    await page.locator("main form button.btn-primary").click()
    await expect(page.locator("table.files")).to_be_visible()
    return page.url.partition("?")[0]


async def test_ana_ticks_files_and_picks_them_into_a_new_item(visit, library, upstream):
    page = await visit(library)
    await linked(page, library, upstream)
    await page.get_by_role("link", name="docs", exact=True).click()
    await page.get_by_label("Pick plan.md").check()
    await expect(page.locator(".pick-count")).to_be_visible()
    await page.get_by_label("Item", exact=True).select_option("")
    await page.get_by_label("Title of the new item").fill("Cards")
    await press(page, "Pick into item")
    await expect(page.get_by_role("heading", level=1, name="plan.md")).to_be_visible()
    await expect(page.get_by_role("status").first).to_contain_text("plan.md is stored, pinned to commit")


async def test_a_branch_is_found_by_typing_a_part_of_its_name(visit, library, upstream):
    page = await visit(library)
    await linked(page, library, upstream)
    await page.locator(".picker summary").press("Enter")
    await page.get_by_label("Branch, tag or commit").press_sequentially("card")
    await expect(page.locator("#branches li")).to_have_count(1)
    await page.get_by_role("link", name="fix/cards").click()
    await expect(page.get_by_role("link", name="draft.md")).to_be_visible()


async def test_the_title_of_a_new_item_is_asked_for_only_when_there_is_one(visit, library, upstream):
    page = await visit(library)
    await linked(page, library, upstream)
    await expect(page.get_by_label("Title of the new item")).to_be_hidden()
    await page.get_by_label("Item", exact=True).select_option("")
    await expect(page.get_by_label("Title of the new item")).to_be_visible()


async def test_what_is_ticked_far_up_is_picked_from_the_bar_at_the_edge(visit, library, upstream):
    page = await visit(library)
    there = await linked(page, library, upstream)
    await page.goto(f"{there}?path=many")
    await expect(page.get_by_role("button", name="Pick into item")).not_to_be_in_viewport()
    await page.get_by_label("Pick 000.md").check()
    await expect(page.get_by_role("button", name="Pick into item")).to_be_in_viewport()


@pytest.mark.parametrize("path", ["", "?path=many", "file/?path=docs/plan.md", "history/", "branches/"])
async def test_nothing_is_wider_than_a_phone(path, visit, library, upstream):
    page = await visit(library, viewport=PHONE)
    there = await linked(page, library, upstream)
    await page.goto(there + path)
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def test_everything_works_without_scripts(visit, library, upstream):
    page = await visit(library)
    there = await linked(page, library, upstream)
    bare = await visit(library, java_script_enabled=False)
    await bare.goto(there)
    await bare.locator(".picker summary").click()
    await bare.get_by_label("Branch, tag or commit").fill("fix/cards")
    await press(bare, "Show")
    await bare.get_by_label("Pick draft.md").check()
    await press(bare, "Pick into item")
    await expect(bare.get_by_role("heading", level=1, name="draft.md")).to_be_visible()
