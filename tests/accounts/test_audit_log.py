"""A team's admins read who did what, narrow it, and take it away; nobody changes it, not in the database either."""

import csv
import io
import json

import pytest
from django.db import DatabaseError, connection, transaction

from personas.loading import load_starter
from reviews.accounts import audit
from reviews.changes import decide as changes
from reviews.changes import findings
from reviews.errors import IllegalMove
from reviews.models import AuditEntry, Finding, Team
from reviews.models.audit import Happening
from reviews.models.finding import FindingStatus
from reviews.sessions import actions
from tests import factories
from tests.changes.stage import session_with

QUOTE = "Retries stop after three attempts"


@pytest.fixture
def session(item):
    """A finished interview about Ana's notes that proposes three changes."""
    return session_with(item)


@pytest.fixture
def artifact(session):
    return session.pins.get().artifact


@pytest.fixture
def change(session):
    return session.changes.first()


@pytest.fixture
def draft(item, ana, artifact):
    """An interview that nobody has started."""
    load_starter()
    chosen = {"answered_by": "ai"}
    return actions.create_session(
        item=item, kind="interview", artifacts=[artifact], started_by=ana, config=chosen
    )


def told(*columns):
    return list(AuditEntry.objects.order_by("pk").values_list(*columns or ("what", "who_name", "subject")))


@pytest.fixture
def log(team, ana, ben, session):
    """Three entries of the team, one of another, and one for everybody."""
    audit.note(Happening.SIGNED_IN, who=ana, team=team)
    audit.note(Happening.STARTED, who=ben, team=team, subject=session)
    audit.note(Happening.ROLE_CHANGED, who=ana, team=team, about=ben, detail="viewer")
    audit.note(Happening.SIGNED_IN, who=ben, team=factories.TeamFactory(name="Elsewhere"))
    audit.note(Happening.CHANGED_BY_STAFF, who=None, detail="persona maya")


def rows_of(page):
    return [(row.who, row.entry.what) for row in page.context["rows"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM reviews_auditentry",
        "UPDATE reviews_auditentry SET who_name = 'cleo'",
        "UPDATE reviews_auditentry SET subject = ''",
        "UPDATE reviews_auditentry SET who_id = (SELECT max(id) FROM auth_user)",
    ],
)
def test_the_database_itself_refuses_to_change_an_entry(statement, log, cleo):
    before = told()
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
        connection.cursor().execute(statement)
    assert told() == before


def test_an_entry_outlives_what_it_was_about_and_says_that_it_is_gone(log, as_ana, item, session):
    page = as_ana.get("/team/audit/")
    assert [row.title for row in page.context["rows"] if row.entry.subject] == [str(session)]
    item.sessions.all().delete()
    page = as_ana.get("/team/audit/")
    assert [row.is_gone for row in page.context["rows"] if row.entry.subject] == [True]
    assert "a session that is deleted" in page.text
    assert f"/sessions/{session.pk}/" not in page.text


def test_ana_reads_what_happened_in_her_team_and_what_concerns_all(log, as_ana):
    assert rows_of(as_ana.get("/team/audit/")) == [
        ("Somebody", "changed_by_staff"),
        ("ana", "role_changed"),
        ("ben", "started"),
        ("ana", "signed_in"),
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=viewer", ["role_changed"]),
        ("q=BEN+role", []),
        ("action=started", ["started"]),
        ("action=nonsense", ["changed_by_staff", "role_changed", "started", "signed_in"]),
        ("since=2020-01-01&until=2020-02-01", []),
        ("until=9999-12-31&q=ana", ["role_changed", "signed_in"]),
        ("since=yesterday", ["changed_by_staff", "role_changed", "started", "signed_in"]),
    ],
)
def test_she_narrows_it_by_words_action_and_days(query, found, log, as_ana):
    assert [what for _, what in rows_of(as_ana.get(f"/team/audit/?{query}"))] == found


def test_she_narrows_it_by_person(log, as_ana, ben):
    assert rows_of(as_ana.get(f"/team/audit/?person={ben.pk}")) == [("ben", "started")]


