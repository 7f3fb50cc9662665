"""The machine of an angle review, step by step (P005; the scenarios SE001 to SE003)."""

from dataclasses import replace

import pytest

from reviews.kinds.angles import machine
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.places import LONGEST_WORDS
from reviews.kinds.angles.state import Limits, Outcome, UnitStatus
from reviews.log import payloads
from reviews.log.values import Failed, KeepFindings, Move, NewEvent, Propose, RunTool, WaitForUser
from reviews.states import EndReason, EventKind, State
from tests.kinds.angles.table import CODE, CORRECTNESS, Held, setup_for


@pytest.fixture(autouse=True)
def shapes():
    payloads.register("angles", SHAPES)


BUG = {
    "severity": "high",
    "quote": "result = price",
    "description": "Only the last price is kept.",
    "suggested_fix": "Add the price.",
    "confidence": 0.9,
}
FIX = {"before": "result = price\n", "after": "result += price\n", "reason": "Adds up every price."}


def finds_and_mends(state, ask):
    """Correctness finds the bug as long as it is there, and says how to mend it."""
    if ask.purpose == "angles.verify":
        return {"approved": True, "reason": "It adds up now."}
    if ask.purpose == "angles.refute":
        return {"outcome": "stands", "reason": "The value is overwritten."}
    unit = state.unit(ask.context["unit"])
    if ask.context["angle"] != "correctness" or "result = price" not in unit.current:
        return {}
    return {"issues": [BUG], "modification": FIX, "confidence": 0.9}


def test_a_simple_bug_is_found_mended_and_proposed_once_two_angles_agree():
    """SE001."""
    held = Held(setup_for(), finds_and_mends).go()
    assert held.state.lifecycle == State.FINISHED
    assert held.state.reason == EndReason.CONVERGED
    assert "result += price" in held.state.working_text("a1")
    proposed = next(one for one in held.commands if isinstance(one, Propose)).changes
    assert [(one.removed, one.inserted) for one in proposed] == [
        ("        result = price\n", "        result += price\n")
    ]
    assert proposed[0].position == CODE.index("        result = price")
    checked = held.of_kind(EventKind.GATE)
    assert [(one.data["checker"], one.data["outcome"]) for one in checked] == [("security", "approved")]
    assert not held.state.findings, "what was mended does not stand any more"


def asks_back(state, ask):
    """Nobody knows what "faster" means until a person has said it."""
    if ask.purpose == "angles.evaluate" and ask.context["angle"] == "correctness" and not state.messages:
        return {"status": "needs_input", "question": "Faster for which input?"}
    return {}


def test_make_it_faster_is_asked_back_before_it_goes_on():
    """SE002."""
    held = Held(setup_for(topic="Make it faster"), asks_back).go()
    assert isinstance(held.commands[-1], WaitForUser)
    asked = [one.text for one in held.of_kind(EventKind.CONTRIBUTION) if one.data["status"] == "needs_input"]
    assert asked == ["Faster for which input?"] * 2
    held.say("For a million prices.")
    assert held.state.lifecycle == State.FINISHED
    assert held.state.messages[0].used, "the clarification is recorded as used"


def fewer_each_pass(state, ask):
    """Three findings in the first pass, one in the second, none in the third."""
    if ask.purpose != "angles.evaluate" or ask.context["unit"] != "1/block:1":
        return {"outcome": "stands", "reason": "It is so."} if ask.purpose == "angles.refute" else {}
    if ask.context["angle"] != "correctness":
        return {}
    quotes = {1: ["result = 0", "for price", "return result"], 2: ["for price"]}.get(ask.context["pass"], [])
    return {"issues": [{**BUG, "quote": quote, "description": f"About {quote}."} for quote in quotes]}


def test_three_findings_then_one_then_none_converge_within_eight_passes():
    """SE003."""
    held = Held(setup_for(), fewer_each_pass).go()
    assert [one.open for one in held.state.closed] == [3, 1, 0, 0]
    assert held.state.reason == EndReason.CONVERGED
    assert {unit.outcome for unit in held.state.units} == {Outcome.CONVERGED}
    assert {unit.status for unit in held.state.units} == {UnitStatus.COMPLETE}
    assert [one.trend for one in held.state.closed] == ["unknown", "improving", "improving", "stable"]


