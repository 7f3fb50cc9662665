"""Reading an answer's message out of JSON that is still arriving."""

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.providers.envelope import (
    LONGEST_OPENING,
    MOST_PREAMBLE,
    Opened,
    Reading,
    open_envelope,
    read_piece,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))


def shown(raw: str, cuts: list[int], fields: frozenset[str] = frozenset()) -> str:
    """What is shown when `raw` arrives cut at these places."""
    reading, words, start = Reading(), "", 0
    for end in [*sorted(cut % (len(raw) + 1) for cut in cuts), len(raw)]:
        reading, piece = read_piece(reading, raw[start:end], fields)
        words, start = words + piece, end
    return words


def read_both_ways(raw: str, cuts: list[int], fields: frozenset[str]) -> Opened:
    """The whole answer; what is shown on the way is the beginning of its message."""
    found = open_envelope(raw, fields)
    assert found.message.startswith(shown(raw, cuts, fields))
    return found


def seconds_to_read(raw: str, fields: frozenset[str]) -> float:
    """How long the processor takes for an answer, whole and in pieces of 300 characters."""
    started = time.thread_time()
    open_envelope(raw, fields)
    shown(raw, list(range(0, len(raw), 300)), fields)
    return time.thread_time() - started


@given(TEXT, st.booleans(), st.lists(st.integers(0, 10_000)), st.sampled_from([None, 2]))
@example('He said "no"\\', True, [], None)
@example("🙂🙂", True, list(range(60)), None)
@example("{", True, [], None)
def test_the_message_comes_out_whole_however_it_was_cut(text, ascii_only, cuts, indent):
    raw = json.dumps({"message": text, "record": {"a": 1}}, ensure_ascii=ascii_only, indent=indent)
    may_be_json = text.lstrip()[:1] == "{"  # nothing of it is shown before the end
    assert shown(raw, cuts) == ("" if may_be_json else text)
    assert open_envelope(raw) == Opened(text, {"a": 1})


@given(TEXT, st.lists(st.integers(0, 10_000)), st.integers(0, 10_000))
def test_half_an_envelope_gives_the_beginning_of_the_message(text, cuts, length):
    raw = json.dumps({"message": text, "record": {}})
    part = raw[: length % (len(raw) + 1)]
    assert text.startswith(shown(part, cuts))


@given(st.text(), st.lists(st.integers(0, 10_000)))
@example("\\\x00", [])
def test_what_was_shown_never_has_what_a_database_refuses(raw, cuts):
    words = shown('{"message": "' + raw, cuts)
    words.encode("utf-8")
    assert "\x00" not in words


PROSE = TEXT.filter(lambda text: text.lstrip()[:1] not in ("{", "[", "`"))


@given(PROSE, st.lists(st.integers(0, 10_000)))
@example("word " * 100 + "`{`", [30, 300, 502])
@example(" ", [])
def test_prose_is_the_message(text, cuts):
    said = shown(text, cuts)
    assert open_envelope(text) == Opened(text)
    assert text.startswith(said)
    assert len(text.lstrip()) - len(said.lstrip()) <= MOST_PREAMBLE + LONGEST_OPENING


def test_other_json_is_a_record_and_nothing_that_people_read():
    assert open_envelope('{"answer": 42}') == Opened("", {"answer": 42})
    assert open_envelope('{"record": {"a": 1}}') == Opened("", {"a": 1})
    assert open_envelope("[1, 2]") == Opened("")


ENVELOPE = json.dumps({"message": "Why now?\nAnd who?", "record": {"a": 1}}, indent=1)
LONG = "The notes name no figure for what a lost order costs, and that is what the board will ask about. " * 3
WRAPPED = (
    f"```json\n{ENVELOPE}\n```",
    f"```\n{ENVELOPE}\n```\n",
    f"~\n{ENVELOPE}",
    f"Sure! Here is the JSON:\n\n```json\n{ENVELOPE}\n```\n\nLet me know if you need more.",
    f"Here it is: {ENVELOPE}",
    f"{ENVELOPE}\n\nI hope this helps.",
    f"  \n{ENVELOPE}",
    json.dumps([json.loads(ENVELOPE)]),
    json.dumps({"message": ENVELOPE}),
    json.dumps({"message": ["Why now?\nAnd who?"], "record": {"a": 1}}),
    json.dumps({"message": "Why now?\nAnd who?", "a": 1}),
    json.dumps({"record": {"a": 1}, "message": "Why now?\nAnd who?"}, indent=2),
    "I looked at {this} and `that`:\n" + ENVELOPE.replace("{", "{ ", 1),
)


