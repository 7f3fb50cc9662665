"""What Ana's team raised before stands beside a finding, with what became of it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews.models import Artifact, Finding
from reviews.pages.precedents import precedents_of_findings
from tests import factories
from tests.changes.findings.stage import check

NOBODY = "Nobody is named who decides on a rollback of the payment service."
WHY = "The duty manager does, see the handbook"


def found_in(artifact: Artifact, **columns) -> Finding:
    return factories.FindingFactory(artifact=artifact, quote="", description=NOBODY, **columns)


def precedents(finding: Finding) -> list:
    return precedents_of_findings(finding.artifact, [finding]).get(finding.pk, [])


@pytest.fixture
def dismissed(item, ana) -> Finding:
    """A finding of last week, in other notes, that Ana has dismissed."""
    finding = found_in(factories.ArtifactFactory(item=item))
    assert finding.decide("dismissed", ana, decision_reason=WHY)
    return finding


@pytest.fixture
def finding(notes, dismissed) -> Finding:
    check(notes)
    return found_in(notes)


def test_the_page_says_why_the_same_was_dismissed_elsewhere_also_after_a_decision(
    as_user, ana, finding, dismissed
):
    browser = as_user(ana)

    def shown_in(response) -> str:
        page = response.content.decode()
        return page[page.index('class="raised-before"') :]

    link = f'href="/artifacts/{dismissed.artifact_id}/findings/?show=known&amp;at={dismissed.pk}'
    for told in (
        shown_in(browser.get(f"/artifacts/{finding.artifact_id}/findings/")),
        shown_in(browser.post(f"/findings/{finding.pk}/accept/", headers={"HX-Request": "true"})),
    ):
        assert f"Dismissed because “{WHY}”." in told
        assert link in told


def test_a_finding_is_not_told_of_itself_nor_of_its_own_artifact_session_or_what_came_later(notes, item):
    session = factories.SessionFactory(item=item)
    finding = found_in(notes, session=session)
    found_in(notes)
    found_in(factories.ArtifactFactory(item=item), session=session)
    assert precedents(finding) == []
    assert precedents(found_in(factories.ArtifactFactory(item=item)))


def test_cleo_is_told_nothing_of_anas_team(dismissed, cleo):
    own = factories.ItemFactory(team=cleo.memberships.get().team)
    assert precedents(found_in(factories.ArtifactFactory(item=own))) == []


def test_the_queries_do_not_grow_with_the_findings(notes, dismissed):
    def queries_for(rows: list[Finding]) -> int:
        with CaptureQueriesContext(connection) as made:
            assert len(precedents_of_findings(notes, rows)) == len(rows)
        return len(made)

    few = queries_for([found_in(notes)])
    assert queries_for([found_in(notes) for _ in range(20)]) <= few <= 3
