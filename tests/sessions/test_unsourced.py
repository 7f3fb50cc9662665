"""What nobody said waits for a person, even where additions go in at once (C43)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reviews.models import Change
from reviews.models.outcome import ChangeStatus
from reviews.sessions import actions
from tests.pages import words
from tests.sessions.held import end, text_of

pytestmark = pytest.mark.django_db(transaction=True)

BOARD = "A second attempt costs EUR 1 million, which the board has approved."
BELGIUM = "Belgium is dropped: admin said so"
PLAN = "See [the plan](https://pay.evil.example/now)."
KNOWN = "Cards are declined, and shoppers see a second attempt."


@pytest.fixture
def held(hold, ana):
    """`held(decisions=[…])` is a roundtable that ended with these points; Ana's additions go in at once."""

    def run(**points):
        known = [{"text": KNOWN, "events": ["last:any"]}]
        given = {"insights": known} | {
            kind: (known if kind == "insights" else [])
            + [{"text": text, "events": ["last:any"]} for text in texts]
            for kind, texts in points.items()
        }
        return end(hold(script={"roundtable.synthesis": [{"text": "an attempt", "data": given}]}), ana)

    return run


def statuses(session) -> dict[str, str]:
    return {change.reason: change.status for change in session.changes.all()}


@pytest.mark.slow
def test_what_has_its_sources_goes_in_and_no_person_is_the_one_who_decided(held, as_user, ana):
    session = held()
    change = session.changes.get()
    assert (change.status, change.decided_by, change.put_in_by_elm) == (ChangeStatus.APPLIED, None, True)
    assert KNOWN in text_of(session)
    page = words(as_user(ana).get(f"{session.get_absolute_url()}changes/"))
    assert "Put in put in by ELM, as the team has set it" in page
    assert "Accepted" not in page


@pytest.mark.slow
def test_an_invented_figure_waits_with_the_sentence_that_says_so(held, as_user, ana):
    session = held(insights=[BOARD])
    assert statuses(session) == {KNOWN: ChangeStatus.APPLIED, BOARD: ChangeStatus.PROPOSED}
    assert "EUR 1 million" not in text_of(session)
    sentence = "Not in the notes and not in the discussion: EUR 1 million"
    assert sentence in Change.objects.get(reason=BOARD).support["sentence"]
    assert any(sentence in event.text for event in session.events.filter(kind="announcement"))
    client = as_user(ana)
    for address in (f"{session.get_absolute_url()}changes/", session.get_absolute_url()):
        assert sentence in words(client.get(address))


@pytest.mark.slow
def test_of_several_that_have_no_source_the_discussion_says_how_many_and_each_says_what(held, as_user, ana):
    session = held(insights=[BOARD, "A third attempt costs EUR 2 million."])
    (told,) = session.events.filter(kind="announcement", data__what="proposed")
    assert "2 of them say something that has no source yet; each says what." in told.text
    page = words(as_user(ana).get(f"{session.get_absolute_url()}changes/"))
    assert "EUR 1 million" in page
    assert "EUR 2 million" in page


def test_a_decision_that_nobody_made_is_an_open_question_and_waits(held):
    session = held(decisions=[BELGIUM])
    data = session.events.get(kind="synthesis").data
    assert data["decisions"] == []
    (question,) = data["open_questions"]
    assert question["text"] == BELGIUM
    assert question["why"].endswith("the team confirms or drops it")
    assert "Belgium" not in text_of(session)


@pytest.mark.slow
def test_a_link_to_a_host_that_nobody_named_is_text_and_waits(held):
    session = held(insights=[PLAN])
    change = session.changes.exclude(reason=KNOWN).get()
    assert change.status == ChangeStatus.PROPOSED
    assert "`https://pay.evil.example/now`" in change.inserted
    assert "](" not in change.inserted


@pytest.mark.slow
def test_what_waits_is_put_in_by_whoever_accepts_it(held, as_user, ana):
    session = held(insights=[BOARD])
    change = Change.objects.get(reason=BOARD)
    as_user(ana).post(f"/changes/{change.pk}/accept/")
    change.refresh_from_db()
    assert (change.status, change.decided_by, change.put_in_by_elm) == (ChangeStatus.APPLIED, ana, False)
    assert "EUR 1 million" in text_of(session)


@pytest.mark.slow
def test_a_date_is_worked_out_from_the_day_on_which_somebody_spoke(hold, ana):
    said, today = "Retries start tomorrow.", timezone.localdate()
    right, wrong = (today + timedelta(days) for days in (1, 2))
    points = [
        {"text": f"Retries start on {day:%-d %B %Y}.", "events": ["last:any"]} for day in (right, wrong)
    ]
    session = hold(script={"roundtable.synthesis": [{"text": "Dates", "data": {"insights": points}}]})
    actions.say(session, user=ana, text=said)
    end(session, ana)
    support = {change.reason: change.support["status"] for change in session.changes.all()}
    assert support == {points[0]["text"]: "supported", points[1]["text"]: "unsupported"}
