"""Points go into the section that they are about, and none is added twice."""

import pytest

from reviews.changes import decide
from reviews.models import Artifact
from tests.factories import ArtifactFactory
from tests.sessions.held import end, text_of, told

pytestmark = pytest.mark.django_db(transaction=True)

SPEC = """# Spec

## User Journeys

A buyer pays by card.

## Refunds

A refund is paid back within five days.

## Open questions

- Which bank is meant?

## Rollout

Spain comes first.
"""
REFUND = "Refunds are paid back within five days, say the notes."
SHOPPER = "A buyer pays by card, and nobody tells the buyer why it failed."
UNASKED = "Which bank is meant?"


@pytest.fixture
def notes(item) -> Artifact:
    return ArtifactFactory(item=item, name="spec.md", content=SPEC)


@pytest.fixture
def held(hold, notes, ana):
    """`held(insights=[…])` is a roundtable on the newest text that ended with these points."""

    def run(**points):
        given = {
            kind: [{"text": one, "events": ["last:any"]} for one in texts] for kind, texts in points.items()
        }
        fresh = Artifact.objects.select_related("current__artifact").get(pk=notes.pk)
        script = {"roundtable.synthesis": [{"text": "a summary", "data": given}]}
        return end(hold("", artifacts=[fresh], topic="User journeys", script=script), ana)

    return run


def above(text: str, words: str) -> str:
    lines = text[: text.index(words)].splitlines()
    return [line for line in lines if line.startswith("## ")][-1]


def accept_rest(session, by) -> None:
    if session.changes.filter(status="proposed").exists():
        decide.accept_all(session, by)


@pytest.mark.slow
def test_each_point_goes_into_the_section_it_is_about_else_where_the_topic_says(held, ana):
    session = held(insights=[REFUND, SHOPPER])
    accept_rest(session, ana)
    text = text_of(session)
    assert above(text, REFUND) == "## Refunds"
    assert above(text, SHOPPER) == "## User Journeys"
    decide.undo_all(session, ana)
    assert text_of(session) == SPEC


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ([], 'sections "Refunds" and "User Journeys": added 2 points from'),
        (
            ["Spain comes first in the rollout.", "“Which bank is meant?” is open."],
            "4 sections: added 4 points from",
        ),
    ],
)
def test_fr_008_04_the_line_tells_each_section_that_was_added_to_or_how_many(held, more, where):
    [line] = [line for line in told(held(insights=[REFUND, SHOPPER, *more])) if line.startswith("Updated")]
    assert line.startswith(f"Updated spec.md, {where}")


@pytest.mark.slow
def test_a_second_roundtable_repeats_nothing_and_adds_below_the_same_headings(held, ana):
    accept_rest(held(insights=[REFUND, SHOPPER]), ana)
    later = held(
        insights=[f"**{REFUND}**", SHOPPER.replace("A buyer", "A  buyer"), "Refunds by letter take longer."]
    )
    accept_rest(later, ana)
    text = text_of(later)
    assert [text.count(words) for words in (REFUND, SHOPPER, "Refunds by letter")] == [1, 1, 1]
    assert text.count("### Elaboration Insights") == 2
    assert later.changes.count() == 1
    told = later.events.filter(kind="change", data__action="proposed").get().text
    assert told.endswith("2 points stand there already and are not added again.")


@pytest.mark.slow
def test_what_waits_from_another_session_is_not_proposed_twice(held):
    invented = "Refunds cost EUR 1 million, which the board has approved."
    first = held(insights=[SHOPPER, invented])
    assert first.changes.get(reason=invented).status == "proposed"
    later = held(insights=[invented, "Spain comes first, and Portugal is second."])
    assert not later.changes.filter(reason=invented).exists()


@pytest.mark.slow
def test_a_question_that_the_notes_ask_themselves_is_not_added(held):
    session = held(insights=[SHOPPER], open_questions=[UNASKED])
    assert not session.changes.filter(reason=UNASKED).exists()
    assert text_of(session).count("Which bank is meant") == 1


def test_an_open_question_about_no_section_goes_to_the_notes_own_list(held, ana):
    asked = "Who tells the board?"
    session = held(insights=[SHOPPER], open_questions=[asked])
    accept_rest(session, ana)
    assert above(text_of(session), asked) == "## Open questions"


@pytest.mark.slow
def test_what_was_rejected_may_be_proposed_again(held, ana):
    invented = "Refunds cost EUR 1 million, which the board has approved."
    first = held(insights=[SHOPPER, invented])
    decide.reject(first.changes.get(reason=invented), ana)
    later = held(insights=[invented])
    assert later.changes.filter(reason=invented).exists()
