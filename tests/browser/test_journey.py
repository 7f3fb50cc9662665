"""What a user does, in Chromium against the running server: from the login link to the deeper review."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import (
    end_of,
    events_of,
    kinds,
    lengths_heard,
    press,
    send,
    served,
    start_interview,
)
from tests.browser.table import made_sample

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
NOTES = "# Refunds\n\nWe will pay refunds faster. The plan is to hire two people.\n"


@pytest.fixture
def new_site(tmp_path):
    """A site that nobody has visited yet."""
    yield from served(tmp_path)


async def test_the_printed_link_leads_to_a_sample_that_starts_in_one_click(new_site, visit):
    page = await visit(new_site)
    await expect(page.get_by_role("heading", level=2, name="Start with “Payment retries”")).to_be_visible()
    await press(page, "Start interview")
    await expect(page.locator(".event-question").first).to_be_visible()
    await expect(page.locator(".provider")).to_have_text("offline reviewer: rules, no model")


async def test_the_printed_link_works_once(new_site, visit):
    await visit(new_site)
    stranger = await visit(new_site, cookies=[])
    await stranger.goto(new_site.link)
    await expect(stranger.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    await stranger.goto(f"{new_site.url}/items/")
    await expect(stranger).to_have_url(re.compile(r"/accounts/login/\?next=/items/$"))


async def test_questions_and_answers_arrive_word_by_word_while_topics_settle(slow_site, visit):
    page = await visit(slow_site)
    await start_interview(page, slow_site)
    await expect(page.locator("#tally")).to_have_text("0 of 10 topics settled")
    await expect(page.locator(".event-answer").first).to_be_visible()
    await expect(page.locator("#tally")).not_to_have_text("0 of 10 topics settled")
    await expect(page.locator("#status")).to_contain_text("1 round")
    heard = await lengths_heard(page)
    assert len(heard["2"]) > 5
    assert len(heard["3"]) > 1
    assert all(sorted(lengths) == lengths for lengths in heard.values())


async def test_what_ana_says_waits_through_stop_and_reload_and_is_used_after_resume(slow_site, visit):
    page = await visit(slow_site)
    address = await start_interview(page, slow_site)
    await expect(page.locator(".live-text")).to_contain_text("I have read")
    await send(page, "Cards are the only way to pay.")
    await expect(page.locator(".message-state")).to_contain_text("Will be used at the next turn.")
    await press(page, "Stop")
    await expect(page.locator("#status")).to_contain_text("Stopped")
    tomorrow = await visit(slow_site)
    await tomorrow.goto(address)
    await expect(tomorrow.locator(".message-state")).to_contain_text("Will be used at the next turn.")
    await press(tomorrow, "Resume")
    await expect(tomorrow.locator(".message-state")).to_contain_text("Used.")
    assert kinds(await events_of(page, address))[:4] == ["state", "user_message", "state", "state"]


async def test_a_message_can_be_withdrawn_until_it_is_used(slow_site, visit):
    page = await visit(slow_site)
    await start_interview(page, slow_site)
    await expect(page.locator(".live-text")).to_contain_text("I have read")
    await send(page, "Never mind.")
    await press(page, "Withdraw")
    await expect(page.locator(".message-state")).to_have_text("Withdrawn. It was not used.")
    await press(page, "Stop")


async def test_the_verdict_has_three_parts_and_is_never_better_than_the_topics(site, visit):
    page = await visit(site)
    address = await start_interview(page, site)
    await end_of(page)
    verdict = page.locator("#ended")
    for part in ("What the notes got right", "What the interview improved", "Caveats"):
        await expect(verdict.get_by_role("heading", name=part)).to_be_visible()
    await expect(verdict.locator(".result-head")).to_contain_text("Not ready")
    await expect(page.locator(".event-verdict")).to_have_text(
        re.compile("ELM gave its verdict. Read it at the top")
    )
    await expect(page.locator(".event-verdict").get_by_role("heading")).to_have_count(0)
    log = await events_of(page, address)
    assert (log["session"]["state"], log["session"]["end_reason"]) == ("finished", "not_ready")


async def test_an_accepted_change_is_a_new_revision_with_a_diff_and_can_be_undone(site, visit):
    page = await visit(site)
    await start_interview(page, site, item=await made_sample(page, site, "Retries once more"))
    await end_of(page)
    await page.get_by_role("link", name="Review the changes").click()
    await press(page, "Accept")
    await page.locator(".change-head").get_by_role("link", name=re.compile("^revision")).click()
    await expect(page.locator(".diff-inserted").nth(1)).to_contain_text("## Open questions")
    await expect(page.locator(".diff-removed")).to_have_count(0)
    await page.go_back()
    await page.get_by_role("article").get_by_role("button", name="Undo", exact=True).click()
    await expect(page.locator(".change-head")).to_contain_text("Undone")
    await page.locator(".section-head").get_by_role("link", name="payment-retry-note.md").click()
    await expect(page.locator(".sheet")).not_to_contain_text("Open questions")


async def test_b2_the_transcript_is_downloaded_under_its_name_and_reads_as_it_was_said(site, visit):
    page = await visit(site)
    address = await start_interview(page, site)
    await end_of(page)
    await page.reload()
    async with page.expect_download() as started:
        await page.get_by_role("link", name="Transcript").click()
    download = await started.value
    text = (await download.path()).read_text()
    spoken = [e for e in (await events_of(page, address))["events"] if e["speaker"]]
    said = {
        kind: [e["text"] for e in spoken if e["kind"] == kind] for kind in ("question", "answer", "verdict")
    }
    rounds = [
        f"ELM: {q}\n\nAnswers (rules): {a}\n\n---\n\n"
        for q, a in zip(said["question"], said["answer"], strict=False)
    ]
    last = f"ELM: {said['question'][-1]}\n\n{said['verdict'][0]}\n\n"
    assert re.fullmatch(r"payment-retry-note-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.md", download.suggested_filename)
    assert text.endswith("".join([*rounds, last]))
    assert "offline reviewer: rules, no model" in text.partition("ELM:")[0]


async def test_a_deeper_review_goes_on_from_a_session_that_has_ended(site, visit):
    page = await visit(site)
    address = await start_interview(page, site)
    await end_of(page)
    await press(page, "Deeper review")
    await expect(page.get_by_role("link", name="an earlier session")).to_have_attribute(
        "href", address.removeprefix(site.url)
    )
    await end_of(page)


async def test_ana_makes_an_item_of_several_files_and_a_pasted_text_and_answers_herself(
    site, visit, tmp_path
):
    for name in ("plan.md", "figures.txt"):
        (tmp_path / name).write_text(NOTES)
    page = await visit(site)
    await page.get_by_role("link", name="New item").click()
    await page.get_by_label("Title").fill("Faster refunds")
    await press(page, "Create item")
    await page.get_by_label("Markdown or text files").set_input_files(
        [tmp_path / "plan.md", tmp_path / "figures.txt"]
    )
    await page.get_by_label("Name").fill("mail.md")
    await page.get_by_label("Text optional").fill("Legal says **yes**.")
    await press(page, "Add")
    await expect(page.get_by_role("status")).to_contain_text("3 artifacts are stored.")
    await page.get_by_role("link", name="mail.md").click()
    await expect(page.locator(".sheet strong")).to_have_text("yes")
    await page.go_back()
    await press(page, "Answer yourself")
    await expect(page.locator("#status")).to_contain_text("Waiting")
    await send(page, "Customers who wait for their money. I do not know the costs.")
    await expect(page.locator(".event-answer")).to_contain_text("words above are the answer of round 1")
    await expect(page.locator(".event-question")).to_have_count(2)
