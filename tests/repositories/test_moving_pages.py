"""The pages on which Ana sees what is newer in a repository, and moves an artifact there."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from reviews.changes import decide
from reviews.changes.revisions import add_revision
from reviews.models import Change
from tests import factories
from tests.changes.stage import now
from tests.changes.table import AT, add, held_about
from tests.pages import words
from tests.repositories.stage import MORE, PLAN, fetch, picked

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


@pytest.fixture
def newer(upstream, repository):
    """`newer(data)` commits the bytes to docs/plan.md and fetches; gives the commit."""

    def commit(data: bytes, message: str = "A change", **options) -> str:
        made = upstream.commit({"docs/plan.md": data}, message=message, **options)
        fetch(repository)
        return made

    return commit


def address(artifact, query=""):
    return f"/artifacts/{artifact.pk}/newer/{query}"


def test_the_artifact_says_where_it_comes_from_and_what_is_newer(as_user, vera, plan, newer):
    pinned = plan.pinned.commit
    page = as_user(vera).get(plan.get_absolute_url())
    assert f"docs/plan.md of notes at {pinned[:7]} on main This is the newest commit on main." in words(page)
    newer(MORE)
    newer(PLAN)
    newer(MORE)
    page = as_user(vera).get(plan.get_absolute_url())
    assert "3 commits newer" in words(page)
    assert f'href="{address(plan)}"' in page.content.decode()


def test_the_page_lists_the_commits_and_compares_the_texts(as_user, vera, plan, newer):
    newer(PLAN + b"\nMore.\n", "Add <b>more</b>")
    tip = newer(MORE, "Begin with a pilot")
    page = as_user(vera).get(address(plan))
    html = page.content.decode()
    assert html.count("<h1") == 1
    assert "2 commits newer" in words(page)
    assert words(page).index("Begin with a pilot") < words(page).index("Add &lt;b&gt;more&lt;/b&gt;")
    assert "Inserted: A pilot comes first." in words(page)
    assert "Members of the team can move it." in words(page)
    assert f'value="{tip}"' not in html


def test_the_newest_commit_can_be_chosen_though_it_is_to_other_files(as_user, ana, plan, newer, upstream):
    newer(MORE)
    tip = upstream.commit({"README.md": b"# Other\n"}, message="Rename it")
    newest = as_user(ana).get(address(plan))
    assert "Rename it" not in words(newest)
    fetch(plan.repository)
    page = as_user(ana).get(address(plan))
    assert "1 commit newer" in words(page)
    assert f"{tip[:7]} · newest on main, to other files" in words(page)
    as_user(ana).post(address(plan), {"commit": tip})
    assert (now(plan), plan.pinned.commit) == (MORE, tip)


def test_a_long_list_is_folded_and_cut(as_user, ana, plan, upstream, monkeypatch):
    monkeypatch.setattr("reviews.views.repositories.move_preview.AT_ONCE", 2)
    monkeypatch.setattr("reviews.views.repositories.move_preview.MOST_COMMITS", 3)
    for number in range(4):
        upstream.commit({"docs/plan.md": PLAN + b"%d\n" % number})
    fetch(plan.repository)
    page = as_user(ana).get(address(plan))
    assert "4 commits newer" in words(page)
    assert "1 older" in words(page)
    assert "These are the newest 3 of 4." in words(page)


def test_a_deleted_file_is_told_once_and_an_earlier_commit_can_be_chosen(as_user, ana, plan, newer, upstream):
    last = newer(MORE)
    goals = upstream.git("ls-tree", "main:docs", "goals.md")
    docs = upstream.git("mktree", stdin=goals).decode().strip()
    tree = upstream.git("mktree", stdin=f"040000 tree {docs}\tdocs\n".encode()).decode().strip()
    upstream.git(
        "update-ref", "refs/heads/main", upstream.git("commit-tree", tree, "-p", last, "-m", "Delete").strip()
    )
    fetch(plan.repository)
    page = as_user(ana).get(address(plan))
    assert words(page).count("The text here stays as it is.") == 1
    assert "main does not have this file any more." in words(page)
    assert 'name="commit"' not in page.content.decode()
    as_user(ana).post(address(plan), {"commit": last})
    assert now(plan) == MORE


def test_another_commit_can_be_chosen_and_compared_side_by_side(as_user, ana, plan, newer):
    first = newer(PLAN + b"\nMore.\n", "Add more")
    newer(MORE, "Begin with a pilot")
    page = as_user(ana).get(address(plan, f"?to={first}&view=sides"))
    assert f"Move to {first[:7]}" in words(page)
    assert "Inserted: More." in words(page)
    assert "A pilot comes first." not in words(page)
    assert f'name="commit" value="{first}"' in page.content.decode()


def test_an_addition_that_the_repository_has_itself_is_not_undone_from_the_sheet(as_user, ana, plan):
    decide.accept(held_about(plan, ["- [Maya] One."], title="Plan").changes.get(), ana)
    assert "Undo this addition" in words(as_user(ana).get(plan.get_absolute_url()))
    Change.objects.update(upstream="1" * 40)
    page = as_user(ana).get(plan.get_absolute_url())
    assert "1 addition by a roundtable" in words(page)
    assert "Undo" not in words(page)


def test_git_takes_the_difference_as_a_patch(as_user, ana, plan, newer):
    tip = newer(MORE)
    response = as_user(ana).get(address(plan, "?format=patch"))
    assert f"plan.md-{plan.pinned.commit[:7]}-{tip[:7]}.patch" in response["Content-Disposition"]
    assert b"--- a/docs/plan.md" in response.content
    assert b"+A pilot comes first." in response.content


def test_ben_moves_it_and_is_told_what_became_of_the_changes(as_user, ben, ana, plan, newer):
    session = held_about(plan, ["- [Maya] One.", "- [Alex] Two."], title="Plan")
    decide.accept(session.changes.first(), ana)
    lost = held_about(plan, ["- [Maya] Three."], title="Risks").changes.get()
    tip = newer(MORE.replace(b"## Risks\n\nNone.\n", b""))
    page = as_user(ben).get(address(plan))
    assert "1 accepted change is carried over into the new text." in words(page)
    assert "1 other change keeps its place." in words(page)
    assert "A change in “Risks” has no certain place there." in words(page)
    page = as_user(ben).post(address(plan), {"commit": tip}, follow=True)
    assert page.redirect_chain == [(plan.get_absolute_url(), 302)]
    assert f"plan.md is at commit {tip[:7]} now. 2 changes are placed again." in words(page)
    assert "1 change of a roundtable could not be placed." in words(page)
    assert f"/sessions/{lost.session_id}/changes/#change-{lost.pk}" in page.content.decode()
    assert b"A pilot comes first." in now(plan)
    assert b"- [Maya] One." in now(plan)


def test_it_moves_to_the_commit_that_was_shown_though_the_branch_went_on(as_user, ana, plan, newer):
    shown = newer(MORE)
    newer(PLAN + b"\nLater.\n")
    as_user(ana).post(address(plan), {"commit": shown})
    assert now(plan) == MORE
    assert plan.pinned.commit == shown
    assert "1 commit newer" in words(as_user(ana).get(plan.get_absolute_url()))


def test_it_moves_to_a_commit_that_a_force_push_has_taken_away_since(as_user, ana, plan, newer, upstream):
    shown = newer(MORE)
    upstream.git("update-ref", "refs/heads/main", f"{shown}~1")
    newer(PLAN + b"\nOther.\n")
    as_user(ana).post(address(plan), {"commit": shown})
    assert now(plan) == MORE
    page = as_user(ana).get(address(plan))
    assert "The history of main was rewritten" in words(page)


def test_moving_twice_says_that_it_is_there_already(as_user, ana, plan, newer):
    tip = newer(MORE)
    as_user(ana).post(address(plan), {"commit": tip})
    page = as_user(ana).post(address(plan), {"commit": tip})
    assert page.status_code == 409
    assert f"plan.md is at commit {tip[:7]} already. Nothing was changed." in words(page)
    assert plan.revisions.count() == 2


@pytest.mark.parametrize("commit", ["", "nonsense", "main", "-x", "0" * 40])
def test_no_commit_of_the_repository_changes_nothing(as_user, ana, plan, newer, commit):
    newer(MORE)
    page = as_user(ana).post(address(plan), {"commit": commit})
    assert page.status_code == 409
    assert now(plan) == PLAN
    assert plan.revisions.count() == 1


def test_an_address_with_an_unknown_commit_shows_the_newest_and_says_so(as_user, ana, plan, newer):
    tip = newer(MORE)
    page = as_user(ana).get(address(plan, "?to=<b>"))
    assert "There is no commit “&lt;b&gt;”" in words(page)
    assert f"Move to {tip[:7]}" in words(page)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x00\x01" * 9, "plan.md"),
        (b"caf\xe9 \xff\n", "plan.md"),
        (b"", "is empty at"),
        (b"x" * (5 * 1_048_576 + 1), "docs/plan.md has 5,242,881 bytes"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n", "Git LFS"),
    ],
    ids=["binary", "latin-1", "empty", "large", "lfs"],
)
def test_a_file_that_can_not_be_read_there_is_told_and_nothing_changes(as_user, ana, plan, newer, data, why):
    tip = newer(data)
    page = as_user(ana).get(address(plan))
    assert why in words(page)
    assert "The text here stays as it is." in words(page)
    assert 'name="commit"' not in page.content.decode()
    assert as_user(ana).post(address(plan), {"commit": tip}).status_code == 409
    assert now(plan) == PLAN


def test_a_link_in_its_place_is_told_and_nothing_changes(as_user, ana, plan, newer):
    tip = newer(b"goals.md", mode="120000")
    assert "main does not have this file any more." in words(as_user(ana).get(plan.get_absolute_url()))
    page = as_user(ana).post(address(plan), {"commit": tip})
    assert "is a symbolic link" in words(page)
    assert now(plan) == PLAN


def test_edits_by_hand_stay_behind_only_when_somebody_says_so(as_user, ana, plan, newer):
    add_revision(plan, PLAN + b"\nBy hand.\n", ana)
    tip = newer(MORE)
    page = as_user(ana).get(address(plan))
    assert "Leave the edit by hand behind (revision 2)" in words(page)
    page = as_user(ana).post(address(plan), {"commit": tip})
    assert page.status_code == 409
    assert "Somebody has edited plan.md by hand (revision 2)" in words(page)
    assert now(plan).endswith(b"By hand.\n")
    as_user(ana).post(address(plan), {"commit": tip, "leave_edits": "on"})
    assert now(plan) == MORE


def test_a_deleted_branch_is_told_and_the_text_stays(as_user, ana, item, upstream, repository):
    upstream.commit({"docs/plan.md": MORE}, branch="draft", parent="main")
    fetch(repository)
    artifact = picked(item, repository, "docs/plan.md", branch="draft")
    upstream.git("update-ref", "-d", "refs/heads/draft")
    fetch(repository)
    for where in (artifact.get_absolute_url(), address(artifact)):
        assert "The repository has no branch draft any more." in words(as_user(ana).get(where))
    assert "branch gone" in words(as_user(ana).get(item.get_absolute_url()))


def test_a_repository_that_is_not_linked_any_more_is_told(as_user, ana, item, plan, repository):
    pinned = plan.pinned.commit
    repository.delete()
    for where in (plan.get_absolute_url(), address(plan)):
        page = as_user(ana).get(where)
        assert f"docs/plan.md at {pinned[:7]} on main" in words(page)
        assert "The repository is not linked any more. The text here stays as it is." in words(page)
    page = as_user(ana).post(address(plan), {"commit": pinned})
    assert "is not linked any more" in words(page)
    assert as_user(ana).get(item.get_absolute_url()).status_code == 200


def test_a_repository_that_was_never_fetched_is_told(as_user, ana, plan, repository):
    repository.fetched = None
    repository.save()
    for where in (plan.get_absolute_url(), address(plan)):
        assert "was not fetched yet" in words(as_user(ana).get(where))


def test_an_uploaded_artifact_has_no_such_page(as_user, ana, item):
    artifact = factories.ArtifactFactory(item=item)
    assert as_user(ana).get(address(artifact)).status_code == 404
    assert "From a repository" not in words(as_user(ana).get(artifact.get_absolute_url()))


def test_the_item_marks_artifacts_with_newer_commits(as_user, ana, item, plan, newer):
    page = as_user(ana).get(item.get_absolute_url())
    assert "docs/plan.md of notes on main" in words(page)
    assert "newer" not in words(page)
    newer(MORE)
    page = as_user(ana).get(item.get_absolute_url())
    assert f'href="{address(plan)}"' in page.content.decode()
    assert "1 commit newer" in words(page)


def test_who_may_not_act_changes_nothing(as_user, client, vera, cleo, ana, plan, newer):
    tip = newer(MORE)
    assert as_user(vera).post(address(plan), {"commit": tip}).status_code == 403
    assert as_user(cleo).post(address(plan), {"commit": tip}).status_code == 404
    assert as_user(cleo).get(address(plan)).status_code == 404
    assert client.post(address(plan), {"commit": tip})["Location"].startswith(reverse("login"))
    assert client.get(address(plan))["Location"].startswith(reverse("login"))
    assert as_user(ana).put(address(plan)).status_code == 405
    assert plan.revisions.count() == 1


def test_queries_do_not_grow_with_the_changes(as_user, ana, plan, newer, django_assert_num_queries):
    held_about(plan, ["- [Maya] 1."], title="Plan")
    newer(MORE)
    user = as_user(ana)
    user.get(address(plan))
    with django_assert_num_queries(13):
        user.get(address(plan))
    for number in range(4):
        held_about(plan, [f"- [Maya] {number}.{n}" for n in range(3)], title="Plan")
    assert Change.objects.count() == 13
    with django_assert_num_queries(13):
        user.get(address(plan))


def changes_page(user, session):
    return user.get(f"/sessions/{session.pk}/changes/")


def test_a_card_says_that_its_change_could_not_be_placed(as_user, ana, plan, newer):
    session = held_about(plan, ["- [Maya] One."], title="Risks")
    change = session.changes.get()
    decide.accept(change, ana)
    as_user(ana).post(address(plan), {"commit": newer(b"# Payment retries\n")})
    page = changes_page(as_user(ana), session)
    assert "Proposed Could not place" in words(page)
    assert "Could not place: the newer text reads differently around “Risks”" in words(page)
    assert "1 to decide · 0 accepted · 0 rejected · 0 undone · 1 could not be placed" in words(page)
    assert f'action="/changes/{change.pk}/reject/"' in page.content.decode()
    page = as_user(ana).post(f"/changes/{change.pk}/accept/", headers={"HX-Request": "true"})
    assert page.status_code == 409
    assert now(plan) == b"# Payment retries\n"


def test_a_card_says_that_the_repository_has_its_change_and_offers_no_undo(as_user, ana, plan, newer):
    session = held_about(plan, ["- [Maya] One.", "- [Alex] Two."], title="Plan")
    one, two = session.changes.all()
    decide.accept(one, ana)
    tip = newer(now(plan))
    as_user(ana).post(address(plan), {"commit": tip})
    page = changes_page(as_user(ana), session)
    assert f"The repository has this change itself since {tip[:7]}" in words(page)
    assert "1 of 2 decided" in words(page)
    assert "1 accepted, 1 of them in the repository" in words(page)
    assert f'action="/changes/{one.pk}/undo/"' not in page.content.decode()
    assert "undo-all" not in page.content.decode()
    card = as_user(ana).post(f"/changes/{two.pk}/accept/", headers={"HX-Request": "true"})
    assert "All 2 decided · 2 accepted" in words(card)
    assert "2 accepted, 1 of them in the repository" in words(card)
    assert "undo-all" in card.content.decode()
    assert "Undo all" not in words(card)


def test_an_artifact_stands_once_on_the_page_though_only_some_of_its_changes_were_placed(
    as_user, ana, plan, newer
):
    session = held_about(plan, ["- [Maya] One."], title="Risks")
    add(session, plan, ["- [Maya] Two."], title="Plan", step_id="01-03", at=AT)
    as_user(ana).post(address(plan), {"commit": newer(PLAN.replace(b"## Risks\n\nNone.\n", b""))})
    html = changes_page(as_user(ana), session).content.decode()
    assert html.count(f'id="tally-{plan.pk}"') == 1
    assert html.index("Two.") < html.index("One.")
    assert "against revision 2" in html
