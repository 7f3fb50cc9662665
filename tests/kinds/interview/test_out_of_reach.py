"""Whoever wraps an interview up while the model is out of reach gets a verdict, and what was said is proposed."""

from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.interview.machine import decide
from reviews.log.values import Ask, NewEvent, WaitForUser
from reviews.states import ENDED, EndReason, EventKind, State
from tests.kinds.interview.chaos import provider
from tests.kinds.interview.stage import Stage
from tests.kinds.interview.test_wrapping_up import seeds, tell, waiting, wrap_up


def break_turn(stage: Stage, ask: Ask) -> None:
    """The call fails, as the runner records it: a session that waits already can't wait once more."""
    stage.append(NewEvent(EventKind.ERROR, "No such key.", None, {"purpose": ask.purpose}))
    stage.move(State.WAITING)


def run_broken(stage: Stage) -> list[str]:
    """Obey with a model that is out of reach. Returns what it was asked for in vain."""
    asked_for = []
    while not isinstance(command := decide(stage.state), WaitForUser):
        if isinstance(command, Ask):
            break_turn(stage, command)
            asked_for.append(command.purpose)
        else:
            stage.step()
    return asked_for


def test_what_ana_said_while_a_turn_failed_is_tried_once_to_be_put_in():
    stage = waiting(looks_again=True)
    wrap_up(stage, "She approved it on 3 March. Let's wrap up.")
    stage.append(NewEvent(EventKind.ERROR, "No such key.", None, {"purpose": "interview.settle"}))
    stage.move(State.WAITING)
    assert run_broken(stage) == ["interview.improve"]
    assert stage.end == ("finished", EndReason.NOT_READY)


@given(seeds, st.sampled_from(["ai", "me"]), st.integers(0, 40), st.booleans())
def test_with_a_model_that_breaks_at_any_point_whoever_wraps_up_gets_a_verdict(
    seed, answered_by, steps, early
):
    stage = Stage(provider(seed), answered_by=answered_by, looks_again=True)
    for _ in range(steps):
        if isinstance(stage.step(), WaitForUser) and stage.state.lifecycle not in ENDED:
            tell(stage, f"Number {len(stage.events)} of them.")
    if early and isinstance(ask := decide(stage.state), Ask):
        break_turn(stage, ask)
    if stage.state.lifecycle not in (State.RUNNING, State.WAITING) or stage.of(EventKind.VERDICT):
        return
    wrap_up(stage)
    if stage.state.lifecycle == State.WAITING:
        stage.move(State.RUNNING)
    assert len(run_broken(stage)) <= 1
    assert stage.end[0] == "finished"
    assert len(stage.of(EventKind.CHANGE)) == 1
