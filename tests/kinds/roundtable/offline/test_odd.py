"""Odd notes and odd facts: a turn comes out, nothing breaks, nothing takes long."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.kinds.roundtable.offline import roundtable as rules
from reviews.kinds.roundtable.offline.table import table_of
from tests.drawing import examples
from tests.kinds.interview.offline.sessions import CLEAR, SAMPLE, VAGUE
from tests.kinds.roundtable.offline.tables import roundtable

PURPOSES = (rules.first_take, rules.frame, rules.contribution, rules.synthesis)
lines = st.sampled_from(
    [*VAGUE.splitlines(), *CLEAR.splitlines(), *SAMPLE.read_text().splitlines(), "```", "| a | b |"]
)
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
notes = st.lists(lines | words, max_size=25).map("\n".join)
messages = st.lists(
    st.sampled_from(["", "Why?", "{quote}", "Let's go with 3 times.", "Ben will check it."]) | words,
    max_size=3,
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
KEYS = (
    "speaker", "lead", "cast", "topic", "step_id", "questions", "focus", "notes", "targets", "log", "takes",
    "respond_to", "addressed", "optional", "steps", "again", "uncited", "turn", "max_turns",
)  # fmt: skip


@given(notes, messages)
@examples(60)
@example("{quote} {at}", ["{terms}"])
@example("We will use {name}. It must be fast {0}.", ["What about {terms}?"])
def test_every_discussion_of_any_notes_comes_to_its_end(text, said):
    table = roundtable(text, *said, max_turns=12, first_takes=True)
    assert table.end[0] == "finished"


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, values)))
@examples(80)
def test_odd_facts_never_raise(odd):
    for speak in PURPOSES:
        text, _ = speak(table_of(odd))
        assert isinstance(text, str)


@given(st.lists(st.fixed_dictionaries({}, optional={
    "number": st.integers(0, 9), "kind": st.sampled_from(["contribution", "user_message", "facilitation"]),
    "key": st.sampled_from(["a", "b", "user:1"]), "first_name": words, "text": words, "user": st.booleans(),
    "what": st.sampled_from(["", "disagreement", "redirect"]), "refers_to": st.lists(st.integers(0, 9), max_size=2),
    "disagreement": st.none() | st.dictionaries(st.sampled_from(["other", "mine", "theirs"]), values, max_size=3),
}), max_size=5), st.lists(st.integers(0, 9), max_size=2))  # fmt: skip
@examples(60)
def test_odd_logs_never_raise(log, asked):
    cast = [
        {"key": key, "name": f"{key} X", "first_name": key, "role": "R", "lens": "l"} for key in ("a", "b")
    ]
    known = {"cast": cast, "speaker": cast[0], "notes": [{"name": "n.md", "text": VAGUE}], "log": log}
    for speak in PURPOSES:
        speak(table_of({**known, "respond_to": asked, "topic": "T"}))


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
    started = time.monotonic()
    table = roundtable(text[:1_000_000], "What happens if it fails?", "", max_turns=12)
    assert table.end[0] == "finished"
    assert time.monotonic() - started < 40
