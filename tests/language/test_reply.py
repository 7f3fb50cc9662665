"""What code reads in a message: the marker (B6), the questions (B7), a label that should not be there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.reply import MARKER, has_marker, outside_code, questions_in, without_label


@pytest.mark.parametrize(
    "text",
    [
        "[SATISFIED]",
        "Clear.\n\n[SATISFIED]\n\nWell done.",
        "Clear.\r\n[SATISFIED]  \r\n",
        "  [SATISFIED]",
        "```\ncode\n```\n[SATISFIED]",
        "Is it? No.\n[SATISFIED]\nAnd why?",
        "`code`\n[SATISFIED]",
    ],
)
def test_b6_a_line_that_consists_of_the_marker_counts(text):
    assert has_marker(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I am [SATISFIED] with it.",
        "[SATISFIED].",
        "**[SATISFIED]**",
        "> [SATISFIED]",
        "- [SATISFIED]",
        "`[SATISFIED]`",
        "[satisfied]",
        "SATISFIED",
        "    [SATISFIED]",
        "\t[SATISFIED]",
        "```\n[SATISFIED]\n```",
        "~~~ md\n[SATISFIED]\n~~~",
        "````\n```\n[SATISFIED]\n````",
        "```\n[SATISFIED]",
        "```\n~~~\n[SATISFIED]\n```",
        "[SATIS\nFIED]",
    ],
)
def test_b6_a_mention_of_the_marker_or_one_in_code_does_not_count(text):
    assert not has_marker(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why?", ["Why?"]),
        ("Two things. 1. Why now? And who?", ["Why now?", "And who?"]),
        (
            "1. Why now?\n2) Who is it for? Say it plainly.\n- And “what”?",
            ["Why now?", "Who is it for?", "And “what”?"],
        ),
        ("No question. None.", []),
        ("```\nwhy?\n```\nRead it.", []),
        ("Call `why?` and see.", []),
        ("See https://example.org/?a=b for more.", []),
        ("**What does it cost?**", ["**What does it cost?**"]),
    ],
)
def test_b7_questions_are_sentences_outside_code_that_end_in_a_question_mark(text, expected):
    assert questions_in(text) == expected


@given(st.text(st.sampled_from("`~ \n?a[SATISFIED]")))
def test_any_text_can_be_read(text):
    assert all("\n" not in line for line in outside_code(text))
    assert not has_marker(text) or MARKER in [line.strip() for line in text.split("\n")]
    assert bool(questions_in(text)) <= ("?" in text)


@pytest.mark.parametrize("text", ["ELM: Why?", "**ELM:** Why?", "elm : Why?", "Why?", " \nWhy?\n"])
def test_a_label_in_front_is_taken_off(text):
    assert without_label(text, "ELM") == "Why?"


def test_a_label_elsewhere_and_words_that_begin_alike_stay():
    assert without_label("Elms: tall trees. ELM: why?", "ELM") == "Elms: tall trees. ELM: why?"
