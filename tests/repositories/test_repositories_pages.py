"""The pages of linked repositories: who may do what, and what they tell."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from reviews.models import Artifact, BranchCommit, Repository
from reviews.repositories.places import mirror_of
from tests import factories
from tests.pages import tidy

PARTS = ("state", "fetch", "stop", "credential", "remove")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def repository(team, roots) -> Repository:
    """It was fetched once; the pages of this file do not read its mirror."""
    now = timezone.now()
    address = "https://git.example.org/notes.git"
    return factories.RepositoryFactory(
        team=team, url=address, state="ready", fetched=now, beat=now, head="a" * 40
    )


@pytest.fixture
def plan(item, repository) -> Artifact:
    return factories.ArtifactFactory(item=item, source="repository", repository=repository, path="plan.md")


@pytest.fixture
def at(repository):
    """`at("stop")` is where the repository is stopped."""
    return lambda part: f"/repositories/{repository.pk}/{part}/"


def rows() -> list[tuple[object, ...]]:
    """Everything about repositories that a page could change."""
    return list(Repository.objects.values_list("pk", "url", "credential", "state", "stop_requested"))


def stored(repository: Repository, **values: object) -> None:
    Repository.objects.filter(pk=repository.pk).update(**values)


@pytest.mark.parametrize("path", ["/repositories/", "/repositories/new/"])
def test_ana_opens_the_page_and_it_has_one_heading(path, as_user, ana, repository):
    page = as_user(ana).get(path)
    assert page.status_code == 200
    assert page.content.count(b"<h1") == 1
    assert page["Cache-Control"].startswith("max-age=0, no-cache")


@pytest.mark.parametrize("path", ["", "new/", *(f"{uuid.UUID(int=7)}/{part}/" for part in PARTS)])
def test_a_stranger_is_sent_to_the_log_in(path, client, db):
    assert client.get(f"/repositories/{path}")["Location"].startswith("/accounts/login/?next=/")


def test_the_list_tells_how_each_repository_stands(as_user, vera, repository, plan):
    stored(repository, state="failed", error_kind="unreachable", error="The host can't be reached <now>.")
    page = as_user(vera).get("/repositories/").content.decode()
    for words in ("notes.git", "Fetched <time", "1 artifact", "Failed", "can&#x27;t be reached &lt;now&gt;."):
        assert words in page
    assert "Link a repository" not in page


def test_the_list_takes_a_constant_number_of_queries(as_user, ana, team, django_assert_num_queries):
    browser = as_user(ana)
    for count in (1, 5):
        factories.RepositoryFactory.create_batch(count, team=team)
        with django_assert_num_queries(6):
            browser.get("/repositories/")


def test_the_list_asks_again_while_something_is_fetched(as_user, ana, repository):
    browser = as_user(ana)
    assert b"every 2s" not in browser.get("/repositories/").content
    stored(repository, state="fetching", beat=timezone.now())
    part = browser.get("/repositories/", headers=HTMX).content
    assert b"every 2s" in part
    assert b"<html" not in part


def test_the_list_of_a_long_team_has_pages(as_user, ana, team):
    factories.RepositoryFactory.create_batch(31, team=team)
    page = as_user(ana).get("/repositories/?page=2")
    assert page.content.count(b'class="list-main"') == 1


def test_an_empty_list_says_what_to_do(as_user, ana, vera):
    assert b"Link the first one" in as_user(ana).get("/repositories/").content
    assert b"Members of your team can link one" in as_user(vera).get("/repositories/").content


def test_cleo_sees_none_of_it(as_user, cleo, repository, at):
    before, browser = rows(), as_user(cleo)
    assert b"notes.git" not in browser.get("/repositories/").content
    assert [browser.get(at(part)).status_code for part in ("state", "credential", "remove")] == [404] * 3
    assert [browser.post(at(part)).status_code for part in PARTS[1:]] == [404] * 4
    assert rows() == before


def test_cleo_links_into_no_team_but_her_own(as_user, cleo, team, upstream):
    as_user(cleo).post("/repositories/new/", {"url": str(upstream.path), "team": team.slug})
    assert Repository.objects.get().team == cleo.memberships.get().team


def test_a_viewer_reads_and_changes_nothing(as_user, vera, repository, at, upstream):
    before, browser = rows(), as_user(vera)
    state = browser.get(at("state"), headers=HTMX)
    assert (state.status_code, b"<form" in state.content) == (200, False)
    assert [browser.post(at(part)).status_code for part in PARTS[1:]] == [403] * 4
    assert browser.post("/repositories/new/", {"url": str(upstream.path)}).status_code == 403
    assert rows() == before


def test_a_member_fetches_and_leaves_the_rest_to_admins(as_user, ben, repository, at):
    browser = as_user(ben)
    part = browser.get(at("state"), headers=HTMX).content
    assert b"Fetch now" in part
    assert b"/remove/" not in part
    assert [browser.post(at(one)).status_code for one in ("credential", "remove")] == [403, 403]
    assert browser.post(at("fetch")).url == f"/repositories/{repository.pk}/"
    assert Repository.objects.get().state == "fetching"


@pytest.mark.parametrize(("part", "method"), [("state", "post"), ("fetch", "get"), ("stop", "get")])
def test_other_methods_are_refused(as_user, ana, at, part, method):
    assert getattr(as_user(ana), method)(at(part)).status_code == 405


@pytest.mark.parametrize("part", ["credential", "remove"])
def test_pages_with_forms_refuse_other_methods(as_user, ana, at, part):
    assert as_user(ana).delete(at(part)).status_code == 405


def test_without_javascript_the_state_is_on_the_repositorys_page(as_user, ana, repository, at):
    assert as_user(ana).get(at("state")).url == f"/repositories/{repository.pk}/"


def test_a_fetch_that_goes_on_shows_how_far_it_is_and_can_be_stopped(as_user, ana, repository, at):
    stored(repository, state="fetching", percent=42, words="Receiving, 64 %, 3 MiB", beat=timezone.now())
    part = as_user(ana).get(at("state"), headers=HTMX).content.decode()
    for words in ('value="42"', "Receiving, 64 %, 3 MiB", "every 1s", "Stop</button>"):
        assert words in part
    assert "Fetch now" not in part
    as_user(ana).post(at("stop"))
    assert Repository.objects.get().stop_requested


def test_a_fetch_whose_server_ended_says_so_and_is_offered_again(as_user, ana, repository, at):
    stored(repository, state="fetching", beat=timezone.now() - timedelta(minutes=2))
    part = as_user(ana).get(at("state"), headers=HTMX).content.decode()
    assert "The server stopped during the fetch" in part
    assert "Fetch now" in part
    assert "every 1s" not in part


def test_a_fetch_that_was_stopped_says_what_is_there(as_user, ana, repository, at):
    stored(repository, state="stopped", error_kind="stopped")
    assert b"The files of an earlier fetch are here" in as_user(ana).get(at("state"), headers=HTMX).content


def test_a_page_is_loaded_anew_when_the_fetch_brought_something(as_user, ana, repository, at):
    browser = as_user(ana)
    assert "HX-Refresh" not in browser.get(f"{at('state')}?head={repository.head}", headers=HTMX)
    assert browser.get(f"{at('state')}?head=", headers=HTMX)["HX-Refresh"] == "true"
    stored(repository, state="fetching", beat=timezone.now())
    assert "HX-Refresh" not in browser.get(f"{at('state')}?head=", headers=HTMX)


def test_a_page_that_promised_files_is_loaded_anew_when_none_came(as_user, ana, repository, at):
    stored(repository, state="failed", error="The host can't be reached.", fetched=None, head="")
    assert as_user(ana).get(f"{at('state')}?head=", headers=HTMX)["HX-Refresh"] == "true"


def test_whoever_comes_second_sees_the_fetch_that_goes_on(as_user, ana, ben, repository, at):
    as_user(ana).post(at("fetch"))
    part = as_user(ben).post(at("fetch"), headers=HTMX)
    assert b"Waiting for its turn" in part.content
    page = as_user(ben).post(at("fetch"), follow=True)
    assert b"notes is being fetched already" in page.content


def test_stopping_what_does_not_run_says_so(as_user, ana, repository, at):
    page = as_user(ana).post(at("stop"), follow=True)
    assert b"there was nothing to stop" in page.content
    assert not Repository.objects.get().stop_requested


def test_the_name_of_the_credential_is_shown_to_those_who_act(as_user, ana, vera, repository, at):
    stored(repository, credential="ELM_GIT_DOCS")
    assert b"ELM_GIT_DOCS" in as_user(ana).get(at("state"), headers=HTMX).content
    assert b"ELM_GIT_DOCS" not in as_user(vera).get(at("state"), headers=HTMX).content


def test_removing_asks_first_and_says_what_stays(as_user, ana, repository, plan, at):
    session = factories.SessionFactory(item=plan.item, started_by=ana)
    BranchCommit.objects.create(
        session=session, repository=repository, branch="elm/x", base="a", commit="b", message="x"
    )
    page = tidy(as_user(ana).get(at("remove")).content.decode())
    assert "1 artifact comes from it. It keeps its text" in page
    assert "1 commit that ELM made was not pushed and goes with it" in page
    assert Repository.objects.exists()


def test_ana_removes_a_repository_and_keeps_the_artifact(as_user, ana, repository, plan, at):
    folder = mirror_of(repository)
    folder.mkdir(parents=True)
    page = as_user(ana).post(at("remove"), follow=True)
    assert page.redirect_chain == [("/repositories/", 302)]
    assert b"notes is removed. Its artifacts keep their texts." in page.content
    assert not folder.exists()
    assert as_user(ana).get(plan.get_absolute_url()).status_code == 200


def test_what_is_fetched_can_not_be_removed_and_the_page_says_why(as_user, ana, repository, at):
    stored(repository, state="fetching", beat=timezone.now())
    page = as_user(ana).post(at("remove"))
    assert page.status_code == 409
    assert b"so it was not removed" in page.content
    assert Repository.objects.exists()
