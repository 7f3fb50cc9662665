"""The core of the journey with Claude's provider, against a scripted server of the Messages API."""

import re

import pytest
from playwright.async_api import expect

from tests.browser import model as scripted
from tests.browser.conftest import end_of, events_of, lengths_heard, served, start_interview
from tests.browser.table import made_sample

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
TRANSCRIPT = f"""\
ELM: {scripted.QUESTION}

Claude: {scripted.ANSWER}

---

ELM: That is clear now.

[SATISFIED]

**Verdict:** Ready

- **What the notes got right:** {scripted.VERDICT["got_right"][0]}
- **What the interview improved:** {scripted.VERDICT["improved"][0]}
- **Caveats:**
"""


@pytest.fixture(scope="module")
def claude_site(tmp_path_factory):
    with scripted.serving(scripted.Model(rate=80)) as server:
        environment = {"ELM_PROVIDER": "claude", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url}
        yield from served(tmp_path_factory.mktemp("claude"), **environment)


async def test_claude_asks_word_by_word_until_it_is_satisfied_and_is_paid_for(claude_site, visit):
    page = await visit(claude_site)
    address = await start_interview(page, claude_site)
    await end_of(page)
    heard = await lengths_heard(page)
    assert max(map(len, heard.values())) > 3
    await expect(page.locator("#tally")).to_have_text("10 of 10 topics settled")
    await expect(page.locator(".verdict-head")).to_contain_text("Ready")
    # Two questions and a second look by the strategic model, two turns by the other: 3 × $0.022 + 2 × $0.011.
    await expect(page.locator("#status")).to_contain_text("$0.0880")
    await expect(page.locator(".event-question")).to_have_count(2)
    assert (await events_of(page, address))["session"]["end_reason"] == "ready"


async def test_ana_accepts_one_change_edits_another_rejects_it_instead_and_undoes(claude_site, visit):
    page = await visit(claude_site)
    item = await made_sample(page, claude_site, "Retries once more")
    address = await start_interview(page, claude_site, item=item)
    await end_of(page)
    await page.goto(f"{address}changes/")
    first, second = page.locator("article").nth(0), page.locator("article").nth(1)
    await first.get_by_role("button", name="Accept", exact=True).click()
    await expect(first).to_contain_text("revision 2")
    await second.locator("details[data-key=e] > summary").click()
    await second.locator("details[data-key=e] textarea").fill("Banks change their codes twice a year.\n")
    await second.get_by_role("button", name="Accept this wording").click()
    await expect(second).to_contain_text("Accepted, edited")
    await second.get_by_role("button", name="Undo").click()
    await second.get_by_role("button", name="Reject").click()
    await expect(page.locator("#changes-progress")).to_contain_text("All 2 decided · 1 accepted")
    await page.locator(".section-head").get_by_role("link", name="payment-retry-note.md").click()
    await expect(page.locator(".sheet")).to_contain_text("Customers lose what they paid for.")
    await expect(page.locator(".sheet")).not_to_contain_text("twice a year")


async def test_b1_b2_b3_the_transcript_of_claude_has_the_exact_format(claude_site, visit):
    page = await visit(claude_site)
    address = await start_interview(page, claude_site)
    await end_of(page)
    answer = await page.request.get(f"{address}transcript.md")
    name = r'attachment; filename="payment-retry-note-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.md"'
    assert re.fullmatch(name, answer.headers["content-disposition"])
    text = await answer.text()
    assert text.startswith(TRANSCRIPT)
    caveats = text.removeprefix(TRANSCRIPT).split("\n\n")[0].splitlines()
    waived = [line for line in caveats if line.startswith("  - Waived: ")]
    assert len(waived) == len(scripted.WAIVED)
    judged = [line for line in caveats if line.startswith("  - ELM's judgement, not checked: ")]
    assert len(waived) + len(judged) == len(caveats)
