"""The session page in Chromium, fed by the log and the live text as an engine would feed it."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from playwright.async_api import Page, expect

from reviews.live import hub
from reviews.log import publish, store
from reviews.log.values import NewEvent
from reviews.models import Event
from reviews.states import EndReason, EventKind, State
from tests.browser.conftest import DESKTOP, SMALL, fits, looks
from tests.browser.pictures import take_picture
from tests.live.conftest import answer, opened, question

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio(loop_scope="session"),
]
PHONE = SMALL
FIRST = "Before the details, the whole picture:\n\n1. Who *pays* for this?\n2. What happens if we wait?"
REPLY = "The notes say that **orders are lost**. They give no number.\n\nNobody here can say how many."


async def append(session, *events) -> None:
    await sync_to_async(store.append)(session.pk, list(events))


def live(page: Page):
    return page.locator("#live .live-text")


async def watched(page: Page) -> None:
    """The page watches, when the server has said who does."""
    await expect(page.locator("#connection")).to_be_hidden()
    await expect(page.locator("#session[data-watched]")).to_be_attached()


async def test_words_arrive_as_they_are_spoken_and_become_an_event(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        opened(session, 2)
        for word in FIRST.split(" "):
            publish.said(session.pk, word + " ")
        await expect(live(page)).to_have_text(FIRST + " ")
        await append(session, question(FIRST))
        publish.turn_closed(session.pk)
        await expect(page.locator("#event-2 li")).to_have_text(
            ["Who pays for this?", "What happens if we wait?"]
        )
        await expect(live(page)).to_have_count(0)
        await expect(page.locator("#announce")).to_have_text("ELM, question, round 1")


async def test_a_reload_a_second_tab_and_a_teammate_show_the_same_text(browser_of, server, session, ana, ben):
    async with browser_of(ben, server) as opens, browser_of(ana, server) as she_opens:
        first = await opens(session.get_absolute_url())
        await watched(first)
        opened(session, 2)
        publish.said(session.pk, "Who 🙂 ")
        await expect(live(first)).to_have_text("Who 🙂 ")
        await first.reload()
        pages = [first, await opens(session.get_absolute_url()), await she_opens(session.get_absolute_url())]
        for page in pages:
            await watched(page)
        publish.said(session.pk, "<pays> & when?")
        for page in pages:
            await expect(live(page)).to_have_text("Who 🙂 <pays> & when?")
        await expect(first.locator("#people")).to_have_text("Ana, Ben are watching")
        publish.turn_closed(session.pk)


async def test_after_a_cut_connection_the_page_catches_up(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        await page.locator("#text").fill("half a thought")
        opened(session, 2)
        publish.said(session.pk, "Lost ")
        await expect(live(page)).to_have_text("Lost ")
        await cut_all()
        publish.said(session.pk, "words ")
        await append(session, question("Lost words?"), answer(REPLY))
        publish.turn_closed(session.pk)
        await expect(page.locator("#log [data-number]")).to_have_count(3)
        await expect(page.locator("#connection")).to_be_hidden()
        await expect(live(page)).to_have_count(0)
        await expect(page.locator("#text")).to_have_value("half a thought")


async def cut_all() -> None:
    """Close every socket from the server's side, as a restart does."""
    for found in list(hub._hubs.values()):
        for room in list(found.rooms.values()):
            for viewer in list(room.viewers):
                found.loop.call_soon_threadsafe(viewer.drop, 1012)


