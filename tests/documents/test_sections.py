"""Which headings a text has, and which section an addition goes to (C22)."""

import time

import pytest
from hypothesis import example, given, settings

from reviews.documents.headings import every_line, read_outline
from reviews.documents.sections import choose_section, scan_sections
from tests.documents.markdown import documents, headings, line_of
from tests.drawing import examples

SPEC = """# Requirements

## 1. Business Context

Cards fail.

## 2. Stakeholders and Personas

Buyers.

## 3. User Journeys

### Main flow

A buyer pays.

## 4. Technical Context
"""


def chosen(text, title, sections=()):
    section = choose_section(text, title, sections)
    return section.title if section else None


@given(documents())
@example("| a | b |\n|---|---|\n| 1 | 2 |\n[ref]: /url\nTitle\n===")
@examples(100)
def test_headings_are_those_of_a_renderer(text):
    assert [(found.level, line_of(text, found.start)) for found in read_outline(text).headings] == headings(
        text
    )


@pytest.mark.slow
@given(documents(largest=30))
@settings(max_examples=700)
def test_headings_are_those_of_a_renderer_in_long_texts_too(text):
    assert [(found.level, line_of(text, found.start)) for found in read_outline(text).headings] == headings(
        text
    )


@given(documents())
def test_sections_lie_inside_each_other_and_the_lines_are_the_text(text):
    sections = scan_sections(text).sections
    for one in sections:
        assert 0 <= one.start < one.body <= one.end <= len(text)
        assert all(one.end >= two.end or two.start >= one.end for two in sections if two.start > one.start)
    assert "".join(every_line(text)) == text


@pytest.mark.parametrize(
    "block",
    [
        "```\n# no\n```",
        "~~~\n# no\n~~~",
        "- a\n  ```\n  # no\n  ```",
        "> ```\n> # no\n> ```",
        "    # no",
        "<!--\n# no\n-->",
        "<div>\n# no\n</div>",
        "<pre>\n\n# no\n</pre>",
        "> # no",
        "- # no",
        "1. a\n\n   # no",
    ],
)
def test_c22_a_hash_that_is_no_heading_is_none(block):
    assert [found.title for found in scan_sections(f"# A\n\n{block}\n\n## B\n").sections] == ["A", "B"]


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: x\n# no\n---\n# A\n",
        "\ufeff# A\n",
        "# A\r\n",
        "# A\r",
        "# A",
        "A\n===\n",
        "# A ##\n",
        "  # A\n",
    ],
)
def test_a_heading_is_found_whatever_is_around_it(text):
    assert [(found.level, found.title) for found in scan_sections(text).sections] == [(1, "A")]


def test_c22_a_section_ends_before_the_next_heading_of_its_level_or_above():
    journeys = choose_section(SPEC, "User Journeys")
    assert SPEC[journeys.start : journeys.end] == SPEC[SPEC.index("## 3.") : SPEC.index("## 4.")]


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("User Journeys", "3. User Journeys"),
        ("user journeys", "3. User Journeys"),
        ("§3 User Journeys", "3. User Journeys"),
        ("Stakeholders & Personas", "2. Stakeholders and Personas"),
        ("Business Context Discovery", "1. Business Context"),
        ("Journeys of the user", "3. User Journeys"),
        ("Context", "1. Business Context"),
        ("Blast Radius", None),
        ("", None),
    ],
)
def test_c22_a_title_finds_its_section(title, found):
    assert chosen(SPEC, title) == found


@pytest.mark.parametrize(
    "heading", ["3. Scope", "3) Scope", "§3 Scope", "§ 3.1 Scope", "Section 3: Scope", "**Scope**"]
)
def test_c22_numbers_in_headings_do_not_count(heading):
    assert chosen(f"## Scope notes\n\n## {heading}\n", "Scope") == heading


def test_c22_an_exact_title_wins_over_an_earlier_substring():
    assert chosen("# Scope of work\n# Scope\n", "Scope") == "Scope"


def test_c22_a_substring_wins_over_an_earlier_keyword():
    assert chosen("# Risk\n# Quality & Risk Assessment Notes\n", "Quality & Risk Assessment") == (
        "Quality & Risk Assessment Notes"
    )


def test_c22_most_keywords_win_and_of_several_the_first():
    assert (
        chosen("# Users\n# Needs of users\n# User needs again\n", "What the user needs first")
        == "Needs of users"
    )


def test_c22_stop_words_are_no_keywords():
    assert chosen("# The plan of the team\n", "The state of the art") is None


def test_a_title_before_the_steps_own_sections_and_these_before_a_substring():
    text = "# Core Feature Definition Notes\n# Out of Scope\n# Functional Requirements\n"
    own = ("Functional Requirements", "Out of Scope")
    assert chosen(text, "Core Feature Definition", own) == "Functional Requirements"
    assert (
        chosen(text + "# Core Feature Definition\n", "Core Feature Definition", own)
        == "Core Feature Definition"
    )


def test_headings_of_earlier_sessions_are_passed_over():
    text = "# Plan\n\n## Elaboration Insights (Step 01-03: User Journeys)\n\n### Additional Insights from Elaboration\n"
    assert chosen(text, "User Journeys") is None
    assert chosen(text, "Additional insights") is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "# " + "x " * 100000,
        "> " * 50000,
        "- " * 50000 + "x",
        "`" * 200000,
        "<a " + "b " * 100000,
        "[a" * 100000,
        "|-" * 50000 + "\n" + "|-" * 50000,
        "# " + " " * 200000 + "#x",
        "\t" * 200000,
        ("- " * 14 + "\n" + "\n" * 50) * 1000,
        "[a]: <" + "<" * 200000,
        "---\n" + "-- \n" * 40000,
    ],
    ids=lambda text: text[:6].replace("\n", " "),
)
def test_hostile_texts_are_read_in_a_moment(text):
    started = time.thread_time()
    choose_section(text, "x b c")
    assert time.thread_time() - started < 2
