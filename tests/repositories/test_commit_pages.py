"""Committing and pushing from the page of a session's changes, and the patches."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviews.changes import decide
from reviews.models import BranchCommit
from reviews.repositories import committing
from tests import factories
from tests.changes.stage import seat_personas, session_with
from tests.git.making import Upstream
from tests.pages import words, words_in
from tests.repositories.committed import BETTER, accepted, am, clone, interview
from tests.repositories.stage import PLAN, linked, picked

pytestmark = pytest.mark.slow

HTMX = {"HX-Request": "true"}


@pytest.fixture
def session(plan):
    """An interview that would change two lines of docs/plan.md."""
    return interview(plan)


@pytest.fixture
def row(session, ana) -> BranchCommit:
    """Both are accepted and committed."""
    [row] = committing.commit(accepted(session, ana), ana)
    return row


def page_of(session) -> str:
    return f"/sessions/{session.pk}/changes/"


def section(response) -> str:
    """The words of the part about repositories, without the page's other parts."""
    found = re.search(r'<section class="commits".*?</section>', response.content.decode(), re.DOTALL)
    return words_in(found[0]) if found else ""


def test_the_page_says_which_files_go_where(as_user, ana, session):
    told = section(as_user(ana).get(page_of(session)))
    assert told == "Repository notes docs/plan.md nothing accepted"
    told = section(as_user(ana).get(page_of(accepted(session, ana, 1))))
    assert "docs/plan.md 1 accepted change A commit goes to the new branch" in told
    assert f"elm/{session.pk}" in told
    assert told.endswith("Commit Nothing leaves this server until you push.")


def test_a_session_about_uploads_has_no_such_part(as_user, ana, item):
    assert section(as_user(ana).get(page_of(session_with(item)))) == ""


def test_uploads_of_the_session_are_named(as_user, ana, plan, item):
    session = accepted(interview(plan, factories.ArtifactFactory(item=item, name="notes.md")), ana)
    told = section(as_user(ana).get(page_of(session)))
    assert "notes.md is from no repository, so its 2 accepted changes are not part of a commit." in told
    assert "Patch for git am" not in told


def test_deciding_on_a_card_brings_the_part_up_to_date(as_user, ana, session):
    change = session.changes.get(order=1)
    html = as_user(ana).post(f"/changes/{change.pk}/accept/", headers=HTMX).content.decode()
    assert '<hx-partial hx-target="#repository"' in html
    assert "1 accepted change</span>" in html


def test_ben_commits_and_sees_the_commit(as_user, ben, session):
    client = as_user(ben)
    response = client.post(f"/sessions/{accepted(session, ben).pk}/commits/")
    row = BranchCommit.objects.get()
    assert response["Location"] == f"{page_of(session)}#repository"
    page = client.get(page_of(session))
    assert f"Committed: {row.commit[:7]} on {row.branch}." in words(page)
    assert "Everything that is accepted is committed." in section(page)
    assert f"http://testserver/sessions/{session.pk}/" in row.message


def test_what_can_not_be_committed_is_told_on_the_page(as_user, ana, session):
    response = as_user(ana).post(f"/sessions/{session.pk}/commits/")
    assert response.status_code == 409
    assert "Accept one, then commit." in words(response)
    assert not BranchCommit.objects.exists()


def test_a_mirror_that_is_gone_leaves_the_page_and_says_so(as_user, ana, session, settings, tmp_path):
    settings.ELM_DATA_DIR = tmp_path / "elsewhere"
    told = section(as_user(ana).get(page_of(accepted(session, ana))))
    assert "Fetch it first." in told
    assert "Commit Nothing" not in told


