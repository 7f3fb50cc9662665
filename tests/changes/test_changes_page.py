"""The page on which people decide about changes, and its actions."""

import pytest
from django.db import connection
from django.urls import reverse

from reviews.changes import decide
from reviews.models import Session
from tests import factories
from tests.changes.stage import BASE, BETTER, ask, now, session_with, statuses
from tests.changes.test_apply import revised
from tests.pages import words, words_in

HTMX = {"HX-Request": "true"}
NOWHERE = "00000000-0000-4000-8000-000000000000"


def page_of(session):
    return f"/sessions/{session.pk}/changes/"


def act(change, name):
    return f"/changes/{change.pk}/{name}/"


def test_the_page_shows_every_change_with_its_lines_reason_and_turns(as_user, ana, session):
    ask(session)
    response = as_user(ana).get(page_of(session))
    html = response.content.decode()
    assert html.count("<article") == 3
    assert html.count("<h1") == 1
    assert "0 of 3 decided" in words(response)
    assert "ELM asked for a number." in html
    assert f'href="/sessions/{session.pk}/#event-1">Round 1, ELM</a>' in html
    assert '<span class="visually-hidden">Removed: </span>' in html


def test_what_people_wrote_is_shown_as_text(as_user, ana, item):
    session = session_with(item, [("One.\n", "<script>alert(1)</script>\n")])
    html = as_user(ana).get(page_of(session)).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html


def test_a_session_without_changes_says_so(as_user, ana, item):
    session = factories.SessionFactory(item=item, state="finished", end_reason="ready")
    assert "No changes proposed" in words(as_user(ana).get(page_of(session)))
    Session.objects.filter(pk=session.pk).update(state="running", end_reason="")
    assert "No changes yet" in words(as_user(ana).get(page_of(session)))


def test_ben_accepts_without_javascript_and_lands_at_the_next_change(as_user, ben, session, notes):
    first, second, _ = session.changes.all()
    response = as_user(ben).post(act(first, "accept"))
    assert (response.status_code, response["Location"]) == (302, f"{page_of(session)}#change-{second.pk}")
    assert statuses(session) == ["applied", "proposed", "proposed"]
    assert "Four in a hundred" in now(notes).decode()


def test_with_htmx_only_the_card_and_the_counter_come_back(as_user, ana, session):
    first = session.changes.get(order=1)
    response = as_user(ana).post(act(first, "accept"), headers=HTMX)
    html = response.content.decode()
    assert (response.status_code, html.count("<article"), html.count("<h1")) == (200, 1, 0)
    assert f'id="change-{first.pk}" data-change="applied"' in html
    assert '<hx-partial hx-target="#changes-progress"' in html
    assert "1 of 3 decided" in words(response)


def test_an_edited_text_is_what_gets_accepted(as_user, ana, session, notes):
    as_user(ana).post(act(session.changes.get(order=1), "accept"), {"text": "Cards fail.\r\n"})
    assert "\n\nCards fail.\n\n" in now(notes).decode()


def test_reject_and_undo(as_user, ana, session, notes):
    client = as_user(ana)
    first, second, _ = session.changes.all()
    client.post(act(first, "reject"))
    client.post(act(second, "accept"))
    client.post(act(second, "undo"))
    assert statuses(session) == ["rejected", "undone", "proposed"]
    assert now(notes).decode() == BASE


def test_accept_all_accepts_what_is_left_and_says_at_which_revision(as_user, ana, session, notes):
    client = as_user(ana)
    client.post(act(session.changes.get(order=1), "accept"))
    response = client.post(f"{page_of(session)}accept-all/", follow=True)
    assert f"{notes.name} at revision 3" in words(response)
    assert "All 3 decided" in words(response)
    assert now(notes).decode() == BETTER


def test_a_lost_race_is_told_calmly_and_changes_nothing(as_user, ana, ben, session, notes):
    change = session.changes.get(order=1)
    decide.accept(change, ben)
    response = as_user(ana).post(act(change, "reject"))
    assert response.status_code == 409
    assert "This change was accepted by Ben already. Nothing was changed." in words(response)
    assert statuses(session)[0] == "applied"


def test_a_lost_race_gives_back_what_was_typed(as_user, ana, ben, session):
    change = session.changes.get(order=1)
    decide.accept(change, ben)
    response = as_user(ana).post(act(change, "accept"), {"text": "My words."}, headers=HTMX)
    assert "What you typed was not used. Copy it from here if you need it: My words." in words(response)
    assert session.changes.get(order=1).edited is None


