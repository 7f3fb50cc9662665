"""What of a text ELM wrote, by the words that are stored of it."""

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.authorship import (
    AddedStretch,
    WrittenByElm,
    blank_out,
    find_added,
    leave_out,
    shift_stretches,
)
from reviews.documents.hunks import Replacement, apply_changes
from reviews.documents.insert import compose_text, plan_additions
from reviews.errors import DoesNotFit
from tests.documents.markdown import PIECES
from tests.drawing import examples

AT = datetime(2026, 11, 22, tzinfo=UTC)
BASE = "# Retries\n\n## Payments\n\nCards are declined.\n\n## Risks\n\nNone.\n"
POINTS = ("- [Maya] Shoppers see it.", "- [Alex] The bank answers late.")


def additions(base=BASE, title="Payments", points=POINTS):
    return plan_additions(base, step_id="01-03", title=title, at=AT, points=points)


def written(made, **also):
    return [WrittenByElm(str(at), one.inserted, one.heading, **also) for at, one in enumerate(made)]


def test_what_nobody_has_accepted_is_blank_and_every_other_character_keeps_its_place():
    text = compose_text(BASE, additions())
    added = find_added(text, written(additions()))
    blanked = blank_out(text, added)
    assert len(blanked) == len(text)
    assert blanked.split() == BASE.split()
    assert blanked.index("## Risks") == text.index("## Risks")
    assert leave_out(text, added) == BASE


def test_what_a_person_has_accepted_stays_with_the_heading_above_it():
    text = compose_text(BASE, additions())
    first, second = written(additions())
    added = find_added(text, [replace(first, is_accepted=True, by="Ana"), second])
    left = leave_out(text, added)
    assert POINTS[0] in left
    assert first.heading in left
    assert POINTS[1] not in left
    assert [one.by for one in added if one.is_accepted] == ["Ana"]


def test_a_marker_that_somebody_typed_makes_nothing_elms():
    typed = f"{BASE}\n<!-- Elaboration: step 01-03, 2026-11-22T00:00:00.000Z -->\n- Mine.\n"
    assert find_added(typed, written(additions())) == ()


def test_whoever_copies_an_addition_elsewhere_writes_the_copy():
    text = compose_text(BASE, additions()) + f"\n{additions()[0].inserted}\n"
    left = leave_out(text, find_added(text, written(additions())))
    assert left.count(POINTS[0]) == 1
    assert left.index(POINTS[0]) > left.index("None.")


def test_words_that_a_person_has_changed_are_theirs():
    text = compose_text(BASE, additions()).replace("The bank answers late", "The bank never answers")
    assert "The bank never answers" in leave_out(text, find_added(text, written(additions())))


def test_lines_that_an_edit_adds_are_nobodys_and_the_others_move_along():
    old = (AddedStretch(BASE.index("None."), len(BASE)),)
    edit = Replacement(
        BASE.index("Cards"), "Cards are declined.", "Cards are declined.\n\nBananas are yellow."
    )
    text, added = apply_changes(BASE, [edit]), shift_stretches(old, [edit])
    assert [text[one.start : one.end].strip() for one in added] == ["Bananas are yellow.", "None."]
    assert "Bananas" not in blank_out(text, added)
    assert blank_out(text, added).count("Cards are declined.") == 1


def test_words_within_a_line_stay_the_notes():
    edit = Replacement(BASE.index("Cards"), "Cards", "Cards (of shoppers)")
    assert shift_stretches((), [edit]) == ()


@examples(40)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(["User Journeys", "B", "Nothing"]))
def test_any_text_is_the_authors_again_without_the_additions(pieces, title):
    base = "\n".join(pieces)
    try:
        made = additions(base, title)
    except DoesNotFit:
        return
    text = compose_text(base, made)
    added = find_added(text, written(made))
    assert len(blank_out(text, added)) == len(text)
    kept = [line for line in leave_out(text, added).splitlines() if line.strip()]
    assert kept == [line for line in base.splitlines() if line.strip()]
