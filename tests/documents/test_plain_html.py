"""Paragraphs and numbered points are laid out without a parser, just as the parser lays them out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.html import fresh_html, render_markdown
from reviews.documents.plain_html import plain_html

LETTERS = (
    "Ana",
    "Ben pays",
    "b",
    "é",
    "e\u0301",
    "ß",
    "中",
    "א",
    "½",
    "²",
    "40 ",
    "50%",
    "ﬁ",
    "\u200d",
    "\xa0",
    "\u2028",
)
STOPS = (
    ". ",
    ".",
    "…",
    ", ",
    "; ",
    ": ",
    "? ",
    "!",
    "...",
    "--",
    "—",
    " ",
    " ",
    "  ",
    "/",
    "//",
    "(",
    ")",
    "’",
    '"',
)
ADDRESSES = ("www.a.com", "a@b.c", "http://x.y", "localhost", "mailto:a", "ftp:", "com", "and/or")
MARKS = ("- ", "+ ", "1) ", "#", "=", "_", "*", "`", "[", "&amp;", "<", "\\", "~", "|", "“q”", "„", "$", "€")
LINES = ("\n", "\n", "\n\n", "\n1. ", "\n2. ", "\n10. ", "\n- ", "\n===", "\n(", "\r\n", "\0")
PARTS = st.sampled_from([*LETTERS, *STOPS, *ADDRESSES, *MARKS, *LINES])
HARMLESS = st.sampled_from([*LETTERS, *LETTERS, *STOPS, *LINES[:6]])
TEXTS = st.tuples(
    st.sampled_from(["", "1. ", "A"]), st.lists(PARTS, max_size=6) | st.lists(HARMLESS, max_size=9)
).map(lambda parts: parts[0] + "".join(parts[1]))


@given(TEXTS)
def test_a_text_without_marks_looks_as_the_parser_and_the_sanitiser_make_it(text):
    assert plain_html(text) in (None, fresh_html(text))


@given(st.text(max_size=20))
def test_whatever_ana_types_looks_as_the_parser_and_the_sanitiser_make_it(text):
    assert plain_html(text) in (None, fresh_html(text))
    assert plain_html(f"1. Ana: {text}") in (None, fresh_html(f"1. Ana: {text}"))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Who pays?", "<p>Who pays?</p>\n"),
        ("Ben pays.\nCleo doesn’t.\n\nWho else?\n", "<p>Ben pays.\nCleo doesn’t.</p>\n<p>Who else?</p>\n"),
        (
            "1. Who pays?\n2. 40 “users” and/or “teams”?",
            "<ol>\n<li>Who pays?</li>\n<li>40 “users” and/or “teams”?</li>\n</ol>\n",
        ),
    ],
)
def test_what_cleo_says_in_paragraphs_and_points_needs_no_parser(text, html):
    assert plain_html(text) == html == fresh_html(text) == render_markdown(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*Who*",
        "a_b_c",
        "See a.example",
        "- Who",
        "2. Who",
        "1. Who\n\n2. Why",
        "Who  \nWhy",
        "Why\n===",
        "a <b> c",
        "1 < 2",
    ],
)
def test_what_may_mean_something_is_left_to_the_parser(text):
    assert plain_html(text) is None


@pytest.mark.parametrize(
    "text", ["a" * 8_000 + "_", "a " * 4_000, "1. a\n" * 2_000, "a\n" * 4_000 + "*", "1" * 8_000 + "."]
)
def test_a_long_text_is_told_apart_in_linear_time(text):
    assert plain_html(text) in (None, fresh_html(text))
