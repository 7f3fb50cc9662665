"""Ana invites, and people join by their own yes: new ones, such with an account, and not at all."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, press, served
from tests.browser.table import PASSWORD, invited, link_of_invitation

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def new_site(tmp_path_factory):
    yield from served(tmp_path_factory.mktemp("joining"))


async def test_somebody_new_joins_and_sees_what_the_team_shares(new_site, visit):
    ana = await visit(new_site)
    dan = await invited(visit, new_site, "dan")
    await expect(dan.get_by_role("heading", level=2, name="Start with “Payment retries”")).to_be_visible()
    await ana.goto(f"{new_site.url}/team/")
    await expect(ana.locator(".list")).to_contain_text("E-mail not confirmed")
    await ana.get_by_text("Who joined and left").click()
    await expect(ana.locator("details[open]")).to_contain_text(
        "dan accepted the invitation of dan@example.org"
    )
    await dan.get_by_label("Account of dan").click()
    await dan.get_by_role("link", name="Your teams").click()
    await expect(dan.get_by_role("heading", level=1)).to_have_text("Your teams")
    await dan.locator("summary", has_text="Leave").click()
    await press(dan, "Yes, leave Our team")
    await expect(dan.locator(".notices")).to_contain_text("You have left Our team.")
    await dan.goto(f"{new_site.url}/items/payment-retries/")
    await expect(dan.get_by_role("heading", level=1)).to_have_text("Page not found")


async def test_who_has_an_account_answers_under_your_teams_without_a_script(new_site, visit):
    ana = await visit(new_site)
    await invited(visit, new_site, "eve", "outsider")
    await ana.goto(f"{new_site.url}/team/")
    await ana.get_by_label("E-mail or username").fill("eve")
    await press(ana, "Invite")
    await expect(ana.get_by_role("alert")).to_contain_text(
        "Whose account is eve? It was made on an invitation of"
    )
    await ana.get_by_label("I know whose account this is").check()
    await press(ana, "Invite")
    await expect(ana.locator(".notices")).to_contain_text("eve is invited.")
    link = await ana.get_by_label("Link for eve").input_value()
    eve = await visit(new_site, cookies=new_site.guests["eve"], java_script_enabled=False, viewport=PHONE)
    await eve.goto(link)
    await press(eve, "Join as eve")
    await expect(eve.get_by_role("heading", level=1)).to_have_text("Our team")


async def test_a_declined_link_is_over_and_looking_at_it_had_answered_nothing(new_site, visit):
    ana = await visit(new_site)
    link = await link_of_invitation(ana, new_site, "finn")
    stranger = await visit(new_site, cookies=[])
    for _ in range(2):
        await stranger.goto(link)
        await expect(stranger.get_by_role("heading", level=1)).to_have_text("Join Our team?")
    await press(stranger, "Decline the invitation")
    await expect(stranger.get_by_role("heading", level=1)).to_have_text("You have declined")
    await stranger.goto(link)
    await expect(stranger.get_by_role("heading", level=1)).to_have_text("This invitation is over")


async def test_who_is_logged_out_logs_in_on_the_way_to_the_team(new_site, visit):
    ana, gus = await visit(new_site), await invited(visit, new_site, "gus", "outsider")
    link = await link_of_invitation(ana, new_site, "gus2")
    await gus.goto(link)
    await press(gus, "Log out")
    await gus.goto(link)
    await gus.get_by_role("link", name="Log in, then join").click()
    await gus.get_by_label("Username").fill("gus")
    await gus.get_by_label("Password").fill(PASSWORD)
    await press(gus, "Log in")
    await press(gus, "Join as gus")
    await expect(gus).to_have_url(re.compile(r"/team/\?team=our-team$"))
