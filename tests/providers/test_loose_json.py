"""JSON that no reader of JSON takes is read as what was meant."""

import json

import pytest

from reviews.providers.envelope import open_envelope
from reviews.providers.loose_json import with_strict_json
from tests.providers.test_envelope import CUTS, FIELDS, LONG, seconds_to_read, shown

KEYS = frozenset({"message", "record"}) | FIELDS
QUOTES_INSIDE = 'It\'s "declined", they say: “no”.'
MEANT = {"message": QUOTES_INSIDE, "record": {"citations": [{"quote": "a } b"}], "unknowns": None}}
STRICT = json.dumps(MEANT, indent=2, ensure_ascii=False)


def in_curly_marks(text: str) -> str:
    return text.replace('\\"', "'").replace('"', "”").replace("{”", "{“")


LOOSE = {
    "a comment behind a comma": STRICT.replace('",\n', '", // what is said\n'),
    "a comment first": STRICT.replace("{", "{ // the answer", 1),
    "a comment with #": STRICT.replace('  "record"', '  # the rest\n  "record"'),
    "a comment of several lines": STRICT.replace('  "record"', '  /* the\n rest */ "record"'),
    "as Python writes it": repr(MEANT),
    "keys without marks": STRICT.replace('"message"', "message").replace('"record"', "record"),
    "commas forgotten": STRICT.replace('",\n', '"\n').replace("],", "]"),
    "Python's words": STRICT.replace("null", "None"),
    "no number": STRICT.replace("null", "NaN"),
}


@pytest.mark.parametrize("text", LOOSE.values(), ids=LOOSE.keys())
@pytest.mark.parametrize("before", ["", "```json\n", "\ufeff", "Here it is:\n\n", f"{LONG}\n\n"])
def test_loose_json_is_read_as_what_was_meant(text, before):
    found = open_envelope(before + text, FIELDS)
    assert (found.message.removeprefix(LONG).strip(), found.record) == (QUOTES_INSIDE, MEANT["record"])


def test_so_is_json_in_curly_quotation_marks():
    found = open_envelope(
        "{“message”: “The notes say “no”, twice.”, “record”: {“citations”: [], “unknowns”: [“Who?”]}}"
    )
    assert found.message == "The notes say “no”, twice."
    assert found.record == {"citations": [], "unknowns": ["Who?"]}


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"It\'s so", "It's so"),
        (r"a \_b\_ \* c", r"a \_b\_ \* c"),
        (r"C:\dir\xy", r"C:\dir\xy"),
        (r"\u12 and \n", "\\u12 and \n"),
    ],
)
def test_a_backslash_that_escapes_nothing_costs_no_record_and_is_shown_as_it_is_stored(written, meant, cuts):
    raw = f'{{"message": "{written}", "record": {{"unknowns": []}}}}'
    found = open_envelope(raw, FIELDS)
    assert (found.message, found.record, found.cut) == (meant, {"unknowns": []}, False)
    assert meant.startswith(shown(raw, cuts, FIELDS))


def test_what_breaks_off_says_so():
    found = open_envelope("{'message': 'Who pays", FIELDS)
    assert (found.message, found.cut) == ("Who pays", True)


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize(
    "example",
    [
        "The body is {message: 'declined', code: 402}, they say.",
        "It is called {unknowns} or {message}.",
        "Write {record: …} there.",
        "{name: 'x'} is what it sends.",
    ],
)
def test_what_somebody_says_of_such_json_stays(example, cuts):
    for raw in (example, f"{LONG}\n\n{example}", f"{LONG}\n\n{example}\n\n{json.dumps({'unknowns': []})}"):
        assert open_envelope(raw, FIELDS).message.startswith(raw.removesuffix('{"unknowns": []}').rstrip())


def test_strict_json_stays_as_it_is():
    assert with_strict_json(STRICT, 0, KEYS) == STRICT


@pytest.mark.parametrize(
    "piece",
    [
        " ",
        "{",
        "[",
        "//\n",
        "/*",
        "{message: ",
        "{'message': '",
        "“",
        '\\"',
        "'",
        "a ",
        '"a" ',
        "{'message': 1 ",
        "\\",
        "<think>",
        "\n> ",
        "\nrecord: ",
        "Message: ",
    ],
)
@pytest.mark.parametrize("before", ["{'message': ", '{message: "', "<think>", "word "])
@pytest.mark.slow
def test_a_hostile_answer_takes_no_time_to_speak_of(piece, before):
    raw = before + (piece * 300_000)[:300_000]
    assert seconds_to_read(raw, FIELDS) < 2
