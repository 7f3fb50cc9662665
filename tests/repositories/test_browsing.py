"""Looking around in a linked repository."""

import dataclasses
import re
import uuid
from datetime import UTC, datetime
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.utils import timezone

from reviews.git import browse, mirror
from reviews.repositories import browsing
from reviews.repositories.browsing import place_of
from reviews.repositories.places import mirror_of, source_of
from reviews.views.repositories import browsing as pages
from tests import factories
from tests.git.making import Upstream
from tests.repositories.odd import NAMES, NO_TEXTS, add_no_texts, words
from tests.repositories.stage import fetch, linked


@pytest.fixture
def at(as_user, ana, repository):
    """`at("file", path="README.md")` is the answer to Ana who opens that page of the repository."""
    browser = as_user(ana)

    def opened(page: str = "", **query: str):
        return browser.get(f"/repositories/{repository.pk}/{page and page + '/'}", query)

    return opened


def rows(response) -> list[str]:
    """The names in the table of a folder."""
    return re.findall(r'<td class="file-name">.*?<bdi>(.*?)</bdi>', response.content.decode())


# The folder


def test_the_top_shows_folders_first_with_sizes_and_last_changes(at):
    page = at()
    assert rows(page) == ["docs", "README.md"]
    assert "README.md 25 bytes Start Ana Example 1 Jan 2026" in words(page).replace("\xa0", " ")
    assert "docs Add the goals Ana Example 2 Jan 2026" in words(page)
    assert page.content.count(b"<h1>notes</h1>") == 1


def test_the_readme_stands_below_its_folder_and_nothing_in_it_runs(at, upstream, repository):
    upstream.commit({"README.md": b"# Notes\n\n<script>alert(1)</script> [the plan](docs/plan.md)"})
    fetch(repository)
    page = at().content.decode()
    assert "<script>alert" not in page
    assert f'href="/repositories/{repository.pk}/file/?ref=main&amp;path=docs%2Fplan.md"' in page
    assert 'class="prose"' not in at(path="docs").content.decode()


def test_a_folder_leads_up_by_its_path(at, repository):
    page = at(path="docs").content.decode()
    assert f'<li><a href="/repositories/{repository.pk}/?ref=main"><bdi>notes</bdi></a></li>' in page
    assert '<li aria-current="page"><bdi>docs</bdi></li>' in page


def test_a_branch_a_tag_and_a_commit_can_be_asked_for(at, upstream, repository):
    first = upstream.git("rev-parse", "main~1").decode().strip()
    upstream.git("tag", "v1", first)
    upstream.commit({"draft.md": b"# Draft"}, branch="draft", parent="main")
    fetch(repository)
    assert rows(at(ref="draft")) == ["docs", "README.md", "draft.md"]
    assert rows(at(ref="v1", path="docs")) == ["plan.md"]
    assert rows(at(ref=first[:8], path="docs")) == ["plan.md"]
    assert rows(at(path="docs")) == ["goals.md", "plan.md"]


def test_the_branch_of_the_team_is_shown_first_when_there_is_one(at, upstream, repository, team):
    upstream.commit({"draft.md": b"# Draft"}, branch="draft", parent="main")
    fetch(repository)
    team.default_branch = "draft"
    team.save()
    assert "draft.md" in rows(at())
    team.default_branch = "nothing"
    team.save()
    assert "draft.md" not in rows(at())


NOT_THERE = [
    ({"ref": "nothing"}, "There is no branch, tag or commit “nothing”"),
    ({"ref": "--upload-pack=x"}, "There is no branch, tag or commit"),
    ({"ref": "main~1"}, "There is no branch, tag or commit"),
    ({"ref": "a\x00b"}, "There is no branch, tag or commit"),
    ({"path": "nothing"}, "“nothing”"),
    ({"path": "../../etc/passwd"}, "is not a path inside the repository"),
    ({"path": "docs//plan.md"}, "is not a path inside the repository"),
    ({"path": "a\x00b"}, "is not a path inside the repository"),
    ({"path": "a" * 200_000}, "is not a path inside the repository"),
]


@pytest.mark.parametrize("page", ["", "file", "history"])
def test_what_is_not_there_is_told_in_a_sentence(page, at):
    for query, sentence in NOT_THERE:
        response = at(page, **{"path": "README.md", **query})
        assert response.status_code == 404
        assert sentence in words(response)


def test_a_mirror_that_is_gone_is_told_in_a_sentence(at, repository):
    mirror_of(repository).rename(mirror_of(repository).with_name("away"))
    response = at()
    assert response.status_code == 422
    assert "Fetch it first." in words(response)


def test_a_repository_that_was_never_fetched_says_what_to_do(as_user, ana, team):
    new = factories.RepositoryFactory(team=team)
    browser = as_user(ana)
    assert "No files yet" in words(browser.get(f"/repositories/{new.pk}/"))
    for page in ("file/?path=a", "history/"):
        assert browser.get(f"/repositories/{new.pk}/{page}").status_code == 302


