"""Repositories with names and words that mean harm, from the folder's page to the pushed branch; and people who send
what no form has, or what they may not send."""

import re
import subprocess
from urllib.parse import urlsplit

import pytest

from reviews.git import names
from reviews.models import (
    Artifact,
    BranchCommit,
    Change,
    Comment,
    Event,
    Finding,
    Item,
    Repository,
    Revision,
    Session,
)
from reviews.repositories import committing
from reviews.urls import urlpatterns
from tests import factories
from tests.changes.stage import seat_personas
from tests.git.making import everything_in, plain
from tests.repositories.committed import BETTER, accepted, am, clone, interview
from tests.repositories.odd import words
from tests.repositories.stage import PLAN, fetch, linked

pytestmark = pytest.mark.slow

HEADERS = [
    b"From: Eve <eve@evil.example>.md",
    b"Subject: gotcha.md",
    b"date: 2001-01-01.md",
    b"[PATCH] x.md",
    b">From x.md",
    b"From nobody Thu Jan 1 00:00:00 1970.md",
    b"---.md",
    b"diff -u.md",
]
"""Names that a mail program would take for something else at the start of a message."""
SHOWN = [
    b"two\nlines.md",
    b"caf\xe9.md",
    "\u202egnp.exe\u2066.md".encode(),
    b'"<script>alert(1)</script>.md',
    b"-rf & $(touch x) `id`.md",
    b":(top)\\x.md",
]


@pytest.fixture
def odd_file(team, item, upstream, as_user, ana, request):
    """A file with the parameter as its name, picked by Ana on its folder's page."""
    upstream.commit({request.param: PLAN})
    repository = linked(team, upstream)
    path = names.to_text(request.param)
    answer = as_user(ana).post(f"/repositories/{repository.pk}/pick/", {"item": item.slug, "path": path})
    assert answer.status_code == 302
    return Artifact.objects.get(path=path)


def bytes_of(where, commit: str, name: bytes) -> bytes:
    found = subprocess.run(
        ["git", "cat-file", "blob", commit.encode() + b":" + name], cwd=where, capture_output=True, check=True
    )
    return found.stdout


@pytest.mark.parametrize(
    "odd_file",
    [*HEADERS[:2], *(pytest.param(name, marks=pytest.mark.slow) for name in HEADERS[2:])],
    ids=repr,
    indirect=True,
)
def test_no_name_of_a_file_passes_for_a_header_of_the_mail(odd_file, upstream, as_user, ana, tmp_path):
    session = accepted(interview(odd_file), ana)
    mail = as_user(ana).get(f"/sessions/{session.pk}/changes.patch").content
    am(clone(upstream, tmp_path), mail)
    folder = tmp_path / "clone"
    assert bytes_of(folder, "HEAD", names.to_bytes(odd_file.path)) == BETTER.encode()
    told = plain(folder, "log", "-1", "--format=%an <%ae>|%s").decode().strip()
    assert told == "Ana <ana@elm.invalid>|2 changes of the interview on Payment retries"


@pytest.mark.slow
@pytest.mark.parametrize("odd_file", SHOWN, ids=repr, indirect=True)
def test_an_odd_name_goes_the_whole_way(
    odd_file, upstream, as_user, ana, tmp_path, django_capture_on_commit_callbacks
):
    browser, repository, name = as_user(ana), odd_file.repository, names.to_bytes(odd_file.path)
    outside = everything_in(tmp_path / "roots").keys()
    session = accepted(interview(odd_file), ana)
    seat_personas(session)
    assert browser.post(f"/sessions/{session.pk}/commits/").status_code == 302
    row = BranchCommit.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(f"/commits/{row.pk}/push/")
    assert bytes_of(upstream.path, row.commit, name) == BETTER.encode()
    new = upstream.commit({name: PLAN + b"\nMore.\n"})
    fetch(repository)
    patch = browser.get(f"/artifacts/{odd_file.pk}/newer/?format=patch").content
    plain(clone(upstream, tmp_path / "c", "main~1"), "apply", "--index", stdin=patch)
    assert browser.post(f"/artifacts/{odd_file.pk}/newer/", {"commit": new}).status_code == 302
    query = {"path": odd_file.path}
    for address in pages(repository, odd_file, session):
        html = browser.get(address, query).content.decode()
        assert "<h1" in html
        assert not any(bad in html for bad in ("<script>alert", "\u202e", "\u2066"))
    assert everything_in(tmp_path / "roots").keys() >= outside
    assert not list(tmp_path.rglob("x"))


def pages(repository, artifact, session) -> list[str]:
    at = f"/repositories/{repository.pk}"
    return [
        f"{at}/file/",
        f"{at}/history/",
        f"/artifacts/{artifact.pk}/",
        f"/artifacts/{artifact.pk}/newer/",
        f"/artifacts/{artifact.pk}/diff/1..2/",
        f"/artifacts/{artifact.pk}/findings/",
        f"/sessions/{session.pk}/",
        f"/sessions/{session.pk}/changes/",
        f"/items/{artifact.item.slug}/",
        "/changes/",
    ]


