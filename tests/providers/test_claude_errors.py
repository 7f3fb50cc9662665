"""What goes wrong between ELM and the model, and the sentence that a person gets for it."""

import asyncio
import contextlib
import json
import socket

import pytest

from reviews.errors import ProviderError
from reviews.kinds.interview.results import QuestionResult
from reviews.providers.base import Delta, Done
from reviews.providers.claude import ClaudeProvider, Timeout
from reviews.providers.failures import PERMANENT, SENTENCES
from reviews.states import Tier
from tests.providers.conftest import KEY, MODELS, hear, prompt
from tests.providers.messages_server import Answer, fail, say


async def failed(provider, asked=None) -> tuple[str, ProviderError]:
    """What was said before the error, and the error."""
    pieces: list[str] = []
    try:
        async for piece in provider.stream(asked or prompt()):
            assert isinstance(piece, Delta)
            pieces.append(piece.text)
    except ProviderError as error:
        return "".join(pieces), error
    raise AssertionError("Nothing went wrong.")


async def test_without_a_key_nothing_is_sent_and_the_way_out_is_named(serve, claude):
    server = serve([say("Hello")])
    _, error = await failed(claude(server, api_key=""))
    assert str(error) == "No key. Set ANTHROPIC_API_KEY, or choose the offline reviewer."
    assert (error.kind, error.permanent, server.requests) == ("no_key", True, [])


async def test_refused_key_is_permanent_and_not_shown(serve, claude):
    server = serve([fail(401, f"invalid x-api-key {KEY}")])
    _, error = await failed(claude(server))
    assert (error.kind, error.permanent, error.request_id) == ("refused_key", True, "req_0000")
    assert "ANTHROPIC_API_KEY" in str(error)
    assert KEY not in str(error)


@pytest.mark.filterwarnings("ignore:The model 'claude-2.1' is deprecated")
@pytest.mark.parametrize(
    ("tier", "setting"),
    [(Tier.STRATEGIC, "ELM_MODEL_STRATEGIC"), (Tier.EXECUTION, "ELM_MODEL_EXECUTION")],
)
async def test_outdated_model_id_names_the_setting_to_change(serve, claude, tier, setting):
    server = serve([say("Hello")])
    _, error = await failed(claude(server), prompt(tier=tier, model="claude-2.1"))
    assert (error.kind, error.permanent) == ("unknown_model", True)
    assert f"the model claude-2.1. Set {setting} to" in str(error)


async def test_address_that_is_no_messages_api_names_the_base_url(serve, claude):
    server = serve([say("Hello")])
    server.url += "/elsewhere"
    _, error = await failed(claude(server))
    assert error.kind == "unknown_model"
    assert "Not Found" in str(error)


@pytest.mark.slow
@pytest.mark.parametrize(("status", "kind"), [(429, "rate_limited"), (529, "overloaded"), (500, "server")])
async def test_passing_trouble_is_retried_before_the_first_token(serve, claude, status, kind):
    server = serve([fail(status, retry_after="0"), say("Hello")])
    _, done = await hear(claude(server, retries=1), prompt())
    assert done.text == "Hello"
    assert len(server.requests) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("status", "kind"), [(429, "rate_limited"), (529, "overloaded"), (500, "server")])
async def test_trouble_that_stays_says_how_long_to_wait(serve, claude, status, kind):
    server = serve([fail(status, retry_after="0"), fail(status, retry_after="7")])
    said, error = await failed(claude(server, retries=1))
    assert (error.kind, error.permanent, said) == (kind, False, "")
    assert "Wait 7 seconds" in str(error)
    assert error.request_id == "req_0001"


@pytest.mark.parametrize("result", [None, QuestionResult])
@pytest.mark.parametrize(
    ("accident", "kind"),
    [("cut", "cut"), ("error", "overloaded"), ("junk", "malformed"), ("shapeless", "malformed")],
)
async def test_accident_in_mid_stream_keeps_what_was_said_and_is_not_retried(
    serve, claude, accident, kind, result
):
    reply = say("One two three four five six seven", {}, after=accident, after_tokens=5)
    server = serve([reply, say("Never")])
    said, error = await failed(claude(server, retries=2), prompt(result=result))
    assert (error.kind, error.permanent, error.request_id) == (kind, False, "req_0000")
    assert error.partial == said == ("One two three four five" if result is None else "One two three four")
    assert len(server.requests) == 1


async def test_stalled_stream_is_given_up_and_the_seconds_are_named(serve, claude):
    server = serve([say("One two", after="stall", after_tokens=1)])
    said, error = await failed(claude(server, stall=0.2))
    assert (error.kind, error.permanent, error.partial, said) == ("stalled", False, "One", "One")


