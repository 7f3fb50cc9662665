"""Finding things in the administration, taking them away, and what calls have cost."""

import csv
import io
import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from reviews.admin.exporting import in_words
from reviews.models import AuditEntry, Change, Event, ModelCall
from tests import factories

CALLS = "/admin/reviews/modelcall/"


@pytest.fixture
def browser(as_user, db):
    return as_user(User.objects.create_superuser("root"))


@pytest.fixture
def calls(session):
    """Four calls: a dear one, one that failed, one of last year, and one of another team."""
    elsewhere = factories.SessionFactory(item=factories.ItemFactory(title="Elsewhere"))
    made = [
        ("interview.question", "opus", "ok", 2_500_000, session),
        ("interview.answer", "haiku", "error", 0, session),
        ("interview.answer", "haiku", "ok", 10_000, session),
        ("roundtable.framing", "opus", "ok", 700_000, elsewhere),
    ]
    rows = [
        ModelCall.objects.create(
            session=one, provider="claude", purpose=purpose, model=model, outcome=outcome, cost_micros=micros
        )
        for purpose, model, outcome, micros, one in made
    ]
    ModelCall.objects.filter(pk=rows[2].pk).update(created=timezone.now() - timedelta(days=330))
    return rows


def found(browser, address: str) -> list:
    return [row.pk for row in browser.get(address).context["cl"].result_list]


def test_a_session_is_found_by_its_id_and_so_are_its_calls_and_events(browser, calls, session):
    Event.objects.create(session=session, number=1, kind="answer", text="Hello")
    assert found(browser, f"/admin/reviews/session/?q={session.pk}") == [session.pk]
    assert found(browser, f"{CALLS}?q={session.pk}") == [calls[2].pk, calls[1].pk, calls[0].pk]
    assert found(browser, f"{CALLS}?q={calls[3].pk}") == [calls[3].pk]
    assert found(browser, f"/admin/reviews/event/?q={session.pk}") == [Event.objects.get().pk]
    assert found(browser, f"/admin/reviews/session/?q={'9' * 18}") == []


def test_changes_and_sessions_are_found_by_words_of_their_own_and_of_what_they_belong_to(browser, ana):
    item = factories.ItemFactory(title="Billing of Fraud checks")
    other = factories.SessionFactory(item=item, topic="The second 50 % of July", started_by=ana)
    artifact = factories.ArtifactFactory(item=item, name="rollout-plan.md")
    change = Change.objects.create(
        session=other,
        artifact=artifact,
        base=artifact.current,
        order=1,
        position=0,
        section="Who pays for it",
    )
    changes, sessions = "/admin/reviews/change/", "/admin/reviews/session/"
    for words in ("who+PAYS", "rollout", "fraud+rollout", "%22pays+for%22"):
        assert found(browser, f"{changes}?q={words}") == [change.pk]
    for words in ("july+fraud", "50+%25", "billing+ana"):
        assert found(browser, f"{sessions}?q={words}") == [other.pk]
    for address in (f"{changes}?q=fraud+zebra", f"{changes}?q=%22for+pays%22", f"{sessions}?q=zebra&o=2"):
        assert found(browser, address) == []


def test_the_newest_events_that_have_the_words_are_found_in_all_teams(browser, session):
    elsewhere = factories.SessionFactory(item=factories.ItemFactory(title="Elsewhere"))
    said = [
        Event.objects.create(session=one, number=number, kind="answer", text=text)
        for number, (one, text) in enumerate(
            [(session, "Retries wait."), (elsewhere, "A Rétry waits"), (session, "Nothing"), (elsewhere, "")],
            1,
        )
    ]
    assert found(browser, "/admin/reviews/event/?q=waits+retr") == [said[1].pk]
    assert found(browser, "/admin/reviews/event/?q=retr") == [said[1].pk, said[0].pk]
    assert found(browser, "/admin/reviews/event/?q=payroll") == []
    assert len(found(browser, "/admin/reviews/event/?q=%21")) == len(said)


def test_staff_find_the_events_of_their_own_teams(as_user, ana, session):
    User.objects.filter(pk=ana.pk).update(is_staff=True)
    ana.user_permissions.add(Permission.objects.get(codename="view_event"))
    elsewhere = factories.SessionFactory(item=factories.ItemFactory(title="Elsewhere"))
    own, _ = (
        Event.objects.create(session=one, number=1, kind="answer", text="Retry")
        for one in (session, elsewhere)
    )
    assert found(as_user(User.objects.get(pk=ana.pk)), "/admin/reviews/event/?q=retry") == [own.pk]


