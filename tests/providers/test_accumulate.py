"""The steps from events to an answer."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from reviews.providers.accumulate import (
    Snapshot,
    add_json,
    add_text,
    add_usage,
    counted,
    ended,
    finished,
    started,
)
from reviews.providers.base import Usage
from reviews.providers.envelope import Reading

COUNT = st.one_of(st.none(), st.integers(0, 10**6))


def test_plain_words_are_said_as_they_come():
    snapshot = Snapshot()
    shown, more = add_text(snapshot, "Why"), add_text(snapshot, " now?")
    assert (shown, more, finished(snapshot)) == ("Why", " now?", ("Why now?", "", None))


def test_what_was_shown_stands_even_when_the_message_turns_out_different():
    snapshot = Snapshot(reading=Reading())
    add_text(snapshot, '{"message": "Why?", "message": "No."}')
    assert finished(snapshot) == ("Why?", "", None)


def test_message_that_was_held_back_is_told_at_the_end():
    snapshot = Snapshot(reading=Reading())
    shown = add_text(snapshot, '{"record": 1, "message": "Why?"}')
    assert (shown, finished(snapshot)) == ("", ("Why?", "Why?", 1))


def test_tool_input_is_put_together():
    snapshot = Snapshot()
    add_json(snapshot, '{"a"')
    add_json(snapshot, ": 1}")
    assert (snapshot.tool_input, snapshot.said) == ('{"a": 1}', "")


def test_figures_at_the_end_replace_those_of_the_start():
    snapshot = Snapshot()
    started(snapshot, "m", SimpleNamespace(input_tokens=5, output_tokens=1))
    ended(snapshot, "end_turn", "", SimpleNamespace(input_tokens=None, output_tokens=9))
    assert (snapshot.model, snapshot.stop_reason, snapshot.usage) == ("m", "end_turn", Usage(5, 9))


@given(COUNT, COUNT, COUNT)
def test_input_is_the_sum_of_its_three_parts(plain, read, written):
    counts = SimpleNamespace(
        input_tokens=plain, cache_read_input_tokens=read, cache_creation_input_tokens=written
    )
    usage = counted(Usage(), counts)
    assert usage.input == sum(part or 0 for part in (plain, read, written))
    assert counted(usage, counts) == counted(usage, SimpleNamespace()) == usage


def test_two_calls_are_added_up():
    assert add_usage(Usage(1, 2, 3, 4), Usage(10, 20, 30, 40)) == Usage(11, 22, 33, 44)
