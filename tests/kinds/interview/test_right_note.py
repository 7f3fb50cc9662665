"""Two files in one item: what an interview adds goes into the one that it quotes, not into the first."""

from dataclasses import replace

import pytest

from reviews.documents.hunks import Wanted, apply_changes, place_edits
from reviews.kinds.interview.offline import improver
from reviews.kinds.interview.right_note import added_edit, rehome_edit
from reviews.kinds.interview.state import Question
from reviews.kinds.notes import Note
from reviews.language.quoted_home import find_home, quoted_words
from reviews.log.values import Heard
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import by_rules, facts
from tests.kinds.interview.stage import Stage, asked, script

API = """# The retry API

The API answers within 200 milliseconds. Each call carries the key of the shop.

## Errors

A refused card answers with the code of the bank.
"""
ROLLOUT = """# The rollout

We start with Belgium. It will be significantly faster for every shop.

## Timeline

TBD: who tells the shops that the switch is near.

There is a risk that a shop is switched twice.
"""
NOTES = (Note("a1", "api.md", API), Note("a2", "rollout.md", ROLLOUT))
TEXTS = (API, ROLLOUT)


def by_file(stage: Stage) -> dict[str, str]:
    """What was added to each file."""
    edits = [edit for event in stage.of(EventKind.REVISION) for edit in event.data["edits"]]
    return {
        name: "".join(e["inserted"] for e in edits if e["name"] == name) for name in ("api.md", "rollout.md")
    }


def interviewed(**changed) -> Stage:
    return Stage(by_rules, notes=NOTES, **changed)


def test_open_questions_that_quote_the_second_file_go_into_the_second_file():
    added = by_file(interviewed(topic="Who tells the shops?").run())
    assert "“We start with Belgium" not in added["api.md"]
    assert "who tells the shops" not in added["api.md"]
    assert "## Open questions" in added["rollout.md"]
    assert "who tells the shops that the switch is near" in added["rollout.md"]


def test_what_ana_answers_goes_into_the_file_that_the_question_quoted():
    question = Question("You write “We start with Belgium”: why there?", "other", "We start with Belgium.")
    known = facts(
        questions=(question,),
        answers=("We start with Belgium because the shops there asked for it first.",),
        by_person=True,
    )
    known = replace(known, notes=tuple((note.name, note.text) for note in NOTES), pinned=TEXTS)
    edits = improver.improve(known)[1].edits
    assert [edit.artifact for edit in edits if "asked for it first" in edit.new] == ["rollout.md"]


def proposed(new: str, **edit: str) -> Stage:
    """A model that proposes this addition to api.md."""
    wanted = {"artifact": "api.md", "new": new, "reason": "It is open.", **edit}
    model = script(asked("Who is told?", "When?"), improve=Heard("", {"edits": [wanted]}))
    return Stage(model, notes=NOTES, max_rounds=1).run()


def test_an_addition_of_a_model_that_quotes_the_second_file_only_goes_there():
    open_point = "## Open questions\n\n- Who decided “We start with Belgium”?"
    added = by_file(proposed(open_point, after="A refused card answers with the code of the bank."))
    assert added["api.md"] == ""
    assert added["rollout.md"].endswith(f"switched twice.\n\n{open_point}")


def test_an_addition_that_quotes_its_own_file_too_stays_where_the_model_put_it():
    new = "Both “the key of the shop” and “We start with Belgium” are open."
    added = by_file(proposed(new, after="A refused card answers with the code of the bank."))
    assert new in added["api.md"]
    assert added["rollout.md"] == ""


def test_an_edit_that_rewords_a_passage_is_never_moved():
    words = Wanted("It says “We start with Belgium”.", old="Each call carries the key of the shop.")
    assert rehome_edit(words, NOTES[0], NOTES, NOTES) == (NOTES[0], words)


def test_what_the_session_has_added_itself_is_no_reason_to_add_more_there():
    grown = (Note("a1", "api.md", API + "\n- “We start with Belgium”: who decided?\n"), NOTES[1])
    words = Wanted(
        "- Who decided “We start with Belgium”?", after="A refused card answers with the code of the bank."
    )
    assert rehome_edit(words, grown[0], grown, NOTES)[0] is grown[1]


def test_a_moved_addition_joins_the_section_with_its_heading():
    text = "# R\n\nOne.\n\n## Open questions\n\n- First?\n\n## Later\n\nTwo.\n"
    placed, refused = place_edits(text, [added_edit(text, "\n\n## Open questions\n\n- Second?", "why")])
    assert refused == []
    assert "- First?\n- Second?\n\n## Later" in apply_changes(text, placed)


@pytest.mark.parametrize(
    ("texts", "home"),
    [
        (["“We start with Belgium”"], 1),
        (["“We start with …”"], 1),
        (["nothing quoted", "Which “key of the shop”?"], 0),
        (["“We start with Belgium” and “Each call carries”"], None),
        (["“the shop”"], None),
        (["“never written anywhere”"], None),
        ([], None),
    ],
)
def test_the_home_of_what_is_quoted(texts, home):
    assert find_home(texts, TEXTS) == home


def test_with_one_file_there_is_nothing_to_choose():
    assert find_home(["“We start with Belgium”"], [ROLLOUT]) is None


def test_a_megabyte_of_quotation_marks_is_read_in_no_time():
    assert len(quoted_words("“word word” " * 90_000)) <= 20
    assert quoted_words("“" * 1_000_000) == []
    assert find_home(["“" + "word " * 50 + "”"] * 3, ["word " * 100_000, "other"]) == 0
