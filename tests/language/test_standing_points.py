"""Whether a point stands in a text already."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.standing_points import StandingPoints
from tests.drawing import examples

EXAMPLES = tomllib.loads((Path(__file__).parent / "examples" / "repeated_points.toml").read_text())
PAIRS = EXAMPLES["pairs"]


@pytest.mark.parametrize(
    "pair", PAIRS, ids=[f"{pair['stands'][:40]} / {pair['point'][:40]}" for pair in PAIRS]
)
def test_a_point_stands_when_a_line_says_it_in_whatever_spelling(pair):
    assert stands(pair) == pair["again"]


def stands(pair: dict) -> bool:
    standing = StandingPoints([f"# Notes\n\nBefore.\n\n{pair['stands']}\n\nBehind.\n"])
    return standing.has(pair["point"], is_decision=pair.get("kind") == "decision")


def test_of_the_pairs_that_were_set_aside_most_are_told_right():
    assert sum(stands(pair) == pair["again"] for pair in EXAMPLES["set_aside"]) >= 19


@examples(30)
@given(st.text(max_size=60), st.lists(st.text(max_size=40), max_size=4))
def test_every_line_that_says_something_stands_in_its_text(line, others):
    flat = " ".join(line.split())
    if any(map(str.isalnum, flat)):
        assert StandingPoints(["\n".join([*others, flat])]).has(flat)


@pytest.mark.slow
@pytest.mark.parametrize("line", ["the bank answers within three seconds\n", "- [", "**A** " * 3, "a: b "])
def test_a_hostile_megabyte_takes_seconds(line):
    standing = StandingPoints([line * (1_000_000 // len(line))])
    assert not standing.has("Nothing of this kind stands there at all today.")
