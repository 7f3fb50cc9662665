"""Putting an answer together while it arrives: one step for each event of the stream, on plain values.

This is the hot path: it runs once per token of every live session. So a step adds to the answer in place: copying it
would take the longer the more has been said.
"""

from dataclasses import dataclass, field
from typing import Any

from reviews.providers.base import Usage
from reviews.providers.envelope import Opened, Reading, open_envelope, read_piece
from reviews.providers.wrapping import END_OF_THOUGHTS, with_line_ends

NOTHING = Usage()


@dataclass(slots=True)
class Snapshot:
    """An answer as far as it has arrived.

    raw_pieces: the text blocks as they came. said_pieces: the part of the message that was shown, in order.
    reading: how far an envelope has been read, or None when plain text was asked for. fields: of the record in it.
    tool_pieces: the raw JSON of the tool call. stop_reason: "" until the answer has ended.
    """

    reading: Reading | None = None
    fields: frozenset[str] = frozenset()
    raw_pieces: list[str] = field(default_factory=list)
    said_pieces: list[str] = field(default_factory=list)
    tool_pieces: list[str] = field(default_factory=list)
    model: str = ""
    stop_reason: str = ""
    refusal: str = ""
    usage: Usage = NOTHING

    @property
    def raw(self) -> str:
        return "".join(self.raw_pieces)

    @property
    def said(self) -> str:
        return "".join(self.said_pieces)

    @property
    def tool_input(self) -> str:
        return "".join(self.tool_pieces)


def started(snapshot: Snapshot, model: str, counts: Any) -> None:
    """The message has begun; `counts` has the API's token counts of the input."""
    snapshot.model, snapshot.usage = model, counted(snapshot.usage, counts)


def add_text(snapshot: Snapshot, text: str) -> str:
    """Add text. Returns the part of the message that can be shown now."""
    shown = text
    if snapshot.reading is not None:
        snapshot.reading, shown = read_piece(snapshot.reading, text, snapshot.fields)
    snapshot.raw_pieces.append(text)
    if shown:
        snapshot.said_pieces.append(shown)
    return shown


def add_json(snapshot: Snapshot, json_piece: str) -> None:
    """Add JSON of the tool's input."""
    snapshot.tool_pieces.append(json_piece)


def ended(snapshot: Snapshot, stop_reason: str, refusal: str, counts: Any) -> None:
    """The model has stopped; `counts` are cumulative and replace those of the start."""
    snapshot.stop_reason, snapshot.refusal = stop_reason, refusal
    snapshot.usage = counted(snapshot.usage, counts)


def finished(snapshot: Snapshot) -> tuple[str, str, Any]:
    """The whole message, the part of it that was not shown yet, and the record of an envelope (or None).

    What was shown is never taken back: a message that does not begin with it is ignored.
    """
    said = snapshot.said
    if snapshot.reading is None:
        return said, "", None
    whole = open_envelope(snapshot.raw, snapshot.fields)
    if whole.message and END_OF_THOUGHTS.search(said):
        return with_line_ends(whole.message), "", whole.record  # thoughts that nothing opened are no words
    if not whole.message.startswith(said):
        return with_line_ends(said), "", whole.record
    return with_line_ends(whole.message), whole.message[len(said) :], whole.record


def said_so_far(snapshot: Snapshot) -> str:
    """What a person may read of an answer that broke off, held back or not."""
    return finished(snapshot)[0]


def ended_because(snapshot: Snapshot) -> str:
    """Why the answer ended: as the model says it, but "end_turn" when only what follows the message is missing, and
    "broken_off" when the message's JSON stops in its middle without a reason."""
    raw, fields = snapshot.raw, snapshot.fields
    whole = Opened(raw) if snapshot.reading is None else open_envelope(raw, fields)
    if whole.cut and snapshot.stop_reason == "end_turn":
        return "broken_off"
    return "end_turn" if whole.is_json and not whole.cut else snapshot.stop_reason


def counted(before: Usage, counts: Any) -> Usage:
    """`before` brought up to date. The API's `input_tokens` leaves out what went through the cache.

    `counts` has `input_tokens`, `output_tokens`, `cache_read_input_tokens` and `cache_creation_input_tokens`,
    each a number or None; None and a missing name leave the figure as it was.
    """
    cached = _token_count(counts, "cache_read_input_tokens", before.cached)
    written = _token_count(counts, "cache_creation_input_tokens", before.cache_written)
    plain = _token_count(counts, "input_tokens", before.input - before.cached - before.cache_written)
    output = _token_count(counts, "output_tokens", before.output)
    return Usage(input=plain + cached + written, output=output, cached=cached, cache_written=written)


def add_usage(one: Usage, other: Usage) -> Usage:
    """The sum of two calls."""
    return Usage(
        input=one.input + other.input,
        output=one.output + other.output,
        cached=one.cached + other.cached,
        cache_written=one.cache_written + other.cache_written,
    )


def _token_count(counts: Any, name: str, before: int) -> int:
    value = getattr(counts, name, None)
    return value if isinstance(value, int) else before