async def test_a_message_is_sent_by_keyboard_used_and_withdrawn(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        box = page.locator("#text")
        await box.fill("Mind the fees.")
        await page.reload()
        await expect(box).to_have_value("Mind the fees.")
        await watched(page)
        await box.press("Control+Enter")
        await expect(page.locator("#event-2 .message-state")).to_contain_text(
            "Will be used at the next turn."
        )
        await expect(box).to_have_value("")
        await expect(box).to_be_focused()
        await expect(page.locator("[data-number='2']")).to_have_count(1)
        await page.get_by_role("button", name="Withdraw").click()
        await expect(page.locator("#message-state-2")).to_contain_text("Withdrawn.")
        assert await sync_to_async(Event.objects.filter(session=session).count)() == 3


async def test_an_empty_message_says_why_it_was_not_sent(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await page.get_by_role("button", name="Send").click()
        await expect(page.get_by_role("alert")).to_have_text(
            "The message is empty. Write something, then send it."
        )


async def test_stop_and_resume_without_a_reload(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        await page.get_by_role("button", name="Stop").click()
        await expect(page.locator("#status")).to_contain_text("Stopped")
        await expect(page.locator("#text")).to_be_hidden()
        await page.get_by_role("button", name="Resume").click()
        await expect(page.locator("#status")).to_contain_text("Running")
        await expect(page.locator("#text")).to_be_visible()


async def test_who_scrolls_up_is_left_in_peace(browser_of, server, session, ben):
    await append(session, *[question(FIRST, n) for n in range(1, 12)])
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        await page.mouse.wheel(0, -3000)
        jump = page.get_by_role("button", name="Jump to latest")
        await expect(jump).to_be_visible()
        before = await page.evaluate("scrollY")
        await append(session, answer(REPLY, 11))
        await expect(page.locator("#event-13")).to_be_attached()
        assert await page.evaluate("scrollY") == before
        await jump.click()
        await expect(page.locator("#event-13")).to_be_in_viewport()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
async def test_stop_stays_under_the_finger_while_the_conversation_grows(
    browser_of, server, session, ben, viewport
):
    async with browser_of(ben, server, viewport=viewport) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        stop = page.get_by_role("button", name="Stop")
        places = [await stop.bounding_box()]
        for number in range(1, 6):
            await append(session, question(FIRST, number))
            await expect(page.locator(f"#event-{number + 1}")).to_be_attached()
            places.append(await stop.bounding_box())
        assert await page.evaluate("document.documentElement.scrollHeight > 1.5 * innerHeight")
    assert max(place["y"] for place in places) - min(place["y"] for place in places) < 1
    assert len({place["x"] for place in places}) == 1


async def test_buttons_that_come_in_the_place_of_stop_take_no_click_at_once(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        running = await guards(page)
        await page.get_by_role("button", name="Stop").click()
        await expect(page.get_by_role("button", name="Deeper review")).to_be_visible()
        stopped = await guards(page)
    assert "none" not in {*running, *stopped}
    assert all(before != after for before, after in zip(running, stopped, strict=True))


async def guards(page: Page) -> list[str]:
    """What keeps each button from being pressed in its first moment; it starts anew only when its name changes."""
    return await page.locator("#actions form").evaluate_all(
        "(forms) => forms.map((form) => getComputedStyle(form).animationName)"
    )


async def test_it_works_without_scripts(browser_of, server, session, ben):
    async with browser_of(ben, server, java_script_enabled=False) as opens:
        page = await opens(session.get_absolute_url())
        await page.locator("#text").fill("Mind the fees.")
        await page.get_by_role("button", name="Send").click()
        await expect(page.locator("#event-2")).to_contain_text("Mind the fees.")
        await page.get_by_role("button", name="Stop").click()
        await expect(page.get_by_role("button", name="Resume")).to_be_visible()
        await expect(page.get_by_role("link", name="Refresh")).to_be_visible()


async def a_whole_interview(session, ben) -> None:
    """Events of every kind that an interview has."""
    pin = await sync_to_async(session.pins.get)()
    about = {"artifact": str(pin.artifact_id), "name": "notes.md"}
    asked = [{"text": "Who pays?", "topic": "affected", "quote": "we lose those orders"}]
    cited = {"citations": [{"quote": "we lose those orders", **about}], "unknowns": ["How many orders."]}
    edit = {"position": 0, "removed": "significantly better", "inserted": "2 % fewer lost orders", **about}
    settled = [{"topic": "problem", "status": "answered", "quote": "Cards are declined"}]
    parts = {
        "got_right": ["The problem is plain."],
        "improved": ["A number."],
        "caveats": ["No owner is named."],
    }
    said = NewEvent(EventKind.USER_MESSAGE, "The fees are 1 %.", store.speaker_of(ben), {"by": ben.pk})
    failed = NewEvent(EventKind.ERROR, "The stream was cut. Press Try again.", None, {"partial": "I was"})
    verdict = {"reason": "not_ready", **parts, "unknowns": ["How many orders are lost."]}
    await append(
        session,
        question(FIRST, questions=asked, topics=settled),
        answer(REPLY, **cited),
        NewEvent(
            EventKind.REVISION, "", answer("").speaker, {"round": 1, "edits": [edit | {"reason": "Clearer."}]}
        ),
        failed,
        said,
        question("Thank you.\n\n[SATISFIED]", 2, marker=True, basis=6),
        NewEvent(EventKind.VERDICT, "Not ready", question("").speaker, verdict),
        NewEvent(EventKind.CHANGE, "1 change to the notes is proposed.", None, {"count": 1}),
    )
    await sync_to_async(store.move)(session.pk, State.SYNTHESIZING)
    await sync_to_async(store.move)(session.pk, State.FINISHED, reason=EndReason.NOT_READY)


async def test_the_page_fits_and_is_photographed(browser_of, server, session, ben):
    await a_whole_interview(session, ben)
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        async for look in looks(page, DESKTOP, PHONE):
            await page.reload()
            await watched(page)
            assert await fits(page), look
            await take_picture(page, f"session-{look}", full_page=True)


async def test_a_slash_command_is_answered_in_the_box_and_seen_in_the_head(browser_of, session, server, ben):
    await User.objects.filter(pk=ben.pk).aupdate(is_superuser=True)
    async with browser_of(ben, server, viewport=PHONE) as open_page:
        page = await open_page(session.get_absolute_url())
        await page.locator("#text").fill("/code-designer on")
        await page.locator("#text").press("Control+Enter")
        await expect(page.locator("#composer [role=status]")).to_contain_text("Code Designer is on since")
        await expect(page.locator("#text")).to_have_value("")
        await expect(page.locator("#text")).to_be_focused()
        await expect(page.locator("header .top-mode")).to_contain_text("Code Designer")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.locator("#text").fill("/code-designer off")
        await page.locator("#text").press("Control+Enter")
        await expect(page.locator("header .top-mode")).to_have_count(0)
        assert await session.events.filter(kind=EventKind.USER_MESSAGE).acount() == 0
