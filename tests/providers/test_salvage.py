"""A record with something wrong in it loses that and nothing else."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from reviews.kinds.interview.results import AnswerResult, ImproveResult, QuestionResult, SettleResult
from reviews.kinds.roundtable.results import ContributionResult, FramingResult, SynthesisResult
from reviews.providers.salvage import salvaged_result

RESULTS = (
    QuestionResult,
    SettleResult,
    AnswerResult,
    ImproveResult,
    FramingResult,
    ContributionResult,
    SynthesisResult,
)
ASKED = {"text": "Why now?", "topic": "why_now", "quote": ""}
SIDE = {"option": "A queue", "reason": "", "brief": ""}


@pytest.mark.parametrize(
    ("result", "given", "kept", "unread"),
    [
        (QuestionResult, {"questions": [ASKED], "mood": 3}, {"questions": [ASKED]}, ("mood",)),
        (QuestionResult, {"stance": "bored", "questions": [ASKED]}, {"questions": [ASKED]}, ("stance",)),
        (
            QuestionResult,
            {"questions": [{**ASKED, "topic": "weather"}]},
            {"questions": [{**ASKED, "topic": "other"}]},
            ("questions 1, topic",),
        ),
        (
            QuestionResult,
            {"questions": ["Who?", ASKED, {"topic": "why"}]},
            {"questions": [ASKED]},
            ("questions 1", "questions 3"),
        ),
        (QuestionResult, {"stance": "Not ready."}, {"stance": "not_ready"}, ()),
        (QuestionResult, {"Stance": "SATISFIED"}, {"stance": "satisfied"}, ()),
        (QuestionResult, {"questions": [{**ASKED, "topic": "Why-Now"}]}, {"questions": [ASKED]}, ()),
        (
            QuestionResult,
            {"questions": [{**ASKED, "topic": "Other"}]},
            {"questions": [{**ASKED, "topic": "other"}]},
            (),
        ),
        (QuestionResult, [{"questions": [ASKED]}], {"questions": [ASKED]}, ()),
        (
            AnswerResult,
            {"citations": [{"quote": ["Orders are lost."]}], "resolvedUnknowns": []},
            {"citations": [{"quote": "Orders are lost."}], "resolved_unknowns": []},
            (),
        ),
        (AnswerResult, {"unknowns": ["Who?"], "Unknowns": ["What?"]}, {"unknowns": ["Who?"]}, ("Unknowns",)),
        (QuestionResult, {"questions": None, "stance": "not_ready"}, {"stance": "not_ready"}, ()),
        (QuestionResult, {"questions": ASKED}, {"questions": [ASKED]}, ()),
        (
            SettleResult,
            {"topics": [{"topic": "why", "status": "solved"}, {"topic": "ask", "status": "open"}]},
            {"topics": [{"topic": "ask", "status": "open"}]},
            ("topics 1",),
        ),
        (
            SettleResult,
            {"topics": [{"topic": "ask", "status": "open"}], "verdict": "Good."},
            {"topics": [{"topic": "ask", "status": "open"}]},
            ("verdict",),
        ),
        (AnswerResult, {"unknowns": "Who pays?"}, {"unknowns": ["Who pays?"]}, ()),
        (AnswerResult, {"unknowns": [7, None, "Who?"]}, {"unknowns": ["7", "Who?"]}, ()),
        (
            AnswerResult,
            {"citations": [{"quote": ["a", "c"]}, {"quote": "b", "page": 3}]},
            {"citations": [{"quote": "b"}]},
            ("citations 2, page", "citations 1"),
        ),
        (
            ImproveResult,
            {"edits": [{"old": "a", "new": "b", "reason": None}]},
            {"edits": [{"old": "a", "new": "b"}]},
            (),
        ),
        (
            ContributionResult,
            {"drift": {"by": "User"}, "refers_to": [3, "x"]},
            {"refers_to": [3]},
            ("refers_to 2", "drift"),
        ),
        (
            ContributionResult,
            {"passes": False, "disagreement": {"other": "Maya", "mine": SIDE, "theirs": "none"}},
            {"passes": False},
            ("disagreement",),
        ),
        (
            SynthesisResult,
            {"insights": [{"text": "Good.", "events": ["4", "all"]}, {"events": [2]}]},
            {"insights": [{"text": "Good.", "events": [4]}]},
            ("insights 1, events 2", "insights 2"),
        ),
    ],
)
def test_what_is_wrong_is_left_out_and_named_and_the_rest_is_kept(result, given, kept, unread):
    found = salvaged_result(result, given)
    assert found.data == result.model_validate(kept)
    assert set(found.unread) == set(unread)
    assert salvaged_result(result, json.dumps(given)) == found


@pytest.mark.parametrize(
    "given", [None, "", "no JSON", "[1, 2]", [], 42, {"stance": "bored"}, {"mood": "good"}, '{"a']
)
def test_a_record_of_which_nothing_is_left_is_none(given):
    assert salvaged_result(QuestionResult, given).data is None


def test_a_missing_field_that_must_be_there_loses_the_record():
    assert salvaged_result(FramingResult, {"focus": "Who pays?"}).data is None


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.data(), st.sampled_from(RESULTS))
def test_whatever_stands_in_the_fields_what_comes_out_fits_and_what_went_in_stays(data, result):
    keys = st.sampled_from([*result.model_fields, "mood"])
    given_ = data.draw(st.dictionaries(keys, PLAIN))
    before = json.dumps(given_)
    found = salvaged_result(result, given_)
    assert json.dumps(given_) == before
    try:
        whole = result.model_validate(given_)
    except ValidationError:
        assert found.data is None or result.model_validate(found.data.model_dump())
    else:
        assert (found.data, found.unread) == (whole, ())


@pytest.mark.parametrize(
    "raw",
    [
        "[" * 500_000,
        '{"questions": ' * 70_000,
        json.dumps({"questions": ["x"] * 100_000}),
        json.dumps({f"key{number}": 1 for number in range(50_000)}),
        json.dumps({"questions": [{"text": 1, "topic": "x", "a": 2}] * 20_000}),
    ],
    ids=["brackets", "nested", "elements", "keys", "fields"],
)
@pytest.mark.slow
def test_a_hostile_record_takes_seconds_at_most(raw):
    started = time.thread_time()
    found = salvaged_result(QuestionResult, raw)
    assert time.thread_time() - started < 5
    assert len(found.unread) <= 20


def test_a_record_in_a_fenced_string_is_read():
    found = salvaged_result(QuestionResult, '```json\n{"stance": "satisfied"}\n```')
    assert (found.data, found.unread) == (QuestionResult(stance="satisfied"), ())
