"""What kind of document Ana has written, and which parts it owes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.reading.document import read_document
from reviews.language.reading.document_kind import DocumentKind, document_kind, owed_parts
from reviews.language.reading.outline import outline_of
from reviews.language.reading.parts import find_part, is_nothing

DOCUMENTS = {
    "proposal": "# Proposal: a roof\n\nWe propose a roof.",
    "decision_record": "# 7 Use one queue\n\n## Status\n\nAccepted\n\n## Context\n\nTwo.\n\n## Decision\n\nOne.",
    "post_mortem": "# The tills stood still\n\n## Timeline\n\nAt 8.\n\n## Root cause\n\nA cable.\n\n## Lessons learned",
    "strategy": "# Roadmap\n\n## Next 12 months\n\nMore stations.",
    "product_note": "# PRD: tickets by phone\n\n## User stories\n\nAs a guest I buy a ticket.",
    "specification": "# Specification of the ticket file\n\n## Syntax\n\nLines.",
    "minutes": "# Council meeting 2031-05-03\n\n## Attendees\n\n- Ana\n\n## Agenda\n\n- Roof",
    "runbook": "# Release process\n\n## Prerequisites\n\nA key.",
    "charter": "# Our values\n\n## Goals\n\nTrains for everybody.",
    "record": "# Annual report 2031\n\nWe sold tickets.",
    "other": "# Tickets\n\nThere are two kinds of tickets.",
}


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_a_document_is_known_by_its_title_and_headings(kind):
    assert document_kind(outline_of(read_document(DOCUMENTS[kind]))) == kind


def test_a_title_that_only_has_the_word_for_a_kind_makes_none():
    assert (
        document_kind(outline_of(read_document("# Parcel lockers for the board\n\nThey are grey.")))
        == "other"
    )
    meeting = "# Proposal: a room for the weekly meeting\n\nWe propose a room."
    assert document_kind(outline_of(read_document(meeting))) == DocumentKind.PROPOSAL


def test_a_text_that_is_only_kept_owes_nothing():
    for words in ("This is an archive of the roadmap for 2029.", "This proposal has been superseded."):
        kept = outline_of(read_document(f"# Roadmap\n\n_{words}_\n\n## Next 12 months\n\nMore stations."))
        assert owed_parts(kept) == ()


def test_the_name_of_a_file_tells_its_kind_when_nothing_else_does():
    assert (
        document_kind(outline_of(read_document("# The tills\n\nThey fell.", "postmortem-tills.md")))
        == "post_mortem"
    )


def test_a_memo_whose_labels_name_the_parts_of_a_proposal_is_one():
    memo = "Reason: rain.\nRisks: it leaks.\nCost: 300 euros.\nOther ideas: umbrellas.\n"
    assert document_kind(outline_of(read_document(memo))) == DocumentKind.PROPOSAL


def test_a_change_of_code_owes_no_sum_of_money():
    notes = "# Proposal: a flag\n\nWe propose a flag.\n"
    assert "cost" in owed_parts(outline_of(read_document(notes)))
    assert "cost" not in owed_parts(outline_of(read_document(notes + "\n```\n--flag\n```\n")))


@pytest.mark.parametrize("words", ["n/a", "None.", "see above", "See section 4.", "TBD", "as usual", "", "–"])
def test_words_that_only_fill_a_place_say_nothing(words):
    assert is_nothing(words)


@pytest.mark.parametrize("words", ["None of the guests pays.", "See it as a loan.", "Ana", "12 euros"])
def test_words_that_answer_something_are_not_nothing(words):
    assert not is_nothing(words)


lines = st.sampled_from(
    [
        "# Risks",
        "## Cost",
        "Owner: Ana",
        "Owner:",
        "| When | Who |",
        "|---|---|",
        "| May | all |",
        "see above",
        "- a",
        "",
        "```",
    ]
)


@given(st.lists(lines, max_size=12))
def test_any_text_has_a_kind_and_each_part_stands_at_a_line_or_nowhere(given_lines):
    document = read_document("\n".join(given_lines))
    outline = outline_of(document)
    for part in owed_parts(outline):
        place = find_part(outline, part)
        assert place is None or place.line <= len(document.index.lines)
