"""Where findings go when the text that they are about is replaced by a newer one."""

import pytest

from reviews.changes import decide, findings
from reviews.models.finding import FindingStatus
from tests import factories
from tests.changes.findings.stage import VAGUE, check, vague, write
from tests.factories import NOTES


def found(notes, quote: str, line: int, column: int = 1, section: str = ""):
    """A finding by hand."""
    place = {"quote": quote, "line": line, "column": column, "section": section}
    return factories.FindingFactory(artifact=notes, **place)


def place_of(finding):
    finding.refresh_from_db()
    return (finding.revision.number, finding.line, finding.column, finding.section, finding.unplaced)


def test_words_that_stand_there_once_are_where_the_finding_is(notes, ana):
    check(notes)
    write(notes, NOTES.replace("# Payment retries\n", "# Payment retries\n\nA new line.\n"), ana)
    assert place_of(vague(notes)) == (2, 11, 50, "Plan", "")


def test_words_that_moved_to_another_section_are_found_there(notes, ana):
    check(notes)
    write(notes, f"# Goals\n\n{VAGUE}\n", ana)
    assert place_of(vague(notes)) == (2, 3, 1, "Goals", "")


def test_words_that_are_gone_leave_the_finding_where_it_was_with_a_sentence(notes, ana):
    check(notes)
    write(notes, "# Goals\n\nNone.\n", ana)
    why = "Could not place: the words are not in revision 2 any more."
    assert place_of(vague(notes)) == (1, 9, 50, "Plan", why)
    assert vague(notes).status == "open"


def test_words_that_come_back_are_placed_again(notes, ana):
    check(notes)
    write(notes, "# Goals\n\nNone.\n", ana)
    write(notes, NOTES, ana)
    assert place_of(vague(notes)) == (3, 9, 50, "Plan", "")


def test_of_several_places_the_only_one_in_its_section_is_taken(notes, ana):
    tbd = found(notes, "TBD", 9, section="Plan")
    write(notes, "# Notes\n\nTBD\n\n## Plan\n\nTBD\n", ana)
    assert place_of(tbd) == (2, 7, 1, "Plan", "")


def test_of_several_places_in_its_section_the_one_with_the_same_lines_around_is_taken(item, ana):
    notes = factories.ArtifactFactory(item=item, content="# Plan\n\nOne:\nTBD\n\nTwo:\nTBD\n")
    second = found(notes, "TBD", 7, section="Plan")
    write(notes, "# Plan\n\nZero:\nTBD\n\nOne:\nTBD\n\nTwo:\nTBD\n", ana)
    assert place_of(second) == (2, 10, 1, "Plan", "")


def test_when_it_is_not_certain_which_place_is_meant_none_is_taken(item, ana):
    notes = factories.ArtifactFactory(item=item, content="# Plan\n\nOne:\nTBD\n")
    tbd = found(notes, "TBD", 4, section="Plan")
    write(notes, "# Plan\n\nTwo:\nTBD\n\nThree:\nTBD\n", ana)
    why = "Could not place: the words stand in revision 2 at 2 places, and it is not certain which of them is meant."
    assert place_of(tbd) == (1, 4, 1, "Plan", why)


def test_words_that_were_only_wrapped_anew_are_the_same_words(notes, ana):
    check(notes)
    write(notes, NOTES.replace("makes checkout significantly", "makes checkout\r\nsignificantly"), ana)
    assert place_of(vague(notes)) == (2, 9, 50, "Plan", "")
    assert vague(notes).quote == "This makes checkout\r\nsignificantly better."


def test_a_finding_about_the_whole_text_keeps_line_0(notes, ana):
    whole = found(notes, "", 0, 0)
    write(notes, "# Something else\n", ana)
    assert place_of(whole) == (2, 0, 0, "", "")


def test_a_plain_text_has_no_sections(item, ana):
    notes = factories.ArtifactFactory(item=item, name="a.txt", kind="text", content="# no heading\nTBD\n")
    tbd = found(notes, "TBD", 2)
    write(notes, "# no heading\n\nTBD\n", ana)
    assert place_of(tbd) == (2, 3, 1, "", "")


def test_of_those_that_wait_one_has_a_place_and_one_has_none(notes, ana):
    rows = [found(notes, VAGUE, 9), found(notes, "Not there", 1), found(notes, "Nor this", 1)]
    findings.decide(rows[0], FindingStatus.ACCEPTED, ana)
    findings.decide(rows[2], FindingStatus.DISMISSED, ana, "No matter.")
    write(notes, f"{NOTES}\nMore.\n", ana)
    waiting = notes.findings.filter(status__in=findings.WAITING)
    assert [bool(row.unplaced) for row in waiting.order_by("unplaced")] == [False, True]


def test_accepting_a_change_places_findings_again(notes, ana, item):
    check(notes)
    session = factories.SessionFactory(item=item)
    change = session.changes.create(
        artifact=notes, base=notes.current, order=1, position=0, inserted="Intro.\n\n"
    )
    decide.accept(change, ana)
    assert place_of(vague(notes)) == (2, 11, 50, "Plan", "")
    decide.undo(change, ana)
    assert place_of(vague(notes)) == (3, 9, 50, "Plan", "")


@pytest.mark.parametrize("count", [1, 40])
def test_placing_takes_a_constant_number_of_queries(notes, count, django_assert_num_queries):
    for _ in range(count):
        found(notes, "TBD", 9, section="Plan")
    revision = notes.revisions.create(number=2, content=b"# A\n\nTBD\n\n# B\n\nTBD\n", parent=notes.current)
    notes.current = revision
    with django_assert_num_queries(
        7
    ):  # the rows, the old text, one update, and their entries in the search index
        findings.place_findings(notes)
