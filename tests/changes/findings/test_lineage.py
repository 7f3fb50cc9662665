"""The same file of a repository in two items: what is dismissed in one is known in the other."""

import pytest

from reviews.changes import findings
from reviews.models.finding import FindingStatus
from tests import factories
from tests.changes.findings.stage import check, vague

REASON = "The figure is in the annex."


@pytest.fixture
def both(item, team):
    """The file docs/plan.md in the item "Payment retries", and in "Second look" of the same team."""
    repository = factories.RepositoryFactory(team=team)
    items = (item, factories.ItemFactory(team=team, title="Second look"))
    same = {"repository": repository, "path": "docs/plan.md", "source": "repository", "name": "plan.md"}
    return [factories.ArtifactFactory(item=one, **same) for one in items]


def dismissed(artifact, by):
    check(artifact)
    findings.decide(vague(artifact), FindingStatus.DISMISSED, by, REASON)


def test_what_was_dismissed_in_another_item_is_known_with_who_and_why(both, ana):
    dismissed(both[0], ana)
    made = check(both[1])
    found = vague(both[1])
    assert (made.known, found.status, found.decided_by) == (1, "dismissed", ana)
    assert found.decision_reason == f"Dismissed in “Payment retries”: {REASON}"
    assert found.decided == vague(both[0]).decided


def test_an_open_finding_that_is_dismissed_elsewhere_later_becomes_known(both, ana):
    check(both[1])
    dismissed(both[0], ana)
    assert check(both[1]).known == 1


def test_the_newest_decision_counts_so_reopening_here_is_not_overruled(both, ana):
    dismissed(both[0], ana)
    check(both[1])
    findings.decide(vague(both[1]), FindingStatus.OPEN, ana)
    assert check(both[1]).known == 0
    assert vague(both[1]).status == "open"


def test_a_dismissal_that_was_taken_back_elsewhere_counts_no_more(both, ana):
    dismissed(both[0], ana)
    findings.decide(vague(both[0]), FindingStatus.OPEN, ana)
    assert check(both[1]).known == 0


def test_a_finding_that_was_accepted_here_stays_accepted(both, ana):
    check(both[1])
    findings.decide(vague(both[1]), FindingStatus.ACCEPTED, ana)
    dismissed(both[0], ana)
    check(both[1])
    assert vague(both[1]).status == "accepted"


def test_a_third_item_is_told_of_the_item_where_it_was_dismissed(both, ana, team):
    dismissed(both[0], ana)
    check(both[1])
    third = factories.ArtifactFactory(
        item=factories.ItemFactory(team=team), repository=both[0].repository, path="docs/plan.md"
    )
    check(third)
    assert vague(third).decision_reason == f"Dismissed in “Payment retries”: {REASON}"


def test_other_files_and_pasted_texts_share_nothing(both, ana, item):
    dismissed(both[0], ana)
    other = factories.ArtifactFactory(item=item, repository=both[0].repository, path="docs/goals.md")
    pasted = factories.ArtifactFactory(item=item)
    assert (check(other).known, check(pasted).known) == (0, 0)
