"""Checking an artifact and deciding on what was found, on the pages."""

import pytest
from django.urls import reverse

from reviews.changes import findings
from reviews.models.finding import FindingStatus
from tests import factories
from tests.changes.findings.stage import VAGUE, check, vague, write

REASON = "The figure is in the annex."
HTMX = {"HX-Request": "true"}


@pytest.fixture
def finding(notes):
    check(notes)
    return vague(notes)


def url(name, row):
    return reverse(name, args=[row.pk])


def html(response):
    return response.content.decode()


def status(finding):
    finding.refresh_from_db()
    return finding.status


def test_a_check_leads_back_to_the_artifact_and_says_what_it_found(as_user, ana, notes):
    page = as_user(ana).post(url("artifact-check", notes), follow=True)
    assert page.redirect_chain == [(url("artifact", notes), 302)]
    assert "Check 1 of revision 1: 1 finding is open (1 new)." in html(page)
    assert "Claim without a figure" in html(page)
    assert VAGUE in html(page)


@pytest.mark.slow
def test_a_further_check_says_what_is_other_than_before(as_user, ana, notes, finding):
    said = [
        "Check 2 of revision 1: 1 finding is open, as before.",
        "Check 3 of revision 1: no finding is open, as before.",
        "Check 4 of revision 1: no finding is open (1 known and hidden).",
    ]
    steps = [
        lambda: None,
        lambda: findings.decide(finding, FindingStatus.ACCEPTED, ana),
        lambda: (
            findings.decide(finding, FindingStatus.OPEN, ana),
            findings.decide(finding, FindingStatus.DISMISSED, ana, REASON),
        ),
    ]
    for step, sentence in zip(steps, said, strict=True):
        step()
        assert sentence in html(as_user(ana).post(url("artifact-check", notes), follow=True))


def test_a_check_asked_for_by_htmx_loads_the_page_anew(as_user, ana, notes):
    response = as_user(ana).post(url("artifact-check", notes), headers=HTMX)
    assert response["HX-Refresh"] == "true"
    assert notes.findings.count() > 0


def test_a_check_from_the_page_of_findings_leads_back_there(as_user, ana, notes):
    response = as_user(ana).post(url("artifact-check", notes), {"back": "findings"})
    assert response["Location"] == url("artifact-findings", notes)


def test_a_text_that_asks_for_nothing_says_so(as_user, ana, item):
    fine = factories.ArtifactFactory(item=item, content="# Hall\n\nThe hall gets a red door.\n")
    page = as_user(ana).post(url("artifact-check", fine), follow=True)
    assert "Check 1 of revision 1: the rules find nothing to ask about." in html(page)
    assert "An interview also looks at what rules can’t see" in html(page)


def test_an_artifact_that_nobody_has_checked_says_how(as_user, ana, notes):
    page = html(as_user(ana).get(url("artifact-findings", notes)))
    assert "Not checked yet" in page
    assert f'action="{url("artifact-check", notes)}"' in page


def test_the_gravest_open_findings_come_first_then_the_accepted_ones(as_user, ana, notes):
    for line, (level, state) in enumerate([("low", "open"), ("high", "accepted"), ("high", "open")], start=1):
        factories.FindingFactory(artifact=notes, severity=level, status=state, line=line)
    type(notes).objects.update(checks=1, checked=notes.current)
    cards = as_user(ana).get(url("artifact-findings", notes)).context["findings"].cards
    assert [card.finding.line for card in cards] == [3, 1, 2]


def test_what_rules_say_that_are_often_wrong_is_folded_below_the_rest(as_user, ana, notes):
    hint = factories.FindingFactory(artifact=notes, severity="low", line=1)
    type(notes).objects.update(checks=1, checked=notes.current)
    alone = html(as_user(ana).get(url("artifact-findings", notes)))
    assert '<details class="disclosure below" open>' in alone
    factories.FindingFactory(artifact=notes, severity="medium", line=2)
    factories.FindingFactory(artifact=notes, severity="low", line=3, by="elm")
    response = as_user(ana).get(url("artifact-findings", notes))
    shown = response.context["findings"]
    assert [card.finding.line for card in shown.firm] == [2, 3]
    assert [card.finding for card in shown.hints] == [hint]
    page = html(response)
    assert page.index("Hints: rules that are often wrong") < page.index(f"finding-{hint.pk}")
    assert '<details class="disclosure below" >' in page
    findings.decide(hint, FindingStatus.ACCEPTED, ana)
    assert as_user(ana).get(url("artifact-findings", notes)).context["findings"].hints == []


