"""Which section of a text a point is about."""

import tomllib
from pathlib import Path

import pytest

from reviews.documents.fitting_sections import Subject, fitting_section
from reviews.documents.sections import scan_sections

EXAMPLES = tomllib.loads((Path(__file__).parent / "examples" / "fitting_sections.toml").read_text())


POINTS = [*EXAMPLES["points"], *EXAMPLES["set_aside"]]


@pytest.mark.parametrize("point", POINTS, ids=[one["text"][:50] for one in POINTS])
def test_a_point_is_about_the_section_that_clearly_fits(point):
    scanned = scan_sections(EXAMPLES["documents"][point["document"]])
    found = fitting_section(scanned, Subject(point["text"]))
    assert (found.title if found else "") == point["section"]


def test_an_open_question_goes_to_the_list_of_open_questions_when_nothing_else_fits():
    scanned = scan_sections(EXAMPLES["documents"]["retries"])
    asked = fitting_section(scanned, Subject("What happens on bank holidays?", is_open=True))
    assert asked
    assert asked.title == "Open questions"
    about = fitting_section(scanned, Subject("Who pays for refunds?", is_open=True))
    assert about
    assert about.title == "Refunds"


@pytest.mark.parametrize("title", ["11. Open", "Open questions", "Offene Fragen", "TBD"])
def test_lists_of_what_is_open_are_known_by_their_headings(title):
    scanned = scan_sections(f"# Shifts\n\n## Open banking\n\nLater.\n\n## {title}\n\n- Who pays?\n")
    found = fitting_section(scanned, Subject("Which hours make a night?", is_open=True))
    assert found
    assert found.title == title


def test_a_text_without_headings_has_no_section():
    assert fitting_section(scan_sections("Payments are retried.\n"), Subject("Payments fail.")) is None


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["# Payments\n", "## A b c\n\ntext\n\n", "“payments fail” "])
def test_a_hostile_megabyte_takes_seconds(piece):
    scanned = scan_sections(piece * (1_000_000 // len(piece)))
    for number in range(10):
        fitting_section(scanned, Subject(f"Payments fail, as “payments fail” says {number}."))


@pytest.mark.parametrize(
    ("point", "title"),
    [("The bank holiday check stays.", "Calendar"), ("The holiday stays with the team.", "")],
)
def test_a_point_goes_where_words_of_it_stand_that_stand_nowhere_else(point, title):
    timing, staff = "## Calendar\n\nNot on a bank holiday.", "## Staff\n\nThe team checks the build."
    found = fitting_section(scan_sections(f"# Merging\n\n{timing}\n\n{staff}\n"), Subject(point))
    assert (found.title if found else "") == title