@pytest.mark.parametrize("raw", WRAPPED)
@pytest.mark.parametrize("cuts", [[], list(range(0, 400)), list(range(0, 400, 7))])
def test_an_envelope_in_a_fence_or_among_other_words_is_opened(raw, cuts):
    assert open_envelope(raw) == Opened("Why now?\nAnd who?", {"a": 1})
    assert "Why now?\nAnd who?".startswith(shown(raw, cuts))


@pytest.mark.parametrize("cuts", [[], list(range(0, 900)), list(range(0, 900, 7))])
def test_words_before_an_envelope_that_are_more_than_a_preamble_stay(cuts):
    raw = f"{LONG}\n\n```json\n{ENVELOPE}\n```"
    assert open_envelope(raw) == Opened(f"{LONG}\n\nWhy now?\nAnd who?", {"a": 1})
    assert f"{LONG}\n\n".startswith(shown(raw, cuts))
    assert len(shown(raw, cuts)) > 100 or not cuts


def test_words_that_the_envelope_says_again_are_said_once():
    raw = f"{LONG}\n\n" + json.dumps({"message": LONG, "record": {"a": 1}})
    assert open_envelope(raw).message.strip() == LONG.strip()


def test_json_that_somebody_talks_about_stays_where_it_is():
    raw = f'{LONG}\n\n```json\n{{"message": "declined", "code": 402}}\n```\n\nThat is the error body.'
    assert open_envelope(raw) == Opened(raw)
    assert (
        open_envelope("{name} is a blank that nobody fills.").message
        == "{name} is a blank that nobody fills."
    )