def test_after_a_new_revision_the_list_says_which_one_it_is_of(as_user, ana, notes, finding):
    write(notes, "# Goals\n\nNone.\n", ana)
    page = html(as_user(ana).get(url("artifact-findings", notes)))
    assert "These findings are of revision 1; the artifact is at revision 2 now." in " ".join(page.split())
    assert "Could not place: the words are not in revision 2 any more." in page
    assert "Check again" in page


@pytest.mark.parametrize("decision", ["accept", "dismiss", "undo"])
def test_a_decision_leads_on_to_the_next_open_finding(as_user, ana, notes, finding, decision):
    if decision == "undo":
        findings.decide(finding, FindingStatus.ACCEPTED, ana)
    for line, severity in [(30, "medium"), (40, "high"), (1, "low"), (10, "low")]:
        following = factories.FindingFactory(artifact=notes, line=line, severity=severity)
    response = as_user(ana).post(url(f"finding-{decision}", finding), {"reason": REASON})
    shown = finding if decision == "undo" else following
    assert response["Location"] == url("artifact-findings", notes) + f"#finding-{shown.pk}"
    assert status(finding) == {"accept": "accepted", "dismiss": "dismissed", "undo": "open"}[decision]


def test_the_next_open_finding_may_be_on_another_page(as_user, ana, notes, finding):
    findings.decide(finding, FindingStatus.ACCEPTED, ana)
    rows = [factories.FindingFactory(artifact=notes, line=line) for line in range(1, 53)]
    response = as_user(ana).post(url("finding-accept", rows[50]))
    assert response["Location"] == url("artifact-findings", notes) + f"?page=2#finding-{rows[51].pk}"


def test_after_the_last_decision_the_list_is_what_comes_next(as_user, ana, notes, finding):
    response = as_user(ana).post(url("finding-accept", finding))
    assert response["Location"] == url("artifact-findings", notes) + "#findings"


def test_htmx_gets_the_card_and_the_counts(as_user, ana, finding):
    page = html(as_user(ana).post(url("finding-accept", finding), headers=HTMX))
    assert page.strip().startswith(
        f'<article class="change finding" id="finding-{finding.pk}" data-change="applied"'
    )
    assert 'hx-target="#findings-counts"' in page
    assert "1 accepted" in page


def test_known_ones_are_hidden_and_can_be_shown_with_who_when_and_why(as_user, ana, ben, notes, finding):
    findings.decide(finding, FindingStatus.DISMISSED, ben, REASON)
    check(notes)
    page = html(as_user(ana).get(url("artifact-findings", notes)))
    assert "1 known, hidden" in page
    assert VAGUE not in page
    known = html(as_user(ana).get(url("artifact-findings", notes) + "?show=known"))
    assert f"Why it is dismissed: {REASON}" in known
    assert "by Ben, <time" in known
    assert f'action="{url("finding-undo", finding)}"' in known


def test_fixed_ones_can_be_looked_at_and_nothing_is_decided_about_them(as_user, ana, notes, finding):
    write(notes, "# Goals\n\nNone.\n", ana)
    check(notes)
    assert f"{notes.findings.count()} fixed" in html(as_user(ana).get(url("artifact-findings", notes)))
    fixed = html(as_user(ana).get(url("artifact-findings", notes) + "?show=fixed"))
    assert VAGUE in fixed
    assert f'action="{url("finding-accept", finding)}"' not in fixed


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("typed", "why"), [("", "Say in a few words why"), ("word " * 101, "characters; 500 fit")]
)
def test_a_refused_dismissal_keeps_what_was_typed(as_user, ana, finding, typed, why, headers):
    response = as_user(ana).post(url("finding-dismiss", finding), {"reason": typed}, headers=headers)
    assert response.status_code == 409
    assert why in html(response)
    assert f"\n{typed}</textarea>" in html(response)
    assert status(finding) == "open"