def test_a_change_that_does_not_fit_keeps_what_was_typed(as_user, ana, ben, session, notes):
    revised(notes, "Something else.\n", ben)
    change = session.changes.get(order=1)
    for headers in ({}, HTMX):
        response = as_user(ana).post(act(change, "accept"), {"text": "My words."}, headers=headers)
        assert response.status_code == 409
        assert "has no certain place any more" in words(response)
        assert ">\nMy words.</textarea>" in response.content.decode()
    assert (statuses(session)[0], now(notes)) == ("proposed", b"Something else.\n")


def test_accept_all_that_does_not_fit_says_so_and_changes_nothing(as_user, ana, ben, session, notes):
    revised(notes, "Something else.\n", ben)
    response = as_user(ana).post(f"{page_of(session)}accept-all/")
    assert response.status_code == 409
    assert "has no certain place any more" in words(response)
    assert statuses(session) == ["proposed"] * 3


def test_a_reader_is_warned_when_somebody_has_moved_the_artifact_on(as_user, ana, ben, session, notes):
    revised(notes, "Something else.\n", ben)
    assert "Somebody has changed this artifact" in words(as_user(ana).get(page_of(session)))


def test_vera_reads_but_does_not_decide(as_user, vera, session, notes):
    client = as_user(vera)
    response = client.get(page_of(session))
    assert response.status_code == 200
    assert "<form" not in response.content.decode().split("<main")[1]
    change = session.changes.get(order=1)
    for address in (
        *(act(change, name) for name in ("accept", "reject", "undo")),
        f"{page_of(session)}accept-all/",
    ):
        assert client.post(address).status_code == 403
    assert statuses(session) == ["proposed"] * 3


def test_cleo_finds_nothing(as_user, cleo, session, notes):
    client = as_user(cleo)
    change = session.changes.get(order=1)
    assert client.get(page_of(session)).status_code == 404
    for address in (
        *(act(change, name) for name in ("accept", "reject", "undo")),
        f"{page_of(session)}accept-all/",
    ):
        assert client.post(address).status_code == 404
    assert (statuses(session), notes.revisions.count()) == (["proposed"] * 3, 1)


@pytest.mark.parametrize("name", ["change-accept", "change-reject", "change-undo", "changes-accept-all"])
def test_decisions_are_posts_on_things_that_exist(as_user, ana, client, name):
    address = reverse(name, args=[NOWHERE])
    assert as_user(ana).get(address).status_code == 405
    assert as_user(ana).post(address).status_code == 404
    assert client.post(address)["Location"] == f"/accounts/login/?next={address}"


def test_the_page_is_read_only_and_exists_for_sessions_that_do(as_user, ana, client, session):
    assert as_user(ana).post(page_of(session)).status_code == 405
    assert as_user(ana).get(f"/sessions/{NOWHERE}/changes/").status_code == 404
    assert client.get(page_of(session)).status_code == 302


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_the_changes(as_user, ana, item, django_assert_num_queries):
    lines = [f"Line {n} of the handbook.\n" for n in range(80)]
    better = [line.replace("handbook", "manual") if n % 2 else line for n, line in enumerate(lines)]
    session = session_with(item, [("".join(lines), "".join(better))] * 2)
    client = as_user(ana)
    assert session.changes.count() == 80
    with django_assert_num_queries(13):
        client.get(page_of(session))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="needs a database whose size can be limited")
def test_a_full_disk_is_told_and_nothing_is_stored(as_user, ana, session, notes):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            response = as_user(ana).post(
                act(session.changes.get(order=1), "accept"), {"text": "Long words. " * 100_000}
            )
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert response.status_code == 409
    assert "disk is full" in words(response)
    assert (statuses(session)[0], notes.revisions.count()) == ("proposed", 1)


def test_the_number_of_the_newest_revision_follows_a_decision(as_user, ana, session, notes):
    client, now_at = as_user(ana), f'<span id="now-{notes.pk}">'
    assert words_in(client.get(page_of(session)).content.decode().split(now_at)[1].split("</span>")[0]) == ""
    first, second, _ = session.changes.all()
    for change, number in ((first, 2), (second, 3)):
        html = client.post(act(change, "accept"), headers=HTMX).content.decode()
        moved = html.split(f'<hx-partial hx-target="#now-{notes.pk}"')[1].split("</hx-partial>")[0]
        assert f'now at <a href="/artifacts/{notes.pk}/diff/1..{number}/"' in " ".join(moved.split())
