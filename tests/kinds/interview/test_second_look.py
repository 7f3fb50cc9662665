"""What an interview came to is looked at a second time before its verdict counts."""

from collections.abc import Mapping, Sequence
from typing import Any

from reviews.kinds.interview.machine import broke
from reviews.kinds.interview.prompts import build
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.second_look import NO_LOOKS
from reviews.log.values import Ask, Heard, NewEvent
from reviews.states import EventKind, State
from tests.kinds.interview.stage import ROUND, Stage, satisfied, script

RIGHT = "The loss is put at 40 euros for each renewal."
CLOSER = "The main risk is named: a customer pays twice."
EDIT = {"old": "three times", "new": "three times, a minute apart", "reason": "When it is tried."}


def look(number: int, unsaid: str = "", reworded: str = "") -> dict[str, Any]:
    return {"number": number, "unsaid": unsaid, "reworded": reworded}


def held(
    *replies: Sequence[Mapping[str, Any]], lines: Sequence[str] = (RIGHT,), edits: Sequence[Any] = ()
) -> tuple[Stage, list[Ask]]:
    """As `begun`, held to its end."""
    stage, asked = begun(*replies, lines=lines, edits=edits)
    return stage.run(), asked


def begun(
    *replies: Sequence[Mapping[str, Any]], lines: Sequence[str] = (RIGHT,), edits: Sequence[Any] = ()
) -> tuple[Stage, list[Ask]]:
    """An interview that is satisfied after a round; `replies` are its second looks, one after the other."""
    verdict = {"got_right": [*lines], "improved": [], "caveats": []}
    rest = script(ROUND, satisfied(verdict=verdict), improve=Heard("", {"edits": [*edits]}))
    left, asked = list(replies), []

    def provider(ask: Ask, state: Any) -> Heard:
        if ask.purpose != "interview.second_look":
            return rest(ask, state)
        asked.append((ask, state))
        return Heard("Done.", {"looks": left.pop(0)})

    return Stage(provider, looks_again=True), asked


def verdict(stage: Stage) -> Mapping[str, Any]:
    [found] = stage.of(EventKind.VERDICT)
    return found.data


def test_a_line_that_a_second_look_finds_said_is_certified():
    stage, asked = held([look(1)])
    assert verdict(stage)["got_right"] == [RIGHT]
    assert len(asked) == 1


def test_a_line_with_words_that_nobody_said_is_a_caveat():
    stage, _ = held([look(1, "for each renewal")])
    assert RIGHT not in verdict(stage)["got_right"]
    assert f"A second look says that nobody said “for each renewal”: “{RIGHT}”" in verdict(stage)["caveats"]


def test_a_line_in_closer_words_is_certified_when_code_finds_them():
    stage, _ = held([look(1, "for each renewal", CLOSER)])
    assert verdict(stage)["got_right"] == [CLOSER]
    invented = "The loss is put at 400 euros for each renewal."
    stage, _ = held([look(1, "40", invented)])
    assert invented not in verdict(stage)["got_right"]


def test_a_line_that_nobody_looked_at_is_not_certified():
    stage, _ = held([look(2)], lines=(RIGHT, CLOSER))
    assert verdict(stage)["got_right"] == [CLOSER]
    assert f"Nobody has taken a second look at this: “{RIGHT}”" in verdict(stage)["caveats"]


def test_a_look_at_nothing_is_asked_for_once_more_and_then_certifies_nothing():
    stage, asked = held([], [])
    assert [ask.context["again"] for ask, _ in asked] == [False, True]
    assert RIGHT not in verdict(stage)["got_right"]
    assert stage.end[0] == "finished"


def test_an_edit_with_words_that_nobody_said_waits_and_says_which():
    stage, _ = held([look(1), look(2, "a minute apart")], edits=[EDIT])
    [change] = stage.proposed
    assert (change.support["status"], "looked" in change.support) == ("unsupported", False)
    assert "a minute" in change.support["sentence"]


def test_an_edit_waits_too_when_the_words_that_nobody_said_are_not_copied_exactly():
    within = {"old": "three times", "new": "three times within minutes", "reason": "When it is tried."}
    stage, _ = held([look(1), look(2)], edits=[within])
    assert stage.proposed[0].support["status"] != "unsupported"
    assert stage.proposed[0].support["looked"]
    stage, _ = held([look(1), look(2, "inside of minutes")], edits=[within])
    [change] = stage.proposed
    assert change.support["status"] == "unsupported"
    assert change.support["sentence"] == "A second look says that nobody said “inside of minutes”"


def test_an_edit_that_was_passed_over_was_not_looked_at():
    stage, _ = held([look(1)], edits=[EDIT])
    assert "looked" not in stage.proposed[0].support


def test_the_request_shows_lines_and_edits_with_their_numbers():
    _, asked = held([], [look(1), look(2)], edits=[EDIT])
    for number, (ask, state) in enumerate(asked):
        persona = PromptPersona("elm", "ELM", "Executive", "You ask.")
        prompt = build(state, ask, {"elm": persona}, "nonce1234")
        [shown] = [material.text for material in prompt.materials if material.name == "lines and edits"]
        assert shown.splitlines()[0] == f"1. got_right: “{RIGHT}”"
        assert shown.splitlines()[1].startswith("2. edit: “")
        assert (NO_LOOKS in prompt.request) == bool(number)


def test_an_interview_that_came_to_nothing_needs_no_second_look():
    stage, asked = held(lines=())
    assert asked == []
    assert verdict(stage)


def test_a_verdict_without_a_second_look_certifies_no_line():
    stage, asked = begun()
    stage.run_until(EventKind.QUESTION, 2)
    stage.append(NewEvent(EventKind.ERROR, "No.", None, {"purpose": "interview.second_look"}))
    stage.move(State.WAITING)
    stage.say("Wrap up.", wraps_up=True)
    stage.move(State.RUNNING)
    stage.run()
    assert asked == []
    assert RIGHT not in verdict(stage)["got_right"]
    assert f"Nobody has taken a second look at this: “{RIGHT}”" in verdict(stage)["caveats"]


def test_a_second_look_that_was_too_dear_is_taken_once_there_is_budget():
    stage, asked = begun([look(1)])
    stage.run_until(EventKind.QUESTION, 2)
    stage.append(broke(stage.state)[1])
    stage.move(State.STOPPED, "budget")
    stage.move(State.RUNNING)
    stage.run()
    assert len(asked) == 1
    assert stage.of(EventKind.VERDICT)[-1].data["got_right"] == [RIGHT]


def test_rules_and_scripts_are_not_looked_at_again():
    stage = Stage(script(ROUND, satisfied(verdict={"got_right": [RIGHT]}))).run()
    assert verdict(stage)["got_right"] == [RIGHT]
