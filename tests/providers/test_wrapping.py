"""What a model puts around the JSON that it was asked for, or beside it, costs nothing of it and is shown to nobody."""

import json

import pytest

from reviews.providers.envelope import Opened, open_envelope
from tests.providers.test_envelope import BESIDE, CUTS, ENVELOPE, FIELDS, LONG, RECORD, read_both_ways, shown

ASKED = {"citations": [], "unknowns": ["Who pays for it?"]}
MORE = {"unknowns": ["Who pays for it?", "Who counts?"]}


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize("between", ["\n", "\n\nAnd the rest:\n\n"])
def test_of_several_records_beside_words_all_is_read_and_none_is_shown(between, cuts):
    raw = f"{LONG}\n\n{json.dumps(ASKED)}{between}{json.dumps(MORE)}\n{json.dumps(ASKED)}"
    found = read_both_ways(raw, cuts, FIELDS)
    assert found.record == {"citations": [], "unknowns": ["Who pays for it?", "Who counts?"]}
    assert found.message.split() == (LONG + between).split()


def test_of_two_records_without_words_nothing_is_shown():
    found = open_envelope(f"{json.dumps(ASKED)}\n{json.dumps(MORE)}", FIELDS)
    assert (found.message, len(found.record["unknowns"])) == ("", 2)


INSIDE = {"message": "Why now?", "record": {"a": 1}}


@pytest.mark.parametrize(
    "value",
    [
        {"response": INSIDE},
        {"name": "record", "arguments": INSIDE},
        {"name": "record", "arguments": json.dumps(INSIDE)},
        {"Message": "Why now?", "Record": {"a": 1}},
        [INSIDE, INSIDE],
        [{"message": "Why now?"}, {"record": {"a": 1}}],
        {"message": {"type": "text", "text": "Why now?"}, "record": {"a": 1}},
        {"message": [{"type": "text", "text": "Why now?"}], "record": {"a": 1}},
    ],
)
def test_an_envelope_under_another_key_or_with_parts_of_another_shape_is_opened(value):
    assert open_envelope(json.dumps(value), FIELDS) == Opened("Why now?", {"a": 1})


def test_a_record_may_stand_behind_the_envelope():
    for raw in ('{"message": "Hi."}\n{record}', '```json\n{"message": "Hi."}\n```\n\n```json\n{record}\n```'):
        assert open_envelope(raw.replace("{record}", BESIDE), FIELDS) == Opened("Hi.", RECORD)


def test_words_behind_a_record_under_its_key_are_the_message():
    raw = '```json\n{"record": {"a": 1}}\n```\nWhy now?'
    assert open_envelope(raw, FIELDS) == Opened("Why now?", {"a": 1})


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize("words", ["The notes say it.", LONG.strip()])
@pytest.mark.parametrize(
    "raw",
    [
        "{words}\n\nrecord: {record}",
        "**Message:** {words}\n\n**Record:**\n```json\n{record}\n```",
        "## Message\n{words}\n\n## Record\n\n```json\n{record}\n```",
        "Message:\n{words}\n\nJSON:\n{record}",
        '<think>Is {"unknowns": [1]} right?</think>\n{words}\n\n{record}',
        "<thinking>\nHm.\n</thinking>\n\n{words}\n\n```json\n{record}\n```",
    ],
)
def test_labels_and_thoughts_are_no_part_of_the_message(raw, words, cuts):
    raw = raw.replace("{words}", words).replace("{record}", BESIDE)
    found = read_both_ways(raw, cuts, FIELDS)
    assert (found.message.strip(), found.record) == (words, RECORD)


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize(
    "raw", ["Record: nobody keeps one.", f"{LONG}\n\nRecord: nobody keeps one.", f"{LONG}\n\nJSON\nis read."]
)
def test_a_paragraph_that_begins_like_a_label_stays(raw, cuts):
    assert open_envelope(raw, FIELDS) == Opened(raw)
    assert raw.startswith(shown(raw, cuts, FIELDS))


def test_thoughts_that_never_end_are_no_message():
    assert open_envelope("<think>The notes say", FIELDS).message == ""
    assert shown("<think>" + LONG * 3, list(range(0, 900, 7)), FIELDS) == ""


def test_an_envelope_in_a_quotation_is_opened():
    raw = "> " + ENVELOPE.replace("\n", "\n> ")
    assert open_envelope(raw, FIELDS) == Opened("Why now?\nAnd who?", {"a": 1})
    assert shown(raw, list(range(0, 400, 7)), FIELDS) == ""
