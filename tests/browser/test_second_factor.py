"""Dan sets up a second factor, and from then on logs in with the codes of the app on his phone."""

import re
from base64 import b32decode

import pytest
from django_otp.oath import totp
from playwright.async_api import Page, expect

from tests.browser.conftest import PHONE, press, served
from tests.browser.pictures import take_picture
from tests.browser.site import Site
from tests.browser.table import PASSWORD, invited

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def new_site(tmp_path_factory):
    yield from served(tmp_path_factory.mktemp("factor"))


async def give_password(page: Page, site: Site, username: str) -> None:
    await page.goto(f"{site.url}/accounts/login/")
    await page.get_by_label("Username").fill(username)
    await page.get_by_label("Password").fill(PASSWORD)
    await press(page, "Log in")


async def give_code(page: Page, code: str, heading: str = "Enter your code") -> None:
    await expect(page.get_by_role("heading", name=heading)).to_be_visible()
    await page.get_by_label("Code").fill(code)
    await page.locator("main form button").first.click()


async def fits(page: Page, name: str) -> None:
    """Nothing is cut off at the side; a picture of it is kept."""
    await take_picture(page, f"second-factor-{name}", full_page=True)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def set_up(page: Page, site: Site) -> tuple[str, list[str]]:
    """Set it up by the key on the page. Gives the key and the recovery codes."""
    await page.goto(f"{site.url}/accounts/teams/")
    await page.get_by_role("link", name="Set it up").click()
    await page.get_by_label("Your password").fill(PASSWORD)
    await press(page, "Set it up")
    picture = page.get_by_alt_text("QR code")
    await expect(picture).to_be_visible()
    assert (
        await picture.evaluate("async (shown) => { await shown.decode(); return shown.naturalWidth; }") > 100
    )
    key = "".join(re.findall(r"\b[A-Z2-7]{4}\b", await page.locator("main").inner_text()))
    await fits(page, "setup")
    await give_code(page, shown_by(key, 0), "Finish the setup")
    await expect(page.locator(".notices")).to_contain_text("The second factor is on.")
    codes = await page.locator("#recovery-codes code").all_inner_texts()
    assert len(codes) == 10
    await fits(page, "on")
    return key, codes


def shown_by(key: str, ahead: int) -> str:
    """What an app with this key shows, `ahead` half minutes from now."""
    return f"{totp(b32decode(key), drift=ahead):06}"


async def test_dan_sets_it_up_and_logs_in_with_his_phone_and_without(new_site, visit):
    dan = await invited(visit, new_site, "dan")
    key, codes = await set_up(dan, new_site)
    again = await visit(new_site, cookies=[])
    await give_password(again, new_site, "dan")
    await again.goto(f"{new_site.url}/items/")
    await expect(again.get_by_role("heading", level=1)).to_have_text("Log in")
    await again.goto(f"{new_site.url}/accounts/code/")
    await give_code(again, shown_by(key, 1))
    await expect(again.get_by_label("Account of dan")).to_be_visible()
    phone = await visit(new_site, cookies=[], viewport=PHONE, java_script_enabled=False)
    await give_password(phone, new_site, "dan")
    await give_code(phone, codes[0])
    await expect(phone.locator(".notices")).to_contain_text("You have used a recovery code. 9 are left.")
    stranger = await visit(new_site, cookies=[])
    await give_password(stranger, new_site, "dan")
    await give_code(stranger, codes[0])
    await expect(stranger.locator("main form")).to_contain_text("Wrong code")
    await fits(stranger, "wrong")


async def test_whoever_has_a_phone_in_hand_sets_it_up_there_without_scripts(new_site, visit):
    await invited(visit, new_site, "eve")
    eve = await visit(new_site, cookies=new_site.guests["eve"], viewport=PHONE, java_script_enabled=False)
    await eve.goto(f"{new_site.url}/accounts/second-factor/")
    await eve.get_by_label("Your password").fill(PASSWORD)
    await press(eve, "Set it up")
    await expect(eve.get_by_alt_text("QR code")).to_be_visible()
    await take_picture(eve, "second-factor-phone", full_page=True)


async def test_a_double_click_on_the_code_is_no_second_try(new_site, visit):
    finn = await invited(visit, new_site, "finn")
    key, _ = await set_up(finn, new_site)
    again = await visit(new_site, cookies=[])
    await give_password(again, new_site, "finn")
    await again.get_by_label("Code").fill(shown_by(key, 1))
    await again.get_by_role("button", name="Log in").dblclick(delay=20, no_wait_after=True)
    await expect(again.get_by_label("Account of finn")).to_be_visible()
