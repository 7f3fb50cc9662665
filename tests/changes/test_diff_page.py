"""Two revisions of an artifact compared."""

import re
import threading
from dataclasses import replace

import pytest
from django.utils.html import escape

from reviews.changes import decide
from reviews.documents import compared
from reviews.workers.lanes import client_left, pool_of
from tests import factories
from tests.changes.stage import BASE
from tests.changes.test_apply import revised
from tests.changes.test_exports import applied_by_git

NOWHERE = "00000000-0000-4000-8000-000000000000"


def address(artifact, a=1, b=2, query=""):
    return f"/artifacts/{artifact.pk}/diff/{a}..{b}/{query}"


@pytest.fixture
def twice(ana, session, notes):
    """Notes with a second revision."""
    decide.accept(session.changes.get(order=1), ana)
    return notes


@pytest.mark.parametrize("view", ["", "?view=inline", "?view=sides", "?view=imagined"])
def test_both_views_show_signs_numbers_and_changed_words(as_user, ana, twice, view):
    html = as_user(ana).get(address(twice, query=view)).content.decode()
    assert html.count("<h1") == 1
    assert '<span class="visually-hidden">Removed: </span>' in html
    assert '<span class="visually-hidden">Inserted: </span>' in html
    assert re.search(r"<ins>Four in a hundred cards\s?</ins>", html)
    assert re.search(r"<td[^>]*>5</td>", html)


def test_stretches_that_stayed_are_folded(as_user, ana, ben, item):
    artifact = factories.ArtifactFactory(item=item, content="".join(f"{n}\n" for n in range(100)))
    revised(artifact, "".join(f"{n}\n" for n in range(99)) + "end\n", ben)
    html = as_user(ana).get(address(artifact)).content.decode()
    assert "96 unchanged lines" in html
    assert ">95<" not in html


@pytest.mark.slow
def test_a_long_comparison_is_cut_with_a_notice(as_user, ana, ben, item):
    artifact = factories.ArtifactFactory(item=item, content="".join(f"{n} old\n" for n in range(1500)))
    revised(artifact, "".join(f"{n} new\n" for n in range(1500)), ben)
    html = as_user(ana).get(address(artifact)).content.decode()
    assert "the last 1,000 lines are left out" in html
    assert html.count("<tr") == 2000


def test_the_same_revision_twice_is_the_same_text(as_user, ana, twice):
    assert "The same text" in as_user(ana).get(address(twice, 1, 1)).content.decode()


def test_other_revisions_are_chosen_by_a_form_without_javascript(as_user, ana, twice):
    response = as_user(ana).get(address(twice, query="?old=2&new=1&view=sides"))
    assert response["Location"] == address(twice, 2, 1, "?view=sides")


def test_git_takes_the_patch(as_user, ana, twice, tmp_path):
    response = as_user(ana).get(address(twice, query="?format=patch"))
    assert response["Content-Disposition"] == f'attachment; filename="{twice.name}-1-2.patch"'
    made = applied_by_git(tmp_path, twice.name, BASE.encode(), response.content)
    assert made == bytes(twice.revisions.get(number=2).content)


def test_what_people_wrote_is_shown_as_text(as_user, ana, ben, item):
    artifact = factories.ArtifactFactory(item=item, content="One.\n")
    revised(artifact, "<script>alert(1)</script>\n", ben)
    for view in ("inline", "sides"):
        html = as_user(ana).get(address(artifact, query=f"?view={view}")).content.decode()
        assert "<script>alert" not in html


def test_who_may_read_the_artifact_may_compare(as_user, vera, cleo, client, twice):
    assert as_user(vera).get(address(twice)).status_code == 200
    assert as_user(cleo).get(address(twice)).status_code == 404
    assert as_user(vera).post(address(twice)).status_code == 405
    assert client.get(address(twice)).status_code == 302


@pytest.mark.parametrize(("a", "b"), [(1, 9), (0, 1), (99999999999999999999, 1)])
def test_a_revision_that_is_not_there_is_not_found(as_user, ana, twice, a, b):
    assert as_user(ana).get(address(twice, a, b)).status_code == 404


def test_an_artifact_that_is_not_there_is_not_found(as_user, ana):
    assert as_user(ana).get(f"/artifacts/{NOWHERE}/diff/1..2/").status_code == 404


@pytest.fixture
def too_large(monkeypatch, settings):
    """Every text is too large to be compared."""
    settings.ELM_WORKERS = 1
    monkeypatch.setattr(compared, "COMPARING", replace(compared.COMPARING, cheap=0, longest=10))


def test_what_is_too_large_to_compare_is_shown_as_it_was_written_with_the_reason(
    as_user, ana, twice, too_large
):
    html = as_user(ana).get(address(twice, query="?view=sides")).content.decode()
    assert "it is too large to be compared. The patch has what changed." in html
    assert f"<pre>{escape(twice.revisions.get(number=2).text)}</pre>" in html


def test_git_takes_the_patch_of_what_is_too_large_to_compare(as_user, ana, twice, too_large, tmp_path):
    patch = as_user(ana).get(address(twice, query="?format=patch")).content
    assert patch.count(b"\n@@ ") == 1
    assert applied_by_git(tmp_path, twice.name, BASE.encode(), patch) == bytes(
        twice.revisions.get(number=2).content
    )


@pytest.mark.slow
def test_long_texts_are_compared_in_a_worker_until_ana_has_left(settings):
    settings.ELM_WORKERS = 1
    old, new = "a\n" * 1_500_000, "b\n" * 1_500_000
    left = threading.Event()
    left.set()
    token = client_left.set(left)
    try:
        assert "the page was left" in compared.compare_lines(old, new, sides=False).why
    finally:
        client_left.reset(token)
    assert compared.compare_lines(old[:60_000], new[:60_000], sides=False).cut == 58_000
    pool_of(compared.COMPARING.name, 1).end()
