"""Claude over the Messages API. The only file that imports the SDK, and only when the first call is made."""

import asyncio
import importlib
import json
from collections.abc import AsyncGenerator, Awaitable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from reviews.errors import ProviderError
from reviews.language.refusal import is_refusal
from reviews.providers import prices
from reviews.providers.accumulate import (
    Snapshot,
    add_json,
    add_text,
    add_usage,
    ended,
    ended_because,
    finished,
    said_so_far,
    started,
)
from reviews.providers.base import Delta, Done, Estimate, Prompt, Provider, Usage
from reviews.providers.envelope import Reading, open_envelope
from reviews.providers.failures import Circumstances, kind_of, provider_error
from reviews.providers.request import again_body, envelope_model, first_body, most_tokens, require_properties
from reviews.providers.salvage import Salvaged, salvaged_result
from reviews.providers.server_events import EventReader
from reviews.providers.wrapping import says_something
from reviews.states import Tier

if TYPE_CHECKING:
    import anthropic
    import httpx2

    from reviews.providers.paced_network import PacedStream

DEFAULT_URL = "https://api.anthropic.com"
SETTINGS = {Tier.STRATEGIC: "ELM_MODEL_STRATEGIC", Tier.EXECUTION: "ELM_MODEL_EXECUTION"}
BROKEN_OFF = ("max_tokens", "broken_off")
"""Why an answer may have ended in the middle of its message: then no record is asked for."""
NO_RECORD = ("the record beside the words",)
BROKEN_END = "the end of the record, which broke off"
MOST_DETAIL = 300
MOST_NAME = 100


@dataclass(frozen=True)
class Timeout:
    """Seconds to wait for a connection, and for the next bytes of an answer before it counts as stalled."""

    connect: float = 5.0
    stall: float = 60.0


