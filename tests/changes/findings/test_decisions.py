"""Accepting, dismissing and reopening findings."""

import pytest

from reviews.changes import findings
from reviews.errors import ElmError, IllegalMove
from reviews.models.finding import FindingStatus
from tests.changes.findings.stage import check, vague, write

OPEN, ACCEPTED, DISMISSED = FindingStatus.OPEN, FindingStatus.ACCEPTED, FindingStatus.DISMISSED


@pytest.fixture
def finding(notes):
    check(notes)
    return vague(notes)


def stored(finding):
    finding.refresh_from_db()
    return (finding.status, finding.decision_reason, finding.decided_by)


def test_accepting_says_that_it_is_to_be_fixed(finding, ana):
    findings.decide(finding, ACCEPTED, ana)
    assert stored(finding) == ("accepted", "", ana)
    assert finding.decided is not None


def test_dismissing_keeps_the_reason_as_it_was_typed_but_for_the_space_around_it(finding, ana):
    findings.decide(finding, DISMISSED, ana, "  The annex\r\nhas the figure. ")
    assert stored(finding) == ("dismissed", "The annex\nhas the figure.", ana)


@pytest.mark.parametrize("decision", [ACCEPTED, DISMISSED])
def test_taking_a_decision_back_opens_it_and_says_who_did(finding, ana, ben, decision):
    findings.decide(finding, decision, ana, "No matter.")
    findings.decide(finding, OPEN, ben)
    assert stored(finding) == ("open", "", ben)


@pytest.mark.parametrize(
    ("reason", "why"), [(" \n ", "Say in a few words why"), ("x" * 501, "has 501 characters; 500 fit")]
)
def test_a_dismissal_without_a_reason_or_with_a_long_one_changes_nothing(finding, ana, reason, why):
    with pytest.raises(ElmError, match=why):
        findings.decide(finding, DISMISSED, ana, reason)
    assert stored(finding) == ("open", "", None)


@pytest.mark.parametrize(
    ("first", "second"), [(ACCEPTED, DISMISSED), (DISMISSED, ACCEPTED), (ACCEPTED, ACCEPTED)]
)
def test_who_is_slower_is_told_what_became_of_it(finding, ana, ben, first, second):
    findings.decide(finding, first, ana, "No matter.")
    before = stored(finding)
    with pytest.raises(IllegalMove, match=f"This finding was {first} by Ana already. Nothing was changed."):
        findings.decide(finding, second, ben, "Not ours.")
    assert stored(finding) == before


def test_what_is_open_already_can_not_be_reopened(finding, ana):
    with pytest.raises(IllegalMove, match="This finding is open already"):
        findings.decide(finding, OPEN, ana)
    assert stored(finding) == ("open", "", None)


@pytest.mark.parametrize("decision", [ACCEPTED, DISMISSED, OPEN])
def test_about_what_is_fixed_nothing_is_decided(notes, finding, ana, decision):
    write(notes, "# Goals\n\nNone.\n", ana)
    check(notes)
    with pytest.raises(IllegalMove, match="The newest check does not find this any more"):
        findings.decide(finding, decision, ana, "No matter.")
    assert stored(finding) == ("fixed", "", None)
