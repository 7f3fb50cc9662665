"""What ELM put into the notes, in this session or before, is no source until a person has accepted it."""

import pytest

from reviews.documents.authorship import AddedStretch
from reviews.kinds.interview.offline.agenda import askable_points
from reviews.kinds.interview.offline.session import facts_of
from reviews.kinds.interview.prompts import prompt_materials
from reviews.kinds.interview.settling.topics import sources_of
from reviews.kinds.interview.sourced import claim_sources
from reviews.kinds.notes import Note
from reviews.log.values import Heard
from reviews.states import EventKind
from tests.kinds.interview.stage import NOTES, QUOTE, ROUND, Stage, script

INVENTED = "Each lost order costs EUR 9."
EDIT = {"edits": [{"old": QUOTE, "new": f"{INVENTED} {QUOTE}", "reason": "Asked."}]}
BULLET = "- Belgium is dropped, as the board has decided."


def added(*, is_accepted=False, by=""):
    text = f"{NOTES}\n{BULLET}\n"
    return Note("a1", "retries.md", text, (AddedStretch(len(NOTES) + 1, len(text), is_accepted, by),))


def test_an_answer_never_quotes_what_an_edit_of_this_session_put_in():
    answer = Heard("So.", {"citations": [{"quote": QUOTE}, {"quote": INVENTED}]})
    stage = Stage(script(ROUND, answer=answer, improve=Heard("I add it.", EDIT)))
    stage.run_until(EventKind.ANSWER, 2)
    assert INVENTED in stage.state.notes[0].text
    data = stage.of(EventKind.ANSWER)[1].data
    assert [one["quote"] for one in data["citations"]] == [QUOTE]
    assert data["not_found"] == [INVENTED]


def test_what_nobody_has_accepted_is_no_source_and_settles_nothing():
    state = Stage(script(ROUND), notes=(added(),)).state
    assert BULLET not in claim_sources(state)[0].text
    assert BULLET not in sources_of(state).notes[0][1]
    assert BULLET not in facts_of(state, "interview.question").notes[0][1]
    assert facts_of(state, "interview.question").working_notes[0][1].count(BULLET) == 1


def test_rules_read_the_notes_once_whatever_the_session_puts_in():
    stage = Stage(script(ROUND, improve=Heard("I add it.", EDIT)))
    before = facts_of(stage.state, "interview.question")
    stage.run_until(EventKind.REVISION, 1)
    after = facts_of(stage.state, "interview.question")
    assert INVENTED in after.working_notes[0][1]
    assert after.studies[0] is before.studies[0]
    assert INVENTED in after.working_documents[0].text


def test_what_a_person_has_accepted_is_the_notes_text():
    state = Stage(script(ROUND), notes=(added(is_accepted=True, by="Ana"),)).state
    assert BULLET in claim_sources(state)[0].text
    facts = facts_of(state, "interview.question")
    assert BULLET in facts.notes[0][1]
    assert facts.accepted_by(BULLET) == "Ana"
    assert facts.accepted_by(QUOTE) is None


QUOTING = {
    "- Which bank is meant?": "- Who answers the notes' own open question: “Which bank is meant?”.",
    "TBD: who runs it?": "- Who settles “TBD: who runs it?”, and when.",
    "We may lose some orders.": "- Risks: what is done about “We may lose some orders”, and by whom.",
}


@pytest.mark.parametrize("own", QUOTING)
def test_the_authors_words_that_an_accepted_bullet_quotes_stay_the_authors(own):
    text = f"{NOTES}\n## Open questions\n\n{own}\n{QUOTING[own]}\n"
    stretch = AddedStretch(text.index(QUOTING[own]), len(text), is_accepted=True, by="Ana")
    facts = facts_of(
        Stage(script(ROUND), notes=(Note("a1", "retries.md", text, (stretch,)),)).state, "interview.question"
    )
    assert facts.accepted_by(own.removeprefix("- ")) is None
    assert facts.accepted_by(QUOTING[own].removeprefix("- ")) == "Ana"
    asked = " ".join(point.text for point in askable_points(facts))
    assert "accepted it from ELM" not in asked
    assert "Who answers" not in asked
    assert "Who settles" not in asked


def test_what_two_notes_have_is_the_authors_where_he_wrote_one():
    mine = Note("a0", "plan.md", f"# Plan\n\n{BULLET}\n")
    facts = facts_of(
        Stage(script(ROUND), notes=(mine, added(is_accepted=True, by="Ana"))).state, "interview.question"
    )
    assert facts.accepted_by(BULLET) is None


def test_prompts_show_what_nobody_has_accepted_apart_from_the_notes():
    state = Stage(script(ROUND), notes=(added(),)).state
    shown = {one.name: one.text for one in prompt_materials(state, "interview.question")}
    assert BULLET not in shown["retries.md"]
    assert "Belgium is dropped" in shown["what ELM put in and nobody has accepted"]
    assert "what people accepted of what ELM wrote" not in shown


def test_an_edit_still_fits_the_whole_text():
    edit = {"edits": [{"after": QUOTE, "new": "More on it.", "reason": "Asked."}]}
    stage = Stage(script(ROUND, improve=Heard("I add it.", edit)), notes=(added(),))
    stage.run_until(EventKind.REVISION)
    note = stage.state.notes[0]
    assert "More on it." in note.text
    assert note.text[note.added[-1].start : note.added[-1].end].strip() == BULLET
    assert BULLET not in note.authored
