"""Linking a repository in a browser: progress that moves, a fetch that is stopped, a server that ends meanwhile."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, press
from tests.browser.site import Site
from tests.git.making import Upstream
from tests.git.serving import Gate, serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
# The look of the form and that of the fetch take two requests each.
BEHIND_THE_LOOKS = 5


@pytest.fixture
def gate():
    gate = Gate(BEHIND_THE_LOOKS)
    yield gate
    gate.opened.set()


@pytest.fixture
def web(tmp_path, gate):
    """Somebody's notes on a host of the intranet, which answers once the gate is open."""
    Upstream(tmp_path / "roots" / "notes.git").commit({"plan.md": b"# Plan\n"}, message="Start")
    with serving(tmp_path / "roots", asked=gate) as served:
        yield served


@pytest.fixture(scope="module")
def own_site(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("fetching"), ELM_REPO_PRIVATE_HOSTS="127.0.0.1")
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.errors, site.errors


async def link(page, site, web, gate) -> None:
    """Ana links the notes; their fetch is held up then."""
    await page.goto(f"{site.url}/repositories/new/")
    await page.get_by_label("Address").fill(web.url("notes.git"))
    await press(page, "Link")
    await expect(page.get_by_role("progressbar")).to_be_visible()
    await expect(page.get_by_text("Asking the remote")).to_be_visible()
    assert gate.reached.wait(20)


async def test_a_fetch_shows_itself_and_then_the_files_without_a_click(own_site, web, gate, visit):
    page = await visit(own_site, viewport=PHONE)
    await link(page, own_site, web, gate)
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    gate.opened.set()
    await expect(page.get_by_role("link", name="plan.md").first).to_be_visible()
    await expect(page.get_by_role("progressbar")).to_have_count(0)
    await expect(page.locator("#repository-state")).to_contain_text("Ready")


async def test_a_fetch_is_stopped_from_the_keyboard_and_begun_again(own_site, web, gate, visit):
    page = await visit(own_site)
    await link(page, own_site, web, gate)
    stop = page.get_by_role("button", name="Stop")
    await stop.focus()
    async with page.expect_response(lambda answer: "/state/" in answer.url):
        await expect(stop).to_be_focused()
    await expect(stop).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("The fetch was stopped.")).to_be_visible()
    gate.opened.set()
    await press(page, "Fetch now")
    await expect(page.get_by_role("link", name="plan.md").first).to_be_visible()


async def test_a_server_that_does_not_answer_for_a_while_leaves_the_page_as_it_is(own_site, web, gate, visit):
    page = await visit(own_site)
    await page.route(
        "**/state/*", lambda route: route.fulfill(status=503, body="<p>Bad gateway</p>"), times=2
    )
    async with page.expect_response(lambda answer: answer.status == 503):
        await link(page, own_site, web, gate)
    await expect(page.get_by_role("progressbar")).to_be_visible()
    gate.opened.set()
    await expect(page.get_by_role("link", name="plan.md").first).to_be_visible()
    assert {"503" in error for error in visit.errors} == {True}
    visit.errors.clear()


async def test_a_fetch_that_a_stopped_server_left_goes_on_with_the_next(own_site, web, gate, visit):
    page = await visit(own_site)
    await link(page, own_site, web, gate)
    address = page.url
    await page.goto("about:blank")
    own_site.stop()
    gate.opened.set()
    own_site.start()
    await page.goto(address)
    await expect(page.locator("#repository-state")).to_contain_text("Ready")
    await expect(page.get_by_role("link", name="plan.md").first).to_be_visible()


async def test_the_form_keeps_what_was_typed_and_says_what_is_wrong(own_site, web, visit):
    page = await visit(own_site)
    await page.goto(f"{own_site.url}/repositories/new/")
    await page.get_by_label("Address").fill("file:///etc/passwd")
    await press(page, "Link")
    field = page.get_by_label("Address")
    await expect(field).to_have_value("file:///etc/passwd")
    await expect(field).to_have_attribute("aria-invalid", "true")
    await expect(page.locator("#id_url_error")).to_contain_text("file:// addresses are not taken")
