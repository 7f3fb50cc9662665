"""A roundtable by rules, from a fresh data directory: two people in two browsers, from the item to the menu."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, events_of, kinds, press, send, served, shown
from tests.browser.table import (
    TOPIC,
    Chosen,
    invited,
    made_sample,
    peoples_turn,
    said_by,
    start,
    turn,
    turns_taken,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STEP = "User Experience & Journeys"
INTRODUCTION = f"""\
---
ELABORATION MODE

Bringing Alex Rivera (Solutions Architect) and Jordan Park (System Designer)
into the discussion.

Topic: {STEP} for Payment retries

Turn limit: 30 exchanges. Type "done" to end discussion early.
---"""
MENU = """\
---
[E] Elaboration Mode -- bring all perspectives to discuss this topic
[C] Continue -- move to the next step
[S] Skip remaining steps in this phase
Or type naturally to provide feedback.
---"""


@pytest.fixture(scope="module")
def fresh_site(tmp_path_factory):
    yield from served(tmp_path_factory.mktemp("fresh"), ELM_OFFLINE_PACE="0.004")


async def test_ana_and_ben_hold_a_roundtable_from_the_introduction_to_the_menu(fresh_site, visit):
    ana, ben = await visit(fresh_site), await invited(visit, fresh_site, "ben")
    address = await start(ana, fresh_site, Chosen(step="01-03"))
    await ben.goto(address)
    await the_personas_open(ana, ben)
    await ben_asks_alex(ana, ben)
    await nothing_said_lets_them_go_on(ana)
    await what_does_not_end_it(ana, ben)
    await send(ana, "done")
    await what_comes_of_it(ana, ben)
    log = await events_of(ana, address)
    assert await shown(ana) == await shown(ben)
    assert await turn(ana) == turns_taken(log) <= 30
    assert next(event["text"] for event in log["events"] if event["kind"] == "introduction") == INTRODUCTION
    assert log["session"]["end_reason"] == "user-initiated"


async def the_personas_open(ana: Page, ben: Page) -> None:
    """Maya frames with a focus question, the two others follow, and the table has both people at it."""
    for page in (ana, ben):
        await peoples_turn(page)
        await expect(page.locator("#people")).to_have_text(
            re.compile("At the table: (admin, ben|ben, admin)")
        )
        framing = page.locator(".event-framing")
        await expect(framing).to_contain_text(f"Maya Chen (Business Analyst): We just covered {STEP}.")
        await expect(framing.locator(".focus-question")).to_have_text(re.compile(r"\?$"))
        await expect(framing).to_contain_text(
            "Alex, what is your take from a feasibility and tradeoff perspective?"
        )
        first, second = page.locator(".event-contribution").nth(0), page.locator(".event-contribution").nth(1)
        await expect(first).to_contain_text("Alex Rivera (Solutions Architect): ")
        await expect(second).to_contain_text("Jordan Park (System Designer): ")


async def ben_asks_alex(ana: Page, ben: Page) -> None:
    """By keyboard: "@al" is completed to a name, and Alex answers in both browsers."""
    before = await turn(ben)
    await ben.locator("#text").press_sequentially("@Al")
    await expect(ben.get_by_role("option", selected=True)).to_contain_text("Alex Rivera")
    await ben.keyboard.press("Enter")
    await ben.keyboard.type("is the idempotency key worth it?")
    await ben.keyboard.press("Control+Enter")
    for page in (ana, ben):
        await peoples_turn(page, after=before + 1)
        asked = page.locator(".event-user_message")
        await expect(asked).to_contain_text("ben: Alex, is the idempotency key worth it?")
        answer = page.locator(".event-user_message ~ .event-contribution").first
        await expect(answer.locator(".event-who")).to_have_text("Alex Rivera")
        await expect(answer.locator(".refers")).to_contain_text("ben")
    await expect(ben.locator("#text")).to_be_focused()


async def nothing_said_lets_them_go_on(ana: Page) -> None:
    before = await turn(ana)
    await ana.locator("#text").press("Control+Enter")
    await peoples_turn(ana, after=before)
    await expect(ana.locator("#log")).to_contain_text("admin lets them continue.")


async def what_does_not_end_it(ana: Page, ben: Page) -> None:
    """A sentence that only has the word, and the word of somebody who did not start it."""
    before = await turn(ana)
    await send(ana, "I'm not done yet")
    await peoples_turn(ana, after=before)
    await expect(ben.get_by_role("button", name="Wrap up")).to_have_count(0)
    await send(ben, "done")
    refused = "Only admin who started this, or a team admin, can end the discussion. We go on."
    await expect(ana.locator(".event-facilitation").last).to_contain_text(refused)
    await peoples_turn(ana, after=before)


async def what_comes_of_it(ana: Page, ben: Page) -> None:
    for page in (ana, ben):
        await end_of(page)
        await expect(page.locator(".event-synthesis h3")).to_have_text(
            f"Elaboration Insights (Step 01-03: {STEP})"
        )
        await expect(page.locator(".event-synthesis .tag").first).to_have_text(re.compile(r"\[\w+(/\w+)*\]"))
        await expect(page.locator("#log")).to_contain_text("Wrapping up the discussion.")
        await expect(page.locator("#log")).to_contain_text("Updated payment-retry-note.md, ")
        await expect(page.locator("#log")).to_contain_text(
            "Could not update requirements-spec.md (file not found)."
        )
        await expect(page.locator(".menu-text")).to_have_text(MENU)
        await expect(page.locator("#ended")).to_contain_text("This roundtable has ended")


async def ended(page: Page, site, chosen: Chosen) -> str:
    """A roundtable that was wrapped up after its opening."""
    address = await start(page, site, chosen)
    await peoples_turn(page)
    await press(page, "Wrap up")
    await end_of(page)
    return address


async def test_the_menu_leads_to_the_next_step_which_tells_of_the_last(fresh_site, visit):
    ana = await visit(fresh_site)
    item = await made_sample(ana, fresh_site, "Retries step by step")
    await ended(ana, fresh_site, Chosen(step="03-01", item=item))
    await press(ana, "Continue")
    await expect(ana.get_by_label("Step to discuss")).to_have_value("03-02")
    await press(ana, "Start roundtable")
    told = "We also had a roundtable discussion on step 03-01 where "
    await expect(ana.locator("#log")).to_contain_text(told)
    await press(ana, "Stop")
    await ana.goto(f"{fresh_site.url}/items/{item}/")
    await ana.locator("#steps summary").click()
    await expect(ana.locator("#steps")).to_contain_text("1 of 24 completed")
    await expect(ana.locator("section", has=ana.locator("#roundtables")).locator(".list")).to_contain_text(
        "3 turns"
    )


async def test_the_menu_begins_another_discussion_of_the_step_or_skips_the_phase(fresh_site, visit):
    ana = await visit(fresh_site)
    first = await ended(ana, fresh_site, Chosen(step="02-01"))
    await ana.get_by_label("Or type naturally").fill("Mind the refunds.")
    await ana.locator(".menu-feedback").get_by_role("button", name="Send").click()
    await expect(ana.locator("#log")).to_contain_text("admin: Mind the refunds.")
    await expect(ana.get_by_role("button", name="Elaborate again")).to_be_in_viewport()
    await press(ana, "Elaborate again")
    await ana.wait_for_url(lambda address: not address.startswith(first))
    await expect(ana.get_by_role("link", name="an earlier session")).to_have_attribute(
        "href", re.compile(first[-38:])
    )
    await peoples_turn(ana)
    await press(ana, "Wrap up")
    await end_of(ana)
    await press(ana, "Skip the phase")
    await expect(ana.get_by_label("Step to discuss")).to_have_value("03-01")


async def test_c40_who_starts_what_is_being_discussed_joins_it(fresh_site, visit):
    ana, ben = await visit(fresh_site), await invited(visit, fresh_site, "ben")
    address = await start(ana, fresh_site, Chosen(step="04-02"))
    assert await start(ben, fresh_site, Chosen(step="04-02", limit=5)) == address
    await expect(ben.get_by_role("status").first).to_contain_text("so you joined that roundtable")
    await expect(ben.locator("#progress")).to_contain_text("of 30")
    await press(ana, "Stop")


async def test_vera_reads_everything_and_cleo_finds_nothing(fresh_site, visit):
    ana = await visit(fresh_site)
    vera = await invited(visit, fresh_site, "vera", "viewer")
    cleo = await invited(visit, fresh_site, "cleo", "outsider")
    item = await made_sample(ana, fresh_site, "Retries that Vera reads")
    address = await start(ana, fresh_site, Chosen(TOPIC, item=item))
    await vera.goto(address)
    await peoples_turn(vera)
    await expect(vera.locator("#people")).to_have_text("At the table: admin · Watching: vera")
    await expect(vera.locator("#now")).to_have_text("They wait for a member of the team to say something.")
    await send(ana, "done")
    await end_of(vera)
    assert len(await shown(vera)) == len(await shown(ana)) == len((await events_of(ana, address))["events"])
    for place in ("", "changes/", "blind/"):
        await vera.goto(address + place)
        assert await vera.locator("main form[method=post] button").count() == 0, place
        assert (await cleo.goto(address + place)).status == 404
    kept = await vera.request.get(f"{address}transcript.md")
    assert "Alex Rivera (Solutions Architect): " in await kept.text()


async def test_a_roundtable_is_held_without_scripts(fresh_site, visit):
    page = await visit(fresh_site, java_script_enabled=False)
    item = await made_sample(page, fresh_site, "Retries once more")
    chosen = Chosen("Who is on call?", apply="After review: somebody", item=item)
    address = await start(page, fresh_site, chosen)
    await refreshed(page, ".session[data-state=waiting]")
    await page.locator("#text").fill("Jordan, what happens to unknown reasons?")
    await press(page, "Send")
    await refreshed(page, ".event-user_message ~ .event-contribution")
    await refreshed(page, ".session[data-state=waiting]")
    await press(page, "Wrap up")
    await refreshed(page, ".session[data-state=finished]")
    log = await events_of(page, address)
    assert said_by(log, "contribution") == ["Alex", "Jordan", "Jordan"]
    await page.get_by_role("link", name="Review the changes").click()
    await page.get_by_role("button", name="Accept", exact=True).first.click()
    await expect(page.locator("#changes-progress")).to_contain_text("1 of 2 decided")
    assert kinds(await events_of(page, address)).count("change") == 2


async def refreshed(page: Page, sign: str) -> None:
    """Press "Refresh", as its reader does, until the page shows it."""
    for _ in range(200):
        if await page.locator(sign).count():
            return
        await page.get_by_role("link", name="Refresh").click()
    raise AssertionError(f"The page never showed {sign}")