def test_a_clean_text_takes_two_passes():
    held = Held(setup_for()).go()
    assert len(held.state.closed) == 2
    assert held.state.reason == EndReason.CONVERGED


def test_with_code_designer_off_there_is_one_pass_and_nothing_is_modified():
    held = Held(setup_for(designer=False), finds_and_mends).go()
    assert len(held.state.closed) == 1
    assert held.state.reason == EndReason.MAX_PASSES
    assert "one pass: Code Designer is off" in held.of_kind(EventKind.VERDICT)[0].text
    assert held.state.working_text("a1") == CODE
    refused = [one.data["refused"] for one in held.of_kind(EventKind.CONTRIBUTION) if one.data.get("refused")]
    assert refused == ["Code Designer is off, so nothing is modified."]


def test_churn_is_no_stability():
    """One finding in each pass, but never the same: the counts are equal, the fingerprints are not."""

    def churns(state, ask):
        if ask.purpose != "angles.evaluate" or ask.context["angle"] != "correctness":
            return {}
        words = ["result = 0", "for price"][ask.context["pass"] % 2]
        return {"issues": [{**BUG, "severity": "low", "quote": words}]}

    held = Held(setup_for("result = 0\nfor price in prices: ...\n"), churns).go()
    assert len(held.state.closed) == 8
    assert held.state.reason == EndReason.MAX_PASSES


def test_without_its_words_in_the_text_there_is_no_finding():
    def invents(state, ask):
        return {"issues": [{**BUG, "quote": "result -= price"}]} if ask.purpose == "angles.evaluate" else {}

    held = Held(setup_for(), invents).go()
    assert not held.state.issues
    assert held.of_kind(EventKind.CONTRIBUTION)[0].data["unproven"] == ["Only the last price is kept."]


def test_what_a_model_says_at_length_is_kept_to_a_bound_and_says_so():
    def rambles(state, ask):
        if ask.purpose == "angles.evaluate":
            return {"issues": [{**BUG, "description": "so " * 9_000, "suggested_fix": "x" * 9_000}]}
        return {"outcome": "stands", "reason": "why " * 9_000}

    held = Held(setup_for(designer=False), rambles).go()
    issue = held.state.findings[0]
    assert issue.description.endswith(f"[{27_000 - LONGEST_WORDS} more characters left out]")
    assert issue.fix.endswith(f"[{9_000 - LONGEST_WORDS} more characters left out]")
    assert all(len(one.data["reason"]) < LONGEST_WORDS + 50 for one in held.of_kind(EventKind.FINDING))


def test_an_absence_names_its_unit():
    def misses(state, ask):
        said = {**BUG, "quote": "", "absent": True, "description": "An empty list is not dealt with."}
        return {"issues": [said]} if ask.purpose == "angles.evaluate" else {}

    held = Held(setup_for(angles=(CORRECTNESS,)), misses).go()
    assert {(one.unit, one.quote) for one in held.state.findings} == {("1/block:1", ""), ("1/block:2", "")}


def test_what_is_refuted_with_words_of_the_text_does_not_stand():
    def refutes(state, ask):
        if ask.purpose == "angles.refute":
            return {"outcome": "refuted", "reason": "It starts at nought.", "quote": "result = 0"}
        return finds_and_mends(state, ask)

    held = Held(setup_for(designer=False), refutes).go()
    assert not held.state.findings
    assert [one.refuted for one in held.state.issues.values()] == ["It starts at nought."]
    assert "1 finding did not survive a second look." in held.of_kind(EventKind.VERDICT)[0].text


