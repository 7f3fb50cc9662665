"""A document is read once, and every place in it points at the source."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.reading import blocks
from reviews.language.reading.document import read_document

MARKS = st.text(alphabet=" \n\r\t#>-*_`[]()|<!-~=:&\\.?1aZé\0\u2028\ud800" + '"', max_size=300)


def check_places(text: str) -> None:
    document = read_document(text)
    for part in (*document.blocks, *document.sentences):
        assert text[part.start : part.end] == part.text
        assert len(part.plain) == len(part.text)
    for sentence in document.sentences:
        assert document.index.place(sentence.start) == (sentence.line, sentence.column)
        assert document.index.lines[sentence.line - 1][sentence.column - 1] == sentence.text[0]


@given(MARKS)
def test_any_marks_are_read_and_every_place_is_verbatim(text):
    check_places(text)


@given(st.text(max_size=300))
def test_any_text_is_read_and_every_place_is_verbatim(text):
    check_places(text)


@given(st.text(max_size=200), st.sampled_from(["notes.txt", "notes.rst", "notes.md"]))
def test_sections_cover_the_whole_text(text, name):
    assert "".join(section.text for section in read_document(text, name).sections) == text


def test_sections_know_their_path_and_lines():
    document = read_document("before\n\n# One\na\n\nTwo\n---\nb\n\n# Three\n")
    assert [(s.path, s.line, s.end_line) for s in document.sections] == [
        ((), 1, 2),
        (("One",), 3, 5),
        (("One", "Two"), 6, 9),
        (("Three",), 10, 11),
    ]


def test_a_sentence_over_two_quoted_lines_is_verbatim():
    document = read_document("> First one.\n> The second\n> goes on here.\n")
    assert [s.text for s in document.sentences] == ["First one.", "The second\n> goes on here."]
    assert [(s.line, s.column) for s in document.sentences] == [(1, 3), (2, 3)]


def test_kinds_of_sentences():
    document = read_document(
        "# Head\n\nText.\n\n- item\n\n| a |\n|---|\n| cell |\n\n```\ncode\n```\n<!-- hidden -->\n"
    )
    kinds = [(s.kind, s.text) for s in document.sentences]
    assert kinds == [
        ("heading", "Head"),
        ("paragraph", "Text."),
        ("list_item", "item"),
        ("table_cell", "a"),
        ("table_cell", "cell"),
    ]


def test_sentences_do_not_end_at_abbreviations_versions_or_addresses():
    text = "We use e.g. version 1.2 of `a. B`. See https://x.org/a.B. It runs at 3 p.m. Then it stops."
    assert [s.text for s in read_document(text).sentences] == [
        "We use e.g. version 1.2 of `a. B`.",
        "See https://x.org/a.B.",
        "It runs at 3 p.m.",
        "Then it stops.",
    ]


def test_front_matter_anchors_and_link_names_are_known():
    document = read_document(
        '---\nowner: ana\n---\n# The plan\n# The plan\n<a name="here"></a>\n\n[Guide]: http://x\n'
    )
    assert document.front_matter == "owner: ana"
    assert document.anchors == {"the-plan", "the-plan-1", "here"}
    assert document.references == {"guide"}


def test_the_same_text_gives_the_same_document():
    text = "A plan, etc. Then more. " * 20
    first, again = (vars(read_document(text)) for _ in range(2))
    assert {**first, "index": None} == {**again, "index": None}


@pytest.mark.slow
def test_reading_takes_time_in_proportion_to_the_text():
    def seconds(times: int) -> float:
        start = time.thread_time()
        read_document("> - *a* [b](c) `d` <e> ![ \n\n# h\n\ntext_ **x. y\n" * times)
        return time.thread_time() - start

    def least(times: int) -> float:
        return min(seconds(times) for _ in range(3))

    assert least(4000) < 40 * max(least(400), 0.01)


WORDS = ("Ana pays.", "b", "é", "½", "²", "a | b", "--- | ---", "===", "---", "[x]: y", "<b>", "&amp;", "```")
MARKS_AND_GAPS = (
    "1. ",
    "- ",
    "# ",
    "> ",
    "**",
    "_",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\0",
    "\u2028",
    "\x0b",
)
PARTS = st.sampled_from([*WORDS, *MARKS_AND_GAPS])


@given(st.lists(PARTS, max_size=8).map("".join), st.booleans())
def test_a_message_of_one_paragraph_reads_as_the_parser_reads_it(text, plain):
    env = {}
    parsed = [token for token in blocks._PARSERS[plain].parse(text, env) if token.type == "inline"]
    read = [token for token in blocks._read_tokens(text, plain, {}) if token.type == "inline"]
    assert [(token.content, token.map) for token in read] == [(token.content, token.map) for token in parsed]
    if blocks._ONE_PARAGRAPH.fullmatch(text):
        assert len(parsed) == 1
        assert not env.get("references")


def test_what_cleo_writes_over_several_lines_is_one_paragraph():
    document = read_document("We pay per call.\nNobody has counted them.")
    assert [block.kind for block in document.blocks] == ["paragraph"]
    assert [sentence.line for sentence in document.sentences] == [1, 2]
