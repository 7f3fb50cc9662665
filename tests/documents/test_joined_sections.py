"""Rewrites that add a section of the same heading at one place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.hunks import Hunk, apply_changes
from reviews.documents.joined_sections import join_sections
from tests.drawing import examples

BASE = "# Notes\n\nWords.\n"
LISTS = [
    "\n## Open questions\n\n- Who pays?\n",
    "\n## Open questions\n\n- Who pays?\n- Which bank?\n",
    "\n## Open questions\n\nNobody could say:\n\n- When?\n\n## Risks\n\nA card may be charged twice.\n",
]


def put_in(*texts, base=BASE):
    return apply_changes(base, join_sections(base, [Hunk(len(base), "", text) for text in texts]))


def test_two_lists_become_one_with_each_point_once():
    assert put_in(*LISTS[:2]) == f"{BASE}\n## Open questions\n\n- Who pays?\n- Which bank?\n"


@pytest.mark.parametrize(
    "second",
    [
        "\n### Open questions\n\n- Who pays for it?\n- Which bank?\n",
        "\n## **Open Questions**:\n\n* who pays for it\n* Which bank?\n",
        "\n## Open questions ##\n\n- **Who pays for it?**\n- Which bank?\n",
        "\n## Open questions\n\n1. Who pays for it?\n2. Which bank?\n",
    ],
)
def test_the_same_list_in_other_marks_joins_the_first(second):
    text = put_in("\n## Open questions\n\n- Who pays for it?\n", second)
    assert text.lower().count("open questions") == text.lower().count("who pays") == 1
    assert text.count("Which bank?") == 1


def test_an_answer_is_not_the_question_and_a_part_stays_below_its_own_heading():
    first = "\n## Bank\n\n### Open\n\n- The bank pays?\n\n## Card\n\nA card.\n"
    second = (
        "\n## Bank\n\n### Open\n\n- The bank pays.\n\n### Costs\n\nMuch.\n\n## Card\n\n### Open\n\n- When?\n"
    )
    text = put_in(first, second)
    titles = [line for line in text.splitlines() if line.startswith("#")]
    assert titles == ["# Notes", "## Bank", "### Open", "### Costs", "## Card", "### Open"]
    assert "- The bank pays?\n- The bank pays.\n" in text


def test_other_sections_of_the_second_follow_with_a_blank_line():
    text = put_in(LISTS[0], LISTS[2])
    assert text.count("## Open questions") == 1
    assert "\n\n## Risks\n\nA card may be charged twice.\n" in text
    assert text.index("- When?") < text.index("## Risks")


def test_a_text_without_a_line_end_takes_both():
    base = "# Notes\n\nWords."
    hunks = [Hunk(9, "Words.", f"Words.\n{text}".rstrip("\n")) for text in LISTS[:2]]
    text = apply_changes(base, join_sections(base, hunks))
    assert text.count("## Open questions") == text.count("- Who pays?") == text.count("- Which bank?") == 1
    assert text.startswith(f"{base}\n\n## Open questions")


@pytest.mark.parametrize(
    "texts",
    [("\n## A\n\na\n", "\n## B\n\nb\n"), ("more\n", "words\n"), ("\n```\n# A\n```\n", "\n```\n# A\n```\n")],
)
def test_what_shares_no_heading_stays_as_it_is(texts):
    hunks = [Hunk(len(BASE), "", text) for text in texts]
    assert join_sections(BASE, hunks) == hunks


def test_other_places_stay_apart():
    hunks = [Hunk(0, "", LISTS[0]), Hunk(len(BASE), "", LISTS[1])]
    assert join_sections(BASE, hunks) == hunks


@examples(40)
@given(
    st.lists(
        st.sampled_from([*LISTS, "\n## Open questions\r\n\r\n- Who?\r\n", "\n# Other\n", "plain\n"]),
        max_size=4,
    )
)
def test_every_line_that_was_added_is_there_and_nothing_else(texts):
    text = put_in(*texts)
    assert text.startswith(BASE)
    added = {line.strip() for part in texts for line in part.splitlines()}
    assert {line.strip() for line in text[len(BASE) :].splitlines()} - {""} == added - {""}
    headings = [line.strip() for line in text.splitlines() if line.startswith("#")]
    assert len(headings) == len(set(headings))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("- ~~We use Redis for it~~", "- We use Redis for it"),
        ("- [ ] Inform the bank", "- [x] Inform the bank"),
        ("- [Report](https://a.example/2023)", "- [Report](https://a.example/2024)"),
        ("- **Risk** [Maya] The bank pays", "- **Decision** [Alex] The bank pays"),
        ("- > 5 seconds a call", "- 5 seconds a call"),
        ("Is it live?\n\nYes.", "Is it paid?\n\n- Yes"),
        ("- The bank pays.\n  - Owner: Tom Reed", "- The shop pays.\n  - Owner: Tom Reed"),
        ("The shop pays for\nthe card.", "The shop never pays for\nthe card."),
    ],
)
def test_what_only_looks_alike_stays(first, second):
    text = put_in(f"\n## Points\n\n{first}\n", f"\n## Points\n\n{second}\n")
    assert text.count("## Points") == 1
    assert all(line in text.splitlines() for line in [*first.splitlines(), *second.splitlines()])
    assert len(text.splitlines()) >= len((BASE + first + second).splitlines())


@pytest.mark.parametrize("titles", [("## C", "## C#"), ("### 1. Do", "### 2. Do")])
def test_headings_that_only_look_alike_stay_apart(titles):
    texts = [f"\n{title}\n\n- Point number {number}.\n" for number, title in enumerate(titles)]
    assert [line for line in put_in(*texts).splitlines() if line.startswith("#")] == ["# Notes", *titles]
    assert join_sections(BASE, [Hunk(len(BASE), "", text) for text in texts])[0].inserted == texts[0]


def test_sections_of_other_levels_with_parts_of_their_own_stay_apart():
    text = put_in("\n# Risks\n\n## Tech\n\n- It fails.\n", "\n## Risks\n\n### Legal\n\n- They sue.\n")
    titles = [line for line in text.splitlines() if line.startswith("#")]
    assert titles == ["# Notes", "# Risks", "## Tech", "## Risks", "### Legal"]


def test_a_point_keeps_what_is_indented_below_it():
    text = put_in(
        "\n## P\n\n- The shop pays.\n- The bank pays.\n",
        "\n## P\n\n- The shop pays.\n\n  - Owner: Tom Reed\n",
    )
    assert text.endswith("- The bank pays.\n- The shop pays.\n\n  - Owner: Tom Reed\n")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Is the card charged twice?\n\nNobody could say.", "Who pays the refund?\n\nNobody could say."),
        (
            "For Tom:\n\n- Inform the bank\n- Inform the shop",
            "For Ann:\n\n- Inform the bank\n- Inform the shop",
        ),
    ],
)
def test_what_a_lead_or_a_question_has_below_it_stays_with_it(first, second):
    assert put_in(f"\n## P\n\n{first}\n", f"\n## P\n\n{second}\n").endswith(f"{first}\n\n{second}\n")


@pytest.mark.parametrize(
    "text",
    [
        "\n## Q\n\nOne.\n\nRisks\n-----\n\nA risk.\n",
        "\n## Q\n\n<!-- todo -->\n",
        "\n## Q\n\n#### Deep\n\nOne.\n",
        "\n### Q\n\nOne.\n\n## R\n\nTwo.\n",
        "".join(f"\n## Q {number}\n" for number in range(201)),
    ],
)
def test_what_has_unusual_or_very_many_headings_is_left_as_it_is(text):
    hunks = [Hunk(len(BASE), "", text), Hunk(len(BASE), "", text)]
    assert join_sections(BASE, hunks) == hunks


def test_an_empty_section_takes_points_in_with_its_line_ends():
    assert put_in("\r\n## Open\r\n", "\r\n## Open\r\n\r\n- Who pays for it?\r\n").endswith(
        "## Open\r\n\r\n- Who pays for it?\r\n"
    )
    assert put_in("\n\n## Open", "\n\n## Open\n\n- Who pays for it?").endswith(
        "## Open\n\n- Who pays for it?\n"
    )
