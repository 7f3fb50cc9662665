"""How a roundtable ends: synthesis, additions, record and menu."""

import pytest

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.state import Earlier
from reviews.log.values import Apply, Ask, Move, Record, Say
from reviews.states import EndReason, EventKind
from tests.kinds.roundtable.table import Table


def test_c27_done_right_after_the_framing_has_a_minimal_summary_and_changes_nothing():
    table = Table()
    while not table.of(EventKind.FRAMING):
        table.step()
    table.say("done")
    table.run()
    assert table.state.synthesis.text.endswith(
        "Discussion ended early. The framing identified User Experience & Journeys as a discussion point."
    )
    assert table.added == ()
    assert table.of(EventKind.RECORD)[0].data["turn_count"] == 1
    assert table.of(EventKind.RECORD)[0].data["outcome"] == "minimal"


def test_done_before_the_framing_still_has_the_framing():
    table = Table()
    table.say("done")
    table.run()
    assert table.state.turn_count == 1
    assert table.end == ("finished", EndReason.USER_INITIATED)


def test_the_write_order_is_artifacts_record_menu_end():
    table = Table()
    table.run()
    table.say("done")
    seen = [type(table.step()) for _ in range(7)]
    assert seen == [Say, Ask, Move, Apply, Record, Say, Move]


def test_fr_006_03_fr_006_04_the_same_menu_comes_again():
    table = Table()
    table.after("done")
    assert table.of(EventKind.MENU)[0].text == (
        "---\n[E] Elaboration Mode -- bring all perspectives to discuss this topic\n"
        "[C] Continue -- move to the next step\n[S] Skip remaining steps in this phase\n"
        "Or type naturally to provide feedback.\n---"
    )


@pytest.mark.parametrize(
    ("title", "line"),
    [("Impact Analysis", "[C] Continue to Phase 02 (Impact Analysis)"), ("", "[C] Complete analysis")],
)
def test_fr_001_02_the_menu_of_a_phase_names_the_next_one(title, line):
    table = Table(boundary="phase", next_phase_title=title)
    table.after("done")
    assert line in table.of(EventKind.MENU)[0].text.splitlines()
    assert "[S]" not in table.of(EventKind.MENU)[0].text


def test_a_typed_topic_has_no_menu():
    table = Table(step_id="", boundary="", topic="Sync")
    table.after("done")
    assert table.of(EventKind.MENU) == []
    assert table.end == ("finished", EndReason.USER_INITIATED)


def test_fr_009_01_c29_the_record_says_what_the_session_came_to():
    table = Table()
    table.after("done")
    data = table.of(EventKind.RECORD)[0].data
    assert (data["step_id"], data["turn_count"]) == ("01-03", 3)
    assert data["personas_active"] == ["business-analyst", "solutions-architect", "system-designer"]
    assert data["synthesis_summary"] == "Couriers see what is pending."


def test_fr_009_03_a_later_session_is_told_of_the_earlier_ones():
    table = Table(earlier=(Earlier("01-02", "three journeys were found."),))
    table.step()
    assert table.events[2].text == (
        "We also had a roundtable discussion on step 01-02 where three journeys were found."
    )


def test_err_elab_002_a_phase_without_a_lead_is_led_by_maya_and_says_so():
    table = Table(no_lead="09-launch")
    table.step()
    assert table.events[2].text == (
        "Unknown phase key '09-launch'. Defaulting to Maya Chen as lead persona for elaboration."
    )


def test_err_elab_013_a_missing_file_is_announced_and_the_others_are_updated():
    table = Table(missing=("nfr-matrix.md",))
    table.after("done")
    assert (
        "Could not update nfr-matrix.md (file not found). Elaboration insights are in the synthesis summary above."
        in [event.text for event in table.of(EventKind.ANNOUNCEMENT)]
    )
    assert len(table.added) == 2


def test_c24_a_format_without_comments_is_left_alone_and_said_so():
    note = Note("a2", "user-stories.json", '{"stories": []}')
    table = Table(notes=(note,), targets=(note.artifact,))
    table.after("done")
    assert table.added == ()
    assert "user-stories.json" in table.of(EventKind.ANNOUNCEMENT)[-1].text


def test_c25_without_targets_nothing_is_added():
    table = Table(targets=())
    table.after("done")
    assert table.added == ()
    assert table.end == ("finished", EndReason.USER_INITIATED)
