"""Additions of one session to several sections: they only add, and the order of decisions never matters."""

from datetime import UTC, datetime

from hypothesis import example, given
from hypothesis import strategies as st

from reviews.documents import rebase
from reviews.documents.ancestry import find_roots
from reviews.documents.fitting_sections import Subject
from reviews.documents.insert import compose_text, plan_additions, prove_additions
from reviews.errors import DoesNotFit
from tests.documents.markdown import documents, rough_documents
from tests.documents.test_ancestry import Row
from tests.drawing import examples

SPEC = "# Spec\n\n## Payments\n\nWe retry.\n\n## Refunds\n\nFive days.\n\n## Rollout\n\nSpain first.\n"
ABOUT = [
    "Payments fail at night.",
    "User journeys are slow.",
    "Refunds take long.",
    "Nobody owns it.",
    "“text” is short.",
]
SUBJECTS = st.lists(st.sampled_from(ABOUT), min_size=1, max_size=4)
AT = datetime(2026, 2, 20, tzinfo=UTC)


def planned(text, number, subjects):
    made = plan_additions(
        text,
        step_id="01-03",
        title="Lines",
        at=AT.replace(minute=number),
        points=[f"- [All] {number}.{n} {words}" for n, words in enumerate(subjects)],
        subjects=[Subject(words) for words in subjects],
    )
    return [
        Row(f"{number}.{n}", one.position, one.text, one.heading, one.marker) for n, one in enumerate(made)
    ]


def heading_above(text, words):
    lines = text[: text.index(words)].splitlines()
    return [line for line in lines if line.startswith("## ")][-1]


def test_each_point_stands_at_the_end_of_the_section_it_is_about_and_the_others_where_they_did():
    text = compose_text(SPEC, planned(SPEC, 0, ABOUT))
    assert heading_above(text, "Payments fail") == "## Payments"
    assert heading_above(text, "Refunds take") == "## Refunds"
    assert heading_above(text, "Nobody owns") == "## Rollout"
    assert text.count("### Elaboration Insights (Step 01-03: Lines)") == 2
    assert text.count("### Additional Insights from Elaboration") == 1


def test_a_second_session_adds_below_the_heading_that_the_first_one_put_into_the_section():
    first = planned(SPEC, 0, ["Payments fail at night.", "Refunds take long."])
    text = compose_text(SPEC, first)
    later = compose_text(text, planned(text, 1, ["Refunds never arrive.", "Payments are late."]))
    assert later.count("### Elaboration Insights (Step 01-03: Lines)") == 2
    assert heading_above(later, "Payments are late") == "## Payments"
    assert heading_above(later, "Refunds never arrive") == "## Refunds"


def test_in_a_text_that_moved_on_each_point_still_finds_its_own_section():
    rows = planned(SPEC, 0, ["Payments fail at night.", "Refunds take long."])
    made = [rebased(row, title) for row, title in zip(rows, ("Payments", "Refunds"), strict=True)]
    later = SPEC.replace("Five days.", "Six days, or seven.").replace("# Spec", "# The spec")
    one = rebase.put(later, SPEC, made[:1])
    both = rebase.put(one, SPEC, made[1:])
    assert heading_above(both, "Payments fail") == "## Payments"
    assert heading_above(both, "Refunds take") == "## Refunds"
    assert rebase.take(rebase.take(both, SPEC, made[:1]), SPEC, made[1:]) == later


def rebased(row, section):
    class Made(Row):
        pass

    made = Made(row.pk, row.position, row.text, row.heading, row.marker)
    object.__setattr__(made, "section", section)
    return made


@example(SPEC, [ABOUT, ABOUT], None)
@example("### User Journeys", [ABOUT[:2], ABOUT[:1]], None)
@given(rough_documents() | documents() | st.just(SPEC), st.lists(SUBJECTS, min_size=1, max_size=3), st.data())
@examples(40)
def test_any_choice_only_adds_in_any_order_and_without_it_the_text_is_what_it_was(text, sessions, data):
    groups, last = [], text
    try:
        for number, subjects in enumerate(sessions):
            rows = planned(last, number, subjects)
            groups.append((last, rows))
            last = find_roots([(last, rows)])[0].composed([row.pk for row in rows])
    except DoesNotFit:
        return
    (root,) = find_roots(groups)
    keys = [row.pk for _, rows in groups for row in rows]
    assert root.composed(keys) == last
    assert root.composed([]) == text
    chosen = list(reversed(keys)) if data is None else data.draw(st.permutations(keys))
    while chosen:
        chosen.pop()
        new = root.composed(chosen)
        prove_additions(text, new, root.chosen(chosen))
