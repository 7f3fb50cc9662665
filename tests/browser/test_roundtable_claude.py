"""A roundtable with Claude's provider, against a scripted server of the Messages API: to the limit, word by word."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import end_of, events_of, lengths_heard, press, served
from tests.browser.table import Chosen, peoples_turn, start, turn, turns_taken
from tests.providers.messages_server import MessagesServer
from tests.providers.table_model import TableModel

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def claude_site(tmp_path_factory):
    with MessagesServer(TableModel(rate=150).reply) as server:
        environment = {"ELM_PROVIDER": "claude", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url}
        yield from served(tmp_path_factory.mktemp("claude"), **environment)


async def test_claude_gives_first_takes_streams_asks_for_a_choice_and_ends_at_the_limit(claude_site, visit):
    page = await visit(claude_site)
    address = await start(page, claude_site, Chosen(step="01-03", limit=10))
    await first_takes_before_the_framing(page)
    await peoples_turn(page)
    await press(page, "Let them continue")
    await ana_takes_a_side(page)
    await peoples_turn(page, after=8)
    await expect(page.locator("#progress")).to_contain_text("1 turn left")
    await press(page, "Let them continue")
    await end_of(page)
    log = await events_of(page, address)
    told = [event["data"].get("what") for event in log["events"] if event["kind"] == "facilitation"]
    assert told == ["disagreement", "warning", "limit"]
    assert await turn(page) == turns_taken(log) == 10
    assert log["session"]["end_reason"] == "turn-limit"
    await word_by_word(page, log)


async def first_takes_before_the_framing(page: Page) -> None:
    await expect(page.locator(".take-who strong")).to_have_text(["Maya Chen", "Alex Rivera", "Jordan Park"])
    await expect(page.locator("#takes")).to_contain_text("Nobody can change them.")
    await expect(page.locator("#log")).to_contain_text("Maya, Alex and Jordan wrote down their first takes.")
    await expect(page.locator(".event-framing .focus-question")).to_contain_text("What has to be true")


async def ana_takes_a_side(page: Page) -> None:
    """The lead puts both sides, and one click says which matters more."""
    choices = page.get_by_role("group", name="What matters more?").get_by_role("button")
    await expect(choices).to_have_count(2)
    await expect(choices.first).to_contain_text("Alex’s side")
    await choices.first.click()
    await expect(page.locator(".event-user_message").last).to_contain_text("I choose charging once")


async def word_by_word(page: Page, log: dict) -> None:
    """Contributions grew on the page in steps, none was taken back; the first may be over before the page is there."""
    heard = await lengths_heard(page)
    spoken = [str(event["number"]) for event in log["events"] if event["kind"] == "contribution"]
    assert len(spoken) == 7
    assert all(lengths == sorted(lengths) for lengths in heard.values())
    assert all(len(heard[number]) > 3 for number in spoken[1:])
