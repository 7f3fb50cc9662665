"""The pages of a linked repository at three widths, light and dark: they fit their window, and there are pictures."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, press
from tests.browser.hosted import PLAN, Host
from tests.browser.linked import decide, discussed, fetched, link, pick
from tests.browser.pictures import take_picture
from tests.browser.test_roundtable_reach import well_named

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SMALL = {"width": 360, "height": 740}
SIZES = (DESKTOP, PHONE, SMALL)
TOO_WIDE = """[document.documentElement, document.querySelector("nav")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.tagName)"""


async def pictured(page: Page, name: str) -> None:
    """Pictures of the whole page, wide and on a phone, light and dark. Fails when it or the navigation is wider than
    a window, and when it has more than one first heading, or something without a name."""
    await well_named(page)
    for size in SIZES:
        await page.set_viewport_size(size)
        for scheme in ("light", "dark") if size is not SMALL else ():
            await page.emulate_media(color_scheme=scheme)
            await take_picture(page, f"repository-{name}-{size['width']}-{scheme}", full_page=True)
        assert await page.evaluate(TOO_WIDE) == [], f"{name} at {size['width']}"
    await page.set_viewport_size(DESKTOP)
    await page.emulate_media(color_scheme="light")


async def at(page: Page, name: str, address: str) -> None:
    await page.goto(address)
    await pictured(page, name)


async def prepared(page: Page, host: Host) -> tuple[str, str, str]:
    """A repository with an item, a roundtable with two accepted changes, a check, and something newer. Returns the
    addresses of the repository, the session, and the artifact."""
    upstream = host.upstream("pictured")
    repository = await link(page, host.site, host.open.url("pictured.git"))
    await page.goto(f"{repository}?path=docs")
    slug = await pick(page, "Pictured retries", "plan.md", "rollout.md")
    session = await discussed(page, host.site, slug)
    await page.goto(f"{session}changes/")
    await decide(page, "a", "[Maya]", "Accepted")
    await press(page, "Commit")
    await press(page, "Push")
    await expect(page.locator(".commit .badge")).to_have_text("Pushed")
    await decide(page, "a", "Which of the two holds", "Accepted")
    await page.get_by_role("heading", level=2).get_by_role("link", name="plan.md").click()
    artifact = page.url
    await press(page, "Check")
    await expect(page.locator("article.finding").first).to_be_visible()
    upstream.commit({"docs/plan.md": b"Read this first.\n\n" + PLAN}, message="Say what to read first")
    await fetched(page, repository)
    return repository, session, artifact


async def test_every_page_of_a_repository_fits_its_window(host, visit):
    page = await visit(host.site, reduced_motion="reduce")
    repository, session, artifact = await prepared(page, host)
    await at(page, "list", f"{host.site.url}/repositories/")
    await at(page, "folder", f"{repository}?path=docs")
    await at(page, "file", f"{repository}file/?path=docs/plan.md")
    await at(page, "history", f"{repository}history/?path=docs")
    await at(page, "branches", f"{repository}branches/")
    await at(page, "link", f"{host.site.url}/repositories/new/")
    await at(page, "artifact", artifact)
    await at(page, "newer", f"{artifact}newer/")
    await at(page, "changes", f"{session}changes/")
    await at(page, "to-review", f"{host.site.url}/changes/?q=Pictured")
    await at(page, "team", f"{host.site.url}/team/")
    await page.goto(f"{host.site.url}/repositories/new/")
    await page.get_by_label("Address").fill("ext::sh -c id")
    await press(page, "Link")
    await pictured(page, "refused")
