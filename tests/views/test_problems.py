"""What can't be stored or reached just now gets a sentence and not "500", and keeps what was typed."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, OperationalError
from redis.exceptions import ConnectionError as RedisAway

from reviews import uploads
from reviews.models import Event, Invitation, Item, Membership
from reviews.sessions import actions
from reviews.views.items import items
from tests.live.running import running_session

FULL = OperationalError("database or disk is full")
LOCKED = OperationalError("database is locked")
SENTENCES = {
    FULL: "The server&#x27;s disk is full, so nothing was stored.",
    LOCKED: "Something else was writing",
}
troubles = pytest.mark.parametrize("trouble", [FULL, LOCKED], ids=["full", "locked"])


@pytest.fixture
def breaking(monkeypatch):
    """`breaking(Model, "save", trouble)`: the method meets the trouble from now on."""

    def break_it(owner: object, name: str, trouble: Exception) -> None:
        def fail(*args: object, **kwargs: object) -> None:
            raise trouble

        monkeypatch.setattr(owner, name, fail)

    return break_it


@pytest.fixture
def browser(as_ana):
    """Ana's browser, which shows errors as a person sees them."""
    as_ana.raise_request_exception = False
    return as_ana


def told(response) -> str:
    """What stands in the page as its trouble."""
    found = re.search(r'role="alert">(.*?)</', response.content.decode(), re.DOTALL)
    return re.sub(r"<[^>]+>", "", found[1]).strip() if found else ""


@troubles
def test_logging_in_and_out_is_told_what_is_wrong(trouble, client, browser, breaking, ana):
    client.raise_request_exception = False
    ana.set_password("long enough to know")
    ana.save()
    browser.force_login(ana)
    breaking(SessionStore, "save", trouble)
    breaking(SessionStore, "flush", trouble)
    login = client.post("/accounts/login/", {"username": "ana", "password": "long enough to know"})
    for response in (login, browser.post("/accounts/logout/")):
        assert response.status_code == 503
        assert SENTENCES[trouble] in told(response)
    page = login.content.decode()
    assert "long enough to know" not in page
    assert "passwords can't be kept here" in page


@troubles
def test_the_team_the_password_and_the_turn_limit_are_told_what_is_wrong(
    trouble, browser, breaking, item, ana
):
    ana.set_unusable_password()
    ana.save()
    browser.force_login(ana)
    breaking(Invitation, "save", trouble)
    breaking(User, "save", trouble)
    breaking(Item, "save", trouble)
    password = "a new and long one"
    forms = {
        "/team/": {"action": "add", "username": "newcomer@example.org", "role": "member"},
        "/accounts/password/": {"new_password1": password, "new_password2": password},
        f"/items/{item.slug}/turn-limit/": {"max_turns": "30"},
    }
    for address, form in forms.items():
        page = browser.post(address, form)
        assert page.status_code < 500, address
        assert "so nothing was stored" in page.content.decode(), address
        assert password not in page.content.decode()


@troubles
def test_what_nobody_has_foreseen_keeps_what_was_typed_to_be_sent_again(trouble, browser, breaking):
    breaking(items, "team_choices", trouble)
    page = browser.post("/items/new/", {"title": "Faster refunds <b>", "team": "payments"})
    text = page.content.decode()
    assert page.status_code == 503
    assert SENTENCES[trouble] in told(page)
    assert "\nFaster refunds &lt;b&gt;</textarea>" in text
    assert '<input type="hidden" name="team" value="payments">' in text
    assert 'action="/items/new/"' in text
    assert 'name="form_key"' in text


@pytest.mark.parametrize(
    "trouble",
    [
        Item.DoesNotExist("Item matching query does not exist."),
        IntegrityError("FOREIGN KEY constraint failed"),
        IntegrityError('insert or update on table "reviews_item" violates foreign key constraint'),
    ],
    ids=str,
)
def test_what_somebody_removed_meanwhile_is_told_and_what_was_typed_is_kept(trouble, browser, breaking):
    breaking(items, "team_choices", trouble)
    page = browser.post("/items/new/", {"title": "Faster refunds for all"})
    assert page.status_code == 409
    assert "removed a moment ago what this belongs to, so nothing was stored" in told(page)
    assert "\nFaster refunds for all</textarea>" in page.content.decode()