async def test_the_sentence_of_a_stall_says_how_long_was_waited(serve, claude):
    server = serve([say("One two", after="stall", after_tokens=1)])
    _, error = await failed(claude(server, stall=0.2))
    assert str(error) == ("Claude stopped answering for 0.2 seconds. What was said is kept; press Try again.")


def slow_if_asked(received) -> Answer:
    """Twenty seconds of words for who asks for them, else one word."""
    is_slow = "Slowly." in json.dumps(received.body)
    return say("word " * 400, {}, rate=20) if is_slow else say("Hello", {})


@pytest.mark.slow
@pytest.mark.parametrize("result", [None, QuestionResult])
async def test_an_answer_that_takes_too_long_in_all_is_given_up_though_it_never_stalls(serve, claude, result):
    server = serve(slow_if_asked)
    provider = claude(server)
    await hear(provider, prompt())
    said, error = await failed(provider, prompt(request="Slowly.", seconds=1.0, result=result))
    assert (error.kind, error.permanent) == ("too_slow", False)
    assert str(error).startswith("Claude was not done after 1 seconds")
    assert error.partial == said
    assert said.startswith("word word")
    assert server.wait_for_hang_up()
    _, done = await hear(provider, prompt())
    assert done.text == "Hello"


async def test_the_time_of_an_answer_counts_from_its_asking(serve, claude):
    server = serve([say("Hello", first_delay=30)])
    said, error = await failed(claude(server), prompt(seconds=0.2))
    assert (error.kind, said, error.partial) == ("too_slow", "", "")


async def test_an_address_that_takes_no_connections_is_given_up_and_said():
    with contextlib.ExitStack() as open_:
        full = open_.enter_context(socket.socket())
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for _ in range(4):
            waiting = open_.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        url = f"http://127.0.0.1:{full.getsockname()[1]}"
        provider = ClaudeProvider(KEY, url, MODELS, max_retries=0, timeout=Timeout(connect=0.2, stall=30))
        _, error = await failed(provider, prompt(seconds=20))
        await provider.aclose()
    assert (error.kind, error.permanent) == ("no_network", False)
    assert "Check the network and ANTHROPIC_BASE_URL, then try again." in str(error)


async def test_slow_first_token_is_waited_for(serve, claude):
    server = serve([say("Hello", first_delay=0.3)])
    _, done = await hear(claude(server), prompt())
    assert done.text == "Hello"


async def test_no_network_is_said_and_can_be_tried_again():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        provider = ClaudeProvider(KEY, url, MODELS, max_retries=0, timeout=Timeout(connect=1))
        _, error = await failed(provider)
        await provider.aclose()
    assert (error.kind, error.permanent) == ("no_network", False)


@pytest.mark.parametrize(
    ("stop_reason", "kind"), [("refusal", "refusal"), ("model_context_window_exceeded", "context")]
)
async def test_refusal_and_full_window_are_errors_that_trying_again_will_not_cure(
    serve, claude, stop_reason, kind
):
    server = serve([say("I cannot", stop_reason=stop_reason)])
    said, error = await failed(claude(server))
    assert (error.kind, error.permanent, error.partial) == (kind, True, said)


async def test_prompt_that_is_too_long_says_what_to_shorten(serve, claude):
    server = serve([fail(400, "prompt is too long: 1200000 tokens > 1000000 maximum")])
    _, error = await failed(claude(server))
    assert (error.kind, error.permanent) == ("context", True)
    assert "Use shorter notes" in str(error)


async def test_after_an_error_the_next_call_works(serve, claude):
    server = serve([say("One two", after="cut", after_tokens=1), say("Hello")])
    provider = claude(server)
    await failed(provider)
    _, done = await hear(provider, prompt())
    assert done.text == "Hello"


def test_provider_works_in_a_second_event_loop(serve):
    server = serve([say("Hello")])
    provider = ClaudeProvider(KEY, server.url, MODELS)

    async def once() -> Done:
        _, done = await hear(provider, prompt())
        await provider.aclose()
        return done

    assert [asyncio.run(once()).text for _ in range(2)] == ["Hello", "Hello"]


def test_every_sentence_ends_and_says_what_to_do():
    verbs = ("Set", "Check", "Wait", "press", "choose", "Change", "report", "Use", "try", "Try")
    for sentence in SENTENCES.values():
        assert sentence.endswith(".")
        assert any(verb in sentence for verb in verbs)
    assert set(SENTENCES) >= PERMANENT
