"""Taking files of a repository into an item."""

import uuid

import pytest

from reviews.errors import ElmError
from reviews.git import mirror
from reviews.models import Artifact, Item, Revision
from reviews.repositories import picking
from reviews.repositories.places import mirror_of
from reviews.views.repositories import folder
from tests import factories
from tests.git.making import Upstream, plain
from tests.pages import tidy
from tests.repositories.odd import NAMES, NO_TEXTS, add_no_texts, source_of, words
from tests.repositories.stage import fetch, linked, picked


@pytest.fixture
def browser(as_user, ana):
    """The one in which Ana is logged in."""
    return as_user(ana)


@pytest.fixture
def pick(browser, repository, item):
    """`pick("README.md")` is the answer to Ana who ticks these files and sends them into the item."""

    def sent(*paths: str, **data: str):
        data = {"item": item.slug, "ref": "main", "path": paths} | data
        return browser.post(f"/repositories/{repository.pk}/pick/", data)

    return sent


def rows() -> tuple[int, ...]:
    return Item.objects.count(), Artifact.objects.count(), Revision.objects.count()


def pins(repository) -> list[str]:
    """The commits that the mirror keeps."""
    found = plain(mirror_of(repository), "for-each-ref", "--format=%(objectname)", mirror.PINS)
    return found.decode().split()


# What is stored


def test_a_file_becomes_an_artifact_that_is_pinned_to_its_commit(pick, repository, item, ana):
    response = pick("docs/plan.md")
    made = Artifact.objects.get()
    assert response.url == f"/artifacts/{made.pk}/"
    assert (made.item, made.name, made.kind, made.source) == (item, "plan.md", "markdown", "repository")
    assert (made.repository, made.branch, made.path) == (repository, "main", "docs/plan.md")
    assert (made.pinned.commit, made.pinned.made_by, made.current) == (repository.head, ana, made.pinned)
    assert bytes(made.current.content).startswith(b"# Payment retries")
    assert pins(repository) == [repository.head]


def test_the_message_names_the_commit(pick, repository, browser):
    page = words(browser.get(pick("docs/plan.md").url))
    assert f"plan.md is stored, pinned to commit {repository.head[:7]}." in page


def test_several_files_lead_to_the_item(pick, item, repository, browser):
    response = pick("docs/plan.md", "docs/goals.md")
    assert response.url == item.get_absolute_url()
    page = words(browser.get(response.url))
    assert f"2 artifacts are stored, pinned to commit {repository.head[:7]}." in page


def test_files_can_go_into_a_new_item(pick, team, ana):
    pick("docs/plan.md", item="", title="Cards")
    made = Item.objects.get(title="Cards")
    assert (made.team, made.owner) == (team, ana)
    assert made.artifacts.get().path == "docs/plan.md"


def test_what_was_looked_at_is_taken_though_the_branch_has_moved_on(pick, upstream, repository):
    seen = repository.head
    upstream.commit({"docs/plan.md": b"# Another\n"})
    fetch(repository)
    pick("docs/plan.md", commit=seen)
    made = Artifact.objects.get()
    assert (made.pinned.commit, made.branch) == (seen, "main")


def test_a_file_at_a_commit_or_tag_follows_the_branch_that_is_shown_first(pick, upstream, repository):
    first = upstream.git("rev-parse", "main~1").decode().strip()
    pick("docs/plan.md", ref=first[:9])
    made = Artifact.objects.get()
    assert (made.pinned.commit, made.branch) == (first, "main")


def test_a_file_of_another_branch_follows_that_one(pick, upstream, repository):
    upstream.commit({"draft.md": b"# Draft"}, branch="fix/cards", parent="main")
    fetch(repository)
    pick("draft.md", ref="fix/cards")
    assert Artifact.objects.get().branch == "fix/cards"


def test_a_name_that_is_taken_gives_way_to_the_path(pick, upstream, repository, item, team, roots):
    upstream.commit({"docs/README.md": b"# Docs"})
    fetch(repository)
    pick("README.md", "docs/README.md")
    other = Upstream(roots / "other.git")
    other.commit({"README.md": b"# Other", "docs/README.md": b"# Other"})
    second = linked(team, other)
    picking.pick(item, second, "", ["README.md", "docs/README.md"], None)
    assert set(item.artifacts.values_list("name", flat=True)) == {
        "README.md",
        "docs/README.md",
        "other/README.md",
        "other/docs/README.md",
    }


@pytest.mark.slow
def test_files_with_odd_names_are_taken_byte_for_byte(pick, upstream, repository, item):
    upstream.commit({b"odd/" + name: b"# " + name.hex().encode() for name in NAMES})
    fetch(repository)
    paths = [f"odd/{picking.browse.to_text(name)}" for name in NAMES]
    assert pick(*paths).status_code == 302
    stored = {one.path: bytes(one.current.content) for one in item.artifacts.select_related("current")}
    assert stored == {path: b"# " + name.hex().encode() for path, name in zip(paths, NAMES, strict=True)}