def test_who_was_slower_gets_the_card_as_it_is_now_and_the_typed_reason_back(as_user, ana, ben, finding):
    findings.decide(finding, FindingStatus.ACCEPTED, ana)
    response = as_user(ben).post(url("finding-dismiss", finding), {"reason": REASON})
    assert response.status_code == 409
    assert "This finding was accepted by Ana already. Nothing was changed." in html(response)
    assert (
        f'What you typed was not used. Copy it from here if you need it:</p><p class="verbatim">{REASON}'
        in html(response)
    )
    assert status(finding) == "accepted"


def test_what_was_found_is_shown_as_text_and_never_as_markup(as_user, ana, item):
    bad = factories.ArtifactFactory(item=item, name="bad.md", content="TODO <script>alert(1)</script> now\n")
    as_user(ana).post(url("artifact-check", bad))
    page = html(as_user(ana).get(url("artifact-findings", bad)))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_the_link_of_a_place_leads_to_its_words_in_the_revision_that_has_them(as_user, ana, notes, finding):
    link = f"/artifacts/{notes.pk}/#doc-plan:~:text=This%20makes%20checkout%20significantly%20better."
    assert link in html(as_user(ana).get(url("artifact-findings", notes)))
    write(notes, "# Goals\n\nNone.\n", ana)
    assert link.replace("/#", "/?revision=1#") in html(as_user(ana).get(url("artifact-findings", notes)))


@pytest.mark.parametrize("name", ["artifact-check", "finding-accept", "finding-dismiss", "finding-undo"])
def test_who_may_not_act_changes_nothing(client, as_user, vera, cleo, notes, finding, name):
    row = notes if name == "artifact-check" else finding
    refused = [as_user(who).post(url(name, row), {"reason": REASON}).status_code for who in (vera, cleo)]
    login = client.post(url(name, row), {"reason": REASON})
    assert refused == [403, 404]
    assert login.status_code == 401
    assert REASON in login.content.decode()
    notes.refresh_from_db()
    assert (status(finding), notes.checks) == ("open", 1)


@pytest.mark.parametrize("name", ["artifact-check", "finding-accept", "finding-dismiss", "finding-undo"])
def test_looking_at_the_address_of_an_action_does_nothing(as_user, ana, notes, finding, name):
    row = notes if name == "artifact-check" else finding
    assert as_user(ana).get(url(name, row)).status_code == 405
    assert status(finding) == "open"


def test_a_viewer_reads_the_findings_and_has_no_buttons(as_user, vera, cleo, notes, finding):
    page = html(as_user(vera).get(url("artifact-findings", notes)))
    assert VAGUE in page
    assert "<form data-key" not in page
    assert "Check again" not in page
    assert as_user(cleo).get(url("artifact-findings", notes)).status_code == 404


def test_a_viewer_of_an_unchecked_artifact_is_told_who_can_check_it(as_user, vera, notes):
    assert "Members of the team can check it." in html(as_user(vera).get(url("artifact-findings", notes)))


@pytest.mark.slow
def test_many_findings_come_in_pages_and_the_artifact_shows_the_most_important(as_user, ana, notes):
    for line in range(1, 61):
        factories.FindingFactory(artifact=notes, line=line, severity="high" if line > 55 else "low")
    type(notes).objects.update(checks=1, checked=notes.current)
    shown = as_user(ana).get(url("artifact", notes)).context["findings"].cards
    assert [card.finding.line for card in shown] == [56, 57, 58, 59, 60, 1, 2, 3, 4, 5]
    assert "All 60 findings" in html(as_user(ana).get(url("artifact", notes)))
    last = as_user(ana).get(url("artifact-findings", notes) + "?page=2")
    assert "Page 2 of 2" in html(last)
    assert len(last.context["findings"].cards) == 10


@pytest.mark.parametrize("count", [1, 30])
def test_the_number_of_queries_does_not_grow_with_the_findings(
    as_user, ana, notes, count, django_assert_num_queries
):
    for line in range(count):
        factories.FindingFactory(artifact=notes, line=line, decided_by=ana)
    type(notes).objects.update(checks=1, checked=notes.current)
    browser = as_user(ana)
    with django_assert_num_queries(12):
        browser.get(url("artifact-findings", notes))
