"""meta.json as values: the defensive defaults of reading, and the exact shapes of writing (TC-E01 to TC-E19)."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.markers import utc_timestamp
from reviews.errors import NotReadable
from reviews.exports.meta import (
    Meta,
    analysis_status,
    parse_meta,
    read_meta,
    short_summary,
    turn_limit,
    write_meta,
)
from tests.exports import files

RECORD = {
    "step_id": "01-03",
    "turn_count": 7,
    "personas_active": ["business-analyst", "solutions-architect", "system-designer"],
    "timestamp": "2026-02-20T14:30:00.000Z",
    "synthesis_summary": "Identified 3 additional acceptance criteria for offline mode",
}
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_tc_e01_absent_elaborations_are_an_empty_list():
    assert read_meta({}).records == ()
    assert write_meta(read_meta({}))["elaborations"] == []


def test_tc_e02_an_array_of_elaborations_is_read_in_order():
    later = RECORD | {"step_id": "01-04", "timestamp": "2026-02-21T09:00:00.000Z"}
    assert [record.step_id for record in read_meta({"elaborations": [RECORD, later]}).records] == [
        "01-03",
        "01-04",
    ]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(None, id="tc-e03 null"),
        pytest.param("01-03", id="tc-e04 string"),
        pytest.param(7, id="tc-e05 number"),
        pytest.param({"01-03": RECORD}, id="tc-e06 object"),
    ],
)
def test_tc_e03_to_e06_elaborations_that_are_no_array_are_an_empty_list(value):
    found = read_meta({"elaborations": value})
    assert (found.records, found.left_out) == ((), ())
    assert write_meta(found)["elaborations"] == []


@pytest.mark.parametrize(
    ("fields", "limit"),
    [
        pytest.param({}, None, id="tc-e07 absent"),
        pytest.param({"elaboration_config": {"max_turns": 15}}, 15, id="tc-e08 object"),
        pytest.param({"elaboration_config": {}}, None, id="tc-e09 c30 empty object"),
        pytest.param({"elaboration_config": None}, None, id="tc-e10 null"),
        pytest.param({"elaboration_config": [15]}, None, id="tc-e10 array"),
        pytest.param({"elaboration_config": "15"}, None, id="tc-e10 string"),
    ],
)
def test_tc_e07_to_e10_fr_007_03_the_turn_limit_is_that_of_the_config_or_none(fields, limit):
    assert read_meta(fields).max_turns == limit


@pytest.mark.parametrize("value", [True, False, 10.0, "10", None, 2, 0, -3, [10], {}, 10**30])
def test_c30_err_elab_003_a_turn_limit_that_makes_no_sense_is_none(value):
    assert turn_limit(value) is None
    assert (
        "max_turns"
        not in write_meta(read_meta({"elaboration_config": {"max_turns": value}}))["elaboration_config"]
    )


@pytest.mark.parametrize("value", [3, 10, 21, 1_000])
def test_fr_007_03_three_and_more_are_turn_limits(value):
    assert turn_limit(value) == value


def test_tc_e11_other_fields_are_kept_when_elaborations_get_their_default():
    raw = {"description": "x", "source": "github", "custom": {"deep": [1, None]}, "elaborations": "broken"}
    written = write_meta(read_meta(raw))
    assert {name: written[name] for name in raw} == raw | {"elaborations": []}


def test_tc_e12_other_fields_are_kept_when_the_config_gets_its_default():
    raw = {"slug": "a", "codebase_hash": None, "elaboration_config": "broken"}
    written = write_meta(read_meta(raw))
    assert (written["slug"], written["codebase_hash"]) == ("a", None)
    assert "elaboration_config" not in written


def test_tc_e13_a_record_is_written_with_exactly_the_five_fields():
    assert write_meta(read_meta({"elaborations": [RECORD]}))["elaborations"] == [RECORD]


def test_tc_e14_a_config_is_written_as_it_came_with_its_other_settings():
    config = {"max_turns": 15, "tone": "calm"}
    assert write_meta(read_meta({"elaboration_config": config}))["elaboration_config"] == config


def test_tc_e15_an_extra_field_of_a_record_is_given_back():
    record = RECORD | {"outcome": "degraded", "notes": [1]}
    assert write_meta(read_meta({"elaborations": [record]}))["elaborations"] == [record]


def test_tc_e16_fr_009_04_several_records_of_one_step_are_all_written():
    twice = [RECORD, RECORD]
    assert write_meta(read_meta({"elaborations": twice}))["elaborations"] == twice


@pytest.mark.parametrize("raw", [None, [], "text", 7, True])
def test_tc_e17_a_missing_file_has_the_defaults(raw):
    assert read_meta(raw) == Meta()
    assert write_meta(Meta()) == {
        "analysis_status": "raw",
        "phases_completed": [],
        "steps_completed": [],
        "depth_overrides": {},
        "elaborations": [],
    }


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "is not JSON: line 1, column 2"),
        (b"", "is not JSON: line 1, column 1"),
        (b"\xff\xfe{}", "can't carry"),
        (b'{"a": NaN}', "can't carry"),
        (b'{"a": 1e999}', "can't carry"),
        (b'{"a": "\\ud800"}', "can't carry"),
        (b"[" * 200_000, "can't carry"),
        (b" " * 262_145, "too large for a meta.json: 256 KB fit"),
        (b'{"a": "x\\u0000"}', "null character"),
        (b"[]", "is not an object of fields"),
    ],
)
def test_tc_e18_a_corrupt_file_is_refused_with_a_sentence(content, sentence):
    with pytest.raises(NotReadable, match=sentence):
        parse_meta(content)


@pytest.mark.parametrize("deep", [51, 5_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_file_that_nests_too_deep_is_refused_with_a_sentence(deep, opening, closing):
    content = opening * deep + "1" + closing * deep
    if len(content) <= 262_144:
        with pytest.raises(NotReadable, match=r"nests more than 50 objects|can't carry"):
            parse_meta(content.encode())


def test_a_file_that_nests_as_deep_as_it_may_is_read():
    raw = {"a": [[{"b": []}]]}
    assert parse_meta(json.dumps(raw).encode()) == raw


def test_a_file_with_a_byte_order_mark_and_backslashes_is_read():
    assert parse_meta(b'\xef\xbb\xbf{"path": "C:\\\\u0000"}') == {"path": "C:\\u0000"}


def test_tc_e19_a_file_from_before_steps_and_elaborations_is_read():
    legacy = {"description": "Old", "source": "manual", "phases_completed": ["00-quick-scan"]}
    assert write_meta(read_meta(legacy)) == legacy | {
        "analysis_status": "partial",
        "steps_completed": [],
        "depth_overrides": {},
        "elaborations": [],
    }


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"step_id": "1-3"}, "its step_id"),
        ({"step_id": "٠١-٠٣"}, "its step_id"),
        ({"step_id": None}, "its step_id"),
        ({"turn_count": 0}, "its turn_count"),
        ({"turn_count": True}, "its turn_count"),
        ({"turn_count": "7"}, "its turn_count"),
        ({"timestamp": "yesterday"}, "its timestamp"),
        ({"timestamp": "0001-01-01T00:00:00+10:00"}, "its timestamp"),
        ({"timestamp": 7}, "its timestamp"),
    ],
)
def test_vr_elab_016_a_record_that_can_not_be_used_is_left_out_and_told(changed, why):
    found = read_meta({"elaborations": ["x", RECORD | changed, RECORD]})
    assert len(found.records) == 1
    assert found.left_out[0] == "Record 1 of elaborations was left out: it is not an object."
    assert found.left_out[1].startswith(f"Record 2 of elaborations was left out: {why}")


def test_c29_a_summary_is_cut_at_a_hundred_characters_and_never_empty():
    long, blank = "word " * 40, "  "
    written = write_meta(
        read_meta({"elaborations": [RECORD | {"synthesis_summary": s} for s in (long, blank, None)]})
    )
    summaries = [record["synthesis_summary"] for record in written["elaborations"]]
    assert summaries == [("word " * 20)[:99] + "…", "Discussed step 01-03.", "Discussed step 01-03."]


@given(st.text())
def test_c29_a_short_summary_has_at_most_a_hundred_characters(text):
    assert len(short_summary(text)) <= 100
    assert short_summary(text) == text or len(text) > 100


def test_vr_elab_016_a_timestamp_has_milliseconds_and_a_z():
    assert utc_timestamp(datetime(2026, 2, 20, 14, 30, tzinfo=UTC)) == "2026-02-20T14:30:00.000Z"
    written = write_meta(read_meta({"elaborations": [RECORD | {"timestamp": "2026-02-20T15:30:00.5+01:00"}]}))
    assert written["elaborations"][0]["timestamp"] == "2026-02-20T14:30:00.500Z"


def test_a_roundtable_on_a_typed_topic_has_a_list_of_its_own():
    record = {"topic": "the rollout"} | {name: RECORD[name] for name in RECORD if name != "step_id"}
    written = write_meta(read_meta({"elaborations_on_topics": [record]}))
    assert (written["elaborations"], written["elaborations_on_topics"]) == ([], [record])


def test_the_records_are_written_in_the_order_of_time():
    earlier = RECORD | {"timestamp": "2026-01-01T00:00:00.000Z"}
    assert write_meta(read_meta({"elaborations": [RECORD, earlier]}))["elaborations"] == [earlier, RECORD]


@pytest.mark.parametrize(
    ("phases", "status"),
    [
        ((), "raw"),
        (("05-tests",), "raw"),
        (("01-requirements",), "partial"),
        (("00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture"), "partial"),
        (
            ("04-design", "00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture"),
            "analyzed",
        ),
    ],
)
def test_the_status_of_the_analysis_follows_from_the_completed_phases_alone(phases, status):
    assert analysis_status(phases) == status
    assert (
        write_meta(read_meta({"analysis_status": "wrong", "phases_completed": list(phases)}))[
            "analysis_status"
        ]
        == status
    )


@given(files.metas)
def test_tc_e13_to_e16_a_valid_file_is_written_as_it_was_read(raw):
    assert write_meta(read_meta(raw)) == raw
    assert parse_meta(json.dumps(raw).encode()) == raw


@given(anything | st.fixed_dictionaries({}, optional=dict.fromkeys(files.NAMES, anything)))
def test_any_json_value_is_read_and_what_is_written_reads_the_same(raw):
    written = write_meta(read_meta(raw))
    assert write_meta(read_meta(written)) == written
    assert read_meta(written).left_out == ()
