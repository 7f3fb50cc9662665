"""The page of a roundtable in Chromium, fed by the log and the live text as an engine would feed it."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import Page, expect

from reviews.log import publish, store
from reviews.models import Event, Session
from reviews.states import State
from tests.browser.conftest import DESKTOP, fits, looks
from tests.browser.pictures import take_picture
from tests.browser.test_session_page import PHONE, append, live, watched
from tests.live import table
from tests.live.table import ALEX, JORDAN, MAYA, framing, line, person, said

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio(loop_scope="session"),
]


def speaks(session: Session, number: int, speaker, text: str) -> None:
    """The speaker begins, and has said this much."""
    publish.turn_opened(session.pk, number, {"key": speaker.key, "name": speaker.name, "role": speaker.role})
    publish.said(session.pk, text)


async def discussed(session: Session) -> None:
    """Alex has spoken, and people have the word."""
    await sync_to_async(table.discussed)(session)
    await sync_to_async(store.move)(session.pk, State.WAITING)


async def messages(session: Session) -> list[str]:
    rows = Event.objects.filter(session=session, kind="user_message").order_by("number")
    return await sync_to_async(list)(rows.values_list("text", flat=True))


async def options(page: Page) -> list[str]:
    """The names that are offered."""
    return [name async for name in names(page)]


async def names(page: Page):
    for option in await page.locator("#names [role=option]:not([hidden]) strong").all():
        yield await option.text_content()


async def test_a_framing_streams_and_becomes_a_card_with_its_turn_and_who_is_next(
    browser_of, server, roundtable, ben
):
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await append(roundtable, *table.takes())
        speaks(roundtable, 5, MAYA, "We just covered ")
        publish.said(roundtable.pk, "Journeys.")
        await expect(live(page)).to_have_text("We just covered Journeys.")
        await expect(page.locator("#live .event-role")).to_have_text("Business Analyst")
        await expect(page.locator("#now")).to_be_hidden()
        await append(roundtable, framing())
        publish.turn_closed(roundtable.pk)
        await expect(page.locator("#event-5 .focus-question")).to_have_text(table.FOCUS)
        await expect(page.locator("#progress")).to_contain_text("Turn 1 of 10")
        await expect(page.locator("#focus")).to_contain_text(table.FOCUS)
        await expect(page.locator("#announce")).to_have_text(
            "Maya Chen, framing, turn 1. Alex Rivera speaks next"
        )


async def test_a_copied_contribution_begins_with_its_exact_prefix(browser_of, server, roundtable, ben):
    await append(roundtable, framing(), said(ALEX, "Space **them** out."))
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        copied = await page.evaluate(
            "(getSelection().selectAllChildren(document.getElementById('event-3')), String(getSelection()))"
        )
        assert copied.strip() == "Alex Rivera (Solutions Architect): Space them out."


async def test_a_name_is_completed_by_keyboard_after_an_at(browser_of, server, roundtable, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        box = page.locator("#text")
        await box.focus()
        await page.keyboard.type("@")
        await expect(box).to_have_attribute("aria-expanded", "true")
        assert await options(page) == ["Maya Chen", "Alex Rivera", "Jordan Park", "Everyone"]
        await page.keyboard.press("ArrowDown")
        await expect(box).to_have_attribute("aria-activedescendant", "name-2")
        await expect(page.get_by_role("option", selected=True)).to_contain_text("Alex Rivera")
        await page.keyboard.press("Enter")
        await expect(box).to_have_value("Alex, ")
        await expect(page.locator("#names")).to_be_hidden()
        await page.keyboard.type("what about @jo")
        await page.keyboard.press("Enter")
        await expect(box).to_have_value("Alex, what about Jordan, ")


async def test_a_name_that_begins_a_message_is_offered_and_takes_no_key_unasked(
    browser_of, server, roundtable, ben
):
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        box = page.locator("#text")
        await box.press_sequentially("Al")
        assert await options(page) == ["Alex Rivera"]
        await page.keyboard.press("Enter")
        await expect(box).to_have_value("Al\n")
        await box.fill("")
        await box.press_sequentially("Al")
        await page.keyboard.press("Escape")
        await expect(page.locator("#names")).to_be_hidden()
        await page.keyboard.type("e")
        await expect(page.locator("#names")).to_be_hidden()
        await box.fill("")
        await box.press_sequentially("al")
        await page.get_by_role("option", name="Alex").click()
        await expect(box).to_have_value("Alex, ")
        await expect(box).to_be_focused()


async def test_the_list_comes_back_after_a_message_was_sent(browser_of, server, roundtable, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await page.locator("#text").press_sequentially("@ma")
        await page.keyboard.press("Tab")
        await page.keyboard.type("who is told?")
        await page.keyboard.press("Control+Enter")
        await expect(page.locator("#text")).to_have_value("")
        await expect(page.locator("#text")).to_be_focused()
        await page.keyboard.type("@")
        await expect(page.locator("#text")).to_have_role("combobox")
        await expect(page.locator("#names")).to_be_visible()
        assert await messages(roundtable) == ["Maya, who is told?"]


async def test_letting_them_continue_keeps_what_is_half_written(browser_of, server, roundtable, ben):
    await discussed(roundtable)
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await page.locator("#text").fill("half a thought")
        await page.get_by_role("button", name="Let them continue").click()
        await expect(page.locator("#log")).to_contain_text("Ben lets them continue.")
        await expect(page.locator("#text")).to_have_value("half a thought")
        await expect(page.locator(".go-on")).to_be_hidden()


async def test_an_empty_box_sent_by_keyboard_lets_them_continue(browser_of, server, roundtable, ben):
    await discussed(roundtable)
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await page.locator("#text").press("Control+Enter")
        await expect(page.locator("#log")).to_contain_text("Ben lets them continue.")
        await expect(page.locator("#text")).to_be_focused()
        assert await messages(roundtable) == [""]


async def test_a_side_of_a_disagreement_is_taken_with_one_click(browser_of, server, roundtable, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await append(roundtable, framing(), line("disagreement", "They differ.", turn=2, sides=table.SIDES))
        await page.get_by_role("button", name="testable codes").click()
        said_so = "I choose a list of final codes."
        await expect(page.locator(".event-user_message .said")).to_have_text(f"Ben: {said_so}")
        assert await messages(roundtable) == [said_so]


async def test_ana_wraps_up_and_is_told_what_happens(browser_of, server, roundtable, ana):
    await discussed(roundtable)
    async with browser_of(ana, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await page.get_by_role("button", name="Wrap up").click()
        await expect(page.locator("#now")).to_have_text("The discussion is being summed up…")
        assert await messages(roundtable) == ["done"]


async def test_ben_speaks_and_vera_watches(browser_of, server, roundtable, ben, vera):
    await discussed(roundtable)
    async with browser_of(ben, server) as opens, browser_of(vera, server) as she_opens:
        page, hers = (
            await opens(roundtable.get_absolute_url()),
            await she_opens(roundtable.get_absolute_url()),
        )
        for seen in (page, hers):
            await expect(seen.locator("#people")).to_have_text("At the table: Ben · Watching: Vera")
        await page.locator("#text").fill("Who is told?")
        await page.locator("#text").press("Control+Enter")
        await expect(hers.locator("#log")).to_contain_text("Ben: Who is told?")
        assert await hers.locator("#session form[method=post]").count() == 0


async def test_the_focus_stays_where_it_is_while_the_table_goes_on(browser_of, server, roundtable, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await page.get_by_role("button", name="Stop").focus()
        await append(roundtable, framing(), said(ALEX, "Space them."), said(JORDAN, "I disagree.", 3))
        await expect(page.locator("#progress")).to_contain_text("Turn 3 of 10")
        await expect(page.get_by_role("button", name="Stop")).to_be_focused()


async def test_a_menu_that_came_down_the_socket_takes_words(browser_of, server, roundtable, ben):
    await sync_to_async(table.discussed)(roundtable)
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        await watched(page)
        await append(roundtable, table.menu())
        await sync_to_async(table.finish)(roundtable)
        await expect(page.locator("#ended")).to_contain_text("This roundtable has ended")
        await page.get_by_label("Or type naturally to provide feedback").fill("Mind the refunds.")
        await page.locator(".menu-feedback").get_by_role("button", name="Send").click()
        await page.wait_for_url("**/sessions/**")
        await expect(page.locator("#log")).to_contain_text("Mind the refunds.")


async def test_everything_can_be_said_without_scripts(browser_of, server, roundtable, ana):
    await discussed(roundtable)
    await append(roundtable, line("disagreement", "They differ.", turn=3, sides=table.SIDES))
    async with browser_of(ana, server, java_script_enabled=False) as opens:
        page = await opens(roundtable.get_absolute_url())
        for button in ("testable codes", "Wrap up"):
            await page.get_by_role("button", name=button).click()
        await expect(page.locator("#now")).to_have_text("The discussion is being summed up…")
    assert await messages(roundtable) == ["I choose a list of final codes.", "done"]


async def a_whole_discussion(session: Session, ana, ben) -> None:
    """Events of every kind that a roundtable has."""
    await sync_to_async(table.tell)(session, await sync_to_async(table.introduced)(session))
    await append(
        session,
        *table.takes(),
        framing(),
        said(
            ALEX,
            "Three retries in minutes look like an *attack*.",
            2,
            refers_to=[6],
            changed_mind="The issuer.",
        ),
        said(JORDAN, "Alex and I see this differently.", 3, refers_to=[6, 7]),
        line("disagreement", "Jordan and Alex see this differently.", turn=4, sides=table.SIDES),
        person(ben, "Alex, what would the list cost us?"),
        said(ALEX, "An afternoon.", 6, basis=10),
        person(ana, goes_on=True),
        line("passes", "", JORDAN, basis=12),
        line("warning", "We are nearing the end of our discussion time."),
        person(ana, "done", may_end=True),
        line("exit", "Wrapping up the discussion.", basis=15),
        table.synthesis(6, 7),
        table.menu(),
    )
    await sync_to_async(table.finish)(session)


async def test_the_table_fits_and_is_photographed(browser_of, server, roundtable, ana, ben):
    await a_whole_discussion(roundtable, ana, ben)
    async with browser_of(ben, server) as opens:
        page = await opens(roundtable.get_absolute_url())
        async for look in looks(page, DESKTOP, PHONE):
            await page.reload()
            await watched(page)
            assert await fits(page), look
            await take_picture(page, f"roundtable-{look}", full_page=True)
