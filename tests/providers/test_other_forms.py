"""Answers whose record comes in another form than JSON are read all the same, and honest words stay words."""

import json
import time

import pytest

from reviews.kinds.interview.results import AnswerResult
from reviews.providers.envelope import Opened, open_envelope
from reviews.providers.salvage import salvaged_result
from reviews.providers.wrapping import says_something, with_line_ends
from tests.providers.test_envelope import CUTS, FIELDS, shown

WORDS = "Who pays for it?\n\nAnd who counts what comes back?"
RECORD = {"unknowns": ["Who pays for it?"], "citations": []}
LISTED = '{"unknowns": ["Who pays for it?"], "citations": []}'


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize(
    "raw",
    [
        "<message>{words}</message>\n<record>{record}</record>",
        "<answer>\n<message>\n{words}\n</message>\n<record>\n{record}\n</record>\n</answer>",
        "{words}\n\n<record>{record}</record>",
        "{words}\n\n<!-- {record} -->",
        "{words}\n\n***\n\nHere is the structured record:\n{record}",
        '{words}\n\nunknowns: ["Who pays for it?"]\ncitations: []',
        "{words}\n\nRecord:\n- unknowns:\n  - Who pays for it?\n  - Who?\n- citations: none",
        'answer(message="{escaped}", record={record})',
        "The prompt was open.\n</think>\n\n{words}\n\n{record}",
        "Record: {record}\n\nMessage: {words}",
        '{words}\n\nunknowns: ["Who pays for it?"]\nmood: keen\ncitations: []',
    ],
)
def test_a_record_in_another_form_is_read_and_not_shown(raw, cuts):
    raw = raw.replace("{escaped}", json.dumps(WORDS)[1:-1])
    raw = raw.replace("{words}", WORDS).replace("{record}", LISTED)
    found = open_envelope(raw, FIELDS)
    assert found.message.strip() == WORDS
    assert found.record["unknowns"][0] == "Who pays for it?"
    live = shown(raw, cuts, FIELDS)
    assert "</think>" in raw or found.message.startswith(live)
    assert not any(piece in live for piece in ('{"', "unknowns", "record", "message", "<!"))


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize(
    "words",
    [
        "What is open:\n\nUnknowns: nobody knows who pays.\nCitations: none that I know of, sadly.",
        "Unknowns: two\n\nI would ask who pays for it.",
        "Look at this:\n\n---\n\nHere is the rest of the plan.\nBelow is a table.\n\n| a | b |",
        "Set `unknowns: []` in the file, and then:\n\n- citations: [1]\n\nThat is all.",
        "The tag <message> is closed by </message> in their format.",
        "Their parser looks for </think> and forgets the rest.\nThat loses words.",
        "Their parser looks for `</think>`\nand forgets the rest.",
        "Heretics: none.\nAndrea asks: who?\nBelow zero it stops.",
    ],
)
def test_honest_words_that_look_alike_stay(words, cuts):
    assert open_envelope(words, FIELDS) == Opened(words)
    assert words.startswith(shown(words, cuts, FIELDS))


@pytest.mark.parametrize(
    "value",
    [
        ["Why now?", {"unknowns": []}],
        {"reply": "Why now?", "record": {"unknowns": []}},
        {"record": {"message": "Why now?", "unknowns": []}},
        {"text": "Why now?", "unknowns": []},
        {"tool_calls": [{"function": {"arguments": '{"message": "Why now?", "record": {"unknowns": []}}'}}]},
    ],
)
def test_a_message_under_another_name_is_found(value):
    assert open_envelope(json.dumps(value), FIELDS) == Opened("Why now?", {"unknowns": []})


@pytest.mark.parametrize(
    "value", [{"mood": "keen", "record": {"a": 1}}, {"mood": "very keen", "unknowns": []}]
)
def test_what_is_no_message_is_none(value):
    assert open_envelope(json.dumps(value), FIELDS).message == ""


def test_a_record_under_one_key_of_its_own_is_read():
    assert salvaged_result(AnswerResult, {"result": {"unknowns": ["Who?"]}}).data == AnswerResult(
        unknowns=["Who?"]
    )
    assert salvaged_result(AnswerResult, {"result": {"mood": 1}}).data is None


def test_a_schema_that_stands_before_the_answer_is_passed_over():
    schema = {"properties": {"message": {"type": "string"}, "record": {"type": "object"}}}
    answer = {"message": "Why now?", "record": {"unknowns": []}}
    raw = f"{json.dumps(schema)}\n\n{json.dumps(answer)}"
    assert open_envelope(raw, FIELDS) == Opened("Why now?", {"unknowns": []})
    assert open_envelope(json.dumps(schema), FIELDS).message == ""


def test_a_placeholder_is_no_message():
    for text in (
        "<your message>",
        "[Your contribution here]",
        "{{insert your answer here}}",
        "...",
        "\u200b",
    ):
        assert not says_something(text)
    for text in ("[SATISFIED]", "<message>", "Your turn.", "[see the notes]", "42"):
        assert says_something(text)


def test_ends_of_lines_that_were_escaped_twice_are_ends_of_lines():
    assert with_line_ends(r"Who pays?\n\nWho counts?\n- Ana") == "Who pays?\n\nWho counts?\n- Ana"
    for honest in (r"It splits at `\n\n`.", r"See C:\new.", "Who?\nIt writes .\\n\\nThere."):
        assert with_line_ends(honest) == honest


@pytest.mark.parametrize(
    "piece", ["\nunknowns: [", "\n- citations: []", "<message>", "\n---", "\nHere is", "&quot;{"]
)
def test_other_forms_cost_linear_time(piece):
    raw = piece * (200_000 // len(piece))
    begin = time.process_time()
    open_envelope(raw, FIELDS)
    shown(raw, list(range(0, len(raw), 5000)), FIELDS)
    assert time.process_time() - begin < 3
