"""Accepting, editing and taking back what a roundtable adds, and what the artifact's bytes are afterwards."""

from itertools import permutations

import pytest

from reviews.changes import decide
from reviews.documents.insert import hunks_for
from reviews.errors import DoesNotFit, ElmError, IllegalMove
from reviews.models import Change, Session
from tests import factories
from tests.changes.stage import now, propose, session_with, statuses
from tests.changes.table import AT, HEADING, POINTS, SPEC, add, block, held, held_about
from tests.changes.test_apply import revised
from tests.changes.test_changes_page import HTMX, act, page_of
from tests.pages import words


@pytest.fixture
def table(item) -> Session:
    """A finished roundtable that adds three points to a specification."""
    return held(item)


@pytest.fixture
def spec(table):
    return table.pins.get().artifact


def change(session, order):
    return session.changes.get(order=order)


def with_points(*numbers, minute=30):
    return SPEC.replace("## 2.", f"{block(*numbers, minute=minute)}\n## 2.") if numbers else SPEC


def test_fr_008_03_accepting_all_points_adds_them_under_one_heading(ana, table, spec):
    (revision,) = decide.accept_all(table, ana)
    assert revision.number == 2
    assert now(spec).decode() == with_points(1, 2, 3)


def test_points_accepted_in_any_order_stand_in_the_order_of_the_summary(ana, table, spec):
    for order in (3, 1, 2):
        decide.accept(change(table, order), ana)
    assert now(spec).decode() == with_points(1, 2, 3)


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_undo_leaves_the_others_and_the_last_takes_the_heading_out(ana, table, spec, order):
    decide.accept_all(table, ana)
    left = {1, 2, 3}
    for number in order:
        decide.undo(change(table, number), ana)
        left.remove(number)
        assert now(spec).decode() == with_points(*sorted(left))


def test_an_edit_keeps_the_marker_line_when_the_person_kept_it(ana, table, spec):
    first = change(table, 1)
    decide.accept(first, ana, text=f"{first.marker}\r\n- [Maya] Better.\r\n")
    assert f"{HEADING}\n\n{first.marker}\n- [Maya] Better.\n\n## 2." in now(spec).decode()
    assert change(table, 1).edited == f"{first.marker}\n- [Maya] Better."


@pytest.mark.parametrize(
    "typed", ["- [Maya] Better.", "\n\n- [Maya] Better.\n{marker}\n", "  {marker}\n- [Maya] Better."]
)
def test_an_edit_gets_the_marker_line_back(ana, table, typed):
    first = change(table, 1)
    decide.accept(first, ana, text=typed.format(marker=first.marker))
    assert change(table, 1).edited == f"{first.marker}\n- [Maya] Better."


def test_an_edit_that_changes_nothing_is_the_addition(ana, table):
    decide.accept(change(table, 1), ana, text=change(table, 1).inserted.replace("\n", "\r\n") + "\r\n")
    assert change(table, 1).edited is None


@pytest.mark.parametrize(
    ("typed", "why"),
    [("", "Nothing is left"), ("{marker}\n \n", "Nothing is left"), ("- x\n```\ncode", "does not close")],
)
def test_an_edit_that_leaves_no_whole_block_is_refused(ana, table, spec, typed, why):
    first = change(table, 1)
    with pytest.raises(ElmError, match=why):
        decide.accept(first, ana, text=typed.format(marker=first.marker))
    assert (statuses(table), now(spec).decode()) == (["proposed"] * 3, SPEC)


def test_an_edited_point_is_taken_out_whole(ana, table, spec):
    decide.accept(
        change(table, 1), ana, text="- [Maya] Better.\n\n  With a second paragraph.\n\n```\ncode\n```"
    )
    decide.accept(change(table, 2), ana)
    decide.undo(change(table, 1), ana)
    assert now(spec).decode() == with_points(2)


@pytest.mark.slow
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
@pytest.mark.parametrize("text", [SPEC, SPEC.rstrip(), "", "Notes", "# User Journeys"])
def test_line_ends_mark_and_final_newline_come_back(ana, item, mark, end, text):
    base = mark + text.replace("\n", end).encode()
    table = held(item, base)
    artifact = table.pins.get().artifact
    decide.accept_all(table, ana)
    assert now(artifact).startswith(mark)
    for number in (2, 1, 3):
        decide.undo(change(table, number), ana)
    assert now(artifact) == base