def test_an_empty_repository_says_so(as_user, ana, team, roots):
    empty = factories.RepositoryFactory(team=team, url=str(Upstream(roots / "empty.git").path))
    fetch_empty(empty)
    assert "The repository is empty" in words(as_user(ana).get(f"/repositories/{empty.pk}/"))


def fetch_empty(repository) -> None:
    mirror.fetch(mirror_of(repository), source_of(repository))
    repository.state, repository.fetched = "ready", timezone.now()
    repository.save()


def test_a_long_folder_has_pages(at, upstream, repository, monkeypatch):
    monkeypatch.setattr(browsing, "ON_A_PAGE", 3)
    upstream.commit({f"many/{n}.md": b"x" for n in range(7)})
    fetch(repository)
    first, last = at(path="many"), at(path="many", start="6")
    assert rows(first) == ["0.md", "1.md", "2.md"]
    assert "1–3 of 7 at commit" in words(first)
    assert rows(last) == ["6.md"]
    assert "start=3" in last.content.decode()
    assert "The folder ends before this page" in words(at(path="many", start="90"))
    assert rows(at(path="many", start="x²")) == ["0.md", "1.md", "2.md"]


def test_a_file_asked_for_as_a_folder_leads_to_its_page_and_the_other_way(at, repository):
    assert at(path="docs/plan.md").url == f"/repositories/{repository.pk}/file/?ref=main&path=docs%2Fplan.md"
    assert at("file", path="docs").url == f"/repositories/{repository.pk}/?ref=main&path=docs"


@pytest.mark.slow
def test_odd_names_are_shown_as_text_and_lead_to_their_files(at, upstream, repository, as_user, ana):
    upstream.commit({b"odd/" + name: b"# Text of " + name.hex().encode() for name in NAMES})
    fetch(repository)
    page = at(path="odd").content.decode()
    assert "\u202e" not in page
    for name in NAMES:
        path = browsing.browse.to_text(b"odd/" + name)
        link = f"/repositories/{repository.pk}/file/?{quote('ref=main&path=', safe='=&')}"
        links = [one.replace("&amp;", "&") for one in re.findall(r'href="([^"]*/file/[^"]*)"', page)]
        mine = [one for one in links if parse_qs(urlsplit(one).query)["path"] == [path]]
        assert mine[0].startswith(link)
        assert f"Text of {name.hex()}" in as_user(ana).get(mine[0]).content.decode()


# Last changes that take long


@pytest.fixture
def unknown(repository):
    """Nobody knows the last changes at once."""
    (mirror_of(repository) / "elm-last-changes.sqlite3").unlink()


def test_last_changes_that_take_long_come_later(at, as_user, ana, repository, unknown, monkeypatch):
    monkeypatch.setattr(browsing, "AT_ONCE_SECONDS", 0)
    page = at().content.decode()
    assert page.count("not known yet") == 2
    link = re.search(r'hx-get="([^"]*gaps=0,1)" hx-trigger="load"', page)[1].replace("&amp;", "&")
    late = as_user(ana).get(link, headers={"HX-Request": "true"}).content.decode()
    assert re.findall(r'hx-target="#change-(\d+)"', late) == ["0", "1"]
    assert "Add the goals" in late
    assert "not known yet" not in at().content.decode()


def test_without_scripts_a_link_looks_longer(at, unknown, monkeypatch):
    monkeypatch.setattr(browsing, "AT_ONCE_SECONDS", 0)
    assert "Search longer" in words(at())
    page = words(at(longer="1"))
    assert "Search longer" not in page
    assert "Add the goals" in page


def test_what_changed_before_the_horizon_says_so(at, repository, monkeypatch):
    found = browsing.listing(place_of(repository), "")
    entries = tuple(dataclasses.replace(entry, changed=None) for entry in found.entries)
    partly = browse.FolderListing(entries, found.total, datetime(2026, 3, 2, tzinfo=UTC))
    monkeypatch.setattr(browsing, "listing", lambda *args, **options: partly)
    assert words(at()).count("before 2 Mar 2026") == 3


# A file


def test_markdown_is_rendered_and_its_lines_can_be_seen(at):
    assert '<h2 id="doc-plan">Plan</h2>' in at("file", path="docs/plan.md").content.decode()
    assert '<span class="line" id="L5">## Plan' not in at("file", path="docs/plan.md").content.decode()
    assert (
        '<span class="line" id="L7">## Plan</span>'
        in at("file", path="docs/plan.md", plain="1").content.decode()
    )


def test_a_text_is_shown_by_its_lines_as_it_is(at, upstream, repository):
    upstream.commit({"a.py": b'if a < b:\r\n    print("<b>")\n'})
    fetch(repository)
    page = at("file", path="a.py").content.decode()
    assert '<span class="line" id="L1">if a &lt; b:</span>\n' in page
    assert '<span class="line" id="L2">    print(&quot;&lt;b&gt;&quot;)</span></div>' in page


@pytest.mark.slow
def test_what_is_no_text_says_why(at, upstream, repository, settings):
    settings.ELM_MAX_UPLOAD_MB = 1
    add_no_texts(upstream)
    fetch(repository)
    for name, (_, sentence) in NO_TEXTS.items():
        page = at("file", path=name)
        assert page.status_code == 200
        assert sentence in words(page)
        assert "Pick this file" not in words(page)


