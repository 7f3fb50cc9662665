"""Deciding about all changes of a session at once, and what the page tells of it."""

import re

import pytest

from reviews.changes import decide
from reviews.errors import DoesNotFit, IllegalMove
from reviews.models import Event
from tests import factories
from tests.changes.stage import BASE, BETTER, now, session_with, statuses
from tests.changes.table import SPEC, add, held
from tests.changes.test_apply import revised
from tests.changes.test_changes_page import HTMX, act, page_of
from tests.pages import words

AT_ONCE = ("accept-all", "reject-rest", "undo-all")


def post(client, session, what, **how):
    return client.post(f"{page_of(session)}{what}/", **how)


@pytest.fixture
def two(item):
    """A finished interview that changes two artifacts."""
    return session_with(item, [(BASE, BETTER), ("One.\n\nTwo.\n", "1.\n\n2.\n")])


def test_fr_008_03_undo_all_gives_every_artifact_back_in_one_revision_each(ana, two):
    decide.accept_all(two, ana)
    revisions = decide.undo_all(two, ana)
    assert [revision.number for revision in revisions] == [3, 3]
    assert sorted(now(pin.artifact) for pin in two.pins.all()) == [BASE.encode(), b"One.\n\nTwo.\n"]
    assert set(statuses(two)) == {"undone"}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
def test_nfr_004_undo_all_of_a_roundtable_gives_the_exact_bytes_back(ana, item, end, mark):
    content = mark + SPEC.replace("\n", end).rstrip().encode()
    session = held(item, content)
    decide.accept_all(session, ana)
    decide.undo_all(session, ana)
    assert now(session.pins.get().artifact) == content


def test_undo_all_leaves_rejected_changes_and_what_a_person_wrote(ana, ben, item):
    session = held(item)
    spec = session.pins.get().artifact
    decide.reject(session.changes.get(order=2), ana)
    decide.accept_all(session, ana)
    revised(spec, now(spec).decode() + "\n## Mine\n", ben)
    decide.undo_all(session, ana)
    assert now(spec).decode() == SPEC + "\n## Mine\n"
    assert statuses(session) == ["undone", "rejected", "undone"]


def test_undo_all_stores_nothing_when_one_addition_was_reworded(ana, ben, two, item):
    session = held(item)
    other = factories.ArtifactFactory(item=item, content=SPEC)
    spec = session.pins.get().artifact
    add(session, other, ["- [Alex] Four."], title="Risks", step_id="", at=session.created)
    decide.accept_all(session, ana)
    revised(spec, now(spec).decode().replace("One.", "Won."), ben)
    before = now(spec), now(other)
    with pytest.raises(DoesNotFit, match="was reworded meanwhile"):
        decide.undo_all(session, ana)
    assert (now(spec), now(other)) == before
    assert statuses(session) == ["applied"] * 4


def test_rejecting_the_rest_changes_no_artifact_and_can_be_taken_back(ana, two):
    decide.accept(two.changes.get(order=1), ana)
    assert decide.reject_rest(two, ana) == two.changes.count() - 1
    assert Event.objects.filter(kind="change").count() == 3
    assert sum(pin.artifact.revisions.count() for pin in two.pins.all()) == 3
    decide.undo(two.changes.get(order=2), ana)
    assert statuses(two)[:3] == ["applied", "proposed", "rejected"]


def test_nothing_left_to_decide_or_undo_is_said(ana, two):
    with pytest.raises(IllegalMove, match="No change of this session is accepted now"):
        decide.undo_all(two, ana)
    decide.reject_rest(two, ana)
    with pytest.raises(IllegalMove, match="decided already"):
        decide.reject_rest(two, ana)


def test_the_page_offers_what_can_be_done_at_once(as_user, ana, session, notes):
    client = as_user(ana)
    page = words(client.get(page_of(session)))
    assert ("Accept all" in page, "Reject all" in page, "Undo" in page.split("undo", 1)[1]) == (
        True,
        True,
        False,
    )
    client.post(act(session.changes.get(order=1), "accept"))
    assert "Accept the other 2 Reject the other 2 Undo" in words(client.get(page_of(session)))
    assert "2 changes are rejected." in words(post(client, session, "reject-rest", follow=True))
    done = words(post(client, session, "undo-all", follow=True))
    assert f"Everything is undone: {notes.name} at revision 3." in done
    assert now(notes).decode() == BASE


def test_what_is_too_late_is_told_and_changes_nothing(as_user, ana, session):
    decide.reject_rest(session, ana)
    for what in AT_ONCE:
        response = post(as_user(ana), session, what)
        assert (response.status_code, "Nothing was changed." in words(response)) == (409, True)
    assert statuses(session) == ["rejected"] * 3


def test_vera_and_cleo_decide_nothing_at_once(as_user, ana, vera, cleo, client, session):
    decide.accept(session.changes.get(order=1), ana)
    for what in AT_ONCE:
        assert post(as_user(vera), session, what).status_code == 403
        assert post(as_user(cleo), session, what).status_code == 404
        assert as_user(ana).get(f"{page_of(session)}{what}/").status_code == 405
        assert post(client, session, what).status_code == 302
    assert statuses(session) == ["applied", "proposed", "proposed"]


def test_each_artifact_has_a_line_that_says_what_became_of_its_changes(as_user, ana, two):
    decide.accept(two.changes.get(order=1), ana)
    decide.reject(two.changes.get(order=2), ana)
    page = words(as_user(ana).get(page_of(two)))
    assert "In “Problem”, “Plan”, “Risks”: 1 to decide · 1 accepted · 1 rejected · 0 undone" in page
    assert "2 to decide · 0 accepted · 0 rejected · 0 undone" in page


def test_with_htmx_the_line_and_the_sentence_above_follow_a_decision(as_user, ana, session, notes):
    response = as_user(ana).post(act(session.changes.get(order=1), "accept"), headers=HTMX)
    html = response.content.decode()
    assert re.search(rf'#tally-{notes.pk}"[^>]*>In “Problem”', html)
    assert '<hx-partial hx-target="#changes-lede"' in html
    assert "What is accepted is in the artifacts." in html


def test_the_sentence_above_says_where_the_changes_are(as_user, ana, item):
    session = held(item)
    client = as_user(ana)
    assert "What the roundtable would add to the artifacts." in words(client.get(page_of(session)))
    decide.accept_all(session, ana)
    assert "They are in the artifacts; undo what you don’t want." in words(client.get(page_of(session)))
    decide.undo_all(session, ana)
    assert "None of them is in the artifacts now." in words(client.get(page_of(session)))
