"""Additions and texts that somebody has moved on."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.documents import rebase
from reviews.documents.headings import every_line
from reviews.documents.insert import compose_text, plan_additions, prove_additions
from reviews.errors import DoesNotFit
from tests.documents.markdown import documents, rough_documents
from tests.drawing import examples

AT = datetime(2026, 2, 20, 14, 30, tzinfo=UTC)
SPEC = "# Spec\n\n## User Journeys\n\nA buyer pays.\n\n## Risks\n\nNone.\n"
TITLES = st.sampled_from(["User Journeys", "A", "Lines", "Nothing of the kind"])
HEADING = "### Elaboration Insights (Step 01-03: User Journeys)"


def planned(text, points=("- One.", "- Two."), title="User Journeys"):
    return plan_additions(text, step_id="01-03", title=title, at=AT, points=points)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("None.", "A double charge."),
        ("A buyer pays.\n", "A buyer pays.\n\nA buyer is told.\n"),
        ("# Spec\n", "# Spec\n\nNew.\n"),
        ("## Risks", "## Dangers"),
        ("## User Journeys", "## More\n\nx\n\n## User Journeys"),
    ],
)
def test_additions_go_to_their_section_in_a_later_text_and_out_of_it_again(old, new):
    changes, later = planned(SPEC), SPEC.replace(old, new)
    put = rebase.put(later, SPEC, changes)
    assert put == compose_text(later, planned(later))
    assert rebase.take(put, SPEC, changes) == later


def test_what_people_write_around_additions_stays_when_they_are_taken_out():
    changes = planned(SPEC)
    later = compose_text(SPEC, changes).replace("None.", "Many.").replace("# Spec\n", "# The spec\n")
    assert rebase.take(later, SPEC, changes) == SPEC.replace("None.", "Many.").replace(
        "# Spec\n", "# The spec\n"
    )


def test_the_heading_stays_while_something_stands_under_it():
    first, second = planned(SPEC)
    later = compose_text(SPEC, [first, second]).replace("None.", "Many.")
    without = rebase.take(later, SPEC, [first], [second])
    assert HEADING in without
    assert "One." not in without
    assert HEADING not in rebase.take(without, SPEC, [second])


def test_a_heading_with_a_persons_own_words_under_it_stays():
    (change,) = planned(SPEC, points=["- One."])
    later = compose_text(SPEC, [change]).replace("- One.\n", "- One.\n\nWe agree.\n")
    assert f"{HEADING}\n\nWe agree.\n" in rebase.take(later, SPEC, [change])


def test_without_a_final_newline_the_bytes_come_back():
    spec = "# User Journeys\n\nPay."
    (change,) = planned(spec, points=["- One."])
    later = compose_text(spec, [change]).replace("Pay.", "Pay later.")
    assert rebase.take(later, spec, [change]) == "# User Journeys\n\nPay later."


@pytest.mark.parametrize(
    "later",
    [
        "",
        "Other.\n",
        SPEC.replace("## User Journeys", "## Trips"),
        SPEC + "\n## User Journeys\n\nPay.\n\nBye.\n",
    ],
)
def test_an_addition_whose_section_is_gone_or_double_is_refused(later):
    later = later.replace("A buyer pays", "Somebody pays").replace("## Risks", "## Dangers")
    with pytest.raises(DoesNotFit, match=r"“User Journeys” was changed meanwhile.*by hand"):
        rebase.put(later, SPEC, planned(SPEC))


def test_of_two_sections_alike_the_quoted_one_is_taken():
    later = SPEC.replace("None.", "Many.") + "\n## User Journeys\n\nOther words.\n"
    put = rebase.put(later, SPEC, planned(SPEC))
    assert put.index("A buyer pays.") < put.index(HEADING) < put.index("## Risks")


def test_an_addition_that_stands_there_already_is_not_made_twice():
    changes = planned(SPEC)
    with pytest.raises(DoesNotFit, match="already"):
        rebase.put(compose_text(SPEC, changes), SPEC, changes)


def test_a_point_goes_in_beside_one_that_begins_with_the_same_words():
    short, long = planned(SPEC, ["- One.", "- One. Or two."])
    later = compose_text(SPEC, [long]).replace("None.", "Many.")
    put = rebase.put(later, SPEC, [short])
    assert "- One.\n" in put
    assert rebase.take(put, SPEC, [short]) == later


def test_an_addition_that_somebody_reworded_is_not_taken_out():
    changes = planned(SPEC)
    with pytest.raises(DoesNotFit, match=r"reworded meanwhile.*Elaboration: step 01-03"):
        rebase.take(compose_text(SPEC, changes).replace("- One.", "- Won."), SPEC, changes)


def test_lines_that_would_run_together_are_left_alone():
    changes = planned("", title="Nothing")
    later = rebase.put("# A\n# A\r```", "", changes)
    with pytest.raises(DoesNotFit, match="nothing was written"):
        rebase.take(later, "", changes)


def test_insights_at_the_end_of_the_text_go_to_its_end():
    changes = planned("Notes.\n", title="Nothing")
    assert rebase.put("Other.\n", "Notes.\n", changes) == compose_text(
        "Other.\n", planned("Other.\n", title="Nothing")
    )


@example("", "#no\n-\r```", "Lines")
@given(documents() | rough_documents(), documents() | rough_documents(), TITLES)
@examples(80)
def test_whatever_the_later_text_is_nothing_of_it_is_lost(base, later, title):
    try:
        changes = planned(base, title=title)
        put = rebase.put(later, base, changes)
    except DoesNotFit:
        return
    lines = iter(every_line(put))
    assert all(line in lines for line in every_line(later)[:-1])
    prove_additions(base, compose_text(base, changes), changes)
    try:
        without = rebase.take(put, base, changes)
    except DoesNotFit:
        assert "\r" in later.replace("\r\n", "")  # lines that would run together are left alone
        return
    assert [line.strip() for line in every_line(without) if line.strip()] == [
        line.strip() for line in every_line(later) if line.strip()
    ]
