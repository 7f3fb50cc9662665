"""What a roundtable adds to an artifact, decided on by keyboard; the artifact's bytes tell whether it was only that."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, events_of, press
from tests.browser.site import ROOT, Site
from tests.browser.table import Chosen, made_item, peoples_turn, start

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PLAIN = (ROOT / "reviews/accounts/sample/payment-retry-note.md").read_bytes()
ODD = b"\xef\xbb\xbf" + PLAIN.rstrip(b"\n").replace(b"\n", b"\r\n")
TOPIC = "Payment retries"
"""What the notes are about, so that the personas go on to all that the notes raise."""
REVIEW, AT_ONCE = "After review: somebody", "At once: they are marked"


async def discussed(page: Page, site: Site, title: str, data: bytes, apply: str) -> tuple[str, dict]:
    """A roundtable on a new item with these notes, to its end. Returns its address and its log."""
    slug = await made_item(page, site, title, data)
    address = await start(page, site, Chosen(TOPIC, apply=apply, item=slug))
    await peoples_turn(page)
    await press(page, "Let them continue")
    await peoples_turn(page, after=4)
    await press(page, "Wrap up")
    await end_of(page)
    log = await events_of(page, address)
    await page.goto(f"{address}changes/")
    return address, log


async def decide(page: Page, key: str, then: str) -> None:
    """Press the key, and wait for what the page tells, and for the focus on the next card that is open."""
    await page.keyboard.press(key)
    await expect(page.locator("#changes-progress")).to_contain_text(then)
    await expect(page.locator("[data-change=proposed]:focus")).to_have_count(1)


async def bytes_now(page: Page, site: Site) -> bytes:
    """The exact bytes of the artifact's current revision."""
    path = await page.locator(".changes-group h2 a").get_attribute("href")
    return await (await page.request.get(f"{site.url}{path}raw/")).body()


def points(log: dict, texts: Sequence[str], newline: str) -> str:
    """Points of the synthesis under their marker: `texts` are what they say behind the list sign, and by whom."""
    at = next(event["data"]["at"] for event in log["events"] if event["kind"] == "synthesis")
    return newline.join([f"<!-- Elaboration: step topic, {at} -->", *(f"- {text}" for text in texts)])


def insights(log: dict) -> dict[str, str]:
    """The insights of the synthesis, as they are written down, by who said them."""
    data = next(event["data"] for event in log["events"] if event["kind"] == "synthesis")
    return {one["attribution"]: f"[{one['attribution']}] {one['text']}" for one in data["insights"]}


def questions(log: dict) -> list[str]:
    """The open questions of the synthesis, as they are written down."""
    data = next(event["data"] for event in log["events"] if event["kind"] == "synthesis")
    return [
        f"**Open question** [{one['attribution']}] {one['text']}: {one['why']}"
        for one in data["open_questions"]
    ]


@dataclass(frozen=True)
class Case:
    """Notes, their line ends, and what they lack at their end for a line that is complete."""

    original: bytes
    newline: str
    unended: str = ""

    def with_points(
        self, log: dict, *, inside: dict[str, str], last: Sequence[str] = (), at_end: Sequence[str] = ()
    ) -> bytes:
        """The notes with these points and nothing else: each of `inside` in front of the heading that follows the
        section that it is about, `last` in the last section, `at_end` behind everything, which the title is about as
        the topic is."""
        blank, text = self.newline * 2, self.original
        for following, words in inside.items():
            heading = f"{self.newline}## {following}{self.newline}".encode()
            assert text.count(heading) == 1
            block = (
                blank.join([f"### Elaboration Insights ({TOPIC})", points(log, [words], self.newline)])
                + blank
            )
            text = text.replace(
                heading, self.newline.encode() + block.encode() + heading[len(self.newline) :]
            )
        for level, texts in (("###", last), ("##", at_end)):
            end = blank.join([f"{level} Elaboration Insights ({TOPIC})", points(log, texts, self.newline)])
            unended = self.unended if text[-1:] != b"\n" else ""
            text += (unended + self.newline + end + self.newline).encode() if texts else b""
        return text


AFTER_RISKS, AFTER_COST = "Cost and people", "Timeline"
"""The headings behind the sections that Alex's point and Jordan's question are about; Maya's is about the last one."""
CASES = {"odd": Case(ODD, "\r\n", "\r\n"), "plain": Case(PLAIN, "\n")}


@pytest.mark.parametrize("name", CASES)
async def test_ana_accepts_rejects_and_undoes_by_keyboard_and_the_bytes_are_right(
    site, visit, name, tmp_path
):
    case = CASES[name]
    page = await visit(site)
    address, log = await discussed(page, site, f"{name} notes", case.original, REVIEW)
    assert await bytes_now(page, site) == case.original
    await page.keyboard.press("j")
    for key, then in (("a", "1 of"), ("r", "2 of"), ("a", "3")):
        await decide(page, key, then)
    risk, left_out = (insights(log)[name] for name in ("Alex", "Maya"))
    in_place = {AFTER_RISKS: risk}
    assert await bytes_now(page, site) == case.with_points(log, inside=in_place, last=[left_out])
    await page.locator("article").nth(2).focus()
    await page.keyboard.press("u")
    await expect(page.locator("article").nth(2)).to_contain_text("Undone")
    one = case.with_points(log, inside=in_place)
    assert await bytes_now(page, site) == one
    assert await patched(page, address, tmp_path, case.original) == one
    await page.locator("article").nth(0).focus()
    await page.keyboard.press("u")
    await expect(page.locator("article").nth(0)).to_contain_text("Undone")
    assert await bytes_now(page, site) == case.original


async def patched(page: Page, address: str, folder: Path, original: bytes) -> bytes:
    """What `git apply` makes of the original with the session's patch."""
    patch = await (await page.request.get(f"{address}changes.patch")).body()
    (folder / "notes.md").write_bytes(original)
    applied(folder, patch)
    return (folder / "notes.md").read_bytes()


def applied(folder: Path, patch: bytes) -> None:
    subprocess.run(["git", "apply", "-"], input=patch, cwd=folder, check=True)


async def test_additions_that_went_in_at_once_are_all_undone_again(site, visit):
    page = await visit(site)
    _, log = await discussed(page, site, "undone notes", ODD, AT_ONCE)
    said, (on_call, which) = insights(log), questions(log)
    in_place = {AFTER_RISKS: said["Alex"], AFTER_COST: on_call}
    everything = CASES["odd"].with_points(log, inside=in_place, last=[said["Maya"]], at_end=[which])
    assert await bytes_now(page, site) == everything
    for change in await page.locator("article").all():
        await change.get_by_role("button", name="Undo").click()
        await expect(change).to_contain_text("Undone")
    assert await bytes_now(page, site) == ODD