def test_a_second_session_stands_under_the_heading_of_the_first(ana, table, spec):
    decide.accept_all(table, ana)
    second = held_about(spec, POINTS[:1])
    decide.accept_all(second, ana)
    text = now(spec).decode()
    assert text.count(HEADING) == 1
    assert text == with_points(1, 2, 3).replace("\n## 2.", f"\n{block(1, minute=31).split('\n\n')[1]}\n## 2.")


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_sessions_on_top_of_each_other_are_taken_back_in_any_order(ana, item, order):
    first = held(item, SPEC.rstrip("\n"), POINTS[:1])
    spec = first.pins.get().artifact
    decide.accept_all(first, ana)
    second = held_about(spec, POINTS[1:2])
    decide.accept_all(second, ana)
    third = held_about(spec, POINTS[2:], title="The journeys of users", step_id="")
    decide.accept_all(third, ana)
    sessions = {"a": first, "b": second, "c": third}
    for name in order:
        decide.undo(change(sessions[name], 1), ana)
    assert now(spec).decode() == SPEC.rstrip("\n")


def test_the_heading_stays_while_a_later_session_stands_under_it(ana, table, spec):
    decide.accept(change(table, 1), ana)
    second = held_about(spec, POINTS[:1])
    decide.accept_all(second, ana)
    decide.undo(change(table, 1), ana)
    assert now(spec).decode() == SPEC.replace("## 2.", f"{block(1, minute=31)}\n## 2.")


def test_sessions_that_read_the_same_text_both_go_in(ana, ben, table, spec):
    second = held_about(spec, POINTS[:1])
    decide.accept_all(second, ben)
    decide.accept_all(table, ana)
    text = now(spec).decode()
    assert (text.count(HEADING), text.count("<!-- Elaboration")) == (1, 2)
    decide.undo(change(second, 1), ben)
    assert now(spec).decode() == with_points(1, 2, 3)


def test_a_rejected_point_is_not_added(ana, table, spec):
    decide.reject(change(table, 2), ana)
    decide.accept_all(table, ana)
    assert now(spec).decode() == with_points(1, 3)


def test_points_go_to_their_section_when_somebody_wrote_elsewhere(ana, ben, table, spec):
    revised(
        spec, SPEC.replace("None.", "A double charge.").replace("# Requirements", "# All requirements"), ben
    )
    decide.accept_all(table, ana)
    text = (
        with_points(1, 2, 3)
        .replace("None.", "A double charge.")
        .replace("# Requirements", "# All requirements")
    )
    assert now(spec).decode() == text


def test_undo_keeps_what_somebody_wrote_in_between(ana, ben, table, spec):
    decide.accept_all(table, ana)
    revised(spec, now(spec).decode().replace("None.", "A double charge."), ben)
    for number in (3, 1, 2):
        decide.undo(change(table, number), ana)
    assert now(spec).decode() == SPEC.replace("None.", "A double charge.")


def test_a_point_that_somebody_reworded_stays_and_says_so(ana, ben, table, spec):
    decide.accept_all(table, ana)
    text = now(spec).decode().replace("- [Maya] One.", "- [Maya] One and a half.")
    revised(spec, text, ben)
    with pytest.raises(DoesNotFit, match="reworded meanwhile"):
        decide.undo(change(table, 1), ana)
    assert (statuses(table), now(spec).decode()) == (["applied"] * 3, text)


def test_a_section_that_is_gone_refuses_with_a_sentence(ana, ben, table, spec):
    revised(spec, "# Something else\n", ben)
    with pytest.raises(DoesNotFit, match=r"“1. User Journeys” was changed meanwhile"):
        decide.accept_all(table, ana)
    assert (statuses(table), now(spec)) == (["proposed"] * 3, b"# Something else\n")
    assert not table.events.exists()


def test_an_interview_and_a_roundtable_about_one_artifact_do_not_disturb_each_other(ana, item):
    interview = session_with(item, [(SPEC, SPEC.replace("None.", "A double charge."))])
    spec = interview.pins.get().artifact
    table = held_about(spec)
    decide.accept_all(interview, ana)
    decide.accept_all(table, ana)
    decide.undo(change(interview, 1), ana)
    assert now(spec).decode() == with_points(1, 2, 3, minute=31)
    decide.undo(change(table, 1), ana)
    assert now(spec).decode() == with_points(2, 3, minute=31)


