"""What a roundtable adds to an artifact, decided on by keyboard; the artifact's bytes tell whether it was only that."""

import subprocess
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, events_of, press
from tests.browser.site import ROOT, Site
from tests.browser.table import Chosen, made_item, peoples_turn, start

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PLAIN = (ROOT / "reviews/accounts/sample/payment-retry-note.md").read_bytes()
ODD = b"\xef\xbb\xbf" + PLAIN.rstrip(b"\n").replace(b"\n", b"\r\n")
TOPIC = "Who is told, and when?"
"""Of everyday words, so that the personas go on to all that the notes raise."""
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
    """Press the key, and wait for what the page tells."""
    await page.keyboard.press(key)
    await expect(page.locator("#changes-progress")).to_contain_text(then)


async def bytes_now(page: Page, site: Site) -> bytes:
    """The exact bytes of the artifact's current revision."""
    path = await page.locator(".changes-group h2 a").get_attribute("href")
    return await (await page.request.get(f"{site.url}{path}raw/")).body()


def addition(log: dict, *chosen: int, newline: str, before: str = "") -> bytes:
    """What the artifact gains when these insights of the synthesis are accepted, and nothing else."""
    data = next(event["data"] for event in log["events"] if event["kind"] == "synthesis")
    points = [data["insights"][number] for number in chosen]
    blocks = [f"## Elaboration Insights ({TOPIC})"]
    blocks += [
        f"<!-- Elaboration: step topic, {data['at']} -->{newline}- [{point['attribution'].strip('[]')}] {point['text']}"
        for point in points
    ]
    return (before + newline + (newline * 2).join(blocks) + newline).encode()


CASES = {"odd": (ODD, "\r\n", "\r\n"), "plain": (PLAIN, "\n", "")}


@pytest.mark.parametrize("case", CASES)
async def test_ana_accepts_rejects_and_undoes_by_keyboard_and_the_bytes_are_right(
    site, visit, case, tmp_path
):
    original, newline, before = CASES[case]
    page = await visit(site)
    address, log = await discussed(page, site, f"{case} notes", original, REVIEW)
    assert await bytes_now(page, site) == original
    await page.keyboard.press("j")
    for key, then in (("a", "1 of"), ("r", "2 of"), ("a", "3")):
        await decide(page, key, then)
    both = original + addition(log, 0, 2, newline=newline, before=before)
    assert await bytes_now(page, site) == both
    await page.locator("article").nth(2).focus()
    await page.keyboard.press("u")
    await expect(page.locator("article").nth(2)).to_contain_text("Undone")
    one = original + addition(log, 0, newline=newline, before=before)
    assert await bytes_now(page, site) == one
    assert await patched(page, address, tmp_path, original) == one
    await page.locator("article").nth(0).focus()
    await page.keyboard.press("u")
    await expect(page.locator("article").nth(0)).to_contain_text("Undone")
    assert await bytes_now(page, site) == original


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
    await discussed(page, site, "undone notes", ODD, AT_ONCE)
    assert (await bytes_now(page, site)).startswith(ODD + b"\r\n\r\n## Elaboration Insights")
    for change in await page.locator("article").all():
        await change.get_by_role("button", name="Undo").click()
        await expect(change).to_contain_text("Undone")
    assert await bytes_now(page, site) == ODD
