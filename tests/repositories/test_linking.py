"""Linking a repository: what is taken, what is refused, and that a refusal leaves nothing behind."""

import pytest

from reviews.errors import ElmError, RepositoryError
from reviews.git import browse, mirror
from reviews.models import BranchCommit, Repository
from reviews.repositories import fetching, linking
from reviews.repositories.places import mirror_of
from tests import factories
from tests.git.serving import serving


@pytest.fixture
def web(roots, settings):
    """The folder with repositories, served by git's HTTP backend on a host of the intranet."""
    settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    with serving(roots) as served:
        yield served


@pytest.fixture
def closed(roots, settings, monkeypatch):
    """The same, for those who know the password; the server's variable ELM_GIT_DOCS does."""
    settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    monkeypatch.setenv("ELM_GIT_DOCS", "ana:s3cr3t")
    monkeypatch.setenv("ELM_GIT_DOCS_HOSTS", "127.0.0.1")
    with serving(roots, password="ana:s3cr3t") as served:
        yield served


def refused(team, ana, url: str, credential: str = "") -> str:
    """The kind of the refusal; nothing is linked by it."""
    with pytest.raises(RepositoryError) as error:
        linking.link(team, url, credential, ana)
    assert not Repository.objects.exists()
    return error.value.kind


def test_a_linked_repository_waits_for_its_first_fetch(team, ana, upstream):
    made = linking.link(team, f" {upstream.path}/ ", "", ana)
    assert (made.url, made.name, made.linked_by, made.state) == (str(upstream.path), "notes", ana, "fetching")
    assert not made.is_readable


