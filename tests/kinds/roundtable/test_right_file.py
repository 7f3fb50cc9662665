"""Several files that a step puts out: a point goes into the one that its sources stand in (FR-008-02)."""

from typing import Any

import pytest

from reviews.kinds.notes import Note
from reviews.kinds.support import LONGEST_READ
from reviews.log.values import Heard
from reviews.states import EventKind
from tests.kinds.roundtable.table import AT, NOTE, Table, says

RULES = Note(
    "a2",
    "rules.md",
    """# Rules

A parcel list is kept for 40 days. Priya Raman signs for the depot in Ghent from 3 May 2027.

## Conflicts

The later edit wins, and the courier is told which one was dropped.
""",
)
ASIDE = Note("a3", "aside.md", "# Aside\n\nThe lease of the office in Lyon costs EUR 900 a month.\n")
NOTES = (NOTE, RULES, ASIDE)


def homes(*points: str, named: str = "requirements-spec.md", said: str = "done", **changed: Any) -> list[str]:
    """The files that points go into which a model wants to put into `named`, a third one being no output."""

    def synthesis(ask: Any, state: Any) -> Heard:
        numbers = [turn.number for turn in state.turns[1:]]
        given = [{"text": text, "events": numbers, "artifact": named} for text in points]
        return Heard("it ended", {"insights": given}, at=AT)

    table = Table(says(synthesis=synthesis), **{"notes": NOTES, "targets": ("a1", "a2")} | changed).run()
    table.say(said)
    table.run()
    if said != "done":
        table.after("done")
    names = {note.artifact: note.name for note in NOTES}
    stored = [point["artifact"] for point in table.of(EventKind.SYNTHESIS)[0].data["insights"]]
    assert sorted(stored) == sorted(change.artifact for change in table.added)
    return [names[artifact] for artifact in stored]


@pytest.mark.parametrize(
    "point",
    [
        "Nothing is lost before the 40 days are over.",
        "Until 3 May 2027 both ways work.",
        "Priya Raman is asked first.",
        "Somebody in Ghent has to know of it.",
        "The later edit wins and the dropped one is told.",
        "Nobody knows why “The later edit wins”.",
    ],
)
def test_fr_008_02_a_point_that_says_what_another_output_says_goes_there_whatever_the_model_named(point):
    assert homes(point) == ["rules.md"]
    assert homes(point, named="") == ["rules.md"]


@pytest.mark.parametrize(
    ("point", "home"),
    [
        ("Whoever loses a later win is dropped in silence.", "rules.md"),
        ("It is hard to be told of what wins later, and harder to be dropped.", "rules.md"),
        ("Whoever wins can be told by the parcel.", "requirements-spec.md"),
        ("A win is rare, and silence in the north is cold.", "requirements-spec.md"),
    ],
)
def test_a_point_goes_into_the_output_with_half_of_its_words_when_no_other_text_has_any(point, home):
    assert homes(point) == [home]


@pytest.mark.parametrize(
    "point",
    [
        "For 40 days a courier who opens the app in a lift sees the last list.",
        "Two couriers edit the same parcel, says Priya Raman.",
        "“The later edit wins” is at odds with “the last list”.",
        "Nobody has thought of the weather.",
        "There are two of them.",
        "Dana Whitfield brings 77 boxes.",
        "The office in Lyon costs EUR 900 a month.",
        "A courier sees the last list.",
    ],
)
def test_a_point_of_both_outputs_of_none_or_of_the_named_one_stays_where_the_model_put_it(point):
    assert homes(point) == ["requirements-spec.md"]


def test_a_point_that_a_text_says_which_is_no_output_stays_in_the_outputs():
    assert homes("The 40 days hold for Lyon too.") == ["requirements-spec.md"]
    assert homes("It is over after 40 days.", targets=("a1",)) == ["requirements-spec.md"]


def test_what_ben_said_at_the_table_moves_no_point_and_keeps_none():
    said = "The store in Delft has 77 boxes."
    assert homes("The store in Delft has 77 boxes.", said=said) == ["requirements-spec.md"]
    assert homes("The 77 boxes in Delft wait for 40 days.", said=said) == ["rules.md"]


def test_each_point_has_a_place_of_its_own():
    both = ("It is over after 40 days.", "A courier sees the last list in a lift.")
    assert homes(*both) == ["rules.md", "requirements-spec.md"]
    assert homes(*both, named="rules.md") == ["rules.md", "requirements-spec.md"]


def test_texts_that_are_too_long_to_be_read_whole_move_a_point_by_what_it_quotes_only():
    long = (NOTE, Note("a2", "rules.md", RULES.text + "\nWord.\n" * LONGEST_READ), ASIDE)
    assert homes("It is over after 40 days.", notes=long) == ["requirements-spec.md"]
    assert homes("Nobody knows why “The later edit wins”.", notes=long) == ["rules.md"]
