"""The menu that follows a roundtable: on, again, or a word for the next one."""

import pytest
from django.urls import reverse

from reviews.models import Event, Item, Session
from tests.live import table
from tests.live.test_table_page import HTMX, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(roundtable) -> Session:
    """A finished roundtable with its menu."""
    table.discussed(roundtable)
    table.tell(roundtable, table.menu())
    table.finish(roundtable)
    return roundtable


@pytest.fixture
def choose(ended, ben, as_user):
    """`choose(choice="C")` is what Ben gets at the menu."""

    def chosen(user=ben, *, htmx=False, **data):
        return as_user(user).post(reverse("session-menu", args=[ended.pk]), data, **(HTMX if htmx else {}))

    return chosen


def test_fr_006_03_the_menu_stands_as_it_is_written_with_a_button_for_each_choice(ended, ben, as_user):
    html = as_user(ben).get(ended.get_absolute_url()).content.decode()
    assert (
        "[E] Elaboration Mode -- bring all perspectives to discuss this topic\n[C] Continue -- move" in html
    )
    assert [f'name="choice" value="{key}"' in html for key in "ECS"] == [True, True, True]


def test_at_a_phase_boundary_nothing_can_be_skipped(roundtable, ben, as_user):
    table.tell(roundtable, table.menu("phase"))
    html = as_user(ben).get(roundtable.get_absolute_url()).content.decode()
    assert 'value="C"' in html
    assert 'value="S"' not in html


def test_fr_006_04_e_starts_another_roundtable_on_the_step(ended, choose):
    got = choose(choice="E")
    another = Session.objects.exclude(pk=ended.pk).get()
    assert (got.url, another.step_id, another.state) == (another.get_absolute_url(), ended.step_id, "running")


def test_c_goes_on_and_the_step_is_done(ended, choose):
    got = choose(choice="c", htmx=True)
    assert got["HX-Redirect"].startswith("/")
    assert Item.objects.get(pk=ended.item_id).steps_completed == [ended.step_id]


def test_who_typed_words_comes_back_to_the_menu_that_follows_them(ended, choose):
    got = choose(text="Mind the refunds.", htmx=True)
    newest = ended.events.filter(kind="menu").latest("number").number
    assert newest == ended.events.latest("number").number
    assert got["HX-Redirect"] == f"{ended.get_absolute_url()}?at={newest}#event-{newest}"


def test_words_are_taken_down_for_the_next_one(ended, choose):
    choose(text="Continue with the refunds in mind.")
    said = Event.objects.filter(session=ended, kind="user_message").get()
    assert (said.text, said.data["menu"]) == ("Continue with the refunds in mind.", True)


@pytest.mark.parametrize("htmx", [False, True])
def test_what_is_no_choice_changes_nothing_and_says_why(ended, choose, htmx):
    before = state_of(ended)
    got = choose(choice="X", text="typed", htmx=htmx)
    assert (got.status_code, state_of(ended)) == (422, before)
    assert "Choose E, C or S" in got.content.decode()
    assert "typed</textarea>" in got.content.decode()


def test_viewers_may_not_choose_and_outsiders_find_no_menu(ended, choose, vera, cleo, client):
    before = state_of(ended)
    assert [choose(user, choice="C").status_code for user in (vera, cleo)] == [403, 404]
    address = reverse("session-menu", args=[ended.pk])
    assert client.post(address).url.startswith("/accounts/login/")
    assert state_of(ended) == before


def test_the_menu_is_posted_to_only(ended, ben, as_user):
    assert as_user(ben).get(reverse("session-menu", args=[ended.pk])).status_code == 405
