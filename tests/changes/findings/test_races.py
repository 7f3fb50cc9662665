"""Ana and Ben check and decide at the same moment."""

import pytest

from reviews.changes import findings
from reviews.errors import IllegalMove
from reviews.models.finding import FindingStatus
from tests.changes.findings.stage import check, vague
from tests.changes.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_checks_at_once_are_two_rounds_and_no_finding_is_there_twice(notes):
    made = at_once(lambda: findings.check(notes), lambda: findings.check(notes))
    notes.refresh_from_db()
    assert sorted((one.number, one.new) for one in made) == [(1, 1), (2, 0)]
    assert (notes.checks, notes.findings.count()) == (2, 1)


def test_when_one_accepts_and_the_other_dismisses_exactly_one_wins(ana, ben, notes):
    check(notes)
    finding = vague(notes)
    results = at_once(
        lambda: findings.decide(finding, FindingStatus.ACCEPTED, ana),
        lambda: findings.decide(finding, FindingStatus.DISMISSED, ben, "No matter."),
    )
    assert sum(isinstance(result, IllegalMove) for result in results) == 1
    assert vague(notes).decided_by == (ana if vague(notes).status == "accepted" else ben)


def test_a_check_never_takes_back_what_is_decided_meanwhile(ana, notes):
    check(notes)
    finding = vague(notes)
    at_once(
        lambda: findings.check(notes),
        lambda: findings.decide(finding, FindingStatus.DISMISSED, ana, "No matter."),
    )
    assert (vague(notes).status, vague(notes).decision_reason) == ("dismissed", "No matter.")