def test_the_first_fetch_brings_the_branches(team, ana, upstream, web, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        made = linking.link(team, web.url("notes.git"), "", ana)
    made.refresh_from_db()
    assert (made.state, made.default_branch, made.percent) == ("ready", "main", 100)
    assert browse.branches(mirror_of(made))[0].commit == made.head


def test_whoever_links_the_same_address_again_joins(team, ana, ben, upstream, web):
    first = linking.link(team, web.url("notes.git"), "", ana)
    asked = len(web.asked)
    assert linking.link(team, web.url("notes.git") + "/", "", ben) == first
    assert len(web.asked) == asked
    assert Repository.objects.get().linked_by == ana


def test_two_teams_have_links_and_mirrors_of_their_own(team, ana, cleo, upstream):
    other = cleo.memberships.get().team
    first, second = (linking.link(one, str(upstream.path), "", ana) for one in (team, other))
    assert mirror_of(first) != mirror_of(second)


def test_a_credential_is_kept_by_its_name_alone(team, ana, upstream, closed, caplog):
    made = linking.link(team, closed.url("notes.git"), "ELM_GIT_DOCS", ana)
    assert made.credential == "ELM_GIT_DOCS"
    assert "s3cr3t" not in repr(Repository.objects.values().get()) + caplog.text


def test_without_its_password_a_repository_is_not_linked(team, ana, upstream, closed):
    assert refused(team, ana, closed.url("notes.git")) == "credential"


@pytest.mark.parametrize("name", ["s3cr3t", "SECRET_KEY", "ELM_GIT_DOCS_HOSTS", "ELM_GIT_NOBODY"])
def test_what_is_no_credential_for_the_host_is_refused(team, ana, upstream, closed, name):
    assert refused(team, ana, closed.url("notes.git"), name) == "credential"
    assert closed.asked == []


@pytest.mark.parametrize("url", ["{path}", "git@git.example.org:team/notes.git"])
def test_a_credential_has_no_use_with_paths_and_ssh(team, ana, upstream, settings, url):
    settings.ELM_REPO_SSH = True
    assert refused(team, ana, url.format(path=upstream.path), "ELM_GIT_DOCS") == "credential"


def test_a_repository_without_a_commit_is_linked(team, ana, upstream, django_capture_on_commit_callbacks):
    upstream.git("update-ref", "-d", "refs/heads/main")
    with django_capture_on_commit_callbacks(execute=True):
        made = linking.link(team, str(upstream.path), "", ana)
    made.refresh_from_db()
    assert (made.state, made.default_branch, made.head) == ("ready", "", "")


def test_nobody_finds_out_who_answers_where_by_linking(team, ana, ben, upstream, web, settings):
    settings.LINK_CHECKS_PER_HOUR = 2
    for name in ("one.git", "two.git"):
        assert refused(team, ana, web.url(name)) == "not_repository"
    asked = len(web.asked)
    with pytest.raises(ElmError, match="tried 2 addresses within an hour"):
        linking.link(team, web.url("notes.git"), "", ana)
    assert (len(web.asked), Repository.objects.count()) == (asked, 0)
    assert linking.link(team, web.url("notes.git"), "", ben)


def test_an_address_that_is_refused_by_its_form_is_not_counted(team, ana, upstream, settings):
    settings.LINK_CHECKS_PER_HOUR = 1
    for _ in range(3):
        assert refused(team, ana, "file:///etc") == "address"
    assert linking.link(team, str(upstream.path), "", ana)


def test_another_credential_is_stored_once_the_other_side_has_taken_it(team, ana, upstream, closed):
    made = linking.link(team, closed.url("notes.git"), "ELM_GIT_DOCS", ana)
    for name in ("", "ELM_GIT_OTHER", "s3cr3t"):
        with pytest.raises(RepositoryError) as error:
            linking.change_credential(made, name, ana)
        assert error.value.kind == "credential"
    made.refresh_from_db()
    assert made.credential == "ELM_GIT_DOCS"
    closed.password = ""
    linking.change_credential(made, "", ana)
    assert Repository.objects.get().credential == ""


def test_what_is_removed_leaves_its_artifacts_their_texts(repository, plan, upstream, settings):
    folder, content, path = mirror_of(repository), bytes(plan.current.content), upstream.path
    linking.unlink(repository)
    plan.refresh_from_db()
    assert (plan.repository, bytes(plan.current.content), plan.path) == (None, content, "docs/plan.md")
    assert not folder.exists()
    assert not Repository.objects.exists()
    assert (path / "HEAD").exists()


def test_what_is_fetched_is_not_removed(repository):
    fetching.begin(repository, None)
    with pytest.raises(RepositoryError, match="was not removed"):
        linking.unlink(repository)
    assert Repository.objects.filter(pk=repository.pk).exists()
    assert mirror_of(repository).exists()


def test_what_is_pushed_is_not_removed(repository, plan, ana):
    session = factories.SessionFactory(item=plan.item, started_by=ana)
    BranchCommit.objects.create(
        session=session,
        repository=repository,
        branch="elm/x",
        base=repository.head,
        commit=repository.head,
        message="x",
        push="pushing",
        beat=repository.fetched,
    )
    with pytest.raises(RepositoryError, match="fetched or pushed just now"):
        linking.unlink(repository)
    assert mirror_of(repository).exists()


def test_a_mirror_that_a_git_still_holds_is_not_removed_and_the_link_stays(repository, monkeypatch):
    monkeypatch.setattr(fetching, "PATIENCE_SECONDS", 0)
    with mirror.locked(mirror_of(repository)), pytest.raises(RepositoryError) as error:
        linking.unlink(repository)
    assert error.value.kind == "busy"
    assert Repository.objects.filter(url__endswith="notes.git").exists()
    assert mirror_of(Repository.objects.get()).exists()


def test_linking_again_takes_the_artifacts_back_and_keeps_their_commits(
    repository, plan, team, ana, upstream, django_capture_on_commit_callbacks
):
    pinned = plan.pinned.commit
    linking.unlink(repository)
    with django_capture_on_commit_callbacks(execute=True):
        again = linking.link(team, str(upstream.path), "", ana)
    plan.refresh_from_db()
    assert (plan.repository, plan.origin) == (again, "")
    assert mirror.pinned(mirror_of(again)) == {pinned}


def test_another_team_that_links_the_address_gets_no_artifact(repository, plan, cleo, ana, upstream):
    linking.unlink(repository)
    elsewhere = cleo.memberships.get().team
    linking.link(elsewhere, str(upstream.path), "", cleo)
    plan.refresh_from_db()
    assert (plan.repository, plan.origin) == (None, str(upstream.path))


@pytest.mark.parametrize("way", ["page", "list"])
def test_a_team_that_an_administrator_deletes_takes_its_mirrors_with_it(
    way, admin_client, team, plan, repository, django_capture_on_commit_callbacks
):
    other = mirror_of(repository).with_name("other.git")
    other.mkdir()
    with django_capture_on_commit_callbacks(execute=True):
        if way == "page":
            admin_client.post(f"/admin/reviews/team/{team.pk}/delete/", {"post": "yes"})
        else:
            chosen = {"action": "delete_selected", "_selected_action": team.pk, "post": "yes"}
            admin_client.post("/admin/reviews/team/", chosen)
    assert not Repository.objects.exists()
    assert (mirror_of(repository).exists(), other.exists()) == (False, True)
