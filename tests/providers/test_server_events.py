"""Server-sent events are read as the SDK reads them, wherever the network cut them."""

from itertools import pairwise

import pytest
from anthropic._streaming import SSEDecoder
from hypothesis import given
from hypothesis import strategies as st

from reviews.providers.server_events import MOST_BYTES, EventReader

WORD = b'event: content_block_delta\ndata: {"delta": "Gr\xc3\xb6\xc3\x9fe"}\n\n'
LINES = st.sampled_from(
    [
        "event: word",
        "event:word",
        "event",
        "data: Größe 🙂",
        "data:  two",
        "data:",
        "data",
        ": still here",
        ":",
        "",
    ]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])
STREAMS = st.lists(st.tuples(LINES, ENDS), max_size=12).map(
    lambda lines: "".join(line + end for line, end in lines).encode()
)


def read_all(pieces: list[bytes]) -> list[tuple[str, str]]:
    reader = EventReader()
    return [event for piece in pieces for event in reader.read(piece)]


@given(STREAMS, st.lists(st.integers(0, 200), max_size=6))
def test_events_are_those_that_the_sdk_finds_wherever_the_network_cut(stream, cuts):
    places = sorted({0, len(stream), *(min(cut, len(stream)) for cut in cuts)})
    pieces = [stream[start:end] for start, end in pairwise(places)]
    told = [(event.event, event.data) for event in SSEDecoder().iter_bytes(iter([stream]))]
    assert read_all(pieces) == [(name, data) for name, data in told if name and data]


def test_words_that_come_together_are_told_apart():
    assert read_all([WORD * 3]) == [("content_block_delta", '{"delta": "Größe"}')] * 3


def test_a_word_that_comes_byte_by_byte_is_told_once():
    assert len(read_all([bytes([byte]) for byte in WORD])) == 1


def test_what_breaks_off_is_no_event():
    assert read_all([WORD[:-1]]) == []


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(ValueError, match="utf-8"):
        read_all([b"data: \xff\n"])


@pytest.mark.parametrize("piece", [b"x" * 50_000, b"data: x\n" * 5_000, b": still here\r"])
def test_an_event_without_end_is_refused_before_it_fills_the_memory(piece):
    piece *= 50_000 // len(piece)
    with pytest.raises(ValueError, match="too long"):
        read_all([piece] * (MOST_BYTES // len(piece) + 1))


@pytest.mark.slow
def test_a_stream_may_be_longer_than_any_event():
    assert len(read_all([WORD * 1000] * (MOST_BYTES // len(WORD) // 1000 + 1))) > MOST_BYTES // len(WORD)