def test_the_bytes_stay_as_they_are(pick, upstream, repository):
    raw = b"\xef\xbb\xbf# Title\r\n\r\nno end"
    upstream.commit({"a.md": raw})
    fetch(repository)
    pick("a.md")
    assert bytes(Artifact.objects.get().current.content) == raw


# The same file again


def test_the_same_file_again_adds_nothing_and_leads_to_it(pick, plan, browser):
    before = rows()
    response = pick("docs/plan.md")
    assert (rows(), response.url) == (before, plan.get_absolute_url())
    assert "The item has docs/plan.md already, with the same text" in words(browser.get(response.url))


def test_a_newer_text_of_a_file_that_is_there_leads_to_moving_it(pick, plan, upstream, repository, browser):
    before, old = rows(), repository.head
    upstream.commit({"docs/plan.md": b"# Better\n"})
    fetch(repository)
    page = words(browser.get(pick("docs/plan.md").url))
    assert f"already, from commit {old[:7]}, so it was left as it is. Open it to move it" in page
    assert rows() == before


def test_the_same_file_may_be_in_another_item(pick, plan, team):
    other = factories.ItemFactory(team=team)
    pick("docs/plan.md", item=other.slug)
    assert other.artifacts.get().name == "plan.md"


# What is refused


def test_what_is_no_text_is_refused_with_a_sentence_each(pick, upstream, repository, settings):
    settings.ELM_MAX_UPLOAD_MB = 1
    add_no_texts(upstream)
    upstream.commit({"blank.md": b" \n", "n" * 201: b"text"})
    fetch(repository)
    before = rows()
    response = pick(*NO_TEXTS, "blank.md", "n" * 201)
    assert response.status_code == 422
    for sentence in (*(told for _, told in NO_TEXTS.values()), "blank.md is empty", "is too long"):
        assert sentence in words(response)
    assert (rows(), pins(repository)) == (before, [])


@pytest.mark.slow
def test_a_path_that_leads_to_no_file_is_refused(pick):
    before = rows()
    for path in ("nothing.md", "../etc/passwd", "docs", "/README.md", "a\x00b", "x" * 300_000):
        assert pick(path).status_code == 422
    assert rows() == before


def test_good_files_are_stored_though_others_are_not_and_those_stay_ticked(pick, upstream, repository, item):
    upstream.commit({"a.bin": b"a\0b"})
    fetch(repository)
    response = pick("README.md", "a.bin")
    page = tidy(response.content.decode())
    assert response.status_code == 422
    assert "These were not picked:" in page
    assert 'value="a.bin" aria-label="Pick a.bin" checked' in page
    assert 'value="README.md" aria-label="Pick README.md" checked' not in page
    assert [one.path for one in item.artifacts.all()] == ["README.md"]


def test_nothing_ticked_is_told_and_the_title_stays(pick):
    before = rows()
    page = pick(item="", title="Cards & <more>").content.decode()
    assert "Tick the files that you want to pick." in page
    assert 'value="Cards &amp; &lt;more&gt;"' in page
    assert rows() == before


@pytest.mark.parametrize(
    ("title", "sentence"), [(" ", "Choose an item, or give a new one a title."), ("x" * 201, "at most 200")]
)
def test_a_new_item_needs_a_title_that_fits(title, sentence, pick):
    before = rows()
    response = pick("README.md", item="", title=title)
    assert response.status_code == 422
    assert sentence in words(response)
    assert 'aria-label="Pick README.md" checked' in response.content.decode()
    assert rows() == before


def test_no_item_is_made_for_nothing(pick):
    before = rows()
    assert pick("nothing.md", item="", title="Cards").status_code == 422
    assert rows() == before


def test_too_many_files_at_once_are_refused(pick, settings):
    settings.ELM_MAX_FILES = 2
    before = rows()
    assert "You chose 3 files; 2 can be picked at once" in words(pick("a", "b", "c"))
    assert rows() == before


def test_the_patterns_of_the_team_hold_and_show_in_the_folder(pick, team, as_user, ana, repository):
    team.file_patterns = "docs/**/*.md"
    team.save()
    before = rows()
    page = as_user(ana).get(f"/repositories/{repository.pk}/").content.decode()
    assert 'aria-label="Pick README.md" disabled' in page
    assert "Not among the files that your team takes" in page
    assert "is not among the files that your team takes" in words(pick("README.md"))
    assert rows() == before
    assert pick("docs/plan.md").status_code == 302


def test_an_unknown_branch_is_refused(pick):
    before = rows()
    response = pick("README.md", ref="nothing")
    assert response.status_code == 404
    assert "There is no branch, tag or commit “nothing”" in words(response)
    assert rows() == before


def test_an_item_of_another_team_takes_nothing(pick, ana, repository):
    team = factories.TeamFactory()
    factories.MembershipFactory(team=team, user=ana, role="member")
    other = factories.ItemFactory(team=team, title="Refunds")
    before = rows()
    assert "“Refunds” belongs to another team than notes" in words(pick("README.md", item=other.slug))
    assert rows() == before


def test_nothing_is_stored_when_the_commit_cannot_be_pinned(item, repository, ana):
    before = rows()
    (mirror_of(repository) / "refs/elm").write_bytes(b"in the way")
    with pytest.raises(ElmError):
        picking.pick(item, repository, "main", ["README.md"], ana)
    assert rows() == before


