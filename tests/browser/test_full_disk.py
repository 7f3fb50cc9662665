"""A disk that is full: nobody loses what they typed or said, and everything goes on once there is room."""

from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

import pytest
from playwright.async_api import expect

from tests.browser.conftest import end_of, events_of, kinds, press, send, start_interview
from tests.browser.site import Site
from tests.browser.table import invited

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FULL = "The server can't write to its disk, so nothing was stored."


class Disk:
    """The disk of a site. It is full when the kernel lets the server write no byte to any file."""

    def __init__(self, site: Site) -> None:
        assert site.process
        self.server = site.process.pid

    def fill(self) -> None:
        prlimit(self.server, RLIMIT_FSIZE, (1, RLIM_INFINITY))

    def make_room(self) -> None:
        prlimit(self.server, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))


@pytest.fixture(scope="module")
def own_site(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("full"), ELM_OFFLINE_PACE="0.01")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def disk(own_site):
    """It has room again for the next story."""
    disk = Disk(own_site)
    yield disk
    disk.make_room()


async def test_a_text_that_finds_no_room_stays_in_the_form(own_site, disk, visit):
    page = await visit(own_site)
    await page.goto(f"{own_site.url}/items/payment-retries/artifacts/new/")
    await page.get_by_label("Name").fill("mail.md")
    await page.get_by_label("Text optional").fill("Legal says yes.")
    disk.fill()
    await press(page, "Add")
    await expect(page.get_by_role("alert")).to_contain_text(FULL)
    await expect(page.get_by_label("Text optional")).to_have_value("Legal says yes.")
    disk.make_room()
    await press(page, "Add")
    await expect(page.get_by_role("status")).to_contain_text("mail.md is stored.")


async def test_an_item_or_a_session_that_finds_no_room_is_told_so(own_site, disk, visit):
    page = await visit(own_site)
    disk.fill()
    await page.goto(f"{own_site.url}/items/new/")
    await page.get_by_label("Title").fill("Faster refunds")
    await press(page, "Create item")
    await expect(page.get_by_role("alert")).to_contain_text(FULL)
    await expect(page.get_by_label("Title")).to_have_value("Faster refunds")
    await page.goto(f"{own_site.url}/items/payment-retries/")
    await press(page, "Start interview")
    await expect(page.get_by_role("alert")).to_contain_text(FULL)


async def test_an_interview_waits_for_room_and_loses_nothing(own_site, disk, visit):
    page = await visit(own_site)
    address = await start_interview(page, own_site)
    await expect(page.locator(".live-text")).to_contain_text("I have read")
    disk.fill()
    await page.locator("#text").fill("Cards are the only way to pay.")
    await press(page, "Send")
    await expect(page.locator("#text-error")).to_contain_text(FULL)
    await expect(page.locator("#text")).to_have_value("Cards are the only way to pay.")
    await expect(page.locator("#connection")).to_contain_text("can't save right now")
    disk.make_room()
    await send(page, "Cards are the only way to pay.")
    await end_of(page)
    await expect(page.locator("#connection")).to_be_hidden()
    log = await events_of(page, address)
    assert [event["number"] for event in log["events"]] == list(range(1, len(log["events"]) + 1))
    assert kinds(log).count("user_message") == 1


async def test_who_logs_out_and_in_again_is_told_and_can_send_it_again(own_site, disk, visit):
    page = await invited(visit, own_site, "dan")  # the next story needs Ana's log-in
    await page.locator("summary[aria-label^=Account]").click()
    disk.fill()
    await press(page, "Log out")
    await expect(page.get_by_role("alert")).to_contain_text(FULL)
    disk.make_room()
    await press(page, "Send it again")
    await expect(page.get_by_role("heading", name="Log in")).to_be_visible()


async def test_the_team_and_the_password_are_told(own_site, disk, visit):
    page = await visit(own_site)
    await page.goto(f"{own_site.url}/team/")
    disk.fill()
    await page.get_by_label("Username").fill("newcomer@example.org")
    await press(page, "Invite")
    await expect(page.locator("main")).to_contain_text(FULL)
    await expect(page.get_by_label("Username")).to_have_value("newcomer@example.org")
    await page.goto(f"{own_site.url}/accounts/password/")
    for name in ("new_password1", "new_password2"):
        await page.locator(f"[name={name}]").fill("a long and new one 7")
    await page.locator("main form button").click()
    await expect(page.get_by_role("alert")).to_contain_text(FULL)
