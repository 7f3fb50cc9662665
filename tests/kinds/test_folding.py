"""What every kind folds in the same way: an event changes its own state, and none that was there before."""

from dataclasses import dataclass
from functools import cached_property

from reviews.kinds.folding import Folded, Message, changed, take_event
from reviews.log.values import Event, Speaker
from reviews.states import EventKind

ANA = Speaker("user:1", "Ana")


@dataclass(frozen=True)
class Counted(Folded[Message]):
    words: int = 0

    @cached_property
    def told(self) -> str:
        return f"{self.words} words up to event {self.last_number}"


def take_words(state: Counted, event: Event) -> Counted:
    return changed(state, words=state.words + len(event.text.split()))


def take_words_and_tell(state: Counted, event: Event) -> Counted:
    after = take_words(state, event)
    assert after.told.startswith(f"{after.words} words")
    return after


def said(number: int, text: str = "Who pays?") -> Event:
    return Event(number, EventKind.USER_MESSAGE, text, ANA)


def test_the_state_before_what_ana_says_stays_as_it_was():
    before = Counted()
    after = take_event(before, said(1), {EventKind.USER_MESSAGE: take_words})
    assert (before.last_number, before.words) == (0, 0)
    assert (after.last_number, after.words) == (1, 2)


def test_an_event_that_means_nothing_changes_the_number_of_a_copy_only():
    before = Counted(words=3)
    for takers in ({}, {EventKind.USER_MESSAGE: lambda state, event: state}):
        after = take_event(before, said(4), takers)
        assert (before.last_number, after.last_number, after.words) == (0, 4, 3)


def test_what_was_computed_of_a_state_is_computed_again_once_its_number_is_another():
    after = take_event(Counted(), said(7), {EventKind.USER_MESSAGE: take_words_and_tell})
    assert after.told == "2 words up to event 7"


def test_a_message_of_bens_is_found_whether_it_waits_or_not():
    state = Counted().said(Message(2, "One.", ANA)).said(Message(5, "Two.", ANA)).marked(2, used=6)
    assert [message.number for message in state.due(9)] == [5]
    assert [state.message(number) and state.message(number).text for number in (2, 5, 3)] == [
        "One.",
        "Two.",
        None,
    ]
