"""An artifact whose branch was merged and deleted, or whose file was renamed, goes on from where it is now."""

import pytest

from reviews.changes import decide
from reviews.errors import IllegalMove
from reviews.models import Artifact
from reviews.repositories import committing, moving
from reviews.repositories.newer import newer_of
from tests.git.making import Upstream
from tests.repositories.committed import accepted, interview
from tests.repositories.odd import source_of, words
from tests.repositories.stage import MORE, PLAN, fetch, picked


@pytest.fixture
def draft(item, upstream: Upstream, repository) -> Artifact:
    """docs/plan.md as it was on the branch draft, which is merged by now, went on as main, and is gone."""
    tip = upstream.commit({"docs/plan.md": MORE}, branch="draft", parent="main")
    fetch(repository)
    artifact = picked(item, repository, "docs/plan.md", branch="draft")
    upstream.git("update-ref", "refs/heads/main", tip)
    upstream.delete("draft")
    fetch(repository)
    return artifact


def address(artifact: Artifact, query: str = "") -> str:
    return f"/artifacts/{artifact.pk}/newer/{query}"


def again(artifact: Artifact) -> Artifact:
    return Artifact.objects.select_related("current", "repository", "item__team").get(pk=artifact.pk)


def test_a_branch_that_is_gone_leads_to_the_one_shown_first(as_user, ana, draft):
    assert f'href="{address(draft)}"' in source_of(as_user(ana).get(draft.get_absolute_url()))
    page = as_user(ana).get(address(draft))
    assert "The repository has no branch draft any more." in words(page)
    assert 'href="?branch=main&amp;path=docs/plan.md">See what main has</a>' in source_of(page).replace(
        "%2F", "/"
    )


def test_with_the_same_commit_it_only_follows_the_other_branch(as_user, ana, draft, repository):
    page = as_user(ana).get(address(draft, "?branch=main&path=docs/plan.md"))
    assert "Follow main It has the same commit" in words(page)
    sent = {"commit": repository.head, "branch": "main"}
    page = as_user(ana).post(address(draft), sent, follow=True)
    assert "plan.md follows main now. Its text is the same." in words(page)
    assert (again(draft).branch, draft.revisions.count()) == ("main", 1)


@pytest.mark.slow
def test_it_moves_to_a_newer_commit_of_another_branch_with_what_was_accepted(
    as_user, ana, draft, upstream, repository
):
    session = accepted(interview(draft, better=MORE.decode().replace("None.", "Many.")), ana)
    tip = upstream.commit({"docs/plan.md": MORE.replace(b"three", b"four")})
    fetch(repository)
    page = as_user(ana).get(address(draft, "?branch=main"))
    assert "1 commit newer" in words(page)
    assert '<input type="hidden" name="branch" value="main">' in source_of(page)
    as_user(ana).post(address(draft), {"commit": tip, "branch": "main"})
    moved = again(draft)
    assert (moved.branch, moved.pinned.commit) == ("main", tip)
    assert bytes(moved.current.content) == MORE.replace(b"three", b"four").replace(b"None.", b"Many.")
    assert [row.base for row in committing.commit(session, ana)] == [tip]


@pytest.mark.slow
def test_a_renamed_file_is_found_and_followed(as_user, ana, plan, upstream, repository):
    session = accepted(interview(plan), ana)
    tip = upstream.rename("docs/plan.md", "docs/plans/retries.md")
    fetch(repository)
    assert "It was renamed to docs/plans/retries.md" in words(as_user(ana).get(address(plan)))
    page = as_user(ana).get(address(plan, "?path=docs/plans/retries.md"))
    assert "2 accepted changes are carried over" in words(page)
    as_user(ana).post(address(plan), {"commit": tip, "path": "docs/plans/retries.md"})
    moved = again(plan)
    assert (moved.name, moved.path, moved.pinned.commit) == ("plan.md", "docs/plans/retries.md", tip)
    [row] = committing.commit(session, ana)
    assert b"+++ b/docs/plans/retries.md" in committing.mail_of(row)


