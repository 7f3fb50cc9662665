"""A topic that Ana types is what personas by rules talk about, and they say so when the notes have nothing on it."""

import pytest

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.offline.typed_topic import read_topic
from reviews.language.reading.topics import crude_stem
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import SAMPLE
from tests.kinds.roundtable.offline.tables import points, roundtable, turns
from tests.kinds.roundtable.table import Table

DEBATE = ("5 times", "3 times")
"""What the personas argue about when nobody has typed a topic."""


def on_topic(topic: str, *messages: str, **changed: object) -> Table:
    """A roundtable on the sample note about what Ana typed."""
    typed = {"topic": topic, "step_id": "", "phase": "", "boundary": "", "questions": (), "max_turns": 14}
    return roundtable(SAMPLE, *messages, **{**typed, **changed})


def framing(table: Table) -> str:
    return table.of(EventKind.FRAMING)[0].text


def read_notes(topic: str, text: str, name: str = "notes.md"):
    return read_topic(topic, "", ((name, text),))


@pytest.fixture(scope="module")
def absent() -> Table:
    return on_topic("What about security and GDPR?", "")


def test_that_the_notes_have_nothing_on_a_topic_is_the_first_thing_ana_reads(absent):
    assert "doesn't mention “security” and “GDPR”." in framing(absent)
    assert "What should these notes say on security and GDPR" in framing(absent)


def test_no_persona_says_again_that_the_notes_lack_the_topic(absent):
    assert turns(absent) == []


def test_a_typed_topic_never_gets_the_debate_that_a_step_gets(absent):
    step = roundtable(SAMPLE, "", max_turns=14)
    assert any(words in text for words in DEBATE for text in turns(step))
    assert not any(words in event.text for words in DEBATE for event in absent.events)


def test_what_the_notes_lack_on_the_topic_is_an_open_question_of_the_summary():
    found = points(
        on_topic("What about security and GDPR?", "The cards are stored encrypted."), "open_questions"
    )
    assert [point["text"] for point in found] == ["What do we say on security and GDPR?"]


def test_a_topic_that_the_notes_know_is_discussed_with_their_words_on_it():
    table = on_topic("Should the emails be shorter?", "")
    assert "we send one email and cancel the subscription" in framing(table)
    assert all("email" in text for text in turns(table))


def test_the_part_of_a_topic_that_the_notes_lack_is_named_and_stays_open():
    table = on_topic("GDPR and the receipts", "Receipts are kept for ten years.")
    assert "“She gets a receipt and never has to call us”" in framing(table)
    assert "I don't find “GDPR” in it as such" in framing(table)
    assert "What do we say on GDPR?" in [point["text"] for point in points(table, "open_questions")]


def test_a_first_take_on_a_topic_that_the_notes_lack_says_so():
    table = on_topic("What about security and GDPR?", "", first_takes=True)
    takes = [event.text for event in table.of(EventKind.FIRST_TAKE)]
    assert len(takes) == 3
    assert all(text.startswith("On security and GDPR the notes have nothing") for text in takes)


def test_bens_question_about_something_else_in_the_notes_is_still_answered():
    table = on_topic("What about security and GDPR?", "Alex, what happens if the PSP changes its codes?")
    assert any("The PSP could change its reason codes" in text for text in turns(table))


@pytest.mark.parametrize("topic", ["Payment retries", "Who is told, and when", "Plan", ""])
def test_a_topic_of_the_notes_title_or_of_everyday_words_narrows_nothing(topic):
    assert read_notes(topic, SAMPLE.read_text(), "payment-retry-plan.md") is None


def test_a_step_is_discussed_as_it_was():
    assert read_topic("Security", "01-03", (("notes.md", SAMPLE.read_text()),)) is None


def test_notes_that_rules_cannot_read_are_never_said_to_lack_a_topic():
    german = (
        "# Sync\n\n" + "Die Kuriere arbeiten in Tunneln ohne Netz, und die Liste wird später übertragen. " * 9
    )
    assert read_notes("What about security?", german) is None


def test_a_word_that_stands_in_a_heading_or_a_table_only_is_not_called_absent():
    found = read_notes(
        "security", "# Sync\n\n## Security\n\nWe send the list to the phones of all couriers.\n"
    )
    assert found is not None
    assert not found.is_absent


@pytest.mark.slow
def test_a_long_topic_and_long_notes_cost_no_time():
    notes = (Note("a1", "n.md", "We encrypt the list on the phone. " * 7_000),)
    table = on_topic("encryption " * 18, notes=notes)
    assert table.of(EventKind.SYNTHESIS)


def test_a_question_with_the_topic_in_two_words_is_not_led_away():
    table = on_topic("Rollback", "Who decides to roll back?")
    assert not table.lines("redirect")


INTERVIEWED = (
    "“A failed charge is tried again at most 3 times” or “A failed charge is tried again at most 5 times”?",
)
MISTAKE = "We try again at most 3 times. The 5 in the proposal is a mistake of mine."


def test_what_ana_types_is_discussed_though_an_earlier_session_quoted_it_and_not_a_second_time():
    table = on_topic("How often do we try again?", said_before=INTERVIEWED)
    assert "at most 3 times" in framing(table)
    assert any(words in text for words in DEBATE for text in turns(table))
    again = on_topic("How often do we try again?", said_before=(*INTERVIEWED, *turns(table), framing(table)))
    assert not any(words in text for words in DEBATE for text in (framing(again), *turns(again)))


def test_whoever_says_which_figure_holds_has_decided_it_in_those_words():
    table = on_topic("How often do we try again?", MISTAKE)
    [decided] = points(table, "decisions")
    assert (decided["text"], decided["attribution"]) == (MISTAKE, "User")
    assert points(table, "open_questions") == []
    [change] = points(table, "action_items")
    assert change["text"].startswith("Change “A failed charge is tried again at most 5 times”")


def test_a_date_without_its_year_and_an_old_one_beside_it_say_which_holds():
    table = on_topic("When do the first countries go live?", "10 June. The 3 June date is old.")
    assert [point["text"] for point in points(table, "decisions")] == ["10 June. The 3 June date is old."]
    [change] = points(table, "action_items")
    assert change["text"].endswith("to say 10 June 2027")


def test_a_blank_of_the_notes_is_filled_by_who_speaks_of_it():
    table = on_topic("Who is on call at night?", "Priya is on call at night until the end of June.")
    assert any("TBD" in text and "your words" in text for text in turns(table))


def test_what_stays_out_is_decided():
    table = on_topic("Is SEPA worth it?", "No, SEPA stays out.")
    assert [point["text"] for point in points(table, "decisions")] == ["No, SEPA stays out."]
    assert [point["text"] for point in points(table, "insights")] == [
        "“No, SEPA stays out”: say in the notes why, so that nobody has to ask again."
    ]


@pytest.mark.parametrize(
    "said", ["5 times is wrong here.", "3 times or 5 times, who knows.", "The first 3 times failed."]
)
def test_who_does_not_say_which_figure_holds_has_decided_nothing(said):
    assert points(on_topic("How often do we try again?", said), "decisions") == []


def test_words_that_are_forms_of_each_other_are_one():
    assert len({crude_stem(word) for word in ("try", "tries", "tried", "trying")}) == 1
    assert crude_stem("apply") == crude_stem("applied") != crude_stem("app")
    assert crude_stem("cookie") == crude_stem("cookies")
