"""Whatever a text says: its units are in order, leave nothing out, and cut nothing that must stay whole."""

import time

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reviews.code.comparing import same_units
from reviews.code.languages import LABELS, language_of
from reviews.code.outline import outline
from reviews.code.units import place_of, split_units
from tests.code.real_code import FILES, checked, read
from tests.documents.markdown import PIECES
from tests.drawing import examples

STRATEGIES = st.sampled_from(["auto", "section", "block", "line"])
SIGNS = st.sampled_from(
    [*"\n\r\t {}()[];:'\"`#/*<>$\\=-,.\0é🙂", "\r\n", "\ufeff", "def ", "class ", "end", "<<A", "/*", "*/"]
)
WHOLE = {"fence", "table", "bullet_list", "ordered_list", "html_block", "blockquote", "code_block"}


@examples(300)
@given(st.lists(SIGNS, max_size=60).map("".join), st.sampled_from(sorted(LABELS)), STRATEGIES)
@example("\r", "c", "line")
@example("a\r\rb", "python", "auto")
def test_any_text_is_cut_in_any_language(text, language, strategy):
    checked(text, split_units(text, language, strategy))
    lines = [entry.line for entry in outline(text, language)]
    assert lines == sorted(lines)


@examples(200)
@given(st.sampled_from(FILES), st.data(), STRATEGIES)
def test_any_slice_of_real_code_is_cut(path, data, strategy):
    text = read(path.name)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    checked(text[start:end], split_units(text[start:end], language_of(path.name, ""), strategy))


@examples(200)
@given(st.sampled_from(FILES), st.data())
def test_real_code_with_something_in_between_is_cut_and_the_rest_is_the_same(path, data):
    text, language = read(path.name), language_of(path.name, "")
    at = data.draw(st.integers(0, len(text)))
    other = text[:at] + data.draw(st.lists(SIGNS, max_size=5).map("".join)) + text[at:]
    units = split_units(other, language)
    checked(other, units)
    before = split_units(text, language)
    found = same_units(before, text, units, other)
    assert len(found.unchanged) + len(found.changed) + len(found.gone) == len(before)


@examples(200, HealthCheck.filter_too_much)
@given(st.lists(st.sampled_from([*PIECES, "", ""]), max_size=30).map("\n".join), STRATEGIES)
def test_no_block_of_markdown_is_cut(text, strategy):
    starts = {unit.first_line for unit in checked(text, split_units(text, "markdown", strategy))}
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.level == 0 and token.type.removesuffix("_open") in WHOLE and not text.startswith("---"):
            assert not starts & set(range(token.map[0] + 2, token.map[1] + 1))


@examples(100)
@given(st.text(max_size=200), st.data())
def test_every_word_of_a_text_is_found_where_it_stands(text, data):
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    place = place_of(text, text[start:end])
    if text[start:end].strip():
        assert text[place.start : place.end] == place.quote == text[start:end]
        assert place.start <= start
    else:
        assert place is None


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_twenty_thousand_lines_take_seconds(path):
    text, language = read(path.name), language_of(path.name, "")
    long = text * (20_000 // text.count("\n") + 1)
    for strategy in ("auto", "block", "line"):
        started = time.thread_time()
        checked(long, split_units(long, language, strategy))
        assert time.thread_time() - started < 8
    started = time.thread_time()
    assert outline(long, language)
    assert time.thread_time() - started < 8