class ClaudeProvider(Provider):
    """Claude, or any server of the Messages API at `base_url`.

    One instance serves any number of calls at once, all in one event loop.
    """

    name = "claude"

    def __init__(
        self,
        api_key: str,
        base_url: str | None,
        models: Mapping[Tier, str],
        max_retries: int = 2,
        timeout: Timeout | None = None,
        *,
        takes_temperature: bool = False,
    ) -> None:
        self._api_key = api_key
        self._base_url = base_url or DEFAULT_URL
        self._models = dict(models)
        self._max_retries = max_retries
        self._timeout = timeout or Timeout()
        self._takes_temperature = takes_temperature
        self._open: tuple[asyncio.AbstractEventLoop, anthropic.AsyncAnthropic] | None = None

    def model_for(self, prompt: Prompt) -> str:
        """The prompt's own model id, or its tier's."""
        return prompt.model or self._models[prompt.tier]

    def estimate(self, prompt: Prompt) -> Estimate:
        """The worst case: every answer as long as allowed, and a second call for the structured result."""
        model = self.model_for(prompt)
        tokens_in, tokens_out = most_tokens(prompt, model)
        dollars = prices.worst_cost(model, tokens_in, tokens_out)
        if prompt.result is None:
            return Estimate(tokens_in, tokens_out, dollars)
        again = tokens_in + tokens_out
        dollars += prices.worst_cost(model, again, tokens_out)
        return Estimate(tokens_in + again, 2 * tokens_out, dollars)

    def cost(self, model: str, usage: Usage) -> float:
        return prices.call_cost(model, usage)

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta | Done]:
        """Answer `prompt`. Closing the iterator or cancelling the task closes the connection."""
        call = self._circumstances(prompt)
        if not self._api_key:
            raise provider_error("no_key", call)
        for slow in ("anthropic", "httpcore2"):
            await asyncio.to_thread(importlib.import_module, slow)
        body = first_body(prompt, call.model, _envelope_schema(prompt.result) if prompt.result else None)
        deadline = asyncio.get_running_loop().time() + prompt.seconds
        snapshot = Snapshot(Reading(), _fields(prompt.result)) if prompt.result else Snapshot()
        answer = _Call(snapshot, call, deadline, prompt.seconds)
        async with aclosing(self._spoken(body | self._extra(prompt), answer)) as pieces:
            async for piece in pieces:
                yield Delta(piece)
        text, unsaid, record = finished(answer.snapshot)
        if unsaid:
            yield Delta(unsaid)
        yield await self._done(prompt, answer, text, record)

    async def aclose(self) -> None:
        if self._open and self._open[0] is asyncio.get_running_loop():
            await self._open[1].close()
        self._open = None

    def _extra(self, prompt: Prompt) -> dict[str, Any]:
        """What goes into the body beside what the SDK knows. The version of the API that it speaks refuses a
        temperature from every model; other servers may take one."""
        if not self._takes_temperature or prompt.temperature is None:
            return {}
        return {"extra_body": {"temperature": prompt.temperature}}

    async def _done(self, prompt: Prompt, answer: "_Call", text: str, record: Any) -> Done:
        snapshot = answer.snapshot
        usage = snapshot.usage
        stop_reason = ended_because(snapshot)
        if is_refusal(text) and not _has_content(prompt.result, record):
            raise provider_error("refusal", replace(answer.call, partial=text))
        text = text if says_something(text) else ""
        read = Salvaged() if prompt.result is None else salvaged_result(prompt.result, record)
        if prompt.result and read.data is None and stop_reason not in BROKEN_OFF:
            read, more = await self._ask_again(prompt, prompt.result, text, answer.deadline)
            usage = add_usage(usage, more)
            read = read if read.data else _from_broken_record(prompt.result, snapshot.raw)
        return Done(
            text=text,
            data=read.data,
            unread=read.unread,
            usage=usage,
            # A server may call its model whatever it likes, a path for example.
            model=(snapshot.model or answer.call.model)[:MOST_NAME],
            request_id=answer.call.request_id,
            # With its record in hand the answer is whole, however the call ended.
            stop_reason="end_turn" if read.data else stop_reason,
        )

    async def _ask_again(
        self, prompt: Prompt, result: type[BaseModel], text: str, deadline: float
    ) -> tuple[Salvaged, Usage]:
        """The record by a tool call, nothing when that fails: the answer's text is kept in any case."""
        call = self._circumstances(prompt)
        answer = _Call(Snapshot(), call, deadline, prompt.seconds)
        body = again_body(prompt, call.model, _result_schema(result), text)
        try:
            async with aclosing(self._spoken(body | self._extra(prompt), answer)) as pieces:
                async for _ in pieces:
                    pass
        except ProviderError:
            return Salvaged(), answer.snapshot.usage
        # Some models write the tool's input as their answer instead of calling the tool.
        given = answer.snapshot.tool_input or open_envelope(answer.snapshot.raw, _fields(result)).record
        return salvaged_result(result, given), answer.snapshot.usage

    async def _spoken(self, body: dict[str, Any], answer: "_Call") -> AsyncGenerator[str]:
        """The pieces of text that can be shown, while `answer` is kept up to date. Raises ProviderError."""
        import anthropic
        import httpx2

        try:
            sent = self._client().messages.create(**body, stream=True)
            async with (
                await answer.in_time(sent) as sending,
                aclosing(sending.response.aiter_bytes()) as read,
            ):
                answer.saw_request_id(sending.response.headers.get("request-id"))
                events = EventReader()
                with answer.hang_up_in_time(sending.response):
                    async for piece in read:
                        for name, data in events.read(piece):
                            if name == "error":
                                raise _told_failure(data, sending.response)
                            if name != "ping" and (shown := _take_event(answer.snapshot, data)):
                                yield shown
        except (TimeoutError, anthropic.APIError, httpx2.HTTPError, ValueError) as error:
            raise self._failure(error, answer) from error
        answer.check_end()

    def _client(self) -> "anthropic.AsyncAnthropic":
        """The client of the running loop: its connections can't be used from another one."""
        import anthropic

        from reviews.providers.paced_network import use_paced_network

        loop = asyncio.get_running_loop()
        if self._open is None or self._open[0] is not loop:
            timeout = anthropic.Timeout(600, connect=self._timeout.connect, read=self._timeout.stall)
            connections = anthropic.DefaultAsyncHttpxClient(timeout=timeout)
            use_paced_network(connections)
            client = anthropic.AsyncAnthropic(
                api_key=self._api_key,
                base_url=self._base_url,
                max_retries=self._max_retries,
                timeout=timeout,
                http_client=connections,
            )
            self._open = (loop, client)
        return self._open[1]

    def _circumstances(self, prompt: Prompt) -> Circumstances:
        setting = SETTINGS[prompt.tier]
        return Circumstances(self.model_for(prompt), setting, seconds=self._timeout.stall)

    def _failure(self, error: Exception, answer: "_Call") -> ProviderError:
        """The SDK's error as ours. After the first piece of text, what was said goes with it."""
        import anthropic
        import httpx2

        call = replace(answer.call, partial=said_so_far(answer.snapshot))
        if isinstance(error, TimeoutError) or (isinstance(error, httpx2.HTTPError) and answer.is_late):
            return provider_error("too_slow", replace(call, seconds=answer.seconds))
        if isinstance(error, anthropic.APIStatusError):
            return self._status_failure(error, call)
        if isinstance(error, httpx2.ReadTimeout):
            return provider_error("stalled", call)
        if isinstance(error, anthropic.APITimeoutError):
            unreached = isinstance(error.__cause__, httpx2.ConnectTimeout)
            return provider_error("no_network" if unreached else "stalled", call)
        if isinstance(error, anthropic.APIConnectionError):
            return provider_error("no_network", call)
        return provider_error("cut" if isinstance(error, httpx2.HTTPError) else "malformed", call)

    def _status_failure(self, error: "anthropic.APIStatusError", call: Circumstances) -> ProviderError:
        detail = (error.api_message or "").replace(self._api_key, "…")[:MOST_DETAIL]
        retry_after = error.response.headers.get("retry-after", "")
        call = replace(
            call,
            detail=detail,
            retry_after=retry_after,
            request_id=error.request_id or call.request_id,
        )
        return provider_error(kind_of(error.status_code, error.type, detail), call)


