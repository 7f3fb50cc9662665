"""What a worker's tools bring: what their documents say (P002), within limits, and of the working copy."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from reviews.kinds.angles.hear import TAKES
from reviews.kinds.angles.results import WantedTool
from reviews.kinds.angles.state import AnglesState, ToolCall, Unit
from reviews.kinds.angles.tools import LONGEST_RESULT, MOST_LINES, run_tool
from reviews.kinds.notes import Note
from reviews.log.values import RunTool
from tests.kinds.angles.table import CODE, setup_for
from tests.personas.test_tools import CALLS

NOTES = "# Prices\n\nA total is fast.\n\n## Rounding\n\nIt is total(…).\n"


def review_of(**texts: str) -> AnglesState:
    """A review of these files, each one unit; "_" in a name stands for the dot."""
    names = {key: key.replace("_", ".") for key in texts}
    notes = tuple(Note(key, names[key], text) for key, text in texts.items())
    units = tuple(
        Unit(f"{n}/all", key, "all", names[key], "file", 1, text, text)
        for n, (key, text) in enumerate(texts.items(), 1)
    )
    places = {unit.id: place for place, unit in enumerate(units)}
    return AnglesState(setup=setup_for(notes=notes), units=units, places=places, open_pass=1)


def told(state: AnglesState, tool: str, **arguments: Any) -> str:
    """What a worker is told that has asked for a tool; what it leaves out is as usual."""
    said = WantedTool(tool=tool, **arguments).model_dump()  # type: ignore[arg-type]
    given = {key: said[key] for key in TAKES[tool]}
    call = ToolCall(1, tool, given, (state.units[0].id, "correctness"))
    return str(run_tool(replace(state, call=call), RunTool(tool, given, 1)).result["result"])


@pytest.fixture(scope="module")
def state() -> AnglesState:
    return review_of(prices_py=CODE, notes_md=NOTES)


def test_p002_a_worker_can_call_each_tool_as_its_document_says():
    offered = get_args(WantedTool.model_fields["tool"].annotation)
    assert set(offered) == set(CALLS) == set(TAKES)
    for tool, call in CALLS.items():
        named = [one.partition("=")[0].strip() for one in call.strip("`)").partition("(")[2].split(",")]
        assert sorted(filter(None, named)) == sorted(TAKES[tool])


def test_lines_are_read_with_their_numbers_and_beyond_the_end_their_count_is_said(state):
    assert told(state, "read_file", name="prices.py", first_line=8, last_line=20) == (
        "8: def first(prices):\n9:     return prices[0]\n10: "
    )
    assert told(state, "read_file", name="prices.py", first_line=99) == "prices.py has 10 lines."


def test_of_very_many_lines_the_first_are_read_and_the_others_are_named():
    long = review_of(a_py="x\n" * 2_000)
    said = told(long, "read_file", name="a.py", last_line=1_500).splitlines()
    assert len(said) == MOST_LINES + 1
    assert said[-1] == f"Lines {MOST_LINES + 1} to 1500: ask for them apart."


def test_a_name_that_nobody_has_is_refused_with_those_that_come_close(state):
    for tool in ("read_file", "outline", "lint", "run_analyzer"):
        said = told(state, tool, name="price.py")
        assert said == "There is no text 'price.py'. There are: prices.py."
    assert "There are: prices.py, notes.md." in told(state, "read_file", name="x")


def test_words_are_found_in_every_text_or_in_those_that_are_named(state):
    assert told(state, "search_text", text="total(") == (
        "prices.py:1: def total(prices):\nnotes.md:7: It is total(…)."
    )
    assert told(state, "search_text", text="total(", names=["notes.md"]) == "notes.md:7: It is total(…)."
    assert told(state, "search_text", text="total(", names=["a.md"]).startswith("There is no text 'a.md'.")
    assert told(state, "search_text", text="t.*l") == "'t.*l' stands nowhere."
    assert told(state, "search_text", text=" ") == "Say which words to look for."


def test_more_hits_than_wanted_are_said(state):
    said = told(state, "search_text", text="price", limit=1)
    assert said == "prices.py:1: def total(prices):\nThere are more than 1. Look for a longer text."


def test_texts_are_listed_with_their_language_and_their_lines(state):
    assert told(state, "list_files") == "prices.py  python  10 lines\nnotes.md  markdown  8 lines"


def test_the_working_copy_is_read_and_not_what_the_session_began_with(state):
    units = (replace(state.units[0], current="x = 1\n"), *state.units[1:])
    assert told(replace(state, units=units), "read_file", name="prices.py") == "1: x = 1\n2: "


def test_what_is_too_long_is_cut_and_says_how_much():
    long = review_of(a_py="y" * 80_000)
    said = told(long, "read_file", name="a.py")
    assert said.endswith(f"\n[{80_000 + 3 - LONGEST_RESULT} more characters left out]")
    assert len(told(long, "search_text", text="y")) < 1_000


@pytest.mark.slow
def test_parts_and_alerts_are_told_as_the_documents_say(state):
    assert told(state, "outline", name="notes.md") == "1: section Prices\n5:   section Rounding"
    assert told(state, "outline", name="prices.py") == "1: function total\n8: function first"
    slips = review_of(
        a_py="import os\n\n\ndef f(n):\n    return eval(n)\n", b_txt="Total.\n", c_sql="SELECT 1;\n"
    )
    assert told(slips, "lint", name="a.py") == "line 1, rule F401, style: `os` imported but unused"
    assert "rule S307, security" in told(slips, "run_analyzer", name="a.py")
    assert "F401" not in told(slips, "run_analyzer", name="a.py", angles=["security"])
    assert told(slips, "run_analyzer", name="a.py", angles=["taste"]).startswith(
        "No alert.\ntaste: skipped. "
    )
