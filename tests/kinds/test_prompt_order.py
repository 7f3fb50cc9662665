"""What calls of a session have in common, so that a cache can keep it: seen on the recorded sessions of the bench."""

from itertools import pairwise
from uuid import UUID

import pytest

from reviews.kinds.interview.edit_list import edit_list
from reviews.kinds.interview.state import Improvement, InterviewState
from reviews.kinds.prompts import lay_out_materials
from reviews.kinds.roundtable.purposes import FIRST_TAKE
from reviews.providers.base import Material
from reviews.sessions.loading import nonce_for
from tests.bench.caching import bill_of, blocks_of
from tests.bench.recorded_sessions import PERSON, Call, interview, roundtable

QUESTIONS = ("interview.question", "interview.settle")
ANSWERS = ("interview.answer", "interview.improve")


@pytest.fixture(scope="module")
def answered_by_ai() -> list[Call]:
    return interview()


@pytest.fixture(scope="module")
def discussed() -> list[Call]:
    return roundtable()


def calls_for(calls: list[Call], purposes: tuple[str, ...]) -> list[Call]:
    return [call for call in calls if call.prompt.purpose in purposes]


def marked_prefix(call: Call) -> list[str]:
    """Everything up to the last mark, block by block, with the schema in front."""
    texts, marks = blocks_of(call.body)
    return texts[: marks[-1] + 1] if marks else []


@pytest.mark.slow
@pytest.mark.parametrize("purposes", [QUESTIONS, ANSWERS])
def test_each_call_of_an_interviews_persona_begins_as_the_last_one_did(answered_by_ai, purposes):
    calls = calls_for(answered_by_ai, purposes)
    assert len(calls) >= 7
    for one, following in pairwise(calls):
        prefix = marked_prefix(one)
        assert prefix
        assert blocks_of(following.body)[0][: len(prefix)] == prefix


def test_each_call_of_a_discussion_begins_as_the_last_one_did_whoever_speaks(discussed):
    calls = [call for call in discussed if call.prompt.purpose != FIRST_TAKE]
    assert len({call.prompt.speaker for call in calls}) == 3
    assert len({call.prompt.purpose for call in calls}) == 4
    for one, following in pairwise(calls):
        prefix = marked_prefix(one)
        assert blocks_of(following.body)[0][: len(prefix)] == prefix


def test_a_transcript_that_grows_makes_the_marked_beginning_grow(answered_by_ai, discussed):
    for calls in (
        calls_for(answered_by_ai, ("interview.question",)),
        calls_for(discussed, ("roundtable.contribution",)),
    ):
        lengths = [len(marked_prefix(call)) for call in calls]
        assert lengths == sorted(lengths)
        assert lengths[-1] > lengths[0] + 4


def test_no_request_has_more_than_four_marks(answered_by_ai, discussed):
    for call in (*answered_by_ai, *discussed):
        assert len(blocks_of(call.body)[1]) <= 4


@pytest.mark.slow
def test_nothing_is_marked_while_a_person_answers_an_interview():
    assert all(not blocks_of(call.body)[1] for call in interview(answered_by="me"))


def test_the_last_to_speak_before_people_marks_nothing_that_the_call_before_had_not(discussed):
    contributions = calls_for(discussed, ("roundtable.contribution",))
    pauses = [(one, following) for one, following in pairwise(contributions) if following.at - one.at > 20]
    assert len(pauses) == 2
    for last, _ in pauses:
        before = contributions[contributions.index(last) - 1]
        assert marked_prefix(last) == marked_prefix(before)


def test_first_takes_are_written_at_once_and_mark_nothing(discussed):
    takes = calls_for(discussed, ("roundtable.first_take",))
    assert len({call.at for call in takes}) == 1
    assert all(not blocks_of(call.body)[1] for call in takes)


def test_who_speaks_alone_between_two_pauses_marks_nothing():
    late = roundtable(listener=PERSON)
    assert all(len(blocks_of(call.body)[1]) <= 4 for call in late)
    assert bill_of(late).ratio < 1


def test_the_notes_as_they_stand_can_be_read_off_the_pinned_ones_and_the_edits(answered_by_ai):
    last = answered_by_ai[-1].prompt
    state: InterviewState = last.facts.state
    lists = [material.text for material in last.materials if material.name.startswith("edits after")]
    text = state.setup.notes[0].text
    assert last.materials[0].text == text
    assert len(lists) == 5
    for edit in state.improvements:
        assert text.count(edit.removed) == 1
        text = text.replace(edit.removed, edit.inserted)
        assert any(as_quoted(edit.removed) in made and as_quoted(edit.inserted) in made for made in lists)
    assert text == state.notes[0].text


def as_quoted(words: str) -> str:
    return "\n".join(f"    {line}" for line in words.splitlines())


@pytest.mark.parametrize(
    ("removed", "inserted", "behind", "said"),
    [
        ("a", "b", "", "In n.md, in the place of this:\n    a\nit now says:\n    b"),
        ("a", "", "", "In n.md, this was taken out:\n    a"),
        ("", "b\n", "# T", "In n.md, behind this line:\n    # T\nthere is now:\n    b"),
        ("", "b\n", "", "In n.md, at the beginning there is now:\n    b"),
    ],
)
def test_an_edit_says_what_was_there_and_what_is(removed, inserted, behind, said):
    assert edit_list([Improvement("a1", "n.md", removed, inserted, "Why.", 1, behind)]) == said


def test_marks_stand_behind_the_last_text_that_says_something():
    fixed = [Material("a", "A"), Material("b", " ", "evidence")]
    growing = [Material("c", "C", "transcript"), Material("d", "", "transcript")]
    found = lay_out_materials(fixed, growing, [Material("e", "E")], 2)
    assert [(m.name, m.cache) for m in found] == [("a", True), ("c", True), ("e", False)]
    assert not any(m.cache for m in lay_out_materials(fixed, growing, [], None))


def test_the_word_in_the_fences_is_the_same_in_all_calls_of_a_session():
    one, another = UUID(int=1), UUID(int=2)
    assert nonce_for(one) == nonce_for(one) != nonce_for(another)


def test_caching_pays(answered_by_ai, discussed):
    assert bill_of(answered_by_ai).ratio <= 0.65
    assert bill_of(discussed).ratio <= 0.6
    assert bill_of(interview(answered_by="me")).ratio == 1
