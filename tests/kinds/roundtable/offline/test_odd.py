"""Odd notes and odd facts: a turn comes out, nothing breaks, nothing takes long."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.offline import roundtable as rules
from reviews.kinds.roundtable.offline.table import table_of
from reviews.kinds.roundtable.state import OtherStep, RoundtableState, Seat, Turn
from reviews.log.values import Ask
from tests.drawing import examples
from tests.kinds.interview.offline.sessions import CLEAR, SAMPLE, VAGUE
from tests.kinds.roundtable.offline.tables import prompt, roundtable
from tests.kinds.roundtable.table import setup

PURPOSES = (
    (rules.first_take, "first_take"), (rules.frame, "framing"),
    (rules.contribution, "contribution"), (rules.synthesis, "synthesis"),
)  # fmt: skip
lines = st.sampled_from(
    [*VAGUE.splitlines(), *CLEAR.splitlines(), *SAMPLE.read_text().splitlines(), "```", "| a | b |"]
)
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
notes = st.lists(lines | words, max_size=25).map("\n".join)
messages = st.lists(
    st.sampled_from(["", "Why?", "{quote}", "Let's go with 3 times.", "Ben will check it."]) | words,
    max_size=3,
)
numbers = st.lists(st.integers(0, 9), max_size=2)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(notes, messages)
@examples(60)
@example("{quote} {at}", ["{terms}"])
@example("We will use {name}. It must be fast {0}.", ["What about {terms}?"])
def test_every_discussion_of_any_notes_comes_to_its_end(text, said):
    table = roundtable(text, *said, max_turns=12, first_takes=True)
    assert table.end[0] == "finished"


@given(st.fixed_dictionaries({}, optional={
    "topic": words, "step_id": words, "questions": st.lists(words, max_size=3).map(tuple),
    "steps": st.lists(st.builds(OtherStep, words, words, words), max_size=3).map(tuple),
    "notes": st.lists(st.builds(Note, words, words, notes), max_size=2).map(tuple), "targets": st.just(()),
    "cast": st.lists(st.builds(Seat, words, words.filter(str.strip), words, words, words,
                               st.lists(words, max_size=3).map(tuple)), min_size=1, max_size=3).map(tuple),
}), st.sampled_from(PURPOSES), words, st.dictionaries(st.sampled_from(["about", "uncited"]), numbers))  # fmt: skip
@examples(80)
def test_odd_facts_never_raise(odd, purpose, speaker, context):
    rule, name = purpose
    state = RoundtableState(setup(**odd))
    text, _ = rule(table_of(prompt(Ask(f"roundtable.{name}", speaker, context), state)))
    assert isinstance(text, str)


@pytest.mark.slow
@given(st.lists(st.builds(
    Turn, st.integers(0, 9), st.sampled_from(["contribution", "user_message", "facilitation"]),
    st.sampled_from(["a", "b", "user:1"]), words, words, st.integers(0, 9),
    st.sampled_from(["", "disagreement", "redirect"]), st.fixed_dictionaries({}, optional={
        "refers_to": numbers,
        "disagreement": st.none() | st.dictionaries(st.sampled_from(["other", "mine", "theirs"]), values, max_size=3),
    }),
), max_size=5).map(tuple), numbers)  # fmt: skip
@examples(60)
def test_odd_logs_never_raise(turns, asked):
    cast = tuple(Seat(key, f"{key} X", "R", "l") for key in ("a", "b"))
    state = RoundtableState(setup(cast=cast, notes=(Note("n", "n.md", VAGUE),), topic="T"), turns=turns)
    for rule, name in PURPOSES:
        rule(table_of(prompt(Ask(f"roundtable.{name}", "a", {"about": asked}), state)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.read_text() * 180,
        "word " * 200_000,
        "x" * 1_000_000,
        "“" * 300_000,
        "# a\n" * 200_000,
        "- a\n" * 100_000,
    ],
    ids=["notes", "one line", "one word", "quotes", "headings", "list"],
)
def test_a_turn_on_a_megabyte_takes_no_longer_than_its_first_reading(text):
    started = time.process_time()
    table = roundtable(text[:1_000_000], "What happens if it fails?", "", max_turns=12)
    assert table.end[0] == "finished"
    assert time.process_time() - started < 40