@pytest.mark.parametrize("before", ["", "```json\n", "Here it is:\n", "Here it is:\n```\n"])
def test_an_envelope_that_ends_in_the_middle_says_so(before):
    found = open_envelope(f'{before}{{"message": "Why now')
    assert (found.message, found.cut) == ("Why now", True)
    found = open_envelope(f'{before}{{"message": "Why now?", "record": {{"a')
    assert (found.message, found.cut) == ("Why now?", False)
    found = open_envelope(f'{before}{{"record": {{"a": 1')
    assert (found.message, found.cut) == ("", True)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text("amr", max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = st.sampled_from(["message", "record", "stance", "a"])


@given(
    st.dictionaries(KEYS, JSON, min_size=1, max_size=3),
    st.sampled_from(["", "```json\n", " \n"]),
    st.booleans(),
    st.lists(st.integers(0, 10_000)),
)
@example({"message": {"message": "x"}}, "", False, [])
@example({"stance": None, "record": "word " * 60}, "```json\n", True, [])
def test_nobody_gets_to_see_json(value, before, in_list, cuts):
    raw = before + json.dumps([value] if in_list else value)
    found = open_envelope(raw)
    said = shown(raw, cuts)
    assert found.is_json
    assert found.message.startswith(said)
    if not isinstance(value.get("message"), str | list):
        assert found.message == ""


@pytest.mark.parametrize(
    "piece",
    [
        " ",
        "{",
        "[",
        "`",
        "```json\n",
        '{"message": "',
        '{"message":',
        '{"a":',
        '{"unknowns":',
        'a "b" ',
        '", "a" ',
        '", "a": x',
        '"x", "record": {',
        '\n{"unknowns": 1} ',
        "{ ",
        '[{"message": ',
        "word ",
        '\\"',
    ],
)
@pytest.mark.parametrize("before", ["", '{"message": "', "word " * 50])
@pytest.mark.slow
def test_a_hostile_answer_takes_no_time_to_speak_of(piece, before):
    raw = before + (piece * 300_000)[:300_000]
    assert seconds_to_read(raw, FIELDS) < 2


def test_half_a_surrogate_pair_is_replaced():
    raw = '{"message": "a\\ud83d b\\u0000", "record": null}'
    assert open_envelope(raw).message == "a\ufffd b\ufffd"


def test_message_after_the_record_is_found_at_the_end():
    raw = '{"record": {"a": 1}, "message": "Why?"}'
    assert shown(raw, [3, 9]) == ""
    assert open_envelope(raw) == Opened("Why?", {"a": 1})


@pytest.mark.parametrize(
    "raw",
    [
        'Here is the JSON:\n{"message": "Orders are lost."}',
        'Here is my answer:\n```json\n{"thoughts": "x", "message": "Orders are lost.", "record": {}}\n```',
        json.dumps(json.dumps({"message": "Orders are lost.", "record": {}})),
        '{"message": "Orders are lost.", "record": {"topics": [],}}',
    ],
)
def test_an_envelope_is_opened_however_it_is_wrapped_and_nobody_sees_its_json(raw):
    assert open_envelope(raw).message == "Orders are lost."
    assert shown(raw, list(range(0, len(raw), 7))) in ("", "Orders are lost.")


def test_a_comma_too_many_costs_no_record():
    raw = '{"message": "a, }", "record": {"topics": [1, 2,], "quote": "a, ]",},}'
    assert open_envelope(raw) == Opened("a, }", {"topics": [1, 2], "quote": "a, ]"})


def test_an_inch_mark_before_an_envelope_changes_no_comma_in_it():
    raw = 'The desk is 30" wide.\n{"message": "Keep a,] b.", "record": {"quote": "c,} d"}}'
    assert open_envelope(raw) == Opened("Keep a,] b.", {"quote": "c,} d"})


def test_of_a_record_that_breaks_off_what_stands_before_is_kept_apart():
    found = open_envelope('{"message": "Done.", "record": {"edits": [{"old": "a"}, {"ol')
    assert (found.message, found.record, found.cut) == ("Done.", None, False)
    assert found.broken_record == {"edits": [{"old": "a"}]}


def test_an_example_of_json_in_an_answer_stays_in_it():
    raw = 'The body is {"id": 3}, and the client reads it.'
    assert open_envelope(raw) == Opened(raw)


FIELDS = frozenset({"citations", "unknowns"})
RECORD = {"citations": [{"quote": "a } b"}], "unknowns": ["Who pays for it?"]}
BESIDE = json.dumps(RECORD, indent=1)
CUTS = ([], list(range(0, 900)), list(range(0, 900, 7)))


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize("words", ["The notes say it.", LONG.strip()])
@pytest.mark.parametrize(
    "raw",
    [
        "{words}\n\n```json\n{record}\n```",
        "{words}\n\n```\n{record}\n```\n",
        "{words}\n\n{record}",
        "{words} {record}\n",
        "```json\n{record}\n```\n\n{words}",
        "{record}\n\n{words}",
    ],
)
def test_a_record_beside_words_is_read_and_not_shown(raw, words, cuts):
    raw = raw.replace("{words}", words).replace("{record}", BESIDE)
    found = read_both_ways(raw, cuts, FIELDS)
    assert (found.message.strip(), found.record) == (words, RECORD)


def test_words_on_both_sides_of_a_record_are_kept():
    raw = f"The notes say it.\n\n```json\n{BESIDE}\n```\n\nNobody says who."
    assert open_envelope(raw, FIELDS) == Opened("The notes say it.\n\nNobody says who.", RECORD)


def test_words_before_a_record_under_its_key_are_no_preamble():
    assert open_envelope('Orders are lost.\n\n{"record": {"a": 1}}') == Opened(
        "Orders are lost.\n\n", {"a": 1}
    )
    assert open_envelope('Here it is:\n{"record": {"a": 1}}') == Opened("", {"a": 1})
    assert open_envelope('{"message": "Why?"}\n\n{"record": {"a": 1}}') == Opened("Why?", {"a": 1})


@pytest.mark.parametrize("raw", ['Here it is:\n{"message": "Hi."}\n{record}', '{record}\n{"message": "Hi."}'])
def test_a_record_beside_a_message_in_json_is_read_too(raw):
    assert open_envelope(raw.replace("{record}", BESIDE), FIELDS) == Opened("Hi.", RECORD)


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize("words", ["The notes say it.", LONG.strip()])
def test_of_a_record_beside_words_that_breaks_off_nothing_is_shown(words, cuts):
    raw = f"{words}\n\n```json\n{BESIDE}"[:-8]
    found = read_both_ways(raw, cuts, FIELDS)
    assert (found.message.strip(), found.record, found.cut) == (words, None, False)
    assert found.broken_record["citations"] == RECORD["citations"]


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize(
    "example",
    [
        '```json\n{"code": 402, "citations": 3}\n```',
        '```json\n{"code": 402, "unknowns": 3, "id": 1}\n```\n\nThat is the body.',
        'It is {"unknowns": 3, "id": 1, "code": 402}.',
        '```json\n[{"unknowns": 3}, {"unknowns": 4}]\n```',
        '```json\n{"body": {"unknowns": 3}}\n```',
        '```json\n{"unknowns": [ … ]}\n```\n\nSo it begins.',
        "The field is called {citations: …} or “{unknowns}”.",
    ],
)
@pytest.mark.parametrize("words", ["This is what comes back:", LONG.strip()])
def test_an_example_with_other_keys_stays_in_the_words(example, words, cuts):
    raw = f"{words}\n\n{example}"
    assert open_envelope(raw, FIELDS) == Opened(raw)
    assert raw.startswith(shown(raw, cuts, FIELDS))


CALLED = 'The notes call it "declined" and nothing else is said about that.'


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize(
    "message",
    [
        CALLED,
        '"Declined" is what the notes call it.',
        'The notes call it "declined", "refused" or "failed".',
        'The desk is 30" wide, and 20" deep.',
        'The field "status": it says "declined".',
        'The notes say “no” and "yes".\\nWho says "no"?',
        'An escaped \\"one\\" and a "bare" one, and a \\u201ccurly\\u201d one.',
    ],
)
@pytest.mark.parametrize(
    ("after", "record"),
    [
        (', "record": {"a": [1, "}"]}}', {"a": [1, "}"]}),
        (',\n "record": {"a": 1,},\n}\n```', {"a": 1}),
        (', "citations": [], "unknowns": ["x"]}', {"citations": [], "unknowns": ["x"]}),
        (', "record": {"a": 1}}\n\nI hope this helps.', {"a": 1}),
        ("}", None),
        ('"\n}\n```'[1:], None),
    ],
)
@pytest.mark.parametrize("before", ["", "```json\n"])
def test_quotation_marks_that_are_not_escaped_cut_nothing(before, after, record, message, cuts):
    raw = before + '{"message": "' + message + '"' + after
    whole = message.replace("\\n", "\n").replace('\\"', '"')
    whole = whole.replace("\\u201c", "“").replace("\\u201d", "”")
    found = open_envelope(raw)
    assert (found.message, found.record, found.cut) == (whole, record, False)
    assert whole.startswith(shown(raw, cuts))


@pytest.mark.parametrize("behind", ["", "\n\nI hope this helps."])
@pytest.mark.parametrize("before", ["Here it is:\n", "Here it is:\n```json\n", LONG + "\n\n"])
def test_nor_do_they_in_an_envelope_among_words(before, behind):
    found = open_envelope(before + f'{{"message": "{CALLED}", "record": {{"a": 1}}}}' + behind)
    assert (found.message.removeprefix(LONG).strip(), found.record, found.cut) == (CALLED, {"a": 1}, False)


def test_nor_does_an_example_of_json_in_a_message():
    message = 'The body is {"id": "x", "code": 402} and nothing else.'
    found = open_envelope(f'{{"message": "{message}", "record": {{"a": 1}}}}')
    assert (found.message, found.record, found.cut) == (message, {"a": 1}, False)


def test_where_they_leave_it_open_where_the_message_ends_it_counts_as_cut():
    for raw in (
        '{"message": "The notes call it "declined" and',
        '{"message": "The notes call it "declined", and no more',
        '{"message": "The notes call it "declined" and "x": [1}',
        '{"message": "The notes call it "declined" and", "stance": asking, "quote": "x"}',
    ):
        found = open_envelope(raw)
        assert (found.message, found.record, found.cut) == ("The notes call it ", None, True)


def test_a_record_that_breaks_off_behind_them_is_read_as_far_as_it_goes():
    found = open_envelope(f'{{"message": "{CALLED}", "record": {{"edits": [{{"old": "a"}}, {{"ol')
    assert (found.message, found.cut, found.broken_record) == (CALLED, False, {"edits": [{"old": "a"}]})
    found = open_envelope(f'{{"message": "{CALLED}", "record": {{"quote": "call it "declined" here"}}}}')
    assert (found.message, found.record, found.cut) == (CALLED, None, False)


@pytest.mark.parametrize(
    "after",
    ['"', '",', '", "rec', '" "record": {"a": x}}', '", record: {}}', '", // said\n"record": {x}}', '"\n```'],
)
def test_a_message_that_ends_before_what_cannot_be_read_is_whole(after):
    found = open_envelope('{"message": "Who pays?' + after)
    assert (found.message, found.cut) == ("Who pays?", False)
