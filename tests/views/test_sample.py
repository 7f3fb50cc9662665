"""The sample item."""

import re

from reviews.accounts.sample import load_sample
from reviews.models import Item
from tests import factories


def test_a_new_team_finds_one_sample_with_a_real_note(team):
    item = load_sample(team)
    note = item.artifacts.get()
    assert (item.team, item.title, note.kind) == (team, "Payment retries", "markdown")
    assert 600 <= len(note.current.text.split()) <= 1200


def test_loading_again_adds_nothing(team):
    load_sample(team)
    assert load_sample(team) is None
    assert Item.objects.count() == 1


def test_a_sample_that_was_deleted_stays_deleted(team):
    load_sample(team).delete()
    assert load_sample(team) is None
    assert not Item.objects.exists()


def test_a_team_with_an_item_of_its_own_gets_no_sample(team):
    factories.ItemFactory(team=team)
    assert load_sample(team) is None
    assert Item.objects.count() == 1


def test_two_teams_get_a_sample_each(team):
    load_sample(team)
    load_sample(factories.TeamFactory())
    first, second = Item.objects.order_by("pk").values_list("slug", flat=True)
    assert first == "payment-retries"
    assert re.fullmatch("payment-retries-[a-z2-9]{6}", second)
