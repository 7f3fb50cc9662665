"""What the page of everything to review shows of each card first, and how the rest of it is had."""

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from reviews.changes import comments, decide
from reviews.documents.diff import DiffLine, LinePart, inline_diff
from reviews.models import Change
from reviews.views.review.brief_cards import BEFORE_CHANGE, FIRST_ROWS, ROW_LENGTH, brief_diff, cut_row
from tests import factories
from tests.changes.queue.stage import proposing
from tests.changes.test_changes_page import HTMX
from tests.drawing import examples
from tests.pages import words

PAGE = "/changes/"
MOST_BYTES = 82_000
"""Of a page full of cards that are all cut, in a team of fourteen."""


def main_of(response):
    return response.content.decode().split("<main")[1]


def opened(about, query=""):
    return f"{PAGE}?{query}open={about.anchor}"


@pytest.fixture
def many(session, team):
    """A page full of long changes in a team of twelve, each assigned to somebody."""
    people = [User.objects.create_user(f"person{number}") for number in range(12)]
    for person in people:
        factories.MembershipFactory(team=team, user=person, role="member")
    change = session.changes.get(order=1)
    Change.objects.bulk_create(
        Change(
            session=session,
            artifact=change.artifact,
            base=change.base,
            order=order,
            section="The section of retries",
            position=change.position,
            removed=change.removed,
            inserted="A long paragraph about <retries> & nothing else. " * 40 + "\n" + "A line.\n" * 400,
            reason="ELM asked for a number. " * 20,
            assignee=people[order % 12],
        )
        for order in range(4, 40)
    )


def test_the_page_stays_small_however_long_the_changes_are(as_user, ana, many):
    response = as_user(ana).get(PAGE)
    assert response.content.count(b"<article") == 18
    assert len(response.content) < MOST_BYTES


@pytest.mark.slow
def test_a_card_says_how_much_more_there_is_and_a_link_opens_it_whole(as_user, ana, session, many):
    client, last = as_user(ana), session.changes.get(order=39)
    html = main_of(client.get(f"{PAGE}?kind=change"))
    assert (
        " more lines</a>" in html,
        "A line.\n" * 3 in html,
        'name="text"' in html.split("data-review")[1],
    ) == (
        True,
        False,
        False,
    )
    page = client.get(opened(last, "kind=change&"))
    card = main_of(page).split(f'id="{last.anchor}"')[1].split("</article>")[0]
    assert card.count('<tr class="diff-inserted">') == 401
    for box in ('name="reason"', 'name="text" spellcheck="true"', "Who decides"):
        assert box in card
    assert f'value="{PAGE}?kind=change#{last.anchor}"' in card
    assert main_of(page).count("<article") == 19


def test_htmx_gets_the_card_alone(as_user, ben, session, change):
    comments.add_comment(change, ben, "Why four?")
    response = as_user(ben).get(opened(change, "kind=change&"), headers=HTMX)
    html = response.content.decode()
    assert (html.count("<article"), html.count("<h1")) == (1, 0)
    assert "Why four?" in words(response)
    assert f'value="{PAGE}?kind=change"' in html


def test_a_finding_is_opened_the_same_way(as_user, ben, finding):
    html = as_user(ben).get(opened(finding), headers=HTMX).content.decode()
    assert f'action="/findings/{finding.pk}/dismiss/"' in html


def test_what_is_decided_meanwhile_is_shown_as_it_is(as_user, ana, ben, change):
    decide.accept(change, ben)
    response = as_user(ana).get(opened(change))
    assert main_of(response).count("<article") == 3
    assert "Accepted by Ben" in words(response)


@pytest.mark.parametrize("anchor", ["", "nonsense", "change-1", "change-" + "0" * 32, "comment-" + "0" * 32])
def test_what_is_not_there_opens_nothing(as_user, ana, session, anchor):
    client = as_user(ana)
    assert main_of(client.get(f"{PAGE}?open={anchor}")).count("<article") == 3
    assert client.get(f"{PAGE}?open={anchor}", headers=HTMX)["HX-Refresh"] == "true"


