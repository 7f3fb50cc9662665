"""What goes wrong gets a sentence, and nothing that was said or typed is lost."""

import asyncio

import pytest
from playwright.async_api import expect

from tests.browser import model as scripted
from tests.browser.conftest import end_of, events_of, kinds, press, send, served, start_interview
from tests.browser.site import Site, free_port
from tests.providers.messages_server import fail, say

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
BAD = {
    "large.md": (b"word " * 1_200_000, "large.md has 5.7 MB; 5 MB fit."),
    "scan.md": (b"%PDF-1.7\n", "scan.md is a PDF, not text"),
    "latin.md": (b"caf\xe9", "byte 0xe9 at offset 3 (line 1)"),
    "empty.md": (b" \n", "empty.md is empty."),
    "null.md": (b"one\n\x00", "null byte at offset 4 (line 2)"),
}
EVIL = """\
# Plan <script>globalThis.pwned = 1</script>

<img src=x onerror="globalThis.pwned = 2"> [click](javascript:globalThis.pwned=3) <svg onload="globalThis.pwned=4">

<hx-partial hx-target="#main">gone</hx-partial> We will pay faster.
"""


def file(name: str, data: bytes) -> dict:
    return {"name": name, "mimeType": "text/markdown", "buffer": data}


async def adding(page, site) -> None:
    await page.goto(f"{site.url}/items/payment-retries/artifacts/new/")


async def test_bad_files_get_a_sentence_each_and_the_good_one_is_stored(site, visit):
    page = await visit(site)
    await adding(page, site)
    files = [file(name, data) for name, (data, _) in BAD.items()]
    await page.get_by_label("Markdown or text files").set_input_files([*files, file("good.md", b"# Good")])
    await page.get_by_label("Name").fill("mail.md")
    await page.get_by_label("Text optional").fill("Legal says yes.")
    await press(page, "Add")
    for _, sentence in BAD.values():
        await expect(page.get_by_role("alert")).to_contain_text(sentence)
    await expect(page.get_by_role("status")).to_contain_text("2 artifacts are stored.")


async def test_300_files_at_once_are_refused_in_one_sentence_and_the_pasted_text_stays(site, visit):
    page = await visit(site)
    await adding(page, site)
    files = [file(f"{number}.md", b"# One") for number in range(300)]
    await page.get_by_label("Markdown or text files").set_input_files(files)
    await page.get_by_label("Name").fill("note.md")
    await page.get_by_label("Text optional").fill("Keep me.")
    await press(page, "Add")
    await expect(page.get_by_role("alert")).to_contain_text("You chose 300 files; 50 can be added at once.")
    await expect(page.get_by_label("Text optional")).to_have_value("Keep me.")


async def test_a_name_that_climbs_folders_is_only_a_name(site, visit):
    page = await visit(site)
    await adding(page, site)
    await page.get_by_label("Name").fill("../../etc/passwd.md")
    await page.get_by_label("Text optional").fill("root")
    await press(page, "Add")
    await expect(page.get_by_role("heading", level=1)).to_have_text("passwd.md")
    await expect(page.get_by_role("status")).to_contain_text("“../../etc/passwd.md” is kept as passwd.md.")


async def test_scripts_in_notes_and_messages_are_text(slow_site, visit):
    page = await visit(slow_site)
    await adding(page, slow_site)
    await page.get_by_label("Markdown or text files").set_input_files([file("evil.md", EVIL.encode())])
    await press(page, "Add")
    await expect(page.locator(".sheet")).to_contain_text("We will pay faster.")
    await press(page, "Answer yourself")
    await expect(page.locator("#session")).to_have_attribute("data-state", "waiting")
    await send(page, EVIL)
    await expect(page.locator(".said")).to_contain_text("<script>globalThis.pwned = 1</script>")
    await expect(page.locator(".event-question")).to_have_count(2)
    assert await page.evaluate("globalThis.pwned ?? null") is None
    assert (
        await page.locator("main script, main [onerror], main [onload], main [href^=javascript]").count() == 0
    )


