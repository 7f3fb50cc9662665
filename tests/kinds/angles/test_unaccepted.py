"""What ELM put in and nobody has accepted is no part of what angles read, and stays in the text that they change."""

from dataclasses import replace

import pytest

from reviews.documents.authorship import AddedStretch
from reviews.kinds.angles import prompts
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.state import ToolCall
from reviews.kinds.angles.tools import run_tool
from reviews.kinds.notes import Note
from reviews.log import payloads
from reviews.log.values import Propose, RunTool
from tests.kinds.angles.table import Held, setup_for
from tests.kinds.angles.test_choices import CAST

OURS = "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->\n- Partners pay for nothing.\n"
NOTES = f"# Plan\n\nPartners poll every second.\n\n{OURS}\n## Rollout\n\nSpain comes first.\n"
START = NOTES.index(OURS)
FOUND = {"severity": "low", "quote": "Spain comes first.", "description": "Nobody says when."}
MADE = {"before": "Spain comes first.", "after": "Spain comes first, in May.", "reason": "It says when."}


@pytest.fixture(autouse=True)
def shapes():
    payloads.register("angles", SHAPES)


def setup_with(accepted_by: str = "", text: str = NOTES):
    added = AddedStretch(START, START + len(OURS), bool(accepted_by), accepted_by)
    return setup_for(notes=(Note("a1", "plan.md", text, (added,)),))


def held(setup, before: str = MADE["before"], after: str = MADE["after"]) -> Held:
    """A review in which one angle finds something and changes it."""

    def answer(state, ask):
        if ask.purpose == "angles.verify":
            return {"approved": True, "reason": "It says when."}
        if ask.purpose == "angles.refute" or before not in state.units[0].current:
            return {}
        return {"issues": [FOUND], "modification": {**MADE, "before": before, "after": after}}

    return Held(setup, answer).go()


def materials(review: Held) -> dict[str, str]:
    state, ask = review.seen[0]
    return {one.name: one.text for one in prompts.build(state, ask, CAST, "0123456789abcdef").materials}


def proposed(review: Held):
    return next(one for one in review.commands if isinstance(one, Propose)).changes


def test_prompts_show_it_apart_and_the_text_without_it():
    texts = materials(held(setup_with()))
    assert texts["the unit"] == texts["plan.md"] == NOTES.replace(OURS + "\n", "")
    assert "Partners pay for nothing." in texts["what ELM put in and nobody has accepted"]


def test_accepted_it_is_the_texts_with_who_accepted_it():
    texts = materials(held(setup_with("Ana")))
    assert texts["the unit"] == NOTES
    assert "accepted by Ana" in texts["what people accepted of what ELM wrote"]


def test_findings_keep_their_line_and_changes_the_words_that_wait():
    review = held(setup_with())
    change = proposed(review)[0]
    found = next(iter(review.state.issues.values()))
    assert found.line == NOTES[: NOTES.index("Spain")].count("\n") + 1
    assert NOTES[change.position :].startswith(change.removed)
    assert change.inserted == "Spain comes first, in May.\n"


def test_a_line_that_is_partly_elms_keeps_its_words_when_the_rest_is_changed():
    text = "Spain comes first. Partners pay. It is late.\n"
    start = text.index("Partners")
    note = Note("a1", "plan.md", text, (AddedStretch(start, start + len("Partners pay.")),))
    review = held(setup_for(notes=(note,)))
    change = proposed(review)[0]
    assert change.removed == text
    assert change.inserted == "Spain comes first, in May. Partners pay. It is late.\n"


def test_a_change_that_would_take_it_out_is_none():
    text = "Spain comes first.\nIt is.\nMore.\n"
    note = Note("a1", "plan.md", text, (AddedStretch(19, 25),))
    review = held(setup_for(notes=(note,)), "first.\n      \nMore", "first. More")
    assert not proposed(review)


def test_a_log_from_before_reads_as_it_did():
    review = held(setup_with())
    units = next(one for one in review.events if one.data.get("units"))
    assert units.data["authored"]
    events = [
        replace(one, data={key: value for key, value in one.data.items() if key != "authored"})
        if one is units
        else one
        for one in review.events[:3]
    ]
    assert Held.from_log(review.setup, events).state.working_text("a1") == NOTES


def test_rules_and_tools_read_the_text_without_it():
    review = held(setup_with())
    state = replace(review.state, call=None)
    asked = ToolCall(1, "search_text", {}, (state.units[0].id, "correctness"))
    given = RunTool("search_text", {"text": "Partners"}, 1)
    assert run_tool(replace(state, call=asked), given).result["result"] == (
        "plan.md:3: Partners poll every second."
    )
    outlined = run_tool(replace(state, call=replace(asked, asker=("", ""))), RunTool("outline", {}, 1))
    assert sum(one["end"] - one["start"] for one in outlined.result["units"]) == len(NOTES)