def test_nothing_is_refuted_by_words_that_do_not_stand_there():
    def refutes(state, ask):
        if ask.purpose == "angles.refute":
            return {"outcome": "refuted", "reason": "No.", "quote": "result = sum(prices)"}
        return finds_and_mends(state, ask)

    held = Held(setup_for(designer=False), refutes).go()
    assert len(held.state.findings) == 1


def test_a_low_finding_needs_no_second_look():
    def low(state, ask):
        return {"issues": [{**BUG, "severity": "low"}]} if ask.purpose == "angles.evaluate" else {}

    assert not Held(setup_for(designer=False), low).go().asked("angles.refute")


def test_a_modification_that_loses_what_must_be_preserved_is_not_taken():
    held = Held(setup_for(must_preserve=("result = price",)), finds_and_mends).go()
    assert held.state.working_text("a1") == CODE
    refused = {one.data["refused"] for one in held.of_kind(EventKind.CONTRIBUTION) if one.data.get("refused")}
    assert refused == {"It loses what must be preserved: result = price"}


def test_a_modification_that_the_other_angle_does_not_let_through_is_dropped():
    def rejects(state, ask):
        return (
            {"approved": False, "reason": "No."}
            if ask.purpose == "angles.verify"
            else finds_and_mends(state, ask)
        )

    held = Held(setup_for(), rejects).go()
    assert held.state.working_text("a1") == CODE
    assert not [one for one in held.commands if isinstance(one, Propose)]


def test_several_angles_at_one_place_make_one_finding_that_says_who_agreed():
    def both(state, ask):
        return (
            {"issues": [BUG]} if ask.purpose == "angles.evaluate" and "block:1" in ask.context["unit"] else {}
        )

    held = Held(setup_for(designer=False), both).go()
    assert [{one.angle, *one.agreed} for one in held.state.findings] == [{"correctness", "security"}]
    assert len(held.asked("angles.refute")) == 1


def test_a_failed_call_is_tried_three_times_and_looks_like_no_reading():
    def fails(state, ask):
        if ask.purpose == "angles.evaluate" and ask.context["angle"] == "security":
            return Failed("The server is busy.", problem="overloaded")
        return {}

    held = Held(setup_for(angles=setup_for().angles), fails).go()
    tried = [one for one in held.asked("angles.evaluate") if one.context["angle"] == "security"]
    assert len(tried) == 2 * 2 * 3, "two units, two passes, three attempts"
    assert held.state.reason == EndReason.PARTLY_READ
    receipts = held.of_kind(EventKind.VERDICT)[0].data["receipts"]
    assert receipts["security"] == {"read": 0, "failed": 2, "skipped": 0}
    assert receipts["correctness"] == {"read": 2, "failed": 0, "skipped": 0}


def test_a_hard_bound_saves_and_stops_and_resuming_grants_as_much_again():
    limits = replace(Limits(), calls=(2, 3))
    held = Held(setup_for(limits=limits)).go()
    assert held.state.lifecycle == State.STOPPED
    stop = next(one for one in held.commands if isinstance(one, Move))
    assert stop.reason == EndReason.LIMIT
    assert "3 of model calls used (bound: 3)" in stop.text
    assert [one.data["what"] for one in held.of_kind(EventKind.ANNOUNCEMENT)] == []
    moved = {"from": State.STOPPED, "to": State.RUNNING}
    for _ in range(5):
        if held.state.lifecycle == State.FINISHED:
            break
        held.append([NewEvent(EventKind.STATE, "", None, moved)])
        held.go()
    assert held.state.reason == EndReason.CONVERGED


def test_a_soft_bound_is_said_once():
    held = Held(setup_for(limits=replace(Limits(), calls=(2, 1000)))).go()
    said = [one.text for one in held.of_kind(EventKind.ANNOUNCEMENT) if "bound" in one.text]
    assert said == ["Close to a bound: 4 of model calls used (bound: 2)."]


def test_more_passes_and_angles_than_usual_are_said_once():
    limits = replace(Limits(), passes=(1, 8), angles=(1, 8))
    held = Held(setup_for(limits=limits), fewer_each_pass).go()
    said = [one.text for one in held.of_kind(EventKind.ANNOUNCEMENT) if "bound" in one.text]
    assert said == [
        "Close to a bound: 2 of angles used (bound: 1).",
        "Close to a bound: 2 of passes used (bound: 1).",
    ]


