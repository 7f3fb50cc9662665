"""What may be chosen for a review: to end early (P010), all angles in one call (P009). And the second try of a
modification that was rejected (P004)."""

from dataclasses import replace
from typing import Any

import pytest

from reviews.kinds.angles import prompts
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.protocol import request_for
from reviews.kinds.angles.results import TogetherResult
from reviews.kinds.angles.state import Outcome
from reviews.kinds.prompts import PromptPersona
from reviews.log import payloads
from reviews.log.values import Failed, Ran, RunTool
from reviews.states import EndReason, EventKind, Tier
from tests.kinds.angles.table import CODE, CORRECTNESS, SECURITY, Held, setup_for
from tests.kinds.angles.test_machine import BUG, FIX, finds_and_mends

CAST = {key: PromptPersona(key, key.title(), "", f"You are {key}.") for key in ("supervisor", "worker")}
TEN = "".join(f"line {number} is here\n" for number in range(1, 11))


@pytest.fixture(autouse=True)
def shapes():
    payloads.register("angles", SHAPES)


class ByLine(Held):
    """A review whose units are lines."""

    def run_tool(self, command: RunTool) -> Ran:
        if command.tool != "outline":
            return super().run_tool(command)
        units, start = [], 0
        for number, line in enumerate(self.setup.notes[0].text.splitlines(keepends=True), 1):
            place: dict[str, Any] = {"start": start, "end": start + len(line), "first_line": number}
            named = {"artifact": "a1", "key": f"line:{number}", "name": f"line {number}", "kind": "line"}
            units.append(named | place)
            start += len(line)
        return Ran({"units": units})


def the_last_line_churns(state, ask):
    """Each pass finds something else in the last line and nothing in the others."""
    if ask.purpose != "angles.evaluate" or ask.context["unit"] != "1/line:10":
        return {}
    return {"issues": [{**BUG, "severity": "low", "quote": ["line 10", "is here"][ask.context["pass"] % 2]}]}


def test_p010_once_nine_of_ten_units_have_converged_and_stood_it_ends_and_names_the_other():
    setup = setup_for(TEN, angles=(CORRECTNESS,), early_exit=True)
    held = ByLine(setup, the_last_line_churns).go()
    assert [one.converged for one in held.state.closed] == [0, 9, 9]
    assert held.state.reason == EndReason.EARLY_EXIT
    assert held.state.units[-1].outcome == Outcome.EARLY_EXIT
    assert "Ended early after 3 passes" in held.of_kind(EventKind.VERDICT)[0].text
    assert "Not converged: line 10." in held.of_kind(EventKind.VERDICT)[0].text
    assert held.of_kind(EventKind.PASS)[-1].data["left"] == 0


def test_p010_it_goes_on_to_the_last_pass_where_nobody_chose_to_end_early():
    held = ByLine(setup_for(TEN, angles=(CORRECTNESS,)), the_last_line_churns).go()
    assert (len(held.state.closed), held.state.reason) == (8, EndReason.MAX_PASSES)


def test_p010_it_does_not_end_early_while_a_text_is_modified_or_a_unit_can_t_be_read():
    def mends_in_pass_three(state, ask):
        if ask.purpose == "angles.verify":
            return {"approved": True, "reason": "Right."}
        said = the_last_line_churns(state, ask)
        if said and ask.context["pass"] == 3:
            return said | {
                "modification": {"before": "is here", "after": "stands here", "reason": "Clearer."}
            }
        return said

    def fails(state, ask):
        said = the_last_line_churns(state, ask)
        return Failed("Busy.", problem="overloaded") if said and ask.context["pass"] % 2 else said

    both = setup_for(TEN, early_exit=True)
    assert len(ByLine(both, mends_in_pass_three).go().state.closed) == 5
    alone = setup_for(TEN, angles=(CORRECTNESS,), early_exit=True)
    assert len(ByLine(alone, fails).go().state.closed) == 4


