"""What the shipped prompts say and don't say: their length, one task for each call, nothing for readers of the code."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Template

import pytest
from pydantic import BaseModel

from personas.blending import COMMITTEE
from personas.folders import read_folder
from personas.voice import forbidden_in
from reviews import kinds
from reviews.kinds.interview.results import AnswererResult, QuestionResult
from reviews.kinds.roundtable import voices
from reviews.kinds.roundtable.phrases import own_lens
from reviews.kinds.roundtable.results import TableResult
from reviews.kinds.roundtable.state import Seat
from reviews.providers.request import envelope_model, require_properties
from tests.kinds.roundtable.table import ALEX, JORDAN, MAYA, Table

FOLDER = Path(kinds.__file__).parent
GOLDEN = Path(__file__).parent / "roundtable/golden"
BEFORE = 10_789
"""Characters of the question prompt of 21 November 2026: ELM's words, system.md and request.md."""
SEED = {
    "Building on {Name}'s point about …",
    "I agree with {Name} that …",
    "{Name} and I see this differently. …",
    "{Name} mentioned … From a feasibility perspective, that means …",
    "To add to what {Name} said …",
    "{Name} raises a good point. However, …",
}


def words_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def persona(key: str) -> str:
    return next(file.prompt_text() for file in read_folder() if file.key == key)


def test_the_question_prompt_is_a_third_shorter_than_it_was():
    now = len(
        persona("elm") + words_of("interview/question.system.md") + words_of("interview/question.request.md")
    )
    assert now <= BEFORE * 2 / 3


def test_what_a_message_and_a_record_look_like_is_said_by_the_task_alone():
    for word in ("SATISFIED", "verdict", "preamble", "marker", "round"):
        assert word not in persona("elm").lower()
    for word in ("open question", "improve", "citations", "unknowns"):
        assert word not in persona("answerer").lower()


@pytest.mark.parametrize("result", [QuestionResult, AnswererResult, TableResult])
def test_no_schema_tells_a_model_what_was_written_for_readers_of_the_code(result):
    schema = json.dumps(require_properties(envelope_model(result).model_json_schema()))
    classes = [result, *BaseModel.__subclasses__(), *subclasses(BaseModel)]
    docstrings = [" ".join(one.__doc__.split()) for one in classes if one.__doc__]
    assert len(docstrings) > 10
    assert not [text for text in docstrings if text[:40] in schema]


def subclasses(one: type) -> list[type]:
    return [found for child in one.__subclasses__() for found in (child, *subclasses(child))]


@pytest.mark.parametrize(
    ("task", "result"),
    [
        ("interview/[qs]*.md", QuestionResult),
        ("interview/answerer.system.md", AnswererResult),
        ("roundtable/*.md", TableResult),
    ],
)
def test_every_field_of_a_record_is_explained(task, result):
    text = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob(task))
    schema = require_properties(result.model_json_schema())
    objects = [schema, *schema["$defs"].values()]
    names = {name for found in objects for name in found.get("properties", {})}
    assert len(names) > 8
    assert {name for name in names if f"`{name}`" not in text and f"{{{name}}}" not in text} <= UNSAID


UNSAID = {"topic", "status", "unknown", "text", "quote", "reason", "mine", "theirs"}
"""Fields whose name says what they hold, beside one that is explained."""


def test_whatever_counts_as_committee_text_is_forbidden_by_name():
    said = words_of("roundtable/table.system.md")
    assert [pattern for pattern in COMMITTEE if not forbidden_in(said, [pattern])] == []


def test_the_six_openings_of_the_seed_are_shared_out_two_to_each():
    table = Table().run()
    shown = [voices.cross_talk_openings(table.state, seat, "a feasibility") for seat in (MAYA, ALEX, JORDAN)]
    assert [len(pair) for pair in shown] == [2, 2, 2]
    assert {words for pair in shown for words in pair} == SEED


def test_nobody_is_told_how_to_refer_to_somebody_before_anybody_has_spoken():
    assert voices.cross_talk_openings(Table().state, ALEX, "a feasibility") == ()


def test_a_persona_of_an_admin_has_the_openings_of_its_seat():
    table = Table().run()
    others = [replace(ALEX, key=f"own-{number}") for number in range(2)]
    state = replace(table.state, setup=replace(table.setup, cast=(MAYA, *others)))
    pairs = [voices.cross_talk_openings(state, seat, "a") for seat in others]
    assert pairs[0] != pairs[1]
    assert all(len(pair) == 2 for pair in pairs)


@pytest.mark.parametrize(
    "words",
    [
        "an operations",
        "an interface and error handling",
        "an unintended effects",
        "a user needs",
        "a unit tests",
        "a risk",
        "a “what breaks at night”",
    ],
)
def test_a_lens_has_the_article_that_is_spoken_and_quotes_where_it_is_a_clause(words):
    lens = words.partition(" ")[2].strip("“”")
    assert own_lens(Seat("nia", "Nia Okafor", "Engineer", lens)) == words


def test_turns_have_one_number():
    for path in GOLDEN.iterdir():
        assert not re.search(r"\bturns? \d|\d turns?\b|event \d", path.read_text(encoding="utf-8"))


def test_no_blank_is_left_over_and_none_is_missing():
    for path in FOLDER.glob("*/*.md"):
        assert Template(path.read_text(encoding="utf-8")).is_valid()
