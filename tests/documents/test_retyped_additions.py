"""Additions are known by their words when their marker is gone or an editor has set them anew."""

import textwrap
from dataclasses import replace

import pytest

from reviews.documents.authorship import WrittenByElm, find_added, leave_out
from tests.security.growth import steeper_than_linear
from tests.security.hostile import Unit

MARKER = "<!-- Elaboration: step 01-03, 2026-11-27T12:34:09.194Z -->"
WORDS = "Boxwerk won the tender for EUR 58,000, it’s said"
POINT = f"- [All] {WORDS}."
HEADING = "### Elaboration Insights (Step 01-03: User Experience)"
BASE = "# Spec\n\n## A\n\nText.\n"
ADDED = WrittenByElm("1", f"{MARKER}\n{POINT}", HEADING)
WRAPPED = "\n".join(textwrap.wrap(POINT, 40, subsequent_indent="  "))


def left(text, *written, before=""):
    return leave_out(text, find_added(text, written or [ADDED], lambda key: before))


@pytest.mark.parametrize(
    "point",
    [
        POINT,
        f"{POINT}  ",
        f"  {POINT}",
        f"\t{POINT}",
        POINT.replace("- ", "-  ", 1),
        POINT.replace("- ", "* ", 1),
        POINT.replace("- ", "3. ", 1),
        POINT.replace("- ", "", 1),
        POINT.replace("- [All]", "- **[All]**"),
        f"- **{POINT[2:]}**",
        POINT.replace("- [All] ", ""),
        POINT.replace("[All]", "[Maya]"),
        POINT.replace("EUR 58", "EUR\u00a058"),
        POINT.replace("’", "'"),
        POINT.replace("Boxwerk", "**Boxwerk**"),
        POINT.replace("Boxwerk", "BOXWERK"),
        POINT[:-1],
        f"{POINT[:-1]}!",
        f"> {POINT}",
        f"| {POINT[2:]} |",
        f"{POINT}\\",
        WRAPPED,
        WRAPPED.replace("\n", "\r\n"),
    ],
)
@pytest.mark.parametrize("above", ["", f"{MARKER}\n", f"{HEADING}\n\n{MARKER}\n", f"{HEADING}\n\n"])
def test_an_addition_that_somebody_has_formatted_is_still_elms(point, above):
    assert left(f"{BASE}\n{above}{point}\n") == BASE


def test_within_a_paragraph_only_its_own_sentence_is():
    assert (
        left(f"{BASE}We buy lockers. {WORDS}. That is good.\n").split()
        == f"{BASE}We buy lockers. That is good.".split()
    )


@pytest.mark.parametrize(
    "line",
    [
        "- [All] Boxwerk won the tender for EUR 85,000, it’s said.",
        f"Nobody heard that {WORDS[0].lower()}{WORDS[1:]}.",
        f"{WORDS} and denied.",
        "Boxwerk won the tender.",
    ],
)
def test_what_a_person_has_reworded_is_theirs(line):
    assert left(f"{BASE}\n{line}\n") == f"{BASE}\n{line}\n"


@pytest.mark.parametrize(
    "point", ["- [All] Two words.", "- [All] No.", "- [All] It is so.", "- [All] 一二三"]
)
def test_a_point_of_a_few_words_is_known_by_its_marker_only(point):
    short = WrittenByElm("1", f"{MARKER}\n{point}", HEADING)
    assert left(f"{BASE}\n{MARKER}\n{point}\n", short) == BASE
    assert point in left(f"{BASE}\n{point}\n", short)


def test_one_in_a_script_without_spaces_is_known_by_its_words():
    point = "- [All] 支付失败后系统会在一小时内自动重试三次。"
    assert left(f"{BASE}\n* {point[2:]}\n", WrittenByElm("1", f"{MARKER}\n{point}", HEADING)) == BASE


@pytest.mark.parametrize("before", [f"{BASE}\n{WORDS}.\n", f"{BASE}\n* {WORDS.upper()}\n"])
def test_what_the_author_had_in_the_text_before_stays_the_authors(before):
    text = f"{before}\n{POINT}\n"
    assert left(text, before=before) == text
    assert left(f"{before}\n{MARKER}\n{POINT}\n", before=before) == before


def test_what_an_earlier_roundtable_put_in_is_not_the_authors_before_a_later_one():
    texts = {"1": BASE, "2": f"{BASE}\n{POINT}\n"}
    text = f"{BASE}\n{POINT}\n* {WORDS}.\n"
    assert leave_out(text, find_added(text, [ADDED, replace(ADDED, key="2")], texts.__getitem__)) == BASE


def test_what_a_person_has_accepted_once_stays():
    accepted = replace(ADDED, key="2", is_accepted=True, by="Ana")
    text = f"{BASE}\n* {WORDS}.\n"
    assert left(text, ADDED, accepted) == text
    assert [one.by for one in find_added(text, [ADDED, accepted])] == ["Ana"]
    both = f"{BASE}\n{MARKER}\n{POINT}\n\n{WORDS}.\n"
    assert left(both, accepted, replace(ADDED, words=ADDED.words.replace("- ", "+ "))) == both


def test_whoever_copies_it_elsewhere_writes_the_copy_and_it_is_elms_below_its_own_heading():
    text = f"{BASE}\n* {WORDS}.\n\n{HEADING}\n\n* {WORDS}.\n"
    assert left(text) == f"{BASE}\n* {WORDS}.\n"


def test_a_short_point_within_a_long_one_takes_nothing_of_it():
    short = WrittenByElm("1", f"{MARKER}\n- [All] It starts in May 2027.", HEADING)
    long = WrittenByElm(
        "2", f"{MARKER}\n- [Alex] The pilot is small. It starts in May 2027. Then we see.", HEADING
    )
    text = f"{BASE}\n* The pilot is small. It starts in May 2027. Then we see.\n"
    assert left(text, short, long) == BASE


def test_the_texts_before_are_asked_for_only_when_something_was_formatted():
    def never(key):
        raise AssertionError(key)

    text = f"{BASE}\n{MARKER}\n{POINT}\n"
    assert leave_out(text, find_added(text, [ADDED], never)) == BASE
    assert find_added(BASE, [ADDED], never) == ()


@pytest.mark.slow
def test_finding_them_takes_linear_time():
    units = [
        Unit("", f"{WORDS}. "),
        Unit("", f"* {WORDS}\n"),
        Unit("", f"{WORDS} "),
        Unit("", "[All] "),
        Unit("", "\n\n"),
        Unit(f"{MARKER}\n", "a b "),
        Unit("", f"{MARKER}\n"),
    ]

    def find(text: str) -> object:
        own = WrittenByElm("2", f"{MARKER}\n{text}", HEADING)
        return find_added(text, [ADDED, own, replace(ADDED, key="3")], lambda key: text[1:])

    assert steeper_than_linear(find, units, 0.15) is None