@pytest.fixture(scope="module")
def model():
    """What Claude's server says; the tests spoil its mood."""
    return scripted.Model()


@pytest.fixture(scope="module")
def claude_site(tmp_path_factory, model):
    with scripted.serving(model) as server:
        environment = {"ELM_PROVIDER": "claude", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url}
        yield from served(tmp_path_factory.mktemp("failures"), **environment)


MOODS = {
    "an unknown model": (fail(404, "model: claude-old"), "Claude does not know the model claude-opus-5-5."),
    "a refused key": (fail(401, "invalid x-api-key"), "Claude refused the key. Check ANTHROPIC_API_KEY"),
    "a rate limit": (fail(429, "Too many."), "Claude is limiting how much this key may ask. Wait a minute"),
}


@pytest.mark.parametrize("mood", MOODS)
async def test_a_provider_that_refuses_is_told_and_tried_again(claude_site, model, visit, mood):
    model.mood, sentence = MOODS[mood]
    page = await visit(claude_site)
    address = await start_interview(page, claude_site)
    await expect(page.locator(".event-error")).to_contain_text(sentence)
    model.mood = None
    await page.locator(".event-error").get_by_role("button", name="Try again").click()
    await end_of(page)
    assert kinds(await events_of(page, address)).count("error") == 1


async def test_a_stream_that_is_cut_keeps_what_was_said_and_goes_on(claude_site, model, visit):
    model.moods = [say("Who is affected by it, and how do you know?", after="cut", after_tokens=5)]
    page = await visit(claude_site)
    address = await start_interview(page, claude_site)
    failed = page.locator(".event-error")
    await expect(failed).to_contain_text(
        "The connection to Claude was cut in mid-answer. What was said is kept"
    )
    await failed.locator("summary").click()
    await expect(failed.locator(".said")).to_have_text("Who is affected by it,")
    await failed.get_by_role("button", name="Try again").click()
    await end_of(page)
    assert (await events_of(page, address))["session"]["end_reason"] == "ready"


async def test_without_a_network_the_session_waits_until_there_is_one(model, visit, tmp_path):
    nowhere = f"http://127.0.0.1:{free_port()}"
    site = Site(tmp_path, ELM_PROVIDER="claude", ANTHROPIC_API_KEY="k", ANTHROPIC_BASE_URL=nowhere)
    site.start()
    page = await visit(site)
    address = await start_interview(page, site)
    await expect(page.locator(".event-error")).to_contain_text(
        "Claude could not be reached. Check the network"
    )
    site.stop()
    with scripted.serving(model) as server:
        site.environment["ANTHROPIC_BASE_URL"] = server.url
        site.start()
        await page.goto(address)
        await page.locator(".event-error").get_by_role("button", name="Try again").click()
        await end_of(page)
        site.stop()


async def click_at_once(pages, name: str) -> None:
    """Everybody's finger comes down where the button is at this moment."""
    fingers = []
    for page in pages:
        button = page.get_by_role("button", name=name, exact=True)
        await button.click(trial=True)
        box = await button.bounding_box()
        fingers.append(page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    await asyncio.gather(*fingers)


async def test_two_people_who_press_stop_and_resume_at_once_end_with_the_same_session(slow_site, visit):
    ana, ben = await visit(slow_site), await visit(slow_site)
    address = await start_interview(ana, slow_site)
    await ben.goto(address)
    for name, state, then in (
        ("Stop", "stopped", "Resume"),
        ("Resume", "running", "Stop"),
        ("Stop", "stopped", "Resume"),
    ):
        await click_at_once([ana, ben], name)
        for page in (ana, ben):
            await expect(page.locator("#session")).to_have_attribute("data-state", state)
            await expect(page.get_by_role("button", name=then)).to_be_visible()
    log = await events_of(ana, address)
    moves = [event["data"]["to"] for event in log["events"] if event["kind"] == "state"]
    assert moves == ["running", "stopped", "running", "stopped"]
