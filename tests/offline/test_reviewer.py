"""The reviewer as a whole: order, repeats, questions, verbatim quotes and speed."""

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.offline.finding import CASES, KINDS
from reviews.offline.reviewer import askable_findings, review_text
from reviews.states import Severity

NOTES = """# Plan

The ZQX is slow. The ZQX is old.
We decided to buy a lift.
The hall must be easy to reach.

> As soon as the lift in the new hall is there, every
> visitor will notice that the way to the top floor
> is dramatically faster than TBD.

See [costs](#costs).
"""


@given(st.text(alphabet=" \n#>-*_[]()|`:.TBDXfigure12%€aeimustprobly\r\t", max_size=200))
def test_every_quote_is_verbatim_at_its_place(text):
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for finding in review_text(text):
        assert finding.quote in text
        if finding.line:
            assert lines[finding.line - 1][finding.column - 1 :].startswith(finding.quote[:1])


def test_findings_come_before_hints_and_the_more_useful_hints_first():
    found = review_text(NOTES)
    assert [f.is_hint for f in found] == sorted(f.is_hint for f in found)
    assert {f.kind for f in found if not f.is_hint} == {"broken_anchor", "todo"}
    hints = [f for f in found if f.is_hint]
    assert [f.use for f in hints] == sorted((f.use for f in hints), reverse=True)
    assert {f.severity for f in hints} == {Severity.LOW}


def test_what_is_measured_are_kinds_and_ways_in_which_they_are_told():
    path = Path(__file__).parents[2] / "reviews/offline/measured.toml"
    judged = tomllib.loads(path.read_text())
    assert judged.keys() <= set(KINDS)
    assert {case for cases in judged.values() for case in cases} <= set(CASES)
    assert all(0 <= useful <= of for cases in judged.values() for useful, of in cases.values())


def test_an_acronym_is_one_finding_however_often_it_comes():
    assert [f.quote for f in review_text(NOTES) if f.kind == "acronym"] == ["ZQX"]


def test_a_finding_points_at_the_line_that_shows_it():
    (vague,) = [f for f in review_text(NOTES) if f.kind == "vague_claim"]
    assert (vague.line, vague.column, vague.quote) == (9, 3, "is dramatically faster than TBD.")


def test_the_question_quotes_the_text():
    (decision,) = [f for f in review_text(NOTES) if f.kind == "decision_no_rationale"]
    assert decision.question == "Why this, and what was turned down: “We decided to buy a lift”?"


def test_a_fingerprint_outlives_a_move_and_tells_kinds_apart():
    before, after = review_text(NOTES), review_text("New first line.\n\n" + NOTES)
    assert {f.fingerprint for f in before} == {f.fingerprint for f in after}
    assert len({f.fingerprint for f in before}) == len(before)


def test_the_same_text_gives_the_same_findings():
    assert review_text(NOTES) == review_text(NOTES)


def test_crowds_are_cut_and_say_so():
    crowd = [f for f in review_text("The plan is extremely useful. " * 40) if f.kind == "vague_claim"]
    assert len(crowd) == 2
    assert crowd[-1].message.endswith("38 more of this kind are not listed.")


def test_questions_are_few_and_of_many_kinds():
    asked = askable_findings(review_text(NOTES * 3), most=6)
    assert len(asked) == 6
    assert len({f.kind for f in asked}) == 6


def test_kinds_are_known():
    assert {f.kind for f in review_text(NOTES)} <= set(KINDS)
    told = (Path(__file__).parents[2] / "docs/offline-reviewer.md").read_text()
    assert f"looks for {len(KINDS)} kinds of gaps" in told


@pytest.mark.slow
def test_three_thousand_words_take_less_than_two_seconds():
    text = NOTES * 100
    review_text("Load the word lists first.")
    start = time.thread_time()
    review_text(text)
    assert len(text.split()) > 3000
    assert time.thread_time() - start < 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["# a\n", "| 3 days | 4 days ", "must be very and ", "[x", "<a b=", "ABC (a b c) ", "to be "]
)
def test_a_hostile_text_takes_time_in_proportion_to_its_length(unit):
    def seconds(length: int) -> float:
        start = time.thread_time()
        review_text((unit * length)[:length])
        return time.thread_time() - start

    seconds(1000)
    # The better of two: in the other the collector may have looked at all that the tests before have left.
    assert min(seconds(24_000), seconds(24_000)) < 10 * max(seconds(6_000), 0.1)