def test_a_worker_is_shown_the_documentation_and_gets_what_its_tools_say():
    def wants(state, ask):
        if ask.purpose == "angles.evaluate" and not state.results and ask.context["pass"] == 1:
            return {"wants": [{"tool": "search_text", "text": "total("}]} if "block:1" in ask.part else {}
        return {}

    held = Held(setup_for(angles=(CORRECTNESS,), previews={"search_text": "# Tool: search_text"}), wants).go()
    call = next(one for one in held.of_kind(EventKind.TOOL_CALL) if one.data["tool"] == "search_text")
    assert call.data["preview"] == "# Tool: search_text"
    assert call.data["arguments"] == {"text": "total(", "names": [], "limit": 50}
    answer = next(one for one in held.of_kind(EventKind.EVIDENCE) if one.data["call"] == call.number)
    assert answer.data["result"] == "search_text says so."
    assert held.state.reason == EndReason.CONVERGED


def test_a_tool_without_a_document_says_so_and_runs():
    held = Held(setup_for()).go()
    assert held.of_kind(EventKind.TOOL_CALL)[0].data["preview"] == "No documentation for outline."


def test_the_sample_leaves_units_out_and_says_so():
    held = Held(setup_for(strategy="sampled", sample_rate=0.0)).go()
    assert {unit.why for unit in held.state.units} == {"not in the sample"}
    assert not held.asked("angles.evaluate")
    assert "Nothing was read" in held.of_kind(EventKind.VERDICT)[0].text


def test_adaptive_reads_a_quiet_unit_with_its_weightiest_angle_alone_in_the_second_pass():
    held = Held(setup_for(strategy="adaptive")).go()
    second = [one.context["angle"] for one in held.asked("angles.evaluate") if one.context["pass"] == 2]
    assert second == ["correctness", "correctness"]


def test_findings_are_kept_with_their_place_in_the_pinned_text():
    held = Held(setup_for(designer=False), finds_and_mends).go()
    kept = next(one for one in held.commands if isinstance(one, KeepFindings)).found
    assert [(one.line, one.column, one.quote, one.angle) for one in kept] == [
        (4, 9, "result = price", "correctness")
    ]


def test_a_run_after_a_crash_asks_nothing_again():
    """Folding any beginning of the log and going on comes to the same end, with as many answers."""
    whole = Held(setup_for(), finds_and_mends).go()
    for cut in range(1, len(whole.events)):
        again = Held.from_log(setup_for(), whole.events[:cut], finds_and_mends)
        if again.state.lifecycle != State.FINISHED:
            again.go()
        assert again.state.working_text("a1") == whole.state.working_text("a1")
        assert again.state.reason == whole.state.reason
        assert len(again.of_kind(EventKind.CONTRIBUTION)) == len(whole.of_kind(EventKind.CONTRIBUTION))


def test_an_open_tool_call_is_run_again_after_a_crash():
    held = Held(setup_for())
    held.obey(machine.decide(held.state))
    assert isinstance(machine.decide(held.state), RunTool)


def test_what_was_proposed_before_it_was_stopped_is_proposed_again_with_the_rest_at_the_end():
    held = Held(setup_for(), finds_and_mends)
    while not any(unit.is_changed for unit in held.state.units):
        held.obey(machine.decide(held.state))
    stopped = {"from": "running", "to": "stopped", "reason": EndReason.STOPPED_BY_PERSON}
    held.append(
        [
            NewEvent(EventKind.STATE, "", None, stopped),
            NewEvent(EventKind.CHANGE, "Kept.", None, {"action": "proposed", "count": 1}),
            NewEvent(EventKind.STATE, "", None, {"from": "stopped", "to": "running"}),
        ]
    )
    held.go()
    assert [len(one.changes) for one in held.commands if isinstance(one, Propose)] == [1]
