"""Lists of sessions and items as CSV and JSON, with the filter of the page, streamed."""

import csv
import json

import pytest

from reviews.exports.lists import ITEM_COLUMNS, SESSION_COLUMNS
from reviews.exports.tables import cell_of
from reviews.models import AuditEntry, Session
from tests import factories


def table(response) -> list[list[str]]:
    return list(csv.reader(b"".join(response.streaming_content).decode().splitlines()))


def test_the_list_of_sessions_as_csv_has_what_the_filter_shows(as_ana, item, interview, running):
    head, *rows = table(as_ana.get("/sessions.csv?state=finished"))
    assert head == list(SESSION_COLUMNS)
    assert [(row[0], row[1], row[3]) for row in rows] == [(str(interview.pk), "interview", "Payment retries")]
    assert len(table(as_ana.get("/sessions.csv"))) == 3


def test_the_list_of_items_as_json(as_ana, item, interview):
    as_ana.post(f"/items/{item.slug}/edit/", {"title": item.title, "tags": "q3"})
    response = as_ana.get("/items.json?tag=q3")
    assert response["Content-Disposition"] == 'attachment; filename="items.json"'
    found = json.loads(b"".join(response.streaming_content))["items"]
    assert [(one["slug"], one["artifacts"], one["sessions"], one["tags"]) for one in found] == [
        (item.slug, 1, 1, ["q3"])
    ]
    assert list(found[0]) == list(ITEM_COLUMNS)
    assert json.loads(b"".join(as_ana.get("/items.json?tag=q4").streaming_content)) == {"items": []}


def test_nobody_gets_rows_of_another_team(as_user, cleo, item, interview):
    assert len(table(as_user(cleo).get("/items.csv"))) == 1
    assert len(table(as_user(cleo).get("/sessions.csv"))) == 1


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        (["@a", "b"], "'@a, b"),
        (-1.5, "-1.5"),
        (-5, "-5"),
        (None, ""),
        ("plain", "plain"),
        (True, "True"),
    ],
)
def test_no_cell_is_a_formula(value, cell):
    assert cell_of(value) == cell


def test_a_long_list_takes_as_few_queries_as_a_short_one(as_ana, item, interview, django_assert_num_queries):
    Session.objects.bulk_create(
        Session(item=item, team_id=item.team_id, kind="interview", provider="offline") for _ in range(150)
    )
    factories.ItemFactory.create_batch(3, team=item.team)
    for name, most in (("sessions", 151 + 1), ("items", 4 + 1)):
        with django_assert_num_queries(10):
            assert len(table(as_ana.get(f"/{name}.csv"))) == most


def test_that_a_list_was_taken_away_stands_in_the_audit_log_of_the_teams_it_has_rows_of(
    as_ana, team, item, interview
):
    as_ana.get("/items.csv")
    as_ana.head("/sessions.csv")
    as_ana.get("/sessions.json?state=waiting")
    noted = (
        AuditEntry.objects.filter(what="exported")
        .order_by("pk")
        .values_list("what", "who_name", "team", "detail")
    )
    assert list(noted) == [
        ("exported", "ana", team.pk, "list of items, csv"),
        ("exported", "ana", None, "list of sessions, json"),
    ]
