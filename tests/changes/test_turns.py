"""Where changes came from: links to turns, and who said it."""

import pytest
from django.urls import reverse

from reviews.kinds.support import FOUND_BY_LOOK, FOUND_NOWHERE, OTHER_WORDS
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Change, Session
from reviews.states import EventKind
from reviews.views.review.turns import ChangeSource, TurnLink, said_in, turns_of
from tests import factories
from tests.changes.stage import ask
from tests.changes.table import add
from tests.changes.test_changes_page import page_of
from tests.pages import words
from tests.views.table import ALEX, JORDAN, held

POINTS = ["- [User/Jordan] Once."]


@pytest.fixture
def table(ana, item):
    """A roundtable in which Ana spoke in turn 3, and in which what came of it is proposed."""
    session = held(item, ana, said=[(ALEX, "It is a tradeoff.")], state="draft")
    store.move(session.pk, "running")
    mine = NewEvent(
        EventKind.USER_MESSAGE, "Once is enough.", Speaker(f"user:{ana.pk}", "Ana", ""), {"by": ana.pk}
    )
    store.append(session.pk, [mine], user=ana)
    store.append(
        session.pk, [NewEvent(EventKind.CONTRIBUTION, "Then once.", JORDAN, {"turn": 4, "basis": 4})]
    )
    artifact = factories.ArtifactFactory(item=item)
    add(session, artifact, POINTS, title="User Journeys", step_id="01-03", at=session.created)
    session.changes.update(attribution="User/Jordan", events=[4, 5])
    return Session.objects.get(pk=session.pk)


def test_fr_008_05_a_card_names_who_said_it_and_the_turns_of_the_discussion(as_user, ana, table):
    response = as_user(ana).get(page_of(table))
    assert "Ana, Jordan · From Ana, turn 3 · Jordan Park, turn 4" in words(response)
    assert (
        f'href="{reverse("session", args=[table.pk])}#event-4">Ana, turn 3</a>' in response.content.decode()
    )


def test_in_an_interview_it_is_the_round(as_user, ana, session):
    ask(session)
    assert "From Round 1, ELM" in words(as_user(ana).get(page_of(session)))


def test_turns_that_are_gone_are_left_out(as_user, ana, table):
    table.changes.update(events=[99, 5])
    assert "From Jordan Park, turn 4" in words(as_user(ana).get(page_of(table)))


def test_a_file_called_like_a_number_is_no_event(as_user, ana, table):
    sources = [
        {"kind": "notes", "key": "4", "text": "Once a day."},
        {"kind": "person", "key": "4", "text": "Once is enough."},
        {"kind": "turn", "key": "5", "text": "Then once."},
        {"kind": "topic", "key": "", "text": "Payments"},
    ]
    table.changes.update(support={"status": "supported", "sources": sources}, events=[])
    change = table.changes.get()
    assert change.cited_events == [4, 5]
    said = said_in(change, turns_of([change]))
    assert [(one.label, bool(one.url)) for one in said.passages] == [
        ("4", False), ("Ana", True), ("Jordan Park, turn 4", True), ("the topic", False),
    ]  # fmt: skip
    assert "Where its facts stand 4: “Once a day.”" in words(as_user(ana).get(page_of(table)))


@pytest.mark.parametrize(
    ("support", "told"),
    [
        ({"covered": 0.8}, OTHER_WORDS),
        ({"covered": 0.8, "looked": True}, FOUND_BY_LOOK),
        ({"covered": 0.2, "looked": True}, FOUND_NOWHERE),
    ],
)
def test_a_change_that_code_could_not_check_says_why(as_user, ana, table, support, told):
    table.changes.update(support={"status": "not_checked", "sentence": "", **support})
    page = words(as_user(ana).get(page_of(table)))
    assert "Not checked by code" in page
    assert f"{told[0].upper()}{told[1:]}." in page


def test_a_summary_marks_what_code_could_not_check_and_says_once_why(as_user, ana, table):
    support = {"status": "not_checked", "covered": 0.8, "sentence": "", "looked": True}
    points = [
        {"text": text, "attribution": "[Jordan]", "events": [5], "support": support}
        for text in ("Once.", "Twice.")
    ]
    data = {"summary": "Once is enough.", "at": "2026-02-20T14:30:00.000Z", "insights": points}
    store.append(table.pk, [NewEvent(EventKind.SYNTHESIS, "### Insights", None, data)])
    page = words(as_user(ana).get(reverse("session", args=[table.pk])))
    assert page.count("Not checked by code.") == 2
    assert page.count(f"Not checked by code: {FOUND_BY_LOOK}.") == 1


@pytest.mark.parametrize(
    ("attribution", "people", "who"),
    [
        ("Maya/Alex", [], "Maya, Alex"),
        ("All", [], "everybody at the table"),
        ("User/Alex", ["Ana", "Ben", "Ana"], "Ana, Ben, Alex"),
        ("User/All", [], "somebody of the team, everybody at the table"),
        ("", [], "added"),
    ],
)
def test_fr_008_05_an_attribution_reads_as_words(session, attribution, people, who):
    turns = [TurnLink(number, session.pk, name, name, name) for number, name in enumerate(people)]
    change = Change(attribution=attribution, session=Session(kind="roundtable"))
    assert ChangeSource(change, turns).who == who


def test_the_number_of_queries_does_not_grow_with_the_additions(
    as_user, ana, table, django_assert_num_queries
):
    client = as_user(ana)
    spec = table.changes.get().artifact
    client.get(page_of(table))  # who takes part is read once
    for count in (1, 20):
        add(table, spec, POINTS * count, title="Risks", step_id="", at=table.created)
        with django_assert_num_queries(17):
            response = client.get(page_of(table))
    assert response.content.decode().count("<article") == 22
