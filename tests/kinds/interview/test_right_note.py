"""Two files in one item: what an interview adds goes into the one that its sources stand in, not into the first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from reviews.documents.hunks import Wanted, apply_changes, place_edits
from reviews.kinds.interview.offline import improver
from reviews.kinds.interview.right_note import added_edit, join_headings, rehome_edits
from reviews.kinds.interview.state import InterviewState, Question
from reviews.kinds.notes import Note
from reviews.kinds.support import LONGEST_READ
from reviews.language.quoted_home import find_home, quoted_words
from reviews.log.values import Heard, Speaker
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import by_rules, facts
from tests.kinds.interview.stage import Stage, asked, script, setup

API = """# The retry API

The API answers within 200 milliseconds. Each call carries the key of the shop.

## Errors

A refused card answers with the code of the bank.
"""
ROLLOUT = """# The rollout

We start with Belgium. It will be significantly faster for every shop.

## Timeline

TBD: who tells the shops that the switch is near.

The switch takes 40 days and ends on 3 May 2027. Every shop gets a letter from Priya Raman.

There is a risk that a shop is switched twice.
"""
NOTES = (Note("a1", "api.md", API), Note("a2", "rollout.md", ROLLOUT))
TEXTS = (API, ROLLOUT)
BEN = Speaker("user:2", "Ben")
BEHIND = "A refused card answers with the code of the bank."


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


def proposed(*added: str, notes: tuple[Note, ...] = NOTES, **edit: str) -> Stage:
    """A model that proposes these additions to api.md."""
    model = script(asked("Who is told?", "When?"), improve=into_api(*added, **edit))
    return Stage(model, notes=notes, max_rounds=1).run()


def into_api(*added: str, **edit: str) -> Heard:
    usual = {"artifact": "api.md", "reason": "It is open.", **(edit or {"after": BEHIND})}
    return Heard("", {"edits": [{"new": new, **usual} for new in added]})


def texts(stage: Stage) -> dict[str, str]:
    """The notes as they are now."""
    return {note.name: note.text for note in stage.state.notes}


def moved(*added: str, **edit: Any) -> bool:
    """Whether what was proposed for api.md stands in rollout.md alone; nothing of it is ever lost."""
    return in_rollout(proposed(*added, **edit), *added)


def in_rollout(stage: Stage, *added: str) -> bool:
    found = {name for name, text in texts(stage).items() for one in added if one.strip() in text}
    assert len(found) == 1
    return found == {"rollout.md"}


def test_an_addition_of_a_model_that_quotes_the_second_file_only_goes_there():
    open_point = "## Open questions\n\n- Who decided “We start with Belgium”?"
    added = by_file(proposed(open_point, after=BEHIND))
    assert added["api.md"] == ""
    assert added["rollout.md"] == f"\n{open_point}\n"


def test_an_addition_that_quotes_its_own_file_too_stays_where_the_model_put_it():
    new = "Both “the key of the shop” and “We start with Belgium” are open."
    added = by_file(proposed(new, after=BEHIND))
    assert new in added["api.md"]
    assert added["rollout.md"] == ""


def test_an_edit_that_rewords_a_passage_is_never_moved():
    words = Wanted("It says “We start with Belgium”.", old="Each call carries the key of the shop.")
    assert rehome_edits(InterviewState(setup(notes=NOTES), NOTES), [(NOTES[0], words)]) == [(NOTES[0], words)]


def test_what_the_session_has_added_itself_is_no_reason_to_add_more_there():
    grown = (Note("a1", "api.md", API + "\n- “We start with Belgium”: who decided?\n"), NOTES[1])
    words = Wanted("- Who decided “We start with Belgium”?", after=BEHIND)
    [(home, _)] = rehome_edits(InterviewState(setup(notes=NOTES), grown), [(grown[0], words)])
    assert home is grown[1]


@pytest.mark.parametrize(
    "added",
    [
        "Nothing changes for shops before the 40 days are over.",
        "Until 3 May 2027 both ways work.",
        "The letter is signed by Priya Raman.",
        "Shops outside Belgium wait.",
        "A shop may be switched twice.",
        "## Limits\n\n- Both ways work for 40 days.",
    ],
)
def test_an_addition_goes_where_its_figures_dates_names_and_words_stand_without_quoting_them(added):
    assert moved(added)


@pytest.mark.parametrize(
    "added",
    [
        "It answers within 200 milliseconds, on all of the 40 days.",
        "Priya Raman holds the key of the shop that each call carries.",
        "It takes 77 boxes from Dana Whitfield.",
        "Nobody has thought of the weather.",
        "There are two of them.",
        "The bank refuses a card with a code.",
    ],
)
def test_an_addition_whose_sources_stand_in_both_files_in_none_or_in_its_own_stays_where_the_model_put_it(
    added,
):
    assert not moved(added)


def test_a_figure_that_both_files_tell_says_nothing_of_where_an_addition_belongs():
    both = (NOTES[0], replace(NOTES[1], text=ROLLOUT + "\nA test call took 200 milliseconds.\n"))
    assert not moved("The limit of 200 milliseconds is kept.", notes=both)
    assert moved("The limit of 200 milliseconds is kept for 40 days.", notes=both)


def test_a_sentence_behind_a_line_moves_and_a_part_of_a_sentence_stays():
    line = "Each call carries the key of the shop."
    assert moved("Both ways work for 40 days.", **{"old": line, "new": f"{line} Both ways work for 40 days."})
    for part in (" (for 40 days)", ", and for 40 days.", " It ends after"):
        assert not moved(part, **{"old": line, "new": f"{line}{part}"})


@pytest.mark.parametrize("new", ["It takes 40 days.", "Each call takes 40 days. It carries the key.", ""])
def test_an_edit_that_rewords_or_deletes_stays_wherever_its_facts_stand(new):
    stage = proposed(new, old="Each call carries the key of the shop.")
    assert "Each call carries the key of the shop." not in texts(stage)["api.md"]
    assert texts(stage)["rollout.md"] == ROLLOUT


def test_two_additions_that_move_stand_in_the_other_file_in_order():
    stage = proposed("Both ways work for 40 days.", "It is over on 3 May 2027.")
    assert texts(stage)["rollout.md"].endswith(
        "switched twice.\n\nBoth ways work for 40 days.\n\nIt is over on 3 May 2027.\n"
    )
    assert stage.of(EventKind.REVISION)[0].data["refused"] == []


def test_with_one_note_an_addition_stays_there():
    stage = proposed("Both ways work for 40 days.", notes=NOTES[:1])
    assert "40 days" in texts(stage)["api.md"]


def test_notes_that_are_too_long_to_be_read_whole_keep_what_quotes_no_other_note():
    long = (NOTES[0], replace(NOTES[1], text=ROLLOUT + "\nWord.\n" * LONGEST_READ))
    assert not moved("Both ways work for 40 days.", notes=long)
    assert moved("Who decided “We start with Belgium”?", notes=long)


WHY_BELGIUM = {"text": "Why is it Belgium where you start?", "quote": "We start with Belgium."}
WHICH_CODE = {"text": "Which code does a refused card get?", "quote": "with the code of the bank"}
OF_BOTH = [WHY_BELGIUM, WHICH_CODE]
SAID = "Its shops have asked for it since June, says Rosa Lind."
ADDED = "Shops have asked for it since June (Rosa Lind)."


def answered(
    said: str, added: str, questions: Sequence[Mapping[str, str]] = (WHY_BELGIUM,), *, by: str = "me"
) -> Stage:
    """Ana answers, or Ben speaks while a persona answers, and a model puts what was said into api.md."""
    heard = Heard("Now: " + " ".join(one["text"] for one in questions), {"questions": list(questions)})
    stage = Stage(script(heard, improve=into_api(added)), notes=NOTES, answered_by=by, max_rounds=1)
    stage.run_until(EventKind.QUESTION)
    stage.say(said, **({} if by == "me" else {"speaker": BEN}))
    return stage.run()


def test_what_ana_answers_goes_into_the_file_that_the_answered_question_quoted():
    assert in_rollout(answered(SAID, ADDED), ADDED)
    assert not in_rollout(answered(SAID, ADDED, [WHICH_CODE]), ADDED)


def test_of_several_questions_the_one_that_the_words_answer_says_where_they_go():
    belgium, code = "We start in Belgium for Rosa Lind.", "A refused card gets the code 51 from Rosa Lind."
    for added, moves in ((belgium, True), (code, False)):
        assert in_rollout(answered(f"{belgium} {code}", added, OF_BOTH), added) is moves


@pytest.mark.parametrize("marks", [("1.", "2."), ("1)", "2)"), ("Q1:", "Q2:")])
def test_the_number_of_an_answer_says_which_question_it_answers(marks):
    first, second = "Rosa Lind wanted it.", "The auditors insist."
    said = f"{marks[0]} {first}\n{marks[1]} {second}"
    moves = [in_rollout(answered(said, added, OF_BOTH), added) for added in (first, second)]
    assert moves == [question is WHY_BELGIUM for question in OF_BOTH]


@pytest.mark.parametrize(
    "questions",
    [
        OF_BOTH,
        [{"text": "Why?", "quote": ""}],
        [{"text": "Why?", "quote": "“We start with Belgium” and “Each call carries the key”"}],
        [{"text": "Why?", "quote": "never written anywhere"}],
        [WHY_BELGIUM, {"text": "Anything else?", "quote": ""}],
    ],
    ids=["both", "no quote", "a quote of both", "nowhere", "beside one without"],
)
def test_what_ana_answers_stays_when_it_is_not_clear_which_file_was_asked_about(questions):
    assert not in_rollout(answered(SAID, ADDED, questions), ADDED)


def test_what_ana_answers_about_the_other_file_stays_where_that_file_says_it_too():
    added = "It answers within 200 milliseconds."
    assert not in_rollout(answered("It answers within 200 milliseconds in every shop.", added), added)


def test_what_ben_says_while_a_persona_answers_moves_only_when_it_speaks_of_the_question():
    to_it, beside = "You start in Belgium for Rosa Lind.", "Tokens are renewed by Rosa Lind."
    assert in_rollout(answered(to_it, to_it, by="ai"), to_it)
    assert not in_rollout(answered(beside, beside, by="ai"), beside)


def test_what_ben_takes_back_says_nothing_of_where_an_addition_belongs():
    said = "You start in Belgium for Rosa Lind."
    heard = Heard(WHY_BELGIUM["text"], {"questions": [WHY_BELGIUM]})
    model = script(heard, improve=into_api("It is done for Rosa Lind."))
    stage = Stage(model, notes=NOTES, max_rounds=1).run_until(EventKind.QUESTION)
    stage.withdraw(stage.say(said, BEN))
    assert not in_rollout(stage.run(), "It is done for Rosa Lind.")


def test_what_only_a_persona_answered_is_no_reason_to_move_an_addition():
    model = script(
        Heard(WHY_BELGIUM["text"], {"questions": [WHY_BELGIUM]}),
        answer=Heard(SAID, {}),
        improve=into_api(ADDED),
    )
    assert not in_rollout(Stage(model, notes=NOTES, max_rounds=1).run(), ADDED)


def told(stage: Stage) -> list[tuple[str, str]]:
    """Which change is for which file, and what is said about its sources."""
    return [(change.artifact, str(change.support["sentence"])) for change in stage.proposed]


ABOUT_ROLLOUT = "What it says stands in rollout.md or answers a question about it, and not in this file"


@pytest.mark.parametrize(
    "new",
    [
        "Each call carries the key of the shop, and it is Belgium for 40 days.",
        "Each call carries the key, and “we start with Belgium”.",
        "Each call carries the key for 40 days.",
        "The key goes along until 3 May 2027.",
    ],
)
def test_a_line_that_is_reworded_by_what_another_file_says_waits_for_a_person(new):
    stage = proposed(new, old="Each call carries the key of the shop.")
    assert told(stage) == [("a1", ABOUT_ROLLOUT)]
    assert [change.support["status"] for change in stage.proposed] == ["unsupported"]
    assert new in texts(stage)["api.md"]


@pytest.mark.parametrize(
    "new",
    [
        "Each call carries the key of its shop.",
        "Each call carries the key, and a refused card answers with the code of the bank.",
        "Each call takes 200 milliseconds for 40 days.",
    ],
)
def test_a_line_that_is_reworded_by_what_its_own_file_says_too_does_not(new):
    assert (
        ABOUT_ROLLOUT not in dict(told(proposed(new, old="Each call carries the key of the shop."))).values()
    )


def test_a_line_that_goes_on_with_the_answer_to_a_question_about_another_file_waits_for_a_person():
    line = "Each call carries the key of the shop."
    added = f"{line[:-1]}, and shops have asked for it since June (Rosa Lind)."
    for question, sentence in ((WHY_BELGIUM, ABOUT_ROLLOUT), (WHICH_CODE, "")):
        heard = Heard("Now: " + question["text"], {"questions": [question]})
        model = script(heard, improve=into_api(added, old=line))
        stage = Stage(model, notes=NOTES, answered_by="me", max_rounds=1).run_until(EventKind.QUESTION)
        stage.say(SAID)
        assert told(stage.run()) == [("a1", sentence)]


@pytest.mark.parametrize(
    ("added", "joins"),
    [
        ("## Open questions\n\n- Second?", True),
        ("## Open Questions\n- Second?", True),
        ("### Open questions\n\n- Second?", False),
        ("## Others\n\n- Second?", False),
        ("## Open questions\n\n- Second?\n\n## Others\n\nMore.", False),
    ],
)
def test_an_addition_under_a_heading_that_the_note_has_already_joins_its_section(added, joins):
    text = "# R\n\nOne.\n\n## Open questions\n\n- First?\n\n## Later\n\nTwo.\n"
    wanted = Wanted(new=f"\n\n{added}", after="One.")
    [(note, joined)] = join_headings([(Note("a1", "r.md", text), wanted)])
    placed, refused = place_edits(note.text, [joined])
    assert refused == []
    assert ("- First?\n- Second?\n\n## Later" in apply_changes(text, placed)) is joins


def test_a_point_that_stands_below_its_heading_is_not_added_again():
    text = "# R\n\nOne.\n\n## Open questions\n\n- Who buys the shelves?"
    added = "\n\n## Open questions\n\n- Who buys the shelves?\n- Who empties the dryer?"
    [(_, joined)] = join_headings([(Note("a1", "r.md", text), Wanted(new=added, after="One."))])
    placed, _ = place_edits(text, [joined])
    assert apply_changes(text, placed) == f"{text}\n- Who empties the dryer?"


def test_a_moved_addition_without_a_heading_goes_to_the_section_that_it_is_about():
    text = (
        "# Hours\n\n## Volunteers\n\nNine volunteers do two shifts a month.\n\n## Keys\n\nRosa has the key.\n"
    )
    placed, refused = place_edits(text, [added_edit(text, "Each volunteer does two shifts a month.", "why")])
    assert refused == []
    assert "a month.\n\nEach volunteer does two shifts a month.\n\n## Keys" in apply_changes(text, placed)


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
