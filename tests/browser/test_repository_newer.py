"""The repository moves on: Ana sees it, moves an artifact, and keeps what she has accepted."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, press
from tests.browser.hosted import PLAN, Host, cloned
from tests.browser.linked import decide, discussed, fetched, link, pick
from tests.browser.table import TOPIC
from tests.git.making import plain

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FIRST = b"Read this before the council meets.\n\n"


async def reviewed(page: Page, host: Host, name: str) -> tuple[str, str]:
    """Link a repository, discuss both files, and accept two changes. Returns the repository's and the session's
    address."""
    repository = await link(page, host.site, host.open.url(f"{name}.git"))
    await page.goto(f"{repository}?path=docs")
    slug = await pick(page, f"Retries of {name}", "plan.md", "rollout.md")
    session = await discussed(page, host.site, slug)
    await page.goto(f"{session}changes/")
    await decide(page, "a", "[Maya]", "Accepted")
    await decide(page, "a", "Which of the two holds", "Accepted")
    return repository, session


async def opened(page: Page, session: str, name: str) -> None:
    """Open an artifact from the page of its changes."""
    await page.goto(f"{session}changes/")
    await page.get_by_role("heading", level=2).get_by_role("link", name=name).click()


async def moved(page: Page, name: str) -> None:
    """Move the artifact that is open to the newest commit of the file."""
    await page.get_by_role("link", name=re.compile("newer$")).click()
    await press(page, f"Move {name} there")
    await expect(page.locator("#origin + p")).to_be_visible()


async def interviewed(page: Page) -> None:
    """Let ELM ask about the artifact that is open, to the end."""
    await press(page, "Start interview")
    await end_of(page)


async def bytes_of(page: Page) -> bytes:
    """The exact bytes of the artifact that is open."""
    return await (await page.request.get(f"{page.url.partition('?')[0]}raw/")).body()


async def test_ana_moves_an_artifact_to_a_newer_commit_and_what_she_has_accepted_goes_along(host, visit):
    upstream = host.upstream("moving")
    page = await visit(host.site)
    repository, session = await reviewed(page, host, "moving")
    await opened(page, session, "plan.md")
    accepted = (await bytes_of(page)).removeprefix(PLAN)
    assert accepted.startswith(f"\n## Elaboration Insights ({TOPIC})\n".encode())
    for number in (1, 2, 3):
        upstream.commit({"docs/plan.md": FIRST * number + PLAN}, message=f"Say it {number} times")
    await fetched(page, repository)
    await opened(page, session, "plan.md")
    await page.get_by_role("link", name="3 commits newer").click()
    await expect(page.locator("ol.list a")).to_have_text(
        ["Say it 3 times", "Say it 2 times", "Say it 1 times"]
    )
    await expect(page.locator(".diff-inserted").first).to_contain_text("Read this before the council meets.")
    await press(page, "Move plan.md there")
    await expect(page.locator(".notice-good")).to_contain_text("1 change is placed again")
    assert await bytes_of(page) == FIRST * 3 + PLAN + accepted
    await page.goto(f"{session}changes/")
    await expect(page.locator(".change-head .badge-good")).to_have_text(["Accepted", "Accepted"])


async def test_a_change_without_a_certain_place_says_so_and_is_taken_by_nobody(host, visit):
    upstream = host.upstream("rewriting")
    page = await visit(host.site)
    repository = await link(page, host.site, host.open.url("rewriting.git"))
    await page.goto(f"{repository}?path=docs")
    await pick(page, "A plan that is rewritten", "plan.md")
    artifact = page.url
    await interviewed(page)
    upstream.commit({"docs/plan.md": b"# Another plan\n\nNothing is as it was.\n"}, message="Start over")
    await fetched(page, repository)
    await page.goto(artifact)
    await moved(page, "plan.md")
    await expect(page.locator(".notices")).to_contain_text("could not be placed")
    await page.goto(f"{host.site.url}/changes/?q=A+plan+that+is+rewritten")
    await expect(page.locator("article.change")).to_contain_text("Could not place")
    await page.keyboard.press("j")
    await page.keyboard.press("a")
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was changed.")
    await page.goto(artifact)
    assert await bytes_of(page) == b"# Another plan\n\nNothing is as it was.\n"


async def test_what_is_merged_there_is_in_the_repository_since(host, visit, tmp_path):
    host.upstream("merging")
    page = await visit(host.site)
    repository, session = await reviewed(page, host, "merging")
    await page.goto(f"{session}changes/")
    await press(page, "Commit")
    await press(page, "Push")
    await expect(page.locator(".commit .badge")).to_have_text("Pushed")
    branch = await page.locator(".commit code").nth(1).inner_text()
    clone = cloned(host.open.url("merging.git"), tmp_path / "clone")
    plain(clone, "merge", "-q", "--no-ff", "-m", "Merge what was discussed", f"origin/{branch}")
    plain(clone, "push", "-q", "origin", "main")
    await fetched(page, repository)
    await opened(page, session, "plan.md")
    await moved(page, "plan.md")
    await expect(page.locator(".addition")).to_have_count(1)
    await expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert await bytes_of(page) == (clone / "docs/plan.md").read_bytes()
    await page.goto(f"{session}changes/")
    tip = plain(clone, "rev-parse", "HEAD").decode()[:7]
    cards = page.locator("article.change").filter(
        has_text=f"The repository has this change itself since {tip}."
    )
    await expect(cards.locator(".badge-good")).to_have_text(["In the repository"])
    await expect(page.get_by_role("button", name="Commit")).to_have_count(0)