@pytest.mark.parametrize(
    "name", [b"n" * 250 + b".md", b"d" * 240 + b"/" + b"e" * 240 + b"/" + b"f" * 150 + b".md"]
)
def test_a_name_that_is_too_long_is_shown_and_not_taken(name, team, item, upstream, as_user, ana):
    upstream.commit({name: PLAN})
    repository, browser = linked(team, upstream), as_user(ana)
    path = name.decode()
    shown = browser.get(f"/repositories/{repository.pk}/file/", {"path": path})
    assert "Payment retries" in words(shown)
    answer = browser.post(f"/repositories/{repository.pk}/pick/", {"item": item.slug, "path": path})
    assert (answer.status_code, "is too long" in words(answer)) == (422, True)
    assert not Artifact.objects.exists()


def test_a_file_picked_by_another_spelling_is_none(team, item, repository, as_user, ana):
    paths = ["docs/plan.md", "docs\\x2fplan.md", "docs/pl\\x61n.md", "./docs/plan.md"]
    as_user(ana).post(f"/repositories/{repository.pk}/pick/", {"item": item.slug, "path": paths})
    assert [artifact.path for artifact in Artifact.objects.all()] == ["docs/plan.md"]


def test_what_commits_say_is_shown_as_it_is_and_turns_no_line_around(team, upstream, as_user, ana):
    upstream.commit(
        {"a.md": b"a\n"}, message='<img src=x onerror=alert(1)> & "quoted"\n\nFrom: x', branch="b&<i>"
    )
    repository = linked(team, upstream)
    for query in ("", "history/"):
        html = as_user(ana).get(f"/repositories/{repository.pk}/{query}?ref=b%26<i>").content.decode()
        assert "&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;" in html
        assert "<img src=x" not in html
        assert "b&amp;&lt;i&gt;" in html


PUBLIC = {"login", "logout", "login-link"}
FIELDS = "item path ref commit title folder text reason person back url credential"
NUL = dict.fromkeys(FIELDS.split(), "a\0b")


@pytest.fixture
def places(plan, ana, item) -> dict[str, object]:
    """What the first word of an address is followed by: the key of something of Ana's team, in use."""
    session = accepted(interview(plan), ana, 2)
    seat_personas(session)
    [row] = committing.commit(session, ana)
    finding = factories.FindingFactory(artifact=plan, revision=plan.revisions.get(number=1))
    return {
        "items": item.slug,
        "artifacts": plan.pk,
        "repositories": plan.repository_id,
        "sessions": session.pk,
        "changes": session.changes.first().pk,
        "findings": finding.pk,
        "commits": row.pk,
    }


def addresses(places: dict[str, object]) -> list[str]:
    """Every address of the site that is about one of these places."""
    found = []
    for pattern in urlpatterns:
        first, _, rest = str(pattern.pattern).partition("/")
        if pattern.name not in PUBLIC and first in places and rest.startswith("<"):
            rest = re.sub(r"^<[a-z]+:(?:pk|slug)>", str(places[first]), rest)
            found.append(f"/{first}/{re.sub('<int:[a-z]+>', '1', rest)}")
    return found


def stored() -> list[object]:
    """Everything that a POST could change."""
    kinds = (Artifact, BranchCommit, Change, Comment, Event, Finding, Item, Repository, Revision, Session)
    return [list(kind.objects.order_by("pk").values()) for kind in kinds]


def test_no_post_of_a_viewer_or_an_outsider_changes_anything(places, as_user, vera, cleo, client, tmp_path):
    every, before, files = addresses(places), stored(), everything_in(tmp_path)
    assert len(every) > 40
    assert {as_user(cleo).post(address).status_code for address in every} <= {404, 405}
    seen = {address: as_user(vera).post(address, NUL).status_code for address in every}
    assert set(seen.values()) <= {403, 405}
    assert {client.post(address).status_code for address in every} <= {302, 405}
    assert stored() == before
    assert everything_in(tmp_path) == files


@pytest.mark.slow
def test_what_no_form_sends_breaks_no_page(places, as_user, ana):
    browser = as_user(ana)
    for address in [*addresses(places), "/repositories/new/", "/changes/", "/team/", "/team/author/"]:
        if not re.search("remove|stop|withdraw|resume|deeper|menu", address):
            assert browser.post(address, NUL).status_code < 500
        assert (
            browser.get(address, {**NUL, "start": "²", "gaps": "²,1", "old": "²", "to": "a\0b"}).status_code
            < 500
        )


def test_nobody_is_led_elsewhere_by_what_a_form_sends(places, as_user, ana):
    browser = as_user(ana)
    change = Change.objects.get(status="proposed")
    for back in (
        "https://evil.example/changes/",
        "//evil.example/changes/",
        "/\\evil.example",
        "javascript:x",
        "http:///x",
    ):
        sent = {"back": back, "next": back, "text": "Hello"}
        answers = [
            browser.post(f"/changes/{change.pk}/{act}/", sent)
            for act in ("comments", "reject", "undo", "assign")
        ]
        answers += [
            browser.post(f"/findings/{places['findings']}/{act}/", sent)
            for act in ("comments", "accept", "undo")
        ]
        answers.append(browser.post(f"/artifacts/{places['artifacts']}/check/", sent))
        assert all(urlsplit(answer.get("Location", "/")).path.startswith("/") for answer in answers)
        assert not any("evil" in answer.get("Location", "") for answer in answers)