def test_ana_pushes_and_a_plain_clone_has_the_commit(
    as_user, ana, row, upstream, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        response = as_user(ana).post(f"/commits/{row.pk}/push/")
    assert response["Location"] == f"{page_of(row.session)}#commit-{row.pk}"
    assert upstream.git("rev-parse", f"refs/heads/{row.branch}").decode().strip() == row.commit
    told = section(as_user(ana).get(page_of(row.session)))
    assert "Pushed by Ana" in told
    assert "Push again" not in told


def test_with_htmx_the_state_of_the_push_comes_back(as_user, ana, row):
    html = as_user(ana).post(f"/commits/{row.pk}/push/", headers=HTMX).content.decode()
    assert 'hx-trigger="every 1s"' in html
    assert f"/commits/{row.pk}/stop/" in html
    assert "<h1" not in html


def test_the_state_is_asked_for_until_the_push_has_ended(as_user, ana, row):
    BranchCommit.objects.update(push="pushing", beat=timezone.now())
    assert b"every 1s" in as_user(ana).get(f"/commits/{row.pk}/state/", headers=HTMX).content
    BranchCommit.objects.update(push="failed", push_error="The host said no.")
    told = as_user(ana).get(f"/commits/{row.pk}/state/", headers=HTMX)
    assert b"every 1s" not in told.content
    assert words(told) == "Not pushed The host said no. Push again"


def test_without_htmx_the_state_is_the_page(as_user, ana, row):
    response = as_user(ana).get(f"/commits/{row.pk}/state/")
    assert response["Location"] == f"{page_of(row.session)}#commit-{row.pk}"


def test_a_push_that_died_with_its_server_is_told_and_offered_again(as_user, ana, row):
    BranchCommit.objects.update(push="pushing", beat=timezone.now() - timedelta(minutes=2))
    told = section(as_user(ana).get(page_of(row.session)))
    assert "The server ended while the branch was pushed." in told
    assert "Push again" in told


def test_ana_stops_a_push(as_user, ana, row):
    BranchCommit.objects.update(push="pushing", beat=timezone.now())
    assert as_user(ana).post(f"/commits/{row.pk}/stop/").status_code == 302
    assert "Ana stopped it." in section(as_user(ana).get(page_of(row.session)))
    told = as_user(ana).post(f"/commits/{row.pk}/stop/", headers=HTMX)
    assert (told.status_code, "Nothing is being pushed any more" in words(told)) == (409, True)


def test_only_the_newest_commit_of_a_branch_offers_a_push(as_user, ana, row):
    decide.undo_all(row.session, ana)
    committing.commit(row.session, ana)
    html = as_user(ana).get(page_of(row.session)).content.decode()
    assert len(re.findall(r'action="/commits/\d+/push/"', html)) == 1
    assert html.index("Take back the changes") < html.index("2 changes of the interview")


def test_git_am_takes_the_patch_of_a_commit(as_user, vera, row, upstream, tmp_path):
    response = as_user(vera).get(f"/commits/{row.pk}.patch")
    assert response["Content-Disposition"] == f'attachment; filename="notes-{row.commit[:7]}.patch"'
    folder = clone(upstream, tmp_path)
    am(folder, response.content)
    assert (folder / "docs/plan.md").read_bytes() == BETTER.encode()


def test_git_am_takes_the_patch_of_a_session_that_was_never_committed(
    as_user, ana, session, upstream, tmp_path
):
    mail = as_user(ana).get(f"/sessions/{accepted(session, ana).pk}/changes.patch").content
    assert mail.startswith(b"From ")
    folder = clone(upstream, tmp_path)
    am(folder, mail)
    assert (folder / "docs/plan.md").read_bytes() == BETTER.encode()


def test_the_patch_of_two_repositories_is_a_plain_one_with_a_folder_for_each(
    as_user, ana, plan, item, team, roots
):
    other = Upstream(roots / "other.git")
    other.commit({"deep/notes.md": PLAN})
    session = accepted(interview(plan, picked(item, linked(team, other), "deep/notes.md")), ana)
    patch = as_user(ana).get(f"/sessions/{session.pk}/changes.patch").content
    assert patch.startswith(b"diff --git ")
    assert re.findall(rb"^\+\+\+ (.*)$", patch, re.MULTILINE) == [
        b"b/notes/docs/plan.md",
        b"b/other/deep/notes.md",
    ]


def test_the_patch_of_proposals_is_a_plain_one(as_user, ana, session):
    patch = as_user(ana).get(f"/sessions/{session.pk}/changes.patch?status=proposed").content
    assert patch.startswith(b"diff --git a/docs/plan.md b/docs/plan.md\n")


def test_the_export_has_the_commits(as_user, ana, row):
    seat_personas(row.session)
    found = as_user(ana).get(f"/sessions/{row.session_id}/export.json").json()["commits"]
    assert [(one["commit"], one["branch"], one["made_by"], one["push"]) for one in found] == [
        (row.commit, row.branch, "Ana", None)
    ]


def test_the_session_tells_of_the_commit_and_leads_to_it(as_user, ana, row):
    seat_personas(row.session)
    html = as_user(ana).get(f"/sessions/{row.session_id}/").content.decode()
    assert f"Committed 2 changes to {row.branch} as {row.commit[:7]}." in html
    assert f'href="{page_of(row.session)}#repository">See the commits</a>' in html


def addresses(row) -> dict[str, str]:
    return {
        "commit": f"/sessions/{row.session_id}/commits/",
        "push": f"/commits/{row.pk}/push/",
        "stop": f"/commits/{row.pk}/stop/",
        "state": f"/commits/{row.pk}/state/",
        "patch": f"/commits/{row.pk}.patch",
    }


@pytest.mark.parametrize("name", ["commit", "push", "stop"])
def test_viewers_and_outsiders_change_nothing(name, as_user, vera, cleo, client, row):
    address = addresses(row)[name]
    assert [as_user(who).post(address).status_code for who in (vera, cleo)] == [403, 404]
    assert client.post(address)["Location"].startswith("/accounts/login/")
    assert as_user(vera).get(address).status_code == 405
    assert BranchCommit.objects.values_list("push", flat=True).get() == ""


@pytest.mark.parametrize("name", ["state", "patch"])
def test_viewers_read_and_outsiders_find_nothing(name, as_user, vera, cleo, client, row):
    address = addresses(row)[name]
    assert as_user(vera).get(address).status_code in (200, 302)
    assert as_user(cleo).get(address).status_code == 404
    assert client.get(address)["Location"].startswith("/accounts/login/")
    assert as_user(vera).post(address).status_code == 405


def test_viewers_see_the_commits_and_no_button(as_user, vera, row):
    html = as_user(vera).get(page_of(row.session)).content.decode()
    assert row.commit[:7] in html
    assert "/push/" not in html
    assert "/commits/" in html


@pytest.mark.parametrize("name", ["push", "stop", "state"])
def test_a_commit_that_is_not_there_is_not_found(name, as_user, ana, db):
    assert as_user(ana).post(f"/commits/999999/{name}/").status_code in (404, 405)
    assert as_user(ana).get("/commits/999999.patch").status_code == 404


def queries_of(client, session) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page_of(session)).status_code == 200
    return len(queries)


def test_the_number_of_queries_does_not_grow_with_changes_and_commits(as_user, ana, session):
    client = as_user(ana)
    committing.commit(accepted(session, ana, 1), ana)
    once = queries_of(client, session)
    committing.commit(accepted(session, ana, 2), ana)
    decide.undo_all(session, ana)
    committing.commit(session, ana)
    accepted(session, ana, 1, 2)
    assert queries_of(client, session) == once