def test_cleo_opens_nothing_of_other_teams(as_user, cleo, change, finding):
    for about in (change, finding):
        assert main_of(as_user(cleo).get(opened(about))).count("<article") == 0
        assert as_user(cleo).get(opened(about), headers=HTMX)["HX-Refresh"] == "true"


def test_vera_opens_a_card_and_gets_nothing_to_send(as_user, vera, ben, change, finding):
    comments.add_comment(change, ben, "Why four?")
    assert "1 comment" in words(as_user(vera).get(PAGE))
    for about in (change, finding):
        for headers in ({}, HTMX):
            html = as_user(vera).get(opened(about), headers=headers).content.decode().rpartition("<main")[2]
            assert (html.count('method="post"'), "<template" in html, "form=" in html) == (0, False, False)


def test_boxes_stand_in_the_page_once_for_each_kind_and_team(as_user, ben, cleo, session, finding):
    elsewhere = cleo.memberships.get().team
    factories.MembershipFactory(team=elsewhere, user=ben, role="member")
    proposing(factories.ItemFactory(team=elsewhere))
    html = main_of(as_user(ben).get(PAGE))
    names = {
        f"boxes-change-{session.team_id}",
        f"boxes-finding-{session.team_id}",
        f"boxes-change-{elsewhere.pk}",
    }
    assert html.count("<template") == len(names)
    assert all(f'<template id="{name}"' in html for name in names)
    assert html.count("/changes/00000000-0000-0000-0000-000000000000/comments/") == 4


def test_who_decides_and_how_much_was_said_is_on_the_card(as_user, ana, ben, change):
    comments.assign(change, str(ben.pk))
    comments.add_comment(change, ben, "Why four?")
    comments.add_comment(change, ana, "Because.")
    response = as_user(ana).get(PAGE)
    assert "Assigned to Ben · Edit, comment, assign 2 comments" in words(response)
    assert f'data-person="{ben.pk}"' in response.content.decode()


def test_a_line_that_became_another_one_is_shown_with_a_line_on_either_side():
    rows = inline_diff("# A\n\nOne.\n\nTwo.\n", "# A\n\nThree.\n\nTwo.\n")
    shown = brief_diff(rows)
    assert (shown.rows, shown.left, shown.is_cut) == (rows[1:5], 0, False)


def test_a_long_diff_begins_one_line_before_its_first_change():
    rows = inline_diff("a\nb\nc\nd\ne\n", "a\nb\nc\nx\n" + "y\n" * 20 + "d\ne\n")
    shown = brief_diff(rows)
    assert [row.text.strip() for row in shown.rows] == ["c", "x", "y", "y"]
    assert (shown.left, shown.is_cut) == (1 + 21 + 1 - FIRST_ROWS, False)


def test_a_long_line_is_cut_around_its_first_changed_word():
    old = "Nobody knows. " * 20
    [removed, inserted] = inline_diff(old + "We wait.", old + "We run.")
    assert "wait" in cut_row(removed).text
    assert any(part.changed and "run" in part.text for part in cut_row(inserted).parts)


@examples(50)
@given(st.lists(st.tuples(st.text("ab ", max_size=200), st.booleans()), max_size=6))
def test_a_cut_row_is_a_stretch_of_the_row_with_its_first_changed_word(drawn):
    row = DiffLine("inserted", None, 1, tuple(LinePart(text, changed) for text, changed in drawn if text))
    cut = cut_row(row)
    shown = cut.text.strip("…")
    assert shown in row.text
    assert len(shown) <= ROW_LENGTH
    if cut is not row:
        assert len(shown) == ROW_LENGTH or row.text.endswith(shown)
    if first := next((part for part in row.parts if part.changed), None):
        begin = next(part for part in cut.parts if part.changed).text
        assert first.text.startswith(begin)
        assert begin == first.text or len(begin) >= ROW_LENGTH - BEFORE_CHANGE