@dataclass
class _Call:
    """One request in flight, and when, by the loop's clock, the whole answer has to be there: after `seconds`."""

    snapshot: Snapshot
    call: Circumstances
    deadline: float
    seconds: float
    is_late: bool = False

    async def in_time[Value](self, waited_for: Awaitable[Value]) -> Value:
        """What is waited for. Raises TimeoutError at the deadline."""
        async with asyncio.timeout_at(self.deadline):
            return await waited_for

    @contextmanager
    def hang_up_in_time(self, response: "httpx2.Response") -> Iterator[None]:
        """Hang up on a stream at the deadline, so that its next read fails: a time-out for every read would cost more
        than all else that is done with a word."""
        network = response.extensions["network_stream"]
        timer = asyncio.get_running_loop().call_at(self.deadline, self.hang_up, network)
        try:
            yield
        finally:
            timer.cancel()

    def hang_up(self, network: "PacedStream") -> None:
        self.is_late = True
        network.hang_up()

    def saw_request_id(self, request_id: str | None) -> None:
        self.call = replace(self.call, request_id=(request_id or "")[:MOST_NAME])

    def check_end(self) -> None:
        """Raises ProviderError for a stream without an end, and for an answer that must not be used."""
        call = replace(self.call, partial=said_so_far(self.snapshot))
        match self.snapshot.stop_reason:
            case "":
                raise provider_error(
                    "too_slow" if self.is_late else "cut", replace(call, seconds=self.seconds)
                )
            case "refusal":
                raise provider_error("refusal", replace(call, detail=self.snapshot.refusal))
            case "model_context_window_exceeded":
                raise provider_error("context", call)


def _has_content(result: type[BaseModel] | None, record: Any) -> bool:
    """Whether a record says anything beside words that only decline."""
    data = salvaged_result(result, record).data if result and record is not None else None
    return data is not None and any(data.model_dump(exclude_defaults=True).values())


def _from_broken_record(result: type[BaseModel], raw: str) -> Salvaged:
    """What can be read of a record that broke off, its end named as unread."""
    read = salvaged_result(result, open_envelope(raw, _fields(result)).broken_record)
    return Salvaged(read.data, (*read.unread, BROKEN_END)) if read.data else Salvaged(unread=NO_RECORD)


def _take_event(snapshot: Snapshot, data: str) -> str:
    """Add one event of the stream, given as JSON, and return the text that can be shown now. The SDK's own models of
    events would cost more than all the rest. Unknown kinds are passed over; raises ValueError for a broken one."""
    try:
        event = json.loads(data)
        match event["type"]:
            case "content_block_delta":
                return _take_delta(snapshot, event["delta"])
            case "message_start":
                message = event["message"]
                started(snapshot, str(message["model"] or ""), _counts(message["usage"]))
            case "message_delta":
                delta, details = event["delta"], event["delta"].get("stop_details")
                why = details.get("explanation") if isinstance(details, Mapping) else None
                ended(snapshot, str(delta.get("stop_reason") or ""), str(why or ""), _counts(event["usage"]))
    except (AttributeError, LookupError, TypeError, RecursionError) as error:
        raise ValueError("An event of the stream has not the shape it should have.") from error
    return ""


def _take_delta(snapshot: Snapshot, delta: Mapping[str, Any]) -> str:
    match delta["type"]:
        case "text_delta":
            return add_text(snapshot, _string(delta["text"]))
        case "input_json_delta":
            add_json(snapshot, _string(delta["partial_json"]))
    return ""


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"Not a string: {type(value)}")
    return value


def _counts(usage: Any) -> SimpleNamespace:
    return SimpleNamespace(**(usage or {}))


def _told_failure(data: str, response: "httpx2.Response") -> "anthropic.APIStatusError":
    """The SDK's error for one that the server tells in the middle of a stream."""
    import anthropic

    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        body = data
    return anthropic.APIStatusError(str(body), response=response, body=body)


@cache
def _fields(result: type[BaseModel]) -> frozenset[str]:
    return frozenset(result.model_fields)


@cache
def _result_schema(result: type[BaseModel]) -> dict[str, Any]:
    import anthropic

    return anthropic.transform_schema(require_properties(result.model_json_schema()))


@cache
def _envelope_schema(result: type[BaseModel]) -> dict[str, Any]:
    return _result_schema(envelope_model(result))
