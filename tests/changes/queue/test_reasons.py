"""Saying why a change is rejected."""

import pytest
from django.contrib.messages.storage.fallback import FallbackStorage
from django.test import RequestFactory

from reviews.changes import decide
from reviews.views.review import changes
from tests.changes.stage import statuses
from tests.changes.test_changes_page import HTMX, act, page_of
from tests.pages import words


def test_a_rejection_keeps_its_reason_and_shows_it_on_the_card(as_user, ben, session, change):
    client = as_user(ben)
    client.post(act(change, "reject"), {"reason": " We measured it.\r\nTwice. "})
    change.refresh_from_db()
    assert (change.status, change.decision_reason) == ("rejected", "We measured it.\nTwice.")
    assert "We measured it. Twice." in words(client.get(page_of(session)))


def test_the_log_of_the_session_tells_the_reason(as_user, ben, session, change):
    as_user(ben).post(act(change, "reject"), {"reason": "We measured it."})
    assert (
        session.events.get().text
        == f"Rejected a change to {change.artifact.name}. The reason: “We measured it.”"
    )


def test_a_rejection_needs_no_reason(as_user, ben, session, change):
    as_user(ben).post(act(change, "reject"))
    change.refresh_from_db()
    assert (change.status, change.decision_reason) == ("rejected", "")
    assert session.events.get().text == f"Rejected a change to {change.artifact.name}."


def test_undo_forgets_the_reason(ben, change):
    decide.reject(change, ben, "We measured it.")
    decide.undo(change, ben)
    change.refresh_from_db()
    assert (change.status, change.decision_reason) == ("proposed", "")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_reason_that_is_too_long_is_refused_and_kept_in_its_box(as_user, ben, session, change, headers):
    reason = "w" * 501
    response = as_user(ben).post(act(change, "reject"), {"reason": reason}, headers=headers)
    assert response.status_code == 409
    assert "501 characters; 500 fit" in words(response)
    assert f">\n{reason}</textarea>" in response.content.decode()
    assert statuses(session) == ["proposed"] * 3


def test_a_reason_that_came_too_late_is_given_back(as_user, ana, ben, change):
    decide.accept(change, ana)
    response = as_user(ben).post(act(change, "reject"), {"reason": "We measured it."}, headers=HTMX)
    assert response.status_code == 409
    assert "What you typed was not used. Copy it from here if you need it: We measured it." in words(response)


def test_a_change_that_newer_proposals_have_replaced_is_told_of(ben, session, change):
    request = RequestFactory().post("/")
    request.user, request.htmx, request.session = ben, True, {}
    request._messages = FallbackStorage(request)

    def too_late(change, by):
        session.changes.all().delete()
        decide.reject(change, by)

    response = changes.decide(request, change.pk, too_late)
    assert response["HX-Refresh"] == "true"
    assert "this one is not among them" in str(next(iter(request._messages)))
