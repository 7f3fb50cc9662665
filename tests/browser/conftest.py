"""Chromium, and the sites that Ana and Ben visit with it. Ana is the first admin of each."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from shutil import which
from typing import Any, Literal

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright, expect

from tests.browser.hosted import ENVIRONMENT, hosting
from tests.browser.site import Site
from tests.live.conftest import roundtable, server, session  # noqa: F401  the fixtures of what a test serves itself
from tests.servers import cookie_of

CHROMIUM = which("chromium-headless-shell") or "/usr/bin/chromium"
"""The one without windows and tabs takes three quarters of the other's time for the same pages."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SMALL = {"width": 360, "height": 740}
# The page tells these as sentences; Chromium reports them as errors too.
TOLD = re.compile(
    r"status of (401|404|409|410|422|503)|ERR_CONNECTION_|WebSocket connection to|htmx:ws:error|Failed to fetch"
)
# Notes how long the turn being spoken is whenever it changes: [turn, length] after [turn, length].
LISTEN = """
globalThis.heard = [];
new MutationObserver(() => {
  const words = document.querySelector(".live-text");
  if (words) heard.push([words.closest("[data-turn]").dataset.turn, words.textContent.length]);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
expect.set_options(timeout=20_000)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


def served(folder: Path, **environment: str) -> Iterator[Site]:
    """A site that is served until the fixture ends. Nobody may have seen it fail."""
    site = Site(folder, **environment)
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.errors, site.errors


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A site whose rules answer at once."""
    yield from served(tmp_path_factory.mktemp("site"), ELM_OFFLINE_PACE="0.001")


@pytest.fixture(scope="session")
def slow_site(tmp_path_factory):
    """A site on which there is time to do something while somebody speaks."""
    yield from served(tmp_path_factory.mktemp("slow"), ELM_OFFLINE_PACE="0.02")


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """Repositories on loopback, and a site that may reach them; each test makes repositories of its own."""
    folders = [tmp_path_factory.mktemp(name) for name in ("hosting", "hosted")]
    with contextmanager(served)(folders[0], **ENVIRONMENT) as site, hosting(folders[1], site) as found:
        yield found


class Visits:
    """Browsers of their own for whoever visits; what their consoles complain about is in `errors`."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    async def __call__(self, site: Site, *, cookies: list[Any] | None = None, **options) -> Page:
        """A page on the site: Ana's, or that of whoever has these cookies, nobody for none."""
        context = await self.browser.new_context(**{"viewport": DESKTOP, **options})
        self.contexts.append(context)
        await context.add_init_script(LISTEN)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        context.set_default_timeout(20_000)
        page = await context.new_page()
        if cookies is None and not site.cookies:
            await page.goto(site.link)
            await page.get_by_role("button", name="Log in as").click()
            await page.wait_for_url(f"{site.url}/")
            site.cookies = await context.cookies()
        else:
            await context.add_cookies(site.cookies if cookies is None else cookies)
            await page.goto(site.url)
        return page


@pytest_asyncio.fixture(loop_scope="session")
async def visit(chromium):
    """`await visit(site)` is a page on which Ana is logged in."""
    visits = Visits(chromium)
    yield visits
    for context in visits.contexts:
        await context.close()
    assert [error for error in visits.errors if not TOLD.search(error)] == []


@pytest_asyncio.fixture(loop_scope="session")
async def in_chromium(chromium):
    """`in_chromium(cookie, story)` lets `story` happen on a page of whoever has the cookie; fails when the console had
    errors (a breach of the CSP is one)."""
    loop = asyncio.get_running_loop()

    async def told(cookie, story, options) -> list[str]:
        errors = []
        async with await chromium.new_context(**{"viewport": DESKTOP, **options}) as context:
            await context.add_cookies([cookie])
            page = await context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
            await story(page)
        return errors

    def happens(cookie, story, **options) -> None:
        # Chromium reports every refusal as an error of its own; the page shows it as a sentence.
        errors = loop.run_until_complete(told(cookie, story, options))
        assert [error for error in errors if "409 (Conflict)" not in error] == []

    return happens


@pytest_asyncio.fixture(loop_scope="session")
async def browser_of(chromium):
    """`async with browser_of(user, server)` gives a function that opens pages in a browser in which `user` is logged
    in; its console must stay silent."""

    @asynccontextmanager
    async def browser(user, visited, **options) -> AsyncIterator:
        breaches: list[str] = []
        async with await chromium.new_context(**{"viewport": DESKTOP, **options}) as context:
            cookie = {"name": "sessionid", "value": await sync_to_async(cookie_of)(user), "url": visited.url}
            await context.add_cookies([cookie])

            async def opens(path: str) -> Page:
                page = await context.new_page()
                page.on("pageerror", lambda error: breaches.append(str(error)))
                page.on("console", lambda line: breaches.append(line.text) if is_breach(line) else None)
                await page.goto(visited.url + path)
                return page

            yield opens
        assert breaches == []

    return browser


def is_breach(line: ConsoleMessage) -> bool:
    return line.type == "error" and "Content Security Policy" in line.text


async def looks(page: Page, *sizes: Any) -> AsyncIterator[str]:
    """The page in windows of these sizes, light and dark: the name of each look. What is opened then is opened so."""
    for size in sizes:
        await page.set_viewport_size(size)
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme=scheme)
            yield f"{size['width']}-{scheme}"


async def fits(page: Page) -> bool:
    """Whether nothing on the page is wider than its window."""
    return await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def start_interview(
    page: Page, site: Site, button: str = "Start interview", item: str = "payment-retries"
) -> str:
    """Start one on the sample or on another item, in one click. Returns its address."""
    await page.goto(f"{site.url}/items/{item}/")
    await page.get_by_role("button", name=button).click()
    await expect(page.get_by_role("heading", level=1, name="Interview")).to_be_visible()
    return page.url.partition("#")[0]


async def press(page: Page, name: str) -> None:
    await page.get_by_role("button", name=name, exact=True).click()


async def send(page: Page, text: str) -> None:
    """Say something in the session that is open."""
    await page.locator("#text").fill(text)
    await page.locator("#text").press("Control+Enter")
    await expect(page.locator("#text")).to_have_value("")


async def end_of(page: Page) -> None:
    """Wait until the session has ended."""
    await expect(page.locator("#session")).to_have_attribute("data-state", "finished")


async def events_of(page: Page, address: str) -> dict:
    """The public JSON of the session."""
    answer = await page.request.get(f"{address}events/", headers={"Accept": "application/json"})
    return json.loads(await answer.text())


def kinds(log: dict) -> list[str]:
    return [event["kind"] for event in log["events"]]


async def shown(page: Page) -> list[str]:
    """The numbers of the events on the page and their words, without those that tell the time."""
    return await page.evaluate(
        """[...document.querySelectorAll("#log > [data-number]")].map((event) => {
          const copy = event.cloneNode(true);
          copy.querySelectorAll("time").forEach((time) => time.remove());
          return event.dataset.number + " " + copy.textContent.replace(/\\s+/g, " ").trim();
        })"""
    )


async def lengths_heard(page: Page) -> dict[str, list[int]]:
    """How long each turn was whenever it had grown on the page."""
    grown: dict[str, list[int]] = {}
    for turn, length in await page.evaluate("heard"):
        lengths = grown.setdefault(turn, [])
        if not lengths or length != lengths[-1]:
            lengths.append(length)
    return grown
