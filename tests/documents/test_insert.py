"""Additions to a text: where they go, and that nothing else changes (FR-008-03, NFR-004, MVT-008)."""

from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reviews.documents.insert import Addition, can_carry, compose_text, plan_additions, prove_additions
from reviews.errors import DoesNotFit
from tests.documents.markdown import blocks, documents, line_of, rough_documents
from tests.drawing import examples

AT = datetime(2026, 2, 20, 14, 30, tzinfo=UTC)
MARK = "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->"
POINTS = ["- [Maya/Alex] One.", "- **Decision** [All] Two: because."]
HEADING = "#### Elaboration Insights (Step 01-03: User Journeys)"
SPEC = "# Spec\n\n### User Journeys\n\nA buyer pays.\n\n#### Steps\n\n- pay\n\n### Risks\n\nNone.\n"
TITLES = st.sampled_from(["User Journeys", "A", "Lines", "Nothing of the kind"])


def planned(text, title="User Journeys", points=POINTS, step_id="01-03", at=AT, sections=()):
    return plan_additions(text, step_id=step_id, title=title, sections=sections, at=at, points=points)


def added(text, **how):
    changes = planned(text, **how)
    new = compose_text(text, changes)
    prove_additions(text, new, changes)
    return new


def block(heading=HEADING, points=POINTS, mark=MARK):
    return f"{heading}\n\n{mark}\n" + "".join(f"{point}\n" for point in points)


def test_c20_c22_c23_points_stand_at_the_end_of_their_section_under_one_heading():
    assert added(SPEC) == SPEC.replace("### Risks", f"{block()}\n### Risks")


def test_a_change_knows_its_place_heading_marker_and_section():
    first, second = planned(SPEC)
    assert first == Addition(
        SPEC.index("\n### Risks"), f"{MARK}\n{POINTS[0]}", HEADING, MARK, "User Journeys"
    )
    assert (second.position, second.inserted) == (first.position, f"{MARK}\n{POINTS[1]}")


@pytest.mark.parametrize(("level", "deeper"), [(1, 2), (5, 6), (6, 6)])
def test_c23_the_heading_is_one_level_deeper_than_its_section(level, deeper):
    (change, _) = planned(f"{'#' * level} User Journeys\n")
    assert change.heading.split(" ")[0] == "#" * deeper


def test_a_typed_topic_has_neither_step_nor_number():
    (change,) = planned(SPEC, title="Steps", step_id="", points=["- [User] x"])
    assert change.heading == "##### Elaboration Insights (Steps)"
    assert change.marker == "<!-- Elaboration: step topic, 2026-02-20T14:30:00.000Z -->"


def test_c22_without_a_section_points_go_to_the_end_under_a_heading_of_their_own():
    text = "# Plan\n\nWe retry.\n"
    assert added(text) == f"{text}\n{block('### Additional Insights from Elaboration')}"
    assert planned(text)[0].section == "Additional Insights from Elaboration"


def test_an_empty_text_gets_the_points_only():
    assert added("") == block("### Additional Insights from Elaboration")


def test_the_steps_own_sections_are_tried():
    text = "# Out of Scope\n\nx\n\n# Functional Requirements\n\ny\n"
    assert added(text, title="Core Features", sections=("Functional Requirements",)).index(
        "Elab"
    ) > text.index("y")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_additions_take_the_line_end_of_the_text(end):
    assert added(SPEC.replace("\n", end)) == added(SPEC).replace("\n", end)


def test_a_missing_final_newline_stays_provable():
    changes = planned("# User Journeys\n\nA buyer pays.")
    new = compose_text("# User Journeys\n\nA buyer pays.", changes)
    assert new.startswith("# User Journeys\n\nA buyer pays.\n\n## Elaboration")
    prove_additions("# User Journeys\n\nA buyer pays.", new, changes)


@pytest.mark.parametrize("behind", ["Risks\n=====\n", "Risks\nand more\n=====\n", "# Risks\n", " # Risks\n"])
def test_the_heading_behind_stays_one(behind):
    text = f"# User Journeys\n\n- pay\n\n{behind}\nNone.\n"
    assert added(text) == text.replace(behind, f"{block(HEADING[2:])}\n{behind}")
    assert blocks(added(text))[-6:] == blocks(text)[-6:]


@pytest.mark.parametrize("opener", ["```\ncode\n", "~~~~\n```\n", "<!-- todo\n", "<pre>\n", "<?php\n"])
def test_points_stand_before_a_block_that_nothing_closes(opener):
    text = f"# User Journeys\n\nA buyer pays.\n\n{opener}# no heading\n"
    assert added(text) == text.replace(opener, block(HEADING[2:]) + f"\n{opener}")


@pytest.mark.parametrize(
    "ending", ["- pay\n", "> pay\n", "| a |\n|---|\n| b |\n", "<div>\npay\n", "    code\n", "pay  "]
)
def test_what_stands_before_keeps_its_meaning(ending):
    text = f"# User Journeys\n\n{ending}"
    assert blocks(added(text))[: len(blocks(text))] == blocks(text)


def test_no_place_that_would_take_in_what_follows_is_chosen():
    text = "# User Journeys\n\nA buyer pays.\n\n  # Risks\n\nNone.\n"
    assert planned(text)[0].section == "Additional Insights from Elaboration"


def test_a_text_without_any_place_is_refused():
    with pytest.raises(DoesNotFit, match=r"never closed.*Close it"):
        planned("  ```\ncode\n")


