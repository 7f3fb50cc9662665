"""An angle review through the Messages API, over real HTTP, of a small real file with a slip put in."""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.terminal.command import make_setup
from reviews.kinds.angles.terminal.review import TerminalReview
from reviews.kinds.shipped import starter_cast
from reviews.log import payloads
from reviews.providers.claude import ClaudeProvider, Timeout
from reviews.states import EndReason, Tier
from tests.providers.conftest import KEY
from tests.providers.messages_server import Answer, MessagesServer, Received, say

pytestmark = pytest.mark.slow
FILE = Path(__file__).resolve().parents[3] / "reviews/code/lines.py"
MODELS = {Tier.STRATEGIC: "claude-opus-5-5", Tier.EXECUTION: "claude-sonnet-5-5"}
RIGHT, WRONG = "Piece(first, end - 1, ", "Piece(first, end, "
SLIP = {
    "severity": "high",
    "quote": WRONG,
    "description": "A piece has the first line of the next one too.",
    "suggested_fix": "End it one line before.",
    "confidence": 0.9,
}
MENDED = {"before": WRONG, "after": RIGHT, "reason": "Two pieces share no line any more."}
FALSE = {
    "severity": "medium",
    "quote": "waiting.pop()",
    "description": "An empty list is popped.",
    "confidence": 0.6,
}
REFUTED = {"outcome": "refuted", "quote": "while waiting:", "reason": "The loop ends before that."}


class Reader:
    """What the supervisor and the workers say; `purposes` counts the calls, `texts` are what they were sent."""

    def __init__(self) -> None:
        self.purposes: Counter[str] = Counter()
        self.texts: list[str] = []

    def reply(self, request: Received) -> Answer:
        text = words_of(request)
        self.texts.append(text)
        purpose, data = self.answer(text)
        self.purposes[purpose] += 1
        return say("So.", data, usage={"input_tokens": 1_000}, output_tokens=50)

    def answer(self, text: str) -> tuple[str, Mapping[str, Any]]:
        if text.endswith("Try to refute it now."):
            return "refute", REFUTED if FALSE["description"] in text else {
                "outcome": "stands",
                "reason": "It does.",
            }
        if "Somebody else proposes" in text:
            return "verify", {"approved": True, "reason": "The edges are right now."}
        unit = text.partition('name="the unit">>')[2].partition("<<end")[0]
        if "The angle: Security Check." in text and "waiting.pop()" in unit:
            return "evaluate", {"issues": [FALSE], "suggestions": ["Say what the list holds."]}
        if "The angle: Correctness Check." not in text or WRONG not in unit:
            return "evaluate", {}
        if 'name="results of tools"' not in text:
            return "evaluate", {"wants": [{"tool": "search_text", "text": "pieces_between("}]}
        return "evaluate", {"issues": [SLIP], "modification": MENDED, "confidence": 0.9}


def words_of(request: Received) -> str:
    """Everything that the model is sent, as one text."""
    parts = [request.body["system"], *(one["content"] for one in request.body["messages"])]
    blocks = (block for part in parts for block in ([{"text": part}] if isinstance(part, str) else part))
    return "\n\n".join(block["text"] for block in blocks)


async def hold(path: Path, reader: Reader) -> tuple[TerminalReview, list[Received]]:
    """A review of the file by the four shipped angles, and what came in at the server."""
    chosen = {"paths": [str(path)], "angles": "", "passes": 4, "code_designer": True, "together": False}
    with MessagesServer(reader.reply, key=KEY) as server:
        timeout = Timeout(connect=2.0, stall=5.0)
        provider = ClaudeProvider(KEY, server.url, MODELS, max_retries=0, timeout=timeout)
        review = TerminalReview(make_setup(chosen, provider.name), provider, starter_cast())
        try:
            await review.hold()
        finally:
            await provider.aclose()
        return review, list(server.requests)


@pytest.fixture(scope="module")
def held(tmp_path_factory) -> tuple[TerminalReview, Reader, list[Received]]:
    payloads.register("angles", SHAPES)
    path = tmp_path_factory.mktemp("claude") / "lines.py"
    text = FILE.read_text()
    assert text.count(RIGHT) == 1
    path.write_text(text.replace(RIGHT, WRONG))
    reader = Reader()
    review, received = asyncio.run(hold(path, reader))
    return review, reader, received


def test_the_slip_is_found_mended_and_checked_and_what_was_wrong_is_refuted(held):
    review, _reader, _ = held
    state = review.state
    assert state.reason == EndReason.CONVERGED
    assert state.working_text(state.setup.notes[0].artifact) == FILE.read_text()
    assert [one.reason for one in review.changes] == [MENDED["reason"]]
    assert state.findings == ()
    assert {one.refuted for one in state.issues.values()} == {"", REFUTED["reason"]}


def test_each_call_is_booked_with_its_model_its_tokens_and_its_time(held):
    review, reader, received = held
    calls = sum(reader.purposes.values())
    assert calls == len(received) == review.state.spent.calls
    assert review.state.spent.tokens == calls * 1_050
    assert review.state.spent.micros > 0
    assert {one.body["model"] for one in received} == set(MODELS.values())


def prompts_with(reader: Reader, words: str) -> list[str]:
    return [text for text in reader.texts if words in text]


def test_a_worker_is_shown_its_tools_and_then_what_they_said(held):
    _review, reader, _ = held
    assert "# Tool: search_text" in reader.texts[0]
    told = prompts_with(reader, 'name="results of tools"')
    asked = next(text for text in told if "Pass 1 of at most 4. The angle: Correctness Check." in text)
    assert "lines.py:" in asked.partition('name="results of tools"')[2]
    assert "# Tool: search_text" not in asked, "it has asked already, and asks once in a pass"


def test_whoever_looks_a_second_time_is_not_told_how_the_first_look_ended(held):
    _review, reader, _ = held
    second = prompts_with(reader, "Try to refute it now.")
    assert len(second) == 2
    assert not [text for text in second if '"became"' in text]


def test_whoever_checks_a_modification_reads_what_stands_there_and_what_would(held):
    _review, reader, _ = held
    (text,) = prompts_with(reader, "Somebody else proposes")
    assert f"BEFORE\n{WRONG}\n\nAFTER\n{RIGHT}" in text
    assert '"code": "see \\"the unit\\", with \\"the modification\\" made"' in text


def test_later_passes_are_told_once_what_each_angle_found_and_what_became_of_it(held):
    _review, reader, _ = held
    later = [
        text
        for text in prompts_with(reader, "Pass 2 of at most 4. The angle: Efficiency")
        if 'name="findings of earlier passes"' in text
    ]
    (found,) = (text for text in later if FALSE["description"] in text)
    assert found.count(FALSE["description"]) == 1
    assert '{"angle": "security", "severity": "medium"' in found
    assert '"became": "refuted"' in found
    assert '"issues": "none"' in found


def test_nothing_that_is_reviewed_stands_among_the_rules(held):
    _review, _reader, received = held
    for one in received:
        assert "pieces_between" not in json.dumps(one.body["system"])