def test_a_fault_of_our_own_is_not_called_a_removal(browser, breaking):
    breaking(items, "team_choices", IntegrityError("UNIQUE constraint failed: reviews_item.slug"))
    page = browser.post("/items/new/", {"title": "Refunds"})
    assert page.status_code == 500
    assert "removed a moment ago" not in page.content.decode()


@troubles
def test_a_message_that_finds_no_room_stays_in_the_box(trouble, browser, breaking, session):
    breaking(actions, "lock_state", trouble)
    address = f"{session.get_absolute_url()}messages/"
    for headers in ({}, {"HX-Request": "true"}):
        page = browser.post(address, {"text": "Cards are the only way."}, headers=headers)
        assert page.status_code == 422
        assert "\nCards are the only way.</textarea>" in page.content.decode()
        assert "so nothing was stored" in page.content.decode()


def test_where_even_the_login_can_not_be_looked_up_the_sentence_is_told(browser, breaking, ana):
    ana.set_password("another, so that the session is not valid")
    ana.save()
    breaking(SessionStore, "flush", FULL)
    page = browser.post("/items/new/", {"title": "Refunds"})
    assert page.status_code == 503
    assert "disk is full, so nothing was stored" in page.content.decode()


def test_htmx_gets_the_sentence_alone_and_leaves_the_page_as_it_is(browser, breaking):
    breaking(items, "team_choices", LOCKED)
    page = browser.post("/items/new/", {"title": "Refunds"}, headers={"HX-Request": "true"})
    assert (page.status_code, page["HX-Reswap"]) == (503, "none")
    assert page["X-Problem"] == uploads.LOCKED
    assert page.content.decode().startswith('<hx-partial hx-target="#problem"')
    assert uploads.LOCKED in page.content.decode()


def test_htmx_never_puts_an_error_page_into_a_part_of_a_page(browser, as_user, item, ben):
    from_htmx = {"HX-Request": "true"}
    gone = browser.post(f"/changes/{uuid4()}/accept/", headers=from_htmx)
    assert (gone.status_code, gone["HX-Reswap"]) == (404, "none")
    assert "not there any more" in gone["X-Problem"]
    assert "<html" not in gone.content.decode()
    assert "Page not found" in browser.post(f"/changes/{uuid4()}/accept/").content.decode()
    Membership.objects.filter(user=ben).update(role="viewer")
    refused = as_user(ben).post("/sessions/new/", {"item": item.slug}, headers=from_htmx)
    assert (refused.status_code, refused["HX-Reswap"]) == (403, "none")
    assert "only members of the team can change it. Nothing was changed." in refused["X-Problem"]


def test_a_cache_that_is_away_is_named(browser, breaking):
    breaking(items, "team_choices", RedisAway("Error 111 connecting to cache:6379"))
    page = browser.post("/items/new/", {"title": "Faster refunds"})
    assert page.status_code == 503
    assert "cache can&#x27;t be reached" in told(page)
    assert "6379" not in page.content.decode()


def test_a_success_that_did_not_come_about_is_not_told(browser, breaking):
    # The item is stored by then, as far as the view knows: only its last step fails.
    breaking(items, "redirect", FULL)
    page = browser.post("/items/new/", {"title": "Faster refunds"})
    assert page.status_code == 503
    assert "The item is created" not in page.content.decode()


def test_any_other_error_stays_an_error(browser, breaking):
    breaking(items, "team_choices", ZeroDivisionError())
    page = browser.post("/items/new/", {"title": "Faster refunds"})
    assert page.status_code == 500
    assert "Something broke on our side" in page.content.decode()


@pytest.mark.parametrize("path", ["", "events/", "transcript.md", "export.json"])
def test_a_session_with_a_damaged_event_can_still_be_read(path, browser, item, ana, personas):
    talk = running_session("interview", item, ana, {"name": "notes.md"}, answered_by="ai")
    Event.objects.filter(session=talk, kind="state").update(data={"to": "running"}, text="It began.")
    page = browser.get(f"{talk.get_absolute_url()}{path}")
    assert page.status_code == 200