def test_a_second_session_on_the_step_stands_under_the_same_heading():
    once = added(SPEC)
    later = datetime(2026, 2, 21, 9, 0, tzinfo=UTC)
    twice = added(once, at=later, points=["- [User] Three."])
    assert twice.count(HEADING) == 1
    mark = MARK.replace("20T14:30", "21T09:00")
    assert twice == once.replace(f"{POINTS[1]}\n", f"{POINTS[1]}\n\n{mark}\n- [User] Three.\n")


def test_a_session_on_another_topic_has_its_own_heading_behind():
    once = added(SPEC)
    twice = added(once, title="The user's journeys", step_id="", points=["- [User] Three."])
    assert (
        twice.index(HEADING)
        < twice.index("#### Elaboration Insights (The user's journeys)")
        < twice.index("### Risks")
    )


def test_two_sessions_without_a_section_share_a_heading():
    twice = added(added("Notes.\n"), title="Another", points=["- [User] Three."])
    assert twice.count("### Additional Insights from Elaboration") == 1


@pytest.mark.parametrize("odd", ["\x0c", "\x1c", "\x85", "\u2028"])
def test_a_longer_heading_is_not_taken_for_the_one_that_synthesis_puts(odd):
    new = added(f"### Additional Insights from Elaboration{odd}of mine\n\nx\n", title="None")
    assert "\n### Additional Insights from Elaboration\n" in new


def test_a_heading_at_level_six_is_found_again_beside_its_section():
    text = "###### User Journeys\n\nPay.\n\n###### Risks\n"
    twice = added(added(text), points=["- [User] Three."])
    assert twice.count("###### Elaboration Insights") == 1


def test_any_choice_of_points_in_any_order_is_composed_alike():
    changes = planned(SPEC)
    assert compose_text(SPEC, changes[1:]) == SPEC.replace(
        "### Risks", f"{block(points=POINTS[1:])}\n### Risks"
    )
    assert compose_text(SPEC, []) == SPEC


@pytest.mark.parametrize(
    "break_it",
    [
        lambda new: new.replace("A buyer pays.\n", ""),
        lambda new: new.replace("buyer", "user"),
        lambda new: new.replace("- pay\n", "- pay\n\n"),
        lambda new: new.replace("None.", "None"),
        lambda new: new + "\n",
        lambda new: new.replace(POINTS[0], POINTS[0] + " more"),
        lambda new: new.replace("### Risks\n\nNone.\n", "") + "### Risks\n\nNone.\n\n",
        lambda new: new.replace("\n", "\r\n"),
        lambda new: "",
    ],
)
def test_err_elab_008_what_is_more_than_additions_is_refused_before_it_is_written(break_it):
    changes = planned(SPEC)
    with pytest.raises(DoesNotFit, match="nothing was written"):
        prove_additions(SPEC, break_it(compose_text(SPEC, changes)), changes)


def test_nfr_004_an_addition_that_is_no_line_of_its_own_is_refused():
    change = Addition(SPEC.index("buyer"), f"{MARK}\n- x", HEADING, MARK, "User Journeys")
    with pytest.raises(DoesNotFit):
        prove_additions(SPEC, compose_text(SPEC, [change]), [change])


@pytest.mark.parametrize(
    ("name", "text", "carries"),
    [
        ("spec.md", "", True),
        ("a/b/SPEC.MARKDOWN", "", True),
        ("notes.txt", "", True),
        ("README", "Read me.\n", True),
        ("Release 1.2 notes", "Text.\n", True),
        ("user-stories.json", "{}", False),
        ("traceability-matrix.csv", "", False),
        ("interface-spec.yaml", "", False),
        ("main.py", "", False),
        ("page.html", "", False),
        ("page.mdx", "", False),
        (".gitignore", "", False),
        ("Makefile", "all:\n", False),
        ("run", "#!/bin/sh\n", False),
        ("data", '{"a": 1}', False),
        ("list", "[1, 2]", False),
        ("links", "[1] See below.\n", True),
    ],
)
def test_c24_only_markdown_and_plain_text_carry_a_marker(name, text, carries):
    assert can_carry(name, text) is carries


def check(text, title, count):
    """Plan, compose, prove; every block of the text is the block it was, and the points are seen."""
    try:
        changes = planned(text, title, [f"- [All] {n}" for n in range(count)])
    except DoesNotFit:
        return
    new = compose_text(text, changes)
    prove_additions(text, new, changes)
    start = changes[0].position
    begins = line_of(new, start) + (start > 0 and text[start - 1] not in "\r\n")
    ends = line_of(new, start + len(new) - len(text))
    assert blocks(new, without=range(begins, ends)) == blocks(text)
    assert (
        sum("[All]" in block[3] for block in blocks(new))
        == sum("[All]" in block[3] for block in blocks(text)) + count
    )
    for chosen in (changes[1:], changes[:1], changes[::2]):
        prove_additions(text, compose_text(text, chosen), chosen)


@example("\n\ufeff", "A", 1)
@given(documents() | rough_documents(), TITLES, st.integers(1, 3))
@examples(100)
def test_mvt_008_additions_are_additions_and_every_block_stays_the_block_it_was(text, title, count):
    check(text, title, count)


@pytest.mark.slow
@given(documents(largest=30) | rough_documents(largest=30), TITLES, st.integers(1, 3))
@settings(max_examples=1_500)
def test_mvt_008_the_same_in_long_texts(text, title, count):
    check(text, title, count)


def test_taking_points_out_in_any_order_gives_the_text_back():
    changes = planned(SPEC, points=["- a", "- b", "- c"])
    for order in permutations(changes):
        left = list(order)
        while left:
            left.pop()
            prove_additions(
                SPEC, compose_text(SPEC, sorted(left, key=changes.index)), sorted(left, key=changes.index)
            )
        assert compose_text(SPEC, left) == SPEC
