"""Every page of this part, for everybody: who gets in, who is sent away, and that nothing changes then."""

import uuid

import pytest

from reviews.models import Artifact, Item, Membership, Revision, Session
from tests import factories

OPEN_PAGES = [
    "/",
    "/items/",
    "/sessions/",
    "/search/?q=retries",
    "/team/",
    "/accounts/password/",
    "/accounts/teams/",
]
NOT_A_PAGE = ["/items/nothing/", "/items/nothing/artifacts/new/", f"/artifacts/{uuid.UUID(int=7)}/"]


@pytest.fixture
def pages(item, artifact) -> dict[str, str]:
    return {
        "item": f"/items/{item.slug}/",
        "artifact": f"/artifacts/{artifact.pk}/",
        "raw": f"/artifacts/{artifact.pk}/raw/",
        "findings": f"/artifacts/{artifact.pk}/findings/",
    }


def counts() -> tuple[int, ...]:
    """How many rows there are of everything that a page could make."""
    return tuple(model.objects.count() for model in (Item, Artifact, Revision, Session, Membership))


@pytest.mark.parametrize("path", [*OPEN_PAGES, "/items/new/", "/sessions/new/"])
def test_ana_opens_the_page_and_it_has_one_heading(path, as_ana, item, artifact):
    response = as_ana.get(path)
    assert response.status_code == 200
    assert response.content.count(b"<h1") == 1


@pytest.mark.parametrize("name", ["item", "artifact", "raw", "findings"])
def test_teammates_open_what_belongs_to_an_item(name, pages, as_user, ben, vera):
    assert as_user(ben).get(pages[name]).status_code == 200
    assert as_user(vera).get(pages[name]).status_code == 200


@pytest.mark.parametrize("name", ["item", "artifact", "raw", "findings"])
def test_cleo_does_not_even_learn_that_it_exists(name, pages, as_user, cleo):
    assert as_user(cleo).get(pages[name]).status_code == 404


@pytest.mark.parametrize("path", [*OPEN_PAGES, *NOT_A_PAGE, "/items/new/", "/sessions/new/"])
def test_a_stranger_is_sent_to_the_log_in(path, client, db):
    response = client.get(path)
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=/")


@pytest.mark.parametrize("path", NOT_A_PAGE)
def test_what_does_not_exist_is_a_page_that_says_so(path, as_ana):
    response = as_ana.get(path)
    assert response.status_code == 404
    assert b"Page not found" in response.content


@pytest.mark.parametrize("path", OPEN_PAGES[:4])
def test_pages_that_only_show_refuse_a_post(path, as_ana):
    assert as_ana.post(path).status_code == 405


@pytest.mark.parametrize("path", ["/items/new/", "/sessions/new/", "/team/", "/items/payment/artifacts/new/"])
def test_pages_with_forms_refuse_other_methods(path, as_ana):
    assert as_ana.delete(path).status_code == 405


def test_a_viewer_may_not_write_and_nothing_changes(as_user, vera, item, artifact):
    before, browser = counts(), as_user(vera)
    writes = [
        ("/items/new/", {"title": "Mine"}),
        (f"/items/{item.slug}/artifacts/new/", {"name": "a.md", "text": "words"}),
        ("/sessions/new/", {"item": item.slug, "artifacts": [artifact.pk], "answered_by": "ai"}),
        ("/team/", {"action": "add", "username": "dan", "role": "admin"}),
    ]
    assert [browser.post(path, data).status_code for path, data in writes] == [403] * 4
    assert counts() == before


def test_a_refusal_says_why_and_that_nothing_changed(as_user, vera, item):
    response = as_user(vera).post(f"/items/{item.slug}/artifacts/new/", {"name": "a.md", "text": "words"})
    assert b"only members of the team can change it" in response.content
    assert b"Nothing was changed" in response.content


def test_cleo_can_not_write_into_anas_team_and_nothing_changes(as_user, cleo, item, artifact):
    before, browser = counts(), as_user(cleo)
    added = browser.post(f"/items/{item.slug}/artifacts/new/", {"name": "a.md", "text": "words"})
    started = browser.post("/sessions/new/", {"item": item.slug, "artifacts": [artifact.pk]})
    managed = browser.post("/team/?team=" + item.team.slug, {"action": "add", "username": "dan"})
    assert [added.status_code, started.status_code, managed.status_code] == [404, 404, 404]
    assert counts() == before


def test_a_person_without_a_team_gets_a_dashboard_that_says_what_to_do(as_user, db):
    response = as_user(factories.UserFactory()).get("/")
    assert b"Ask an admin to add you" in response.content


def test_a_form_without_its_token_gets_a_sentence(ana):
    from django.test import Client

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ana)
    response = browser.post("/items/new/", {"title": "Mine"})
    assert response.status_code == 403
    assert b"This form is out of date" in response.content
    assert not Item.objects.exists()


def test_the_page_for_a_broken_server_needs_no_database(rf):
    from django.views.defaults import bad_request, server_error

    assert b"Something broke on our side" in server_error(rf.get("/")).content
    assert b"could not be read" in bad_request(rf.get("/"), ValueError()).content