def test_a_file_with_a_new_name_and_some_new_words_is_found_too(as_user, ana, plan, upstream, repository):
    upstream.rename("docs/plan.md", "docs/retries.md")
    upstream.commit({"docs/retries.md": PLAN.replace(b"three times", b"four times")})
    fetch(repository)
    assert "It was renamed to docs/retries.md" in words(as_user(ana).get(address(plan)))


def test_a_deleted_file_has_no_other_name(as_user, ana, plan, upstream, repository):
    upstream.rename("docs/plan.md", "docs/plan2.md")
    upstream.commit({"docs/plan2.md": b"# Something else altogether\n\nAbout other things.\n"})
    fetch(repository)
    assert "It was renamed" not in words(as_user(ana).get(address(plan)))


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"branch": "nowhere"}, "notes has no branch “nowhere”. Nothing was changed."),
        ({"branch": "two\nlines"}, "can't be the name of a branch"),
        ({"path": "docs/none.md"}, "docs/none.md"),
        ({"path": "../../etc/passwd"}, "is not a path inside the repository"),
        ({"path": "docs/goals.md"}, "docs/goals.md is in the item already, as goals.md. Nothing was changed."),
        ({"path": "README.md"}, "README.md is not among the files that your team takes"),
    ],
)  # fmt: skip
def test_what_can_not_be_followed_is_told_and_nothing_changes(
    as_user, ana, item, plan, upstream, repository, sent, told
):
    repository.team.file_patterns = "docs/*"
    repository.team.save()
    picked(item, repository, "docs/goals.md")
    tip = upstream.commit({"other.md": b"x\n"})
    fetch(repository)
    page = as_user(ana).post(address(plan), {"commit": tip, **sent})
    assert page.status_code == 409
    assert told in words(page).replace("&#x27;", "'")
    kept = again(plan)
    assert (kept.branch, kept.path, kept.revisions.count()) == ("main", "docs/plan.md", 1)


def test_what_is_asked_for_and_not_there_is_told(as_user, vera, plan):
    assert "has no branch “nowhere”." in words(as_user(vera).get(address(plan, "?branch=nowhere")))
    assert "main has no file docs/none.md." in words(as_user(vera).get(address(plan, "?path=docs/none.md")))
    page = as_user(vera).get(address(plan, "?branch=-x"))
    assert "can&#x27;t be the name of a branch" in source_of(page)


def test_vera_looks_and_does_not_act(as_user, vera, draft, repository):
    page = as_user(vera).get(address(draft, "?branch=main"))
    assert "Members of the team can do that." in words(page)
    assert (
        as_user(vera).post(address(draft), {"commit": repository.head, "branch": "main"}).status_code == 403
    )
    assert again(draft).branch == "draft"


def test_following_is_the_same_without_a_page(ana, draft, repository):
    moving.follow(draft, "main")
    assert newer_of(again(draft)).tip == repository.head
    assert not newer_of(again(draft)).is_news


def test_a_move_over_a_rename_can_be_taken_back(ana, plan, upstream, repository):
    session = accepted(interview(plan), ana)
    tip = upstream.rename("docs/plan.md", "docs/retries.md")
    fetch(repository)
    moving.move(again(plan), tip, ana, path="docs/retries.md")
    decide.undo_all(session, ana)
    assert bytes(again(plan).current.content) == PLAN


def test_who_moves_it_while_it_gets_another_path_changes_nothing(ana, plan, upstream, repository):
    upstream.commit({"docs/retries.md": MORE}, message="Copy it")
    fetch(repository)
    repository.refresh_from_db()
    Artifact.objects.filter(pk=plan.pk).update(path="docs/retries.md")
    with pytest.raises(IllegalMove, match="Somebody else moved"):
        moving.move(plan, repository.head, ana)
    assert again(plan).revisions.count() == 1
