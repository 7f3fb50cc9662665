"""Roundtables as Ana holds them in Chromium: whom she invites, how she starts one, and what is said there."""

import re
from dataclasses import dataclass

from playwright.async_api import Page, expect

from reviews.accounts.sample import FOLDER
from tests.browser.conftest import Visits, press
from tests.browser.site import Site

TOPIC = "Payment retries"
PASSWORD = "correct horse 9"
SAMPLE, SAMPLE_NOTE = "payment-retries", "payment-retry-note.md"


async def invited(visit: Visits, site: Site, name: str, role: str = "member") -> Page:
    """A page of somebody whom Ana has invited and who has joined; "outsider" takes them out again."""
    if name not in site.guests:
        ana = await visit(site)
        link = await link_of_invitation(ana, site, name, "viewer" if role == "outsider" else role)
        guest = await visit(site, cookies=[])
        await guest.goto(link)
        await guest.get_by_label("Username").fill(name)
        await guest.get_by_label("Password").fill(PASSWORD)
        await press(guest, "Make an account and join")
        await expect(guest.locator(".notices")).to_contain_text("Welcome.")
        await guest.goto(site.url)
        site.guests[name] = await guest.context.cookies()
        if role == "outsider":
            await ana.goto(f"{site.url}/team/")
            await ana.get_by_role("button", name=f"Remove {name}").click()
            await expect(ana.locator(".notices")).to_contain_text(f"{name} is no longer in the team.")
        return guest
    return await visit(site, cookies=site.guests[name])


async def link_of_invitation(ana: Page, site: Site, name: str, role: str = "member") -> str:
    """Ana invites somebody new, and copies the link of the invitation."""
    await ana.goto(f"{site.url}/team/")
    await ana.get_by_label("E-mail or username").fill(f"{name}@example.org")
    await ana.get_by_label("Role", exact=True).select_option(role)
    await press(ana, "Invite")
    return await ana.get_by_label(f"Link for {name}@example.org").input_value()


async def made_item(page: Page, site: Site, title: str, notes: bytes, name: str = "notes.md") -> str:
    """Make an item with one artifact. Returns its slug."""
    await page.goto(f"{site.url}/items/new/")
    await page.get_by_label("Title").fill(title)
    await press(page, "Create item")
    slug = re.findall(r"/items/([^/]+)/", page.url)[0]
    file = {"name": name, "mimeType": "text/markdown", "buffer": notes}
    await page.goto(f"{site.url}/items/{slug}/artifacts/new/")
    await page.get_by_label("Markdown or text files").set_input_files([file])
    await press(page, "Add")
    return slug


async def made_sample(page: Page, site: Site, title: str) -> str:
    """Make an item with the note of the sample, on which no session was held. Returns its slug."""
    return await made_item(page, site, title, (FOLDER / SAMPLE_NOTE).read_bytes(), SAMPLE_NOTE)


@dataclass(frozen=True)
class Chosen:
    """What the form for a roundtable is filled with."""

    topic: str = ""
    step: str = ""
    limit: int = 30
    apply: str = ""
    takes: bool | None = None
    item: str = SAMPLE


async def fill(page: Page, site: Site, chosen: Chosen) -> None:
    """Open the form from the item and fill it."""
    await page.goto(f"{site.url}/items/{chosen.item}/")
    await page.get_by_role("link", name="Roundtable").first.click()
    if chosen.step:
        await page.get_by_label("Step to discuss").select_option(chosen.step)
    await page.get_by_label("Or a topic of your own").fill(chosen.topic)
    await page.get_by_label("Turn limit").fill(str(chosen.limit))
    if chosen.takes is not None:
        await page.get_by_label("Yes" if chosen.takes else "No", exact=True).check()
    if chosen.apply:
        await page.get_by_label(chosen.apply).check()


async def start(page: Page, site: Site, chosen: Chosen) -> str:
    """Start a roundtable as chosen, and wait for its introduction. Returns its address."""
    await fill(page, site, chosen)
    await press(page, "Start roundtable")
    await expect(page.locator(".event-introduction")).to_be_visible()
    return page.url.partition("#")[0]


PEOPLES_TURN = """after => document.getElementById("session").dataset.state === "waiting"
  && Number(document.querySelector("#progress .num").textContent) > after"""


async def peoples_turn(page: Page, *, after: int = 0) -> None:
    """Wait until people have the word and, at the same time, the counter shows more turns than `after`."""
    await page.wait_for_function(PEOPLES_TURN, arg=after)


async def turn(page: Page) -> int:
    """What the counter shows."""
    return int(await page.locator("#progress .num").first.inner_text())


def turns_taken(log: dict) -> int:
    """How many turns the log has: framing, contributions, disagreements and what people said that was no command."""
    return sum(counts(event) for event in log["events"])


def counts(event: dict) -> bool:
    if event["kind"] == "user_message":
        return event["text"] not in ("", "done")
    return event["kind"] in ("framing", "contribution") or event["data"].get("what") == "disagreement"


def said_by(log: dict, kind: str) -> list[str]:
    """Who spoke in events of this kind, by first name."""
    return [event["speaker"]["name"].split()[0] for event in log["events"] if event["kind"] == kind]