def test_an_empty_file_is_told_to_be_one(at, upstream, repository):
    upstream.commit({"empty.md": b""})
    fetch(repository)
    assert "This file is empty" in words(at("file", path="empty.md"))
    assert "Empty" in words(at())


def test_a_file_that_is_too_long_for_a_page_can_be_picked_all_the_same(at, upstream, repository):
    upstream.commit({"long.txt": b"word\n" * 300_000})
    fetch(repository)
    page = words(at("file", path="long.txt"))
    assert "too long to be shown here" in page
    assert "Pick this file" in page


def test_the_file_tells_which_artifacts_were_taken_from_it(at, plan, item):
    assert f"Artifacts from this file plan.md {item.title}" in words(at("file", path="docs/plan.md"))
    assert f'title="An artifact of {item.title}"' in at(path="docs").content.decode()


# History and branches


def test_the_history_lists_what_touched_a_path_and_leads_to_the_tree(at, upstream, repository, as_user, ana):
    upstream.commit({"docs/plan.md": b"# Better\n"}, message="Better <plan>")
    fetch(repository)
    page = at("history", path="docs/plan.md").content.decode()
    assert re.findall(r"<bdi>((?:Better|Start|Add).*?)</bdi>", page) == ["Better &lt;plan&gt;", "Start"]
    first = upstream.git("rev-parse", "main~2").decode().strip()
    assert f'href="/repositories/{repository.pk}/?ref={first}"' in page
    assert rows(as_user(ana).get(f"/repositories/{repository.pk}/?ref={first}&path=docs")) == ["plan.md"]


def test_the_history_of_everything_has_every_commit(at):
    page = at("history").content.decode()
    assert [page.count(subject) for subject in ("Add the goals", "<bdi>Start</bdi>")] == [1, 1]


def test_a_history_that_takes_long_offers_to_look_further(at, monkeypatch):
    monkeypatch.setattr(pages, "HISTORY_STEPS", ((1, 5.0), (50, 5.0)))
    assert "Show older commits" in words(at("history"))
    assert "Show older commits" not in words(at("history", more="1"))
    assert "Start" in words(at("history", more="1"))


def test_branches_are_narrowed_by_words(at, upstream, repository):
    for name in ("fix/cards", "fix/refunds", "main-2"):
        upstream.commit({"a.md": b"a"}, branch=name, parent="main")
    fetch(repository)
    page = at("branches", ref="FIX car", path="docs").content.decode()
    assert f'href="/repositories/{repository.pk}/?ref=fix%2Fcards&amp;path=docs"' in page
    assert "refunds" not in page
    assert "No branch has this in its name" in words(at("branches", ref="nothing"))


def test_htmx_gets_the_branches_alone(as_user, ana, repository):
    page = as_user(ana).get(f"/repositories/{repository.pk}/branches/", headers={"HX-Request": "true"})
    assert page.content.strip().startswith(b'<div id="branches">')


# Who gets in

PAGES = ["", "file/?path=README.md", "history/?path=README.md", "branches/"]


@pytest.mark.slow
def test_teammates_may_look_and_nobody_else(as_user, ben, vera, cleo, repository, client):
    browsers = [as_user(one) for one in (ben, vera, cleo)]
    for page in PAGES:
        there = f"/repositories/{repository.pk}/{page}"
        assert [browser.get(there).status_code for browser in browsers] == [200, 200, 404]
        assert client.get(there).url.startswith("/accounts/login/")
        assert browsers[0].get(f"/repositories/{uuid.uuid4()}/{page}").status_code == 404


def test_pages_that_only_show_refuse_a_post(as_user, ana, repository):
    browser = as_user(ana)
    assert [browser.post(f"/repositories/{repository.pk}/{page}").status_code for page in PAGES] == [405] * 4


def test_a_viewer_sees_no_ticks(as_user, vera, repository):
    browser = as_user(vera)
    for page in PAGES:
        assert b"/pick/" not in browser.get(f"/repositories/{repository.pk}/{page}").content


@pytest.mark.parametrize(("page", "queries"), [("", 8), ("file/?path=docs/plan.md", 8)])
def test_a_page_takes_a_constant_number_of_queries(
    page, queries, as_user, ana, repository, plan, django_assert_num_queries
):
    browser = as_user(ana)
    for _ in range(5):
        factories.ItemFactory(team=repository.team)
    with django_assert_num_queries(queries):
        browser.get(f"/repositories/{repository.pk}/{page}")


def test_a_complete_folder_is_kept(repository, monkeypatch):
    place = place_of(repository)
    first = browsing.listing(place, "docs")
    monkeypatch.setattr(browse, "tree", None)
    assert browsing.listing(place, "docs") == first


def test_another_repository_with_the_same_commit_is_another(team, upstream, roots, repository):
    other = linked(factories.TeamFactory(), upstream)
    assert other.head == repository.head
    assert place_of(other).mirror != place_of(repository).mirror
