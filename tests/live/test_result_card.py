"""The card at the top of a session that has ended: what came of it, said once."""

import re

import pytest

from reviews.changes import decide
from reviews.live import render
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Session
from reviews.pages.registry import page_of_session
from reviews.pages.result_card import ChangeTally
from reviews.states import EventKind, State
from tests.changes.stage import BETTER, propose
from tests.kinds.angles.examples import finds_and_mends
from tests.kinds.angles.rows import stored_review
from tests.live import table
from tests.live.conftest import answer, question
from tests.pages import words_in

PARTS = {"got_right": ["The problem is clear."], "improved": [], "caveats": ["No owner is named."]}
VERDICT = {"reason": "not_ready", **PARTS, "unknowns": ["Who signs off?"]}


@pytest.fixture
def finished(session) -> Session:
    """Ana's interview after its verdict, with changes to her notes."""
    verdict = NewEvent(EventKind.VERDICT, "Not ready", None, VERDICT)
    store.append(session.pk, [question("Why?"), answer("So."), verdict])
    propose(session, session.pins.get().artifact, BETTER)
    return ended(session, "not_ready")


@pytest.fixture
def talked(roundtable) -> Session:
    """Ana's roundtable after its summary."""
    table.discussed(roundtable)
    table.tell(roundtable, table.synthesis(5, 6))
    table.finish(roundtable)
    return fresh(roundtable)


def ended(session: Session, reason: str, state: State = State.FINISHED) -> Session:
    if state == State.FINISHED:
        store.move(session.pk, State.SYNTHESIZING)
    store.move(session.pk, state, reason=reason)
    return fresh(session)


def fresh(session: Session) -> Session:
    return Session.objects.select_related("item__team", "started_by").get(pk=session.pk)


def card_in(html: str) -> str:
    return html.split('<div id="ended">')[1].split('<div class="session-grid">')[0]


def card_for(client, session: Session) -> str:
    return words_in(card_in(client.get(session.get_absolute_url()).content.decode()))


def test_the_verdict_comes_first_with_the_way_to_the_changes(finished, as_user, ben):
    html = as_user(ben).get(finished.get_absolute_url()).content.decode()
    card = card_in(html)
    assert words_in(card).startswith("Verdict Not ready after 1 round Review changes")
    assert f'<a class="btn btn-primary" href="{finished.get_absolute_url()}changes/">' in card
    assert html.index("Review changes") < html.index('id="log"')


def test_the_card_says_what_changed_what_is_open_and_what_comes_next(finished, as_user, ben):
    card = card_for(as_user(ben), finished)
    count = finished.changes.count()
    assert f"What changed {count} changes to notes.md: {count} to decide." in card
    assert "What the notes got right The problem is clear." in card
    assert "What the interview improved Nothing was changed. Caveats No owner is named." in card
    assert "Open questions Who signs off?" in card
    assert f"Decide on {count} changes, then find out what is open and go deeper." in card


def test_what_the_card_says_the_rest_of_the_page_says_no_more(finished, as_user, ben):
    html = as_user(ben).get(finished.get_absolute_url()).content.decode()
    below = html.split('<div class="session-grid">')[1]
    verdict = re.search(r'<article id="event-4".*?</article>', below, re.DOTALL)[0]
    assert verdict.count('class="told-above"') == 1
    assert words_in(verdict).endswith("Who signs off? ELM gave its verdict. Read it at the top")
    assert 'The session is finished<span class="told-above">: not ready</span>.' in below
    assert "badge-bad" not in below.split('id="status"')[1]


def test_while_it_goes_on_there_is_no_card(session, as_user, ben, django_assert_num_queries):
    assert card_for(as_user(ben), session) == ""
    page = page_of_session(session)
    with django_assert_num_queries(0):
        assert page.card is None


def test_the_card_comes_down_the_socket_as_the_page_shows_it(finished, as_user, ben):
    sent = render.since(finished.pk, finished.last_number - 1, {True}).html[True]
    part = re.search(r'<hx-partial hx-target="#ended"[^>]*>(.*?)</hx-partial>', sent, re.DOTALL)[1]
    assert words_in(part) == card_for(as_user(ben), finished)


def test_a_decision_of_ben_reaches_the_card_of_everybody_who_looks(finished, as_user, ben):
    before = fresh(finished).last_number
    decide.accept(finished.changes.first(), ben)
    sent = words_in(render.since(finished.pk, before, {True}).html[True])
    count = finished.changes.count() - 1
    assert f"changes to notes.md: {count} to decide, 1 put in." in sent


def test_the_card_takes_as_many_queries_for_many_changes_as_for_one(finished, django_assert_num_queries):
    page = page_of_session(finished)
    with django_assert_num_queries(2):
        assert page.card.result.open_questions == ["Who signs off?"]


def test_a_stopped_interview_says_after_how_much_and_has_no_verdict(session, as_user, ben):
    store.append(session.pk, [question("Why?")])
    card = card_for(as_user(ben), ended(session, "stopped_by_person", State.STOPPED))
    assert card.startswith(
        "This interview is stopped Stopped by a person, after 1 round What changed No change"
    )
    assert "Review changes" not in card


def test_a_roundtable_says_what_it_came_to_and_what_stayed_open(talked, as_user, ben):
    card = card_for(as_user(ben), talked)
    assert card.startswith(
        "This roundtable has ended Ended by a participant, after 2 of 10 turns Space the retries."
    )
    assert "What changed No addition to the artifacts." in card
    assert "Open questions Who owns the list?: Ana resolves it" in card
    assert "Settle the open questions. Who said what? Blind review Another roundtable" in card


def test_vera_reads_the_card_and_is_offered_nothing_to_start(talked, as_user, vera):
    card = card_for(as_user(vera), talked)
    assert "Who said what? Blind review" in card
    assert "Another roundtable" not in card


def test_an_angle_review_says_why_it_stopped_and_where_to_decide(item, ana, as_user):
    card = card_for(as_user(ana), stored_review(item, ana, finds_and_mends))
    assert card.startswith("This angle review has ended Converged after 3 passes")
    assert "Review what changes from here" in card


def test_many_open_questions_are_cut_with_a_link_to_the_rest(session, as_user, ben):
    asked = {**VERDICT, "unknowns": [f"Who signs page {number}?" for number in range(8)]}
    store.append(session.pk, [question("Why?"), NewEvent(EventKind.VERDICT, "Not ready", None, asked)])
    html = as_user(ben).get(ended(session, "not_ready").get_absolute_url()).content.decode()
    assert "Who signs page 4?" in card_in(html)
    assert "Who signs page 5?" not in card_in(html)
    assert '<a href="?at=3#event-3">3 more</a>' in card_in(html)


def test_changes_to_many_artifacts_are_counted_and_the_first_are_named():
    tally = ChangeTally({"proposed": 5, "applied": 1}, [f"{letter}.md" for letter in "abcdef"], "addition")
    assert tally.sentence == "6 additions to a.md, b.md, c.md, d.md and others: 5 to decide, 1 put in"
    assert ChangeTally({"rejected": 1}, ["a.md"], "change").to_decide == ""
