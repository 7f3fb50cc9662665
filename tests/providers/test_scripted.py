"""The script: the same words every time, before and after a restart."""

import json

import pytest

from reviews.accounts.sample import FOLDER
from reviews.errors import BadConfiguration, ProviderError
from reviews.kinds.interview.results import AnswerResult, ImproveResult, QuestionResult, SettleResult
from reviews.language.matching import is_quoted
from reviews.providers.base import Delta, Facts, Material
from reviews.providers.scripted import ScriptedProvider, ScriptedReply
from tests.providers.conftest import hear, prompt

SAMPLE = FOLDER / "payment-retry-note.md"
RESULTS = {
    "interview.question": QuestionResult,
    "interview.answer": AnswerResult,
    "interview.settle": SettleResult,
    "interview.improve": ImproveResult,
}


def asked(purpose: str, step: int, **more):
    return prompt(purpose=purpose, result=RESULTS[purpose], facts=Facts(step), **more)


async def test_replies_come_in_order_and_the_last_one_stays():
    provider = ScriptedProvider({"interview.question": [ScriptedReply("One?"), ScriptedReply("Two?")]})
    assert [(await hear(provider, prompt()))[1].text for _ in range(3)] == ["One?", "Two?", "Two?"]


async def test_step_says_which_reply_whatever_was_said_before():
    replies = {"interview.question": [ScriptedReply("One?"), ScriptedReply("Two?")]}
    before, after = ScriptedProvider(replies), ScriptedProvider(replies)
    await hear(before, prompt(facts=Facts(0)))
    assert await hear(before, prompt(facts=Facts(1))) == await hear(after, prompt(facts=Facts(1)))


async def test_pieces_join_to_the_text_and_the_result_is_checked():
    reply = ScriptedReply("Why now, and why us?", {"stance": "asking"}, chunk=3)
    pieces, done = await hear(ScriptedProvider(lambda _: reply), prompt(result=QuestionResult))
    assert (pieces[0], "".join(pieces)) == ("Why", "Why now, and why us?")
    assert done.data == QuestionResult(stance="asking")


async def test_error_comes_after_as_many_characters_as_the_script_says():
    error = ProviderError("Cut. Try again.", kind="cut")
    provider = ScriptedProvider(lambda _: ScriptedReply("Why now?", error=error, error_after=5))
    pieces: list[str] = []
    with pytest.raises(ProviderError, match="Cut") as caught:
        pieces.extend([piece.text async for piece in provider.stream(prompt()) if isinstance(piece, Delta)])
    assert (caught.value.kind, caught.value.partial) == ("cut", "Why n")


@pytest.mark.parametrize(
    ("replies", "words"),
    [
        ({}, "nothing to say for interview.question"),
        ({"interview.question": [ScriptedReply("", {"x": 1})]}, "fit"),
    ],
)
async def test_gap_or_slip_in_the_script_is_told(replies, words):
    with pytest.raises(ProviderError, match=words):
        await hear(ScriptedProvider(replies), prompt(result=QuestionResult))


async def test_demo_is_an_interview_of_three_rounds_with_a_verdict():
    demo = ScriptedProvider.demo(delay=0)
    rounds = [(await hear(demo, asked("interview.question", step)))[1] for step in range(3)]
    assert [done.data.stance for done in rounds] == ["asking", "asking", "satisfied"]
    assert [len(done.data.questions) for done in rounds] == [3, 3, 0]
    assert ["[SATISFIED]" in done.text.splitlines() for done in rounds] == [False, False, True]
    assert rounds[2].data.verdict.caveats


async def test_demo_quotes_the_sample_and_nothing_else():
    demo = ScriptedProvider.demo(delay=0)
    rounds = [(await hear(demo, asked("interview.question", step)))[1] for step in range(3)]
    answers = [(await hear(demo, asked("interview.answer", step)))[1] for step in range(2)]
    topics = [topic for done in rounds for topic in done.data.topics]
    assert len({topic.topic for topic in topics}) == 10
    quotes = [topic.quote for topic in topics if topic.status != "waived"]
    quotes += [found.quote for done in answers for found in done.data.citations]
    assert [quote for quote in quotes if not is_quoted(quote, [SAMPLE.read_text()])] == []


async def test_demo_improves_whatever_note_it_is_given():
    note = Material("notes.md", '\n# Payment "retries" \\ plan\n\nText.\n')
    _, done = await hear(ScriptedProvider.demo(delay=0), asked("interview.improve", 0, materials=(note,)))
    assert done.data.edits[0].after == '# Payment "retries" \\ plan'


async def test_script_can_be_read_from_a_file(tmp_path):
    path = tmp_path / "script.json"
    error = {"message": "Overloaded. Try again.", "kind": "overloaded", "after": 2}
    path.write_text(json.dumps({"interview.question": [{"text": "Why?"}, {"text": "How?", "error": error}]}))
    provider = ScriptedProvider.load(path)
    assert (await hear(provider, prompt()))[1].text == "Why?"
    with pytest.raises(ProviderError) as caught:
        await hear(provider, prompt())
    assert (caught.value.kind, caught.value.partial) == ("overloaded", "Ho")


@pytest.mark.parametrize("content", ["", "[]", '{"a": [{"txt": "Why?"}]}', '{"a": [{"delay": -1}]}'])
def test_file_that_is_no_script_is_refused_by_name(tmp_path, content):
    path = tmp_path / "script.json"
    path.write_text(content)
    with pytest.raises(BadConfiguration, match=r"ELM_SCRIPT is .*script\.json, which is not a script"):
        ScriptedProvider.load(path)


def test_script_costs_nothing():
    provider = ScriptedProvider({})
    assert provider.estimate(prompt()).cost_usd == 0
    assert provider.model_for(prompt()) == "script"
