"""What Ben's page says when he may not watch any more, and what becomes of what he has typed."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as LoginSession
from django.utils import timezone
from playwright.async_api import Locator, Page, expect

from reviews.log import publish
from reviews.models import Event, Membership
from tests.browser.conftest import DESKTOP
from tests.browser.pictures import take_picture
from tests.browser.test_session_page import PHONE, append, watched
from tests.changes.stage import ask, session_with
from tests.live.conftest import opened as opened_turn
from tests.live.conftest import question

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio(loop_scope="session"),
]
PASSWORD, TYPED = "a long pass phrase", "The fees are 1 % — and who\npays them?"


@pytest.fixture
def ben(ben) -> User:
    ben.set_password(PASSWORD)
    ben.save()
    return ben


def sockets_of(page: Page) -> list[str]:
    """The addresses of the sockets that the page opens from now on."""
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    return opened


async def told(page: Page, sentence: str, *, door: bool) -> None:
    """The page says why it is not live any more, and shows a way in where there is one."""
    await expect(page.locator("#connection")).to_contain_text(sentence)
    await expect(page.locator("#connection")).to_be_visible()
    await expect(page.get_by_role("link", name="Log in")).to_have_count(1 if door else 0)


async def log_in(page: Page, password: str = PASSWORD) -> None:
    await page.get_by_label("Username").fill("ben")
    await page.get_by_label("Password").fill(password)
    await page.get_by_role("button", name="Log in").click()


async def expire() -> None:
    """All log-ins of the database are over."""
    await sync_to_async(LoginSession.objects.update)(expire_date=timezone.now())


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_typed_text_survives_a_log_in_that_expires(browser_of, server, session, ben, viewport):
    await append(session, question("Who pays for this?"))
    async with browser_of(ben, server, viewport=viewport) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        opened = sockets_of(page)
        await page.locator("#text").fill(TYPED)
        await expire()
        await told(page, "Your log-in has expired", door=True)
        await expect(page.locator("#text")).to_have_value(TYPED)
        await take_picture(page, f"logged-out-{viewport['width']}")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.get_by_role("link", name="Log in").click()
        assert opened == []
        await log_in(page)
        await watched(page)
        await expect(page.locator("#text")).to_have_value(TYPED)
        await take_picture(page, f"logged-in-again-{viewport['width']}")
        await page.locator("#text").press("Control+Enter")
        await expect(page.locator("#event-3")).to_contain_text("pays them?")
        assert await sync_to_async(Event.objects.filter(session=session, text=TYPED).count)() == 1
        await page.reload()
        await expect(page.locator("#text")).to_have_value("")


async def test_text_that_is_sent_too_late_stays_in_the_box(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        await page.locator("#text").fill(TYPED)
        await page.context.clear_cookies(name="sessionid")
        await page.get_by_role("button", name="Send").click()
        await told(page, "You are logged out", door=True)
        await expect(page.locator("#text")).to_have_value(TYPED)
        await page.get_by_role("link", name="Log in").click()
        await log_in(page)
        await expect(page.locator("#text")).to_have_value(TYPED)


async def test_a_page_goes_on_when_its_person_has_logged_in_in_another_tab(browser_of, server, session, ben):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        await page.locator("#text").fill(TYPED)
        await expire()
        await told(page, "Your log-in has expired", door=True)
        other = await opens("/accounts/login/")
        await log_in(other)
        await expect(other.get_by_role("heading", level=1)).to_be_visible()
        await page.bring_to_front()
        await page.evaluate("dispatchEvent(new Event('focus'))")
        await watched(page)
        await expect(page.locator("#text")).to_have_value(TYPED)


async def test_the_draft_of_one_person_is_not_the_next_ones(browser_of, server, session, ana, ben):
    await sync_to_async(User.objects.filter(pk=ana.pk).update)(password=ben.password)
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        await page.locator("#text").fill(TYPED)
        await expire()
        await told(page, "Your log-in has expired", door=True)
        await page.get_by_role("link", name="Log in").click()
        await page.get_by_label("Username").fill("ana")
        await page.get_by_label("Password").fill(PASSWORD)
        await page.get_by_role("button", name="Log in").click()
        await watched(page)
        await expect(page.locator("#text")).to_have_value("")


ENDINGS = {
    "removed": (
        lambda ben: Membership.objects.filter(user=ben).delete(),
        "You no longer have access to this session",
        False,
    ),
    "deactivated": (
        lambda ben: User.objects.filter(pk=ben.pk).update(is_active=False),
        "Your account was deactivated",
        False,
    ),
    "logged out": (lambda ben: LoginSession.objects.all().delete(), "You are logged out", True),
    "a new password": (
        lambda ben: User.objects.filter(pk=ben.pk).update(password="md5$x$y"),
        "Your password was changed",
        True,
    ),
}


@pytest.mark.parametrize("what", ENDINGS)
async def test_the_page_says_why_it_is_over_once_and_does_not_try_again(
    browser_of, server, session, ben, what
):
    end, sentence, door = ENDINGS[what]
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        opened = sockets_of(page)
        await page.locator("#text").fill(TYPED)
        opened_turn(session, 2)
        await expect(page.locator(".speaking")).to_be_visible()
        await sync_to_async(end)(ben)
        await told(page, sentence, door=door)
        await expect(page.locator(".speaking")).to_be_hidden()
        publish.turn_closed(session.pk)
        # Longer than the longest pause before a page would try again the first few times.
        another = await opens("/accounts/login/")
        await expect(another.get_by_role("heading", level=1)).to_be_visible()
        await another.reload()
        await told(page, sentence, door=door)
        assert opened == []
        await expect(page.locator("#text")).to_have_value(TYPED)


async def test_a_new_password_in_another_tab_of_the_same_browser_changes_nothing(
    browser_of, server, session, ben
):
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        await page.locator("#text").fill(TYPED)
        other = await opens("/accounts/password/")
        await other.get_by_label("Old password").fill(PASSWORD)
        await other.get_by_label("New password", exact=True).fill("another pass phrase")
        await other.get_by_label("New password confirmation").fill("another pass phrase")
        await other.locator("main form button").click()
        await expect(other.locator(".notices")).to_contain_text("The password is set.")
        await page.bring_to_front()
        # Her new cookie may come after her socket was closed: the page looks again whenever it is looked at.
        await page.evaluate("setInterval(() => dispatchEvent(new Event('focus')), 200)")
        await watched(page)
        await expect(page.locator("#text")).to_have_value(TYPED)
        publish.notice(session.pk, "It is live.")
        await expect(page.locator("#connection")).to_have_text("It is live.")


async def test_a_log_in_does_not_expire_while_the_page_is_looked_at(
    browser_of, server, session, ben, settings
):
    settings.SESSION_COOKIE_AGE = 4
    async with browser_of(ben, server) as opens:
        page = await opens(session.get_absolute_url())
        await watched(page)
        first = await sync_to_async(LoginSession.objects.get)()
        for _ in range(5):
            async with page.expect_response(lambda answer: answer.url.endswith("/accounts/here/")) as answer:
                pass
            assert (await (await answer.value).json())["user"] == ben.pk
        assert (await sync_to_async(LoginSession.objects.get)()).expire_date > first.expire_date
        assert first.expire_date < timezone.now()
        await expect(page.locator("#connection")).to_be_hidden()
        publish.notice(session.pk, "It is live.")
        await expect(page.locator("#connection")).to_have_text("It is live.")


async def test_without_scripts_the_log_in_page_gives_the_words_back(browser_of, server, session, ben):
    async with browser_of(ben, server, java_script_enabled=False) as opens:
        page = await opens(session.get_absolute_url())
        await page.locator("#text").fill(TYPED)
        await page.context.clear_cookies(name="sessionid")
        await page.get_by_role("button", name="Send").click()
        await expect(page.get_by_label("What you wrote")).to_have_value(TYPED)
        await take_picture(page, "words-given-back")
        await log_in(page)
        await expect(page).to_have_url(server.url + session.get_absolute_url())


@pytest.fixture
def comment_box(item):
    """`comment_box(page)` is the box of a comment on a change, which Ben has opened and filled, and whose log-in has
    ended since; `address` is that of its page."""
    held = session_with(item)
    ask(held)

    async def fill(page: Page) -> Locator:
        card = page.locator("article").first
        await card.locator('[data-key="c"] > summary').click()
        await card.get_by_label("Your comment").fill(TYPED)
        await expire()
        await card.get_by_role("button", name="Add comment").click()
        return card.get_by_label("Your comment")

    fill.address = f"{held.get_absolute_url()}changes/"
    return fill


async def test_a_comment_that_is_sent_after_the_log_in_has_ended_stays_in_its_box(
    browser_of, server, comment_box, ben
):
    async with browser_of(ben, server) as opens:
        page = await opens(comment_box.address)
        box = await comment_box(page)
        await expect(page.locator("#problem")).to_contain_text("You are logged out, so nothing was stored.")
        await expect(box).to_have_value(TYPED)


async def test_without_scripts_the_log_in_page_gives_a_comment_back(browser_of, server, comment_box, ben):
    async with browser_of(ben, server, java_script_enabled=False) as opens:
        page = await opens(comment_box.address)
        await comment_box(page)
        await expect(page.get_by_label("What you wrote")).to_have_value(TYPED)
        await log_in(page)
        await expect(page).to_have_url(server.url + comment_box.address)
