"""A quick test never says no to a sentence that has what is looked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.prose import any_case, quick_test
from tests.drawing import examples

PATTERN = r"\b(?:sick|kin|\d{2}\sis|(?<!no )risk|größe)\b"
WORDS = [
    "sick",
    "SICK",
    "ſicK",
    "\u212ain",
    "No",
    "RİSK",
    "rısk",
    "Risk",
    "GRÖSSE",
    "Größe",
    "12 İS",
    "“",
    "¤",
    " ",
]


@examples(100)
@given(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join) | st.text(max_size=20))
def test_what_has_it_in_any_case_is_looked_at(said):
    assert quick_test(PATTERN)(said) or not any_case(PATTERN).search(said)


def test_most_sentences_are_passed_over():
    may_have_it = quick_test(PATTERN)
    assert may_have_it("There is a Risk.")
    assert not may_have_it("“There is none.”")


def test_a_pattern_with_capitals_is_refused():
    with pytest.raises(ValueError, match="small letters"):
        quick_test(r"\bRisk")
    assert not quick_test(r"(?P<what>\Wrisk)")("")