def names_angles(state, ask):
    """One call finds the bug from one angle and a danger from the other."""
    if ask.purpose != "angles.evaluate":
        return {"outcome": "stands", "reason": "So it is."}
    unit = state.unit(ask.context["unit"])
    if "result = price" not in unit.current:
        return {}
    danger = {**BUG, "quote": "for price in prices", "description": "Anybody fills it.", "angle": "security"}
    return {"issues": [{**BUG, "angle": "correctness"}, danger, {**BUG, "quote": "result = 0"}]}


def test_p009_one_call_looks_from_all_angles_and_each_has_its_answer():
    held = Held(setup_for(designer=False, together="Look from both."), names_angles).go()
    asked = held.asked("angles.evaluate")
    assert [ask.context["angles"] for ask in asked] == [["correctness", "security"]] * 2
    answers = held.of_kind(EventKind.CONTRIBUTION)
    assert [(one.data["angle"], len(one.data["issues"])) for one in answers] == [
        ("correctness", 2),
        ("security", 1),
        ("correctness", 0),
        ("security", 0),
    ], "what names no angle is the weightiest one's"
    assert {one.angle for one in held.state.findings} == {"correctness", "security"}
    second_looks = len(held.asked("angles.refute"))
    assert held.state.spent.calls == len(asked) + second_looks, "a shared call counts once"
    assert held.state.spent.tokens == 10 * held.state.spent.calls


def test_p009_the_prompt_of_a_shared_call_names_all_angles_and_asks_for_each_issue_s():
    held = Held(setup_for(together="Look from both."), names_angles).go()
    state, ask = held.seen[0]
    prompt = prompts.build(state, ask, CAST, "0123456789abcdef")
    assert "Correctness, Security" in prompt.request
    assert "Look from both." in prompt.request
    assert prompt.result is TogetherResult
    request = request_for(state, ask, max_tokens=1, seconds=1)
    assert request.context.angle_id == "correctness+security"


def test_p009_what_a_shared_call_could_not_bring_is_asked_of_each_angle():
    def fails_once(state, ask):
        return Failed("Busy.", problem="overloaded") if "angles" in ask.context else {}

    held = Held(setup_for(designer=False, together="Both."), fails_once).go()
    alone = [ask.context["angle"] for ask in held.asked("angles.evaluate") if "angles" not in ask.context]
    assert alone == ["correctness", "security"] * 2
    assert held.state.reason == EndReason.MAX_PASSES
    assert held.state.spent.calls == 2 + 4


def test_an_angle_is_asked_of_its_own_tier_and_model_with_its_temperature():
    own = replace(CORRECTNESS, tier=Tier.STRATEGIC, model="claude-opus-5-5", temperature=0.3)
    held = Held(setup_for(angles=(own, SECURITY), designer=False), finds_and_mends).go()
    made = {
        (ask.purpose, ask.context["angle"]): prompts.build(state, ask, CAST, "0123456789abcdef")
        for state, ask in held.seen
    }
    seen = {key: (one.tier, one.model, one.temperature) for key, one in made.items()}
    assert seen["angles.evaluate", "correctness"] == (Tier.STRATEGIC, "claude-opus-5-5", 0.3)
    assert seen["angles.evaluate", "security"] == (Tier.EXECUTION, "", None)
    assert seen["angles.refute", "correctness"] == (Tier.STRATEGIC, "", None), "the supervisor's own"


def rejects(state, ask):
    if ask.purpose == "angles.verify":
        return {"approved": False, "reason": "It hides the sum."}
    return finds_and_mends(state, ask)


def test_p004_a_rejected_modification_is_tried_once_more_knowing_why():
    held = Held(setup_for(), rejects).go()
    refined = [
        (state, ask)
        for state, ask in held.seen
        if request_for(state, ask, max_tokens=1, seconds=1).type == "refine"
    ]
    assert [(ask.context["pass"], ask.context["angle"]) for _, ask in refined] == [(2, "correctness")]
    state, ask = refined[0]
    payload = request_for(state, ask, max_tokens=1, seconds=1).payload
    assert payload["issues"][0]["description"] == BUG["description"]
    assert payload["guidance"] == "security has rejected your modification: It hides the sum."
    texts = {one.name: one.text for one in prompts.build(state, ask, CAST, "0123456789abcdef").materials}
    assert FIX["after"] in texts["the modification that was rejected"]
    assert held.state.working_text("a1") == CODE
