"""New rows on SQLite: each statement is made once, and every row has its own values."""

import pytest
from django.db import connection
from django.db.models import F, Value
from django.db.models.functions import Upper

from elm_site.sqlite import compiler
from reviews.models import Tag
from reviews.models.search_entry import SearchEntry
from tests.factories import ItemFactory, TeamFactory

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="Postgres has Django's own compiler"),
]


def stored() -> list[tuple[int, str]]:
    return list(SearchEntry.objects.filter(ref__startswith="t:").order_by("pk").values_list("team", "ref"))


def entries(*teams: int) -> list[SearchEntry]:
    return [SearchEntry(team=team, ref=f"t:{team}", words="a") for team in teams]


def test_rows_of_the_same_columns_share_a_statement_and_have_values_and_keys_of_their_own():
    made = [SearchEntry.objects.bulk_create(entries(*teams)) for teams in ((1, 2), (3, 4), (5,), (6,))]
    assert stored() == [(team, f"t:{team}") for team in range(1, 7)]
    assert [row.pk for rows in made for row in rows] == list(
        SearchEntry.objects.filter(ref__startswith="t:").order_by("pk").values_list("pk", flat=True)
    )


def test_ten_rows_at_once_are_stored_as_django_does_it():
    before = set(compiler._kept)
    SearchEntry.objects.bulk_create(entries(*range(1, 11)))
    assert len(stored()) == 10
    assert {key for key in compiler._kept if key[3] > compiler.MOST_ROWS} == set()
    assert {key for key in set(compiler._kept) - before if key[0] == SearchEntry._meta.db_table} == set()


def test_a_value_that_the_database_works_out_is_worked_out_also_after_a_plain_one():
    team = TeamFactory()
    Tag.objects.create(team=team, name="plain")
    Tag.objects.create(team=team, name=Upper(Value("shout")))
    Tag.objects.create(team=team, name="plain again")
    assert set(Tag.objects.values_list("name", flat=True)) == {"plain", "SHOUT", "plain again"}


def test_a_value_of_another_row_is_still_refused():
    team = TeamFactory()
    Tag.objects.create(team=team, name="plain")
    with pytest.raises(ValueError, match="can only be used to update"):
        Tag.objects.create(team=team, name=F("name"))


def test_what_is_left_to_its_default_is_made_anew_for_each_row():
    one, other = ItemFactory(), ItemFactory()
    assert one.slug != other.slug
    assert one.created <= other.created


def test_a_row_that_is_there_already_is_left_alone_when_that_is_asked():
    team = TeamFactory()
    Tag.objects.create(team=team, name="payments")
    Tag.objects.bulk_create([Tag(team=team, name="payments")], ignore_conflicts=True)
    assert Tag.objects.count() == 1
