"""The scripted server itself, over plain HTTP, so that tests that lean on it stand on something."""

import json
import urllib.request

import pytest

from reviews.kinds.interview.results import QuestionResult
from tests.providers.conftest import hear, prompt
from tests.providers.messages_server import Answer, say


def post(url: str, **body) -> dict:
    data = json.dumps({"model": "claude-opus-5-5", "messages": [], **body}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{url}/v1/messages", data)) as answer:
        return json.load(answer)


def test_without_stream_the_answer_is_one_document(serve):
    server = serve([say("Why now?", output_tokens=2)])
    answer = post(server.url)
    assert answer["content"] == [{"type": "text", "text": "Why now?"}]
    assert answer["usage"] == {"input_tokens": 100, "output_tokens": 2}


def test_result_takes_the_shape_that_was_asked_for(serve):
    server = serve([say("Why?", {"a": 1})])
    enveloped = post(server.url, output_config={"format": {"type": "json_schema", "schema": {}}})
    assert json.loads(enveloped["content"][0]["text"]) == {"message": "Why?", "record": {"a": 1}}
    called = post(server.url, tools=[{"name": "record"}])
    assert (called["content"][1]["input"], called["stop_reason"]) == ({"a": 1}, "tool_use")


async def test_live_tokens_are_made_when_they_are_sent_and_enveloped_when_asked(serve, claude):
    server = serve([Answer(tokens=lambda: iter(["One ", '"two"']), data={"stance": "asking"})])
    pieces, done = await hear(claude(server), prompt(result=QuestionResult))
    assert (pieces, done.data) == (["One ", '"two"'], QuestionResult(stance="asking"))
    assert len(server.requests) == 1


def test_unknown_model_is_404(serve):
    with pytest.raises(urllib.error.HTTPError) as caught:
        post(serve([say("Why?")]).url, model="claude-1")
    assert (caught.value.code, json.load(caught.value)["error"]["type"]) == (404, "not_found_error")


def test_requests_are_kept_in_order(serve):
    server = serve([say("Why?")])
    for number in range(3):
        post(server.url, number=number)
    assert [request.body["number"] for request in server.requests] == [0, 1, 2]
    assert [request.path for request in server.requests] == ["/v1/messages"] * 3
