"""Letting a provider speak: one call from its first delta to its record."""

import hashlib
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from reviews.documents.markers import utc_timestamp
from reviews.errors import ProviderError
from reviews.language.reply_notes import broken_notes, was_cut
from reviews.log.values import Heard
from reviews.models import ModelCall
from reviews.models.session import Outcome
from reviews.providers.base import Delta, Done, Prompt, Provider
from reviews.providers.request import prompt_parts
from reviews.sessions.budget import to_micros


@dataclass
class ProviderCall:
    """What is known of a call while it is made and after it. Times are in milliseconds since its start."""

    prompt: Prompt
    provider: Provider
    said: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    first_ms: int | None = None
    last_ms: int | None = None
    done: Done | None = None

    @property
    def text(self) -> str:
        return "".join(self.said)

    @cached_property
    def worst_micros(self) -> int:
        """The most that the call can cost, in millionths of a US dollar."""
        return to_micros(self.provider.estimate(self.prompt).cost_usd)

    @property
    def spent_micros(self) -> int:
        """What the call cost, in millionths of a US dollar. An unfinished call is booked at its estimate's input
        and what it had said by then, because the provider charges for both."""
        if self.done:
            return to_micros(self.provider.cost(self.done.model, self.done.usage))
        if not self.said:
            return 0
        worst = self.provider.estimate(self.prompt)
        share = min(1.0, len(self.text) / 3 / max(1, worst.output_tokens))
        input_share = worst.input_tokens / max(1, worst.input_tokens + 5 * worst.output_tokens)
        return to_micros(worst.cost_usd * (input_share + (1 - input_share) * share))

    def elapsed_ms(self) -> int:
        return round((time.monotonic() - self.started) * 1000)


async def make_call(call: ProviderCall, on_delta: Callable[[str], None]) -> Done:
    """Make the call; each piece of text goes to `on_delta` at once. Raises ProviderError with the partial text."""
    async with aclosing(call.provider.stream(call.prompt)) as stream:  # type: ignore[type-var]
        async for piece in stream:
            if isinstance(piece, Delta):
                call.first_ms = call.elapsed_ms() if call.first_ms is None else call.first_ms
                call.said.append(piece.text)
                on_delta(piece.text)
            else:
                call.done, call.last_ms = piece, call.elapsed_ms()
    if call.done is None:
        raise ProviderError(
            "The answer ended before it was complete. Try again.", kind="cut", partial=call.text
        )
    return call.done


def heard_from(call: ProviderCall, done: Done) -> Heard:
    """What a machine hears of the answer, which is complete now, and of what it took."""
    return Heard(
        done.text,
        done.data.model_dump() if done.data else None,
        done.stop_reason,
        utc_timestamp(datetime.now(UTC)),
        done.unread,
        tokens=done.usage.input + done.usage.output,
        ms=call.last_ms or 0,
        micros=call.spent_micros,
        model=done.model,
    )


def answer_note(done: Done) -> str:
    """What an admin reads of an answer that came broken, "" for a whole one."""
    return " ".join(broken_notes({"unread": done.unread, "cut": was_cut(done.stop_reason)}))


def call_row(call: ProviderCall, outcome: Outcome, error: str = "", request_id: str = "") -> ModelCall:
    """The record of the call, not stored yet."""
    parts = prompt_parts(call.prompt)
    usage = call.done.usage if call.done else None
    row = ModelCall(
        provider=call.provider.name,
        model=call.done.model if call.done else call.provider.model_for(call.prompt),
        purpose=call.prompt.purpose,
        prompt_hash=hashlib.sha256("".join(parts).encode()).hexdigest(),
        reply=call.done.text if call.done else call.text,
        tokens_in=usage.input if usage else 0,
        tokens_out=usage.output if usage else 0,
        tokens_cached=usage.cached if usage else 0,
        cost_micros=call.spent_micros,
        first_token_ms=call.first_ms,
        last_token_ms=call.last_ms,
        request_id=call.done.request_id if call.done else request_id,
        outcome=outcome,
        error=error or (answer_note(call.done) if call.done else ""),
    )
    row.sent = parts
    return row