def test_a_repository_that_was_removed_meanwhile_gives_nothing(item, repository, ana):
    choice = picking.read(repository, "main", ["README.md"], taken := picking.Taken())
    type(repository).objects.filter(pk=repository.pk).delete()
    with pytest.raises(ElmError, match="was removed a moment ago"):
        picking.store(item, choice, ana, taken)
    assert (Artifact.objects.count(), taken.stored) == (0, [])


# Who may


def test_teammates_may_pick_and_nobody_else(as_user, ben, vera, cleo, client, repository, item):
    data = {"item": item.slug, "ref": "main", "path": "README.md"}
    there, before = f"/repositories/{repository.pk}/pick/", rows()
    assert [as_user(one).post(there, data).status_code for one in (vera, cleo)] == [403, 404]
    assert client.post(there, data).url.startswith("/accounts/login/")
    assert rows() == before
    assert as_user(ben).post(there, data).status_code == 302


def test_an_item_that_is_not_theirs_does_not_exist_for_them(pick, cleo):
    other = factories.ItemFactory(team=cleo.memberships.get().team)
    before = rows()
    assert pick("README.md", item=other.slug).status_code == 404
    assert rows() == before


def test_picking_is_no_page(as_user, ana, repository):
    assert as_user(ana).get(f"/repositories/{repository.pk}/pick/").status_code == 405


# The artifact form


@pytest.fixture
def add(browser, item):
    """What Ana, or her script, sends to the item's page for new artifacts."""
    return lambda **data: browser.post(f"/items/{item.slug}/artifacts/new/", data)


def test_a_script_names_a_repository_by_id_or_address_and_a_path(add, repository, upstream, item):
    add(repository=str(repository.pk), path="docs/plan.md")
    add(repository=str(upstream.path) + "/", path="README.md", ref=repository.head[:10])
    found = item.artifacts.order_by("path")
    assert [(one.path, one.pinned.commit) for one in found] == [
        ("README.md", repository.head),
        ("docs/plan.md", repository.head),
    ]


WRONG = [
    ({"repository": "mine"}, "Name the file, such as docs/plan.md."),
    ({"path": "a.md"}, "Choose the repository that has this file."),
    ({"repository": "mine", "path": "a.md"}, "There is no “a.md” in commit"),
    ({"repository": "mine", "path": "README.md", "ref": "x"}, "There is no branch, tag or commit “x”"),
    ({"repository": "https://x.example/a", "path": "a.md"}, "has linked no repository “https://x.example/a”"),
    ({"repository": str(uuid.UUID(int=1)), "path": "a.md"}, "has linked no repository"),
    ({"repository": "a\x00b", "path": "a.md"}, "has linked no repository"),
]


def test_the_form_says_what_is_wrong_and_keeps_what_was_typed(add, repository):
    before = rows()
    for data, sentence in WRONG:
        mine = {"repository": str(repository.pk)} if data.get("repository") == "mine" else {}
        response = add(**(data | mine))
        assert response.status_code == 422
        assert sentence in words(response)
        assert "path" not in data or f'value="{data["path"]}"' in source_of(response)
    assert rows() == before


def test_a_repository_of_another_team_can_not_be_named(add, upstream, cleo):
    other = linked(cleo.memberships.get().team, upstream)
    before = rows()
    for name in (str(other.pk), other.url):
        assert "has linked no repository" in words(add(repository=name, path="README.md"))
    assert rows() == before


def test_the_item_leads_to_its_repositories_and_they_know_the_item(browser, repository, item, team):
    factories.ItemFactory(team=team)
    assert f'href="/items/{item.slug}/artifacts/new/#repository"' in source_of(
        browser.get(f"/items/{item.slug}/")
    )
    there = f"/repositories/{repository.pk}/?item={item.slug}"
    assert f'href="{there}"' in source_of(browser.get(f"/items/{item.slug}/artifacts/new/"))
    page = source_of(browser.get(there))
    assert f'<option value="{item.slug}" selected>' in page
    assert f"ref=main&amp;path=docs&amp;item={item.slug}" in page


def test_an_item_of_a_team_without_repositories_leads_to_linking_one(as_user, ana, item):
    assert "Link a repository" in words(as_user(ana).get(f"/items/{item.slug}/artifacts/new/"))


def test_many_items_can_be_chosen_from_and_the_one_asked_for_is_among_them(
    as_user, ana, repository, item, monkeypatch
):
    monkeypatch.setattr(folder, "MOST_ITEMS", 2)
    for _ in range(4):
        factories.ItemFactory(team=item.team)
    page = source_of(as_user(ana).get(f"/repositories/{repository.pk}/?item={item.slug}"))
    assert page.count("<option") == 4
    assert f'<option value="{item.slug}" selected>' in page


def test_picked_twice_in_two_items_is_one_lineage(item, repository, team):
    first = picked(item, repository, "README.md")
    second = picked(factories.ItemFactory(team=team), repository, "README.md")
    assert set(first.lineage) == {first, second}