def test_members_and_outsiders_read_nothing_of_it(log, as_user, ben, cleo, team):
    for address in ("/team/audit/", "/team/audit.csv", "/team/audit.json"):
        assert as_user(ben).get(f"{address}?team={team.slug}").status_code == 403
        assert as_user(cleo).get(f"{address}?team={team.slug}").status_code == 404
    assert AuditEntry.objects.filter(what=Happening.EXPORTED).count() == 0


def test_a_page_has_fifty_entries_and_takes_as_many_queries_as_one_of_three(
    log, as_ana, team, ana, session, django_assert_num_queries, django_assert_max_num_queries
):
    with django_assert_max_num_queries(14) as asked:
        as_ana.get("/team/audit/")
    for number in range(60):
        audit.note(Happening.STARTED, who=ana, team=team, subject=session, detail=str(number))
    with django_assert_num_queries(len(asked)):
        page = as_ana.get("/team/audit/?q=ana")
    assert len(page.context["rows"]) == 50
    older = as_ana.get(f"/team/audit/?q=ana&before={page.context['last']}")
    assert [row.entry.detail for row in older.context["rows"]][:2] == ["9", "8"]
    assert len(older.context["rows"]) == 12


def test_the_files_have_what_the_page_has_and_are_noted_themselves(log, as_ana, team):
    sent = as_ana.get("/team/audit.json?action=role_changed")
    assert [(row["who"], row["about"], row["detail"]) for row in json.loads(sent.content)] == [
        ("ana", "ben", "viewer")
    ]
    lines = list(csv.reader(io.StringIO(as_ana.get("/team/audit.csv").text)))
    assert lines[0][:3] == ["at", "who", "action"]
    assert [line[2] for line in lines[1:]][:2] == ["exported", "changed_by_staff"]
    assert told("what", "detail")[-1] == ("exported", "audit log, csv")


def test_no_cell_of_the_table_begins_like_a_formula(as_ana, ana, team):
    audit.note(Happening.INVITED, who=ana, team=team, name="=HYPERLINK(1)@example.org")
    assert "'=HYPERLINK" in as_ana.get("/team/audit.csv").text


def test_decisions_are_noted_without_a_word_of_what_was_decided(as_ana, ana, ben, artifact, session, change):
    changes.accept(change, ben)
    changes.undo(change, ana)
    finding = Finding.objects.create(
        artifact=artifact, revision=artifact.current, claim="vague", quote=QUOTE, by="offline"
    )
    findings.decide(finding, FindingStatus.DISMISSED, ben, "It is about Payroll")
    assert told() == [
        ("changes_accepted", "ben", f"session:{session.pk}"),
        ("changes_undone", "ana", f"session:{session.pk}"),
        ("finding_dismissed", "ben", f"artifact:{artifact.pk}"),
    ]
    stored = str(AuditEntry.objects.values())
    assert not [words for words in (QUOTE, "Payroll", artifact.name, change.inserted) if words in stored]


def test_a_decision_that_fails_leaves_no_entry(ben, change):
    changes.reject(change, ben)
    with pytest.raises(IllegalMove):
        changes.reject(change, ben)
    with transaction.atomic():
        changes.undo(change, ben)
        transaction.set_rollback(True)
    assert told("what") == [("changes_rejected",)]


def test_exports_and_a_start_are_noted_and_a_look_is_not(as_ana, ana, draft, session, item):
    actions.start(draft, by=ana)
    as_ana.get(f"/sessions/{session.pk}/transcript.md")
    as_ana.head(f"/sessions/{session.pk}/transcript.md")
    as_ana.get(f"/sessions/{session.pk}/")
    as_ana.get(f"/items/{item.slug}/meta.json")
    assert told("what", "detail", "subject") == [
        ("started", "", f"session:{draft.pk}"),
        ("exported", "transcript", f"session:{session.pk}"),
        ("exported", "meta.json", f"item:{item.pk}"),
    ]


def test_signing_in_and_out_is_noted_in_each_of_ones_teams(client, ana, team):
    ana.set_password("violet hours")
    ana.save()
    factories.MembershipFactory(team=Team.objects.create(name="Second", slug="second"), user=ana)
    client.post("/accounts/login/", {"username": "ana", "password": "violet hours"})
    client.post("/accounts/logout/")
    assert told("what", "team_name") == [
        (what, name) for what in ("signed_in", "signed_out") for name in ("Payments", "Second")
    ]