def test_an_addition_is_taken_out_after_the_later_change_that_is_about_its_lines(ana, table, spec):
    decide.accept(change(table, 1), ana)
    spec.refresh_from_db()
    with_point = now(spec).decode()
    later = factories.SessionFactory(item=spec.item, state="finished", end_reason="ready")
    [closer] = propose(later, spec, with_point.replace(f"{HEADING}\n\n", f"{HEADING}\n"))
    decide.accept(closer, ana)
    with pytest.raises(DoesNotFit, match="Undo the later one first"):
        decide.undo(change(table, 1), ana)
    decide.undo(closer, ana)
    assert now(spec).decode() == with_point
    decide.undo(change(table, 1), ana)
    assert now(spec).decode() == SPEC


def test_apply_now_puts_in_what_fits_and_says_what_does_not(ben, item, table, spec):
    gone = factories.ArtifactFactory(item=item, content=SPEC)
    add(table, gone, POINTS[:1], title="User Journeys", step_id="01-03", at=AT)
    revised(gone, "# Something else\n", ben)
    results = decide.apply_now(table.pk, list(table.changes.all()))
    assert [(found.order, revision and revision.number) for found, revision, _ in results] == [
        (1, 2), (2, 2), (3, 2), (4, None),
    ]  # fmt: skip
    assert results[3][2].startswith("“1. User Journeys” was changed meanwhile")
    assert statuses(table) == ["applied"] * 3 + ["proposed"]
    assert (now(spec).decode(), now(gone)) == (with_points(1, 2, 3), b"# Something else\n")
    assert table.events.count() == 1


def test_apply_now_after_a_crash_adds_nothing_twice(ana, table, spec):
    decide.reject(change(table, 2), ana)
    changes = list(table.changes.all())
    first = decide.apply_now(table.pk, changes)
    again = decide.apply_now(table.pk, changes)
    assert [revision and revision.number for _, revision, _ in first] == [2, None, 2]
    assert [(revision and revision.number, why) for _, revision, why in again] == [
        (2, ""), (None, "This change was rejected by Ana already. Nothing was changed."), (2, ""),
    ]  # fmt: skip
    assert spec.revisions.count() == 2


def test_what_is_put_in_for_nobody_is_the_sessions_own(table, spec):
    decide.apply_now(table.pk, list(table.changes.all()))
    revision = spec.revisions.get(number=2)
    assert (revision.made_by, revision.session) == (None, table)
    assert (table.events.get().user, table.events.get().speaker_key) == (None, "")
    assert change(table, 1).decided_by is None


def test_the_log_and_the_revision_say_that_elm_put_it_in_and_that_people_accept(ana, table, spec):
    decide.apply_now(table.pk, [change(table, 1), change(table, 2)])
    decide.undo(change(table, 1), ana)
    decide.accept(change(table, 1), ana)
    assert [event.text for event in table.events.order_by("number")] == [
        f"Put in 2 changes to {spec.name}, now at revision 2.",
        f"Took back a change to {spec.name}, now at revision 3.",
        f"Accepted a change to {spec.name}, now at revision 4.",
    ]
    notes = [revision.note for revision in spec.revisions.order_by("number")]
    assert notes[1:] == [
        "Put in 2 changes",
        "Took back a change in “1. User Journeys”",
        "Accepted a change in “1. User Journeys”",
    ]


def test_the_card_of_a_point_shows_it_with_its_heading(as_user, ana, table):
    page = words(as_user(ana).get(page_of(table)))
    assert page.count("Elaboration Insights (Step 01-03: User Journeys)") >= 3
    response = as_user(ana).post(act(change(table, 1), "accept"), headers=HTMX)
    assert "- [Maya] One." in words(response)


def test_every_insertion_of_a_base_is_known_exactly(table):
    changes = list(Change.objects.all())
    (stretch,) = hunks_for(SPEC, changes)
    assert SPEC[: stretch.position] + stretch.inserted + SPEC[stretch.position :] == with_points(1, 2, 3)


def test_a_decided_point_says_who_was_quicker(ana, ben, table, spec):
    decide.accept(change(table, 1), ben)
    with pytest.raises(IllegalMove, match="was accepted by Ben already"):
        decide.accept(change(table, 1), ana)
    assert spec.revisions.count() == 2
