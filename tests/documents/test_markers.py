"""The lines that synthesis puts into other people's documents."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reviews.documents.markers import (
    heading_line,
    insights_label,
    marker_line,
    marker_of,
    one_line,
    short_topic,
)

AT = datetime(2026, 2, 20, 14, 30, tzinfo=UTC)
NASTY = st.lists(
    st.sampled_from(
        [
            "<!--",
            "-->",
            "<b>",
            "</p>",
            "`",
            "``",
            "```",
            "~~~",
            "# ",
            "- ",
            "> ",
            "1. ",
            "2) ",
            "===",
            "---",
            "* * *",
            "![a](b)",
            "[a]: b",
            "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->",
            "\\",
            "\\<",
            "\n",
            "\r",
            "\u2028",
            "\x00",
            "\ud800",
            "word",
            " ",
            "**bold**",
            "|",
            "<?x",
            "<![CDATA[",
            "\u202e",
            "\x85",
            "é",
        ]
    )
    | st.characters(),
    max_size=12,
).map("".join)


def test_c20_the_marker_is_exact():
    assert marker_line("01-03", AT) == "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->"


def test_a_marker_counts_in_utc_with_milliseconds():
    when = datetime(2026, 2, 20, 23, 30, 1, 9_999, tzinfo=timezone(timedelta(hours=9)))
    assert marker_line("01-03", when) == "<!-- Elaboration: step 01-03, 2026-02-20T14:30:01.009Z -->"


@pytest.mark.parametrize("step_id", ["", "topic", "1-3", "--> <b>", "01-03 -->", "01-03\n"])
def test_what_is_no_step_is_a_typed_topic(step_id):
    assert marker_line(step_id, AT) == "<!-- Elaboration: step topic, 2026-02-20T14:30:00.000Z -->"


def test_a_marker_is_read_off_the_beginning_only():
    line = marker_line("01-03", AT)
    assert [marker_of(f"{line}{rest}") for rest in ("", "\n- x", "\r\n- x")] == [line] * 3
    assert [marker_of(text) for text in ("", f" {line}", f"{line} x", line.replace("01-03", "1"))] == [""] * 4


@pytest.mark.parametrize(
    ("step_id", "words"), [("01-03", "Step 01-03: User Journeys"), ("", "User Journeys")]
)
def test_a_heading_names_the_step_or_the_topic(step_id, words):
    assert insights_label(step_id, "User\nJourneys") == f"Elaboration Insights ({words})"


def test_a_long_typed_topic_begins_a_heading_in_whole_words():
    topic = (
        "Who answers for a shift between acceptance and the roster update, when silence counts as approval?"
    )
    assert short_topic(topic) == "Who answers for a shift between acceptance and the roster…"
    assert [short_topic(text) for text in ("User journeys", "x" * 200)] == ["User journeys", "x" * 200]


def test_c23_no_heading_is_deeper_than_six():
    assert [heading_line(level, "x") for level in (3, 6, 7)] == ["### x", "###### x", "###### x"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("We `retry(<T>)` **three** times", "We `retry(<T>)` **three** times"),
        ("one\r\n\n two\u2028three\0", "one two three"),
        ("# Heading", "\\# Heading"),
        ("- item", "\\- item"),
        ("12. item", "12\\. item"),
        ("> quote", "\\> quote"),
        ("```js", "\\```js"),
        ("~~~", "\\~~~"),
        ("List<T> of <b>", "List\\<T> of \\<b>"),
        ("a < b", "a < b"),
        ("![x](https://a.example/?q=secret)", "\\![x](https://a.example/?q=secret)"),
        ("see <!-- hidden --> and `<!-- x -->`", "see \\<! -- hidden -- > and `<! -- x -- >`"),
        ("\u202egnp\u202c", "gnp"),
        ("\ud800", "\ufffd"),
        (" \n ", ""),
    ],
)
def test_a_point_is_one_line_of_markdown(text, line):
    assert one_line(text) == line


@example("````")
@given(NASTY)
def test_whatever_a_model_writes_stays_one_paragraph(text):
    line = one_line(text)
    assert line.splitlines() in ([line], [])
    assert "<!--" not in line
    assert "-->" not in line
    assert line.encode() is not None
    kinds = [token.type for token in MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(line)]
    assert kinds in ([], ["paragraph_open", "inline", "paragraph_close"])


@given(NASTY)
def test_whatever_a_model_writes_has_no_tag_and_no_picture(text):
    for token in MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse("- [Maya] " + one_line(text)):
        assert not {child.type for child in token.children or ()} & {"html_inline", "image"}


@given(NASTY)
def test_a_neutral_line_stays_as_it_is_outside_code(text):
    line = one_line(text)
    if "\\" not in text and "`" not in text and not line.startswith(("\\", "1", "2")):
        assert one_line(line) == line
