"""From the address of a repository to the commit in it: what a user does, and what git has of it in the end."""

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import press
from tests.browser.hosted import PLAN, ROLLOUT, Host, cloned, taken_by_git_am
from tests.browser.linked import decide, discussed, pick
from tests.git.making import plain

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
WHY = "We said this in March already."


async def linked(page: Page, host: Host) -> None:
    """Link the closed repository from the dashboard on, and see its fetch end."""
    await page.get_by_role("link", name="Repositories").click()
    await page.get_by_role("link", name="Link a repository").click()
    await page.get_by_label("Address").fill(host.closed.url("notes.git"))
    await page.get_by_label("Credential").fill("ELM_GIT_NOTES")
    await press(page, "Link")
    await expect(page.locator(".notice-good")).to_contain_text("notes is linked. It is being fetched.")
    await expect(page.locator("#repository-state .badge")).to_have_text("Ready")


async def browsed(page: Page) -> None:
    """Go to docs/ on the branch draft, which main does not have."""
    await page.get_by_label("Branch main: choose another").click()
    await page.get_by_role("link", name=re.compile("^draft")).click()
    await page.locator(".files").get_by_role("link", name="docs", exact=True).click()
    row = page.locator(".files tr").filter(has_text="plan.md")
    await expect(row).to_contain_text("KB")
    await expect(row.locator(".file-change")).to_contain_text("Start")
    await expect(page.locator(".files")).to_contain_text("Only on the draft")


async def reviewed(page: Page, host: Host, address: str) -> None:
    """Decide on four changes by keyboard, on the session's page and where everything waits."""
    await page.goto(f"{address}changes/")
    await page.keyboard.press("j")
    await page.keyboard.press("a")
    await expect(page.locator("#changes-progress")).to_contain_text("1 of 4")
    await expect(page.locator("[data-change]").nth(1)).to_be_focused()
    await page.keyboard.press("w")
    await page.keyboard.type(WHY)
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".change-because")).to_have_text(WHY)
    await page.goto(f"{host.site.url}/changes/?q=Retries+of+the+draft")
    await expect(page.locator("#changes-progress")).to_contain_text("2 of")
    await page.keyboard.press("j")
    await decide(page, "a", "[Jordan]", "Accepted")
    await decide(page, "a", "[Maya]", "Accepted")
    await decide(page, "u", "[Jordan]", "Undone")


async def committed(page: Page, address: str) -> str:
    """Commit and push from the session's page. Returns the branch."""
    await page.goto(f"{address}changes/")
    await press(page, "Commit")
    await expect(page.locator(".commit")).to_contain_text(
        "2 changes of the roundtable on Retries of the draft"
    )
    await press(page, "Push")
    await expect(page.locator(".commit .badge")).to_have_text("Pushed")
    return await page.locator(".commit code").nth(1).inner_text()


async def additions(page: Page, address: str, newline: str) -> dict[str, bytes]:
    """What the accepted changes of the session add, by section: the heading, the marker and the point."""
    answer = await page.request.get(f"{address}export.json")
    rows = json.loads(await answer.text())["changes"]
    assert sorted(row["status"] for row in rows) == ["applied", "applied", "rejected", "undone"]
    texts = {
        row["section"]: (row["heading"], "", *row["inserted"].splitlines())
        for row in rows
        if row["status"] == "applied"
    }
    return {section: (newline + newline.join(lines) + newline).encode() for section, lines in texts.items()}


async def test_ana_links_reviews_accepts_and_pushes_and_git_has_exactly_that(host, visit, tmp_path):
    upstream = host.upstream("notes")
    upstream.commit({"docs/old.md": b"# Old\n"}, branch="draft", message="Only on the draft", parent="main")
    page = await visit(host.site)
    await linked(page, host)
    await browsed(page)
    slug = await pick(page, "Retries of the draft", "plan.md", "rollout.md")
    address = await discussed(page, host.site, slug)
    await reviewed(page, host, address)
    branch = await committed(page, address)
    clone = cloned(host.closed.url("notes.git"), tmp_path / "clone", "-b", branch)
    assert plain(clone, "diff", "--name-only", "origin/draft", branch) == b"docs/plan.md\ndocs/rollout.md\n"
    assert plain(clone, "log", "--format=%P", "-1") == plain(clone, "rev-parse", "origin/draft")
    assert address.encode() in plain(clone, "log", "--format=%B", "-1")
    in_plan = (await additions(page, address, "\n"))["Automatic retries for failed card payments"]
    in_last = (await additions(page, address, "\r\n"))["What we will not do"]
    assert (clone / "docs/plan.md").read_bytes() == PLAN + in_plan
    assert (clone / "docs/rollout.md").read_bytes() == ROLLOUT + b"\r\n" + in_last
    await taken(page, clone)


async def taken(page: Page, clone: Path) -> None:
    """Take the patch of the page into the clone, where it makes the tree that ELM has pushed."""
    async with page.expect_download() as started:
        await page.get_by_role("link", name="Patch for git am").click()
    mail = await (await started.value).path()
    pushed = plain(clone, "rev-parse", "HEAD^{tree}")
    plain(clone, "checkout", "-q", "-b", "by-mail", "origin/draft")
    taken_by_git_am(clone, mail.read_bytes())
    assert plain(clone, "rev-parse", "HEAD^{tree}") == pushed
    assert plain(clone, "log", "--format=%B", "-1") == plain(clone, "log", "--format=%B", "-1", "@{-1}")
