"""Reading an answer's message out of JSON that is still arriving."""

import json

from hypothesis import example, given
from hypothesis import strategies as st

from reviews.providers.envelope import Opened, Reading, open_envelope, read_piece

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))


def shown(raw: str, cuts: list[int]) -> str:
    """What is shown when `raw` arrives cut at these places."""
    reading, words, start = Reading(), "", 0
    for end in [*sorted(cut % (len(raw) + 1) for cut in cuts), len(raw)]:
        reading, piece = read_piece(reading, raw[start:end])
        words, start = words + piece, end
    return words


@given(TEXT, st.booleans(), st.lists(st.integers(0, 10_000)), st.sampled_from([None, 2]))
@example('He said "no"\\', True, [], None)
@example("🙂🙂", True, list(range(60)), None)
def test_the_message_comes_out_whole_however_it_was_cut(text, ascii_only, cuts, indent):
    raw = json.dumps({"message": text, "record": {"a": 1}}, ensure_ascii=ascii_only, indent=indent)
    assert shown(raw, cuts) == text
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


@given(TEXT.filter(lambda text: not text.lstrip().startswith("{")), st.lists(st.integers(0, 10_000)))
def test_prose_is_the_message(text, cuts):
    assert shown(text, cuts).strip() == text.strip()


def test_other_json_is_taken_as_it_stands():
    assert open_envelope('{"answer": 42}') == Opened('{"answer": 42}')
    assert open_envelope("[1, 2]") == Opened("[1, 2]")


def test_half_a_surrogate_pair_is_replaced():
    raw = '{"message": "a\\ud83d b\\u0000", "record": null}'
    assert open_envelope(raw).message == "a\ufffd b\ufffd"


def test_message_after_the_record_is_found_at_the_end():
    raw = '{"record": {"a": 1}, "message": "Why?"}'
    assert shown(raw, [3, 9]) == ""
    assert open_envelope(raw) == Opened("Why?", {"a": 1})