@pytest.mark.parametrize(
    ("query", "which"),
    [
        ("q=quest", [0]),
        ("outcome__exact=error", [1]),
        ("with_model=opus", [3, 0]),
        ("with_purpose=interview.answer", [2, 1]),
        ("month=nonsense", [3, 2, 1, 0]),
        ("of_team=nonsense", [3, 2, 1, 0]),
    ],
)
def test_calls_are_narrowed_by_a_part_of_a_purpose_outcome_and_model(query, which, browser, calls):
    assert found(browser, f"{CALLS}?{query}") == [calls[number].pk for number in which]


def test_calls_are_narrowed_by_month_and_by_team(browser, calls, team):
    this, last = timezone.localdate(), timezone.localdate() - timedelta(days=330)
    assert found(browser, f"{CALLS}?month={this:%Y-%m}") == [calls[n].pk for n in (3, 1, 0)]
    assert found(browser, f"{CALLS}?month={last:%Y-%m}") == [calls[2].pk]
    assert found(browser, f"{CALLS}?of_team={team.pk}") == [calls[n].pk for n in (2, 1, 0)]


def test_rows_are_taken_away_without_their_texts_and_that_is_noted(browser, calls):
    ModelCall.objects.update(reply="A long answer", error="=cmd")
    chosen = {"_selected_action": [str(calls[0].pk), str(calls[1].pk)]}
    table = browser.post(CALLS, chosen | {"action": "export_csv"})
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert [row["purpose"] for row in rows] == ["interview.answer", "interview.question"]
    listed = json.loads(browser.post(CALLS, chosen | {"action": "export_json"}).content)
    assert [row["cost_micros"] for row in listed] == [0, 2_500_000]
    assert "A long answer" not in table.text
    assert AuditEntry.objects.values_list("what", "detail").last() == (
        "exported",
        "2 model calls, csv, in the administration",
    )


def test_the_report_sums_by_team_month_model_and_purpose(browser, calls, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        page = browser.get("/admin/costs/")
    totals = dict(page.context["totals"])
    assert [(name, micros) for name, _, micros in totals["model"]] == [("opus", 3_200_000), ("haiku", 0)]
    assert [calls for _, calls, _ in totals["purpose"]] == [1, 1, 1]
    assert page.context["total"] == 3_200_000
    since = timezone.localdate() - timedelta(days=330)
    whole = browser.get(f"/admin/costs/?since={since:%Y-%m}&team=payments-nobody")
    assert whole.context["rows"] == []
    table = browser.get(f"/admin/costs/?since={since:%Y-%m}&format=csv").text
    assert [line.split(",")[-1].strip() for line in table.splitlines()[1:]] == [
        "2.500000",
        "0.700000",
        "0.000000",
        "0.010000",
    ]


def test_staff_read_the_costs_of_their_teams_only_and_only_if_they_may_see_calls(as_user, calls, team):
    rita = User.objects.create_user("rita", is_staff=True)
    assert as_user(rita).get("/admin/costs/").status_code == 403
    rita.user_permissions.set(Permission.objects.filter(codename="view_modelcall"))
    factories.MembershipFactory(team=team, user=rita, role="viewer")
    page = as_user(rita).get("/admin/costs/")
    assert page.context["total"] == 2_500_000
    assert [one.name for one in page.context["teams"]] == [team.name]


def test_what_a_session_was_started_with_stands_there_in_words(browser, item):
    chosen = {"answered_by": "ai", "max_rounds": None, "agenda": {"questions": ["Why <b>?"], "is_new": True}}
    session = factories.SessionFactory(item=item, config=chosen)
    page = browser.get(f"/admin/reviews/session/{session.pk}/change/").text
    assert "<b>answered by</b>: ai" in page
    assert "<b>max rounds</b>: none" in page
    assert "<li>Why &lt;b&gt;?</li>" in page
    assert "<b>is new</b>: yes" in page
    assert "{&quot;answered" not in page


def test_lists_explain_themselves_and_a_session_leads_to_all_that_it_left(browser, session):
    assert "Each interview, roundtable and review" in browser.get("/admin/reviews/session/").text
    page = browser.get(f"/admin/reviews/session/{session.pk}/change/").text
    for name in ("event", "modelcall", "change", "finding", "branchcommit", "blindreview"):
        assert f"/admin/reviews/{name}/?session={session.pk}" in page


def test_json_that_is_very_deep_is_shown_all_the_same():
    deep: object = "end"
    for _ in range(200):
        deep = {"in": deep}
    assert "end" in in_words(deep)
