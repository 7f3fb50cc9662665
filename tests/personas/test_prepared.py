"""A prepared query gives what Django's own gives, with each call's values, in every thread."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections
from django.db.models import F, JSONField, UUIDField

from personas.models.prepared import Given, PreparedUpdate
from reviews.models import Membership, Session
from reviews.models import prepared_queries as prepared
from tests.factories import SessionFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_each_call_gets_the_rows_of_its_own_values(django_assert_num_queries):
    one, other = SessionFactory(), SessionFactory()
    with django_assert_num_queries(2):
        found = [prepared.session_by_key.get(session=session.pk) for session in (one, other)]
        assert [row.item.team.name for row in found] == [one.item.team.name, other.item.team.name]
    assert found == [one, other]
    assert prepared.last_number_of.rows(session=uuid4()) == []


def test_what_is_not_there_is_none_or_said_as_django_says_it():
    assert prepared.item_by_slug.first(slug="nowhere") is None
    with pytest.raises(Session.DoesNotExist):
        prepared.session_by_key.get(session=uuid4())
    with pytest.raises(KeyError):
        prepared.session_by_key.get(item=uuid4())


def test_an_update_changes_the_rows_of_its_own_values_and_counts_them(django_assert_num_queries):
    one, other = SessionFactory(), SessionFactory()
    rename = PreparedUpdate(
        lambda: (
            Session.objects.filter(pk=Given("session", UUIDField())).order_by(),
            {"rounds": F("rounds") + 1, "config": Given("config", JSONField())},
        )
    )
    with django_assert_num_queries(3):
        assert rename.run(session=one.pk, config={"a": [1]}) == 1
        assert rename.run(session=other.pk, config={}) == 1
        assert rename.run(session=uuid4(), config={}) == 0
    found = Session.objects.in_bulk([one.pk, other.pk])
    assert (found[one.pk].rounds, found[one.pk].config) == (one.rounds + 1, {"a": [1]})
    assert (found[other.pk].rounds, found[other.pk].config) == (other.rounds + 1, {})


def test_nobody_has_no_role_and_a_role_that_changes_is_read_anew():
    ana, session = UserFactory(), SessionFactory()
    member = Membership.objects.create(user=ana, team=session.item.team, role="viewer")
    asked = {"user": ana.pk, "team": member.team_id}
    assert prepared.role_of.first(**asked) == "viewer"
    Membership.objects.update(role="admin")
    assert prepared.role_of.first(**asked) == "admin"
    assert prepared.role_of.first(user=None, team=member.team_id) is None


@pytest.mark.django_db(transaction=True)
def test_threads_ask_through_connections_of_their_own():
    session = SessionFactory()

    def ask() -> int:
        try:
            return prepared.last_number_of.get(session=session.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert {pool.submit(ask).result() for _ in range(4)} == {session.last_number}
