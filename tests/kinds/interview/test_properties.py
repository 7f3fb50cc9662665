"""What holds for every provider and every user."""

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from reviews.kinds.interview.machine import advance, decide, ending_reason, fold
from reviews.log import payloads
from reviews.log.values import Event, NewEvent, Speaker, WaitForUser
from reviews.states import ALLOWED, ENDED, POSITIVE, EndReason, EventKind, State
from tests.drawing import examples
from tests.kinds.interview.chaos import provider
from tests.kinds.interview.stage import Stage, setup

seeds = st.integers(0, 10**6)
limits = st.integers(1, 6)


def has_marker_line(text: str) -> bool:
    """Said otherwise than in the code: the marker between line ends, with an even number of fences above it."""
    lines = [line.strip() for line in text.split("\n")]
    return any(line == "[SATISFIED]" and not lines[:n].count("```") % 2 for n, line in enumerate(lines))


def check(stage: Stage) -> None:
    """What must hold at any moment."""
    state, limit = stage.state, stage.setup.max_rounds
    assert limit is None or len(state.rounds) <= limit
    assert state.lifecycle in State
    assert state.exchanges <= len(state.rounds)
    assert len(stage.of(EventKind.GATE)) <= 1
    to, reason = stage.end
    if reason in POSITIVE:
        assert to == "finished"
        assert has_marker_line(state.rounds[-1].text)
        assert state.scorecard.open == ()
    if reason == EndReason.READY:
        assert not state.rounds[-1].open_topics
        assert state.outstanding == ()
    if to in ("finished", "stopped", "failed"):
        assert reason in list(EndReason)


@given(seeds, limits)
def test_every_session_ends_or_waits_whatever_the_provider_says(seed, limit):
    stage = Stage(provider(seed), looks_again=seed % 2 == 1, max_rounds=limit).run()
    assert stage.state.lifecycle in ENDED
    check(stage)


@given(seeds, limits, st.data())
def test_a2_folding_a_prefix_and_going_on_gives_the_log_of_an_undisturbed_run(seed, limit, data):
    undisturbed = Stage(provider(seed), looks_again=seed % 2 == 1, max_rounds=limit).run()
    crashed = Stage(provider(seed), looks_again=seed % 2 == 1, start=False, max_rounds=limit)
    crashed.events = undisturbed.events[: data.draw(st.integers(1, len(undisturbed.events)))]
    assert crashed.run().events == undisturbed.events


@given(seeds, st.data())
def test_the_state_is_the_same_in_one_go_or_event_by_event(seed, data):
    events = Stage(provider(seed), looks_again=seed % 2 == 1, max_rounds=3).run().events
    cut = data.draw(st.integers(0, len(events)))
    state = fold(events[:cut], setup(max_rounds=3, looks_again=seed % 2 == 1))
    for event in events[cut:]:
        state = advance(state, event)
    assert state == fold(events, setup(max_rounds=3, looks_again=seed % 2 == 1))


numbers = st.integers(0, 12)
words = st.sampled_from(["", "Why?", "[SATISFIED]", "Clear.\n[SATISFIED]", "three times", "é"])
topic_lists = st.lists(
    st.fixed_dictionaries(
        {
            "topic": words | st.just("problem"),
            "status": st.sampled_from(["answered", "open", "x"]),
            "quote": words,
        }
    ),
    max_size=2,
)
edit_lists = st.lists(
    st.fixed_dictionaries(
        {
            "artifact": st.sampled_from(["a1", "a2"]),
            "position": st.integers(0, 200),
            "removed": words,
            "inserted": words,
        }
    ),
    max_size=2,
)
PAYLOADS = {
    EventKind.QUESTION: st.fixed_dictionaries(
        {"basis": numbers, "topics": topic_lists, "marker": st.booleans(), "stance": words}
    ),
    EventKind.ANSWER: st.fixed_dictionaries(
        {"basis": numbers, "messages": st.lists(numbers, max_size=2), "unknowns": st.lists(words, max_size=2)}
    ),
    EventKind.REVISION: st.fixed_dictionaries({"basis": numbers, "edits": edit_lists}),
    EventKind.GATE: st.fixed_dictionaries({"basis": numbers, "topics": topic_lists}),
    EventKind.VERDICT: st.fixed_dictionaries({"reason": st.sampled_from(EndReason)}),
    EventKind.ANNOUNCEMENT: st.fixed_dictionaries({"again": words | st.just("interview.question")}),
    EventKind.STATE: st.fixed_dictionaries({"from": st.sampled_from(State), "to": st.sampled_from(State)}),
    EventKind.USER_MESSAGE: st.fixed_dictionaries({"withdraws": st.none() | numbers}),
    EventKind.ERROR: st.fixed_dictionaries({"fatal": st.booleans()}),
    EventKind.CHANGE: st.fixed_dictionaries({"action": st.sampled_from(["proposed", "applied"])}),
}
any_kind = st.sampled_from(list(PAYLOADS))
valid_events = any_kind.flatmap(lambda kind: st.tuples(st.just(kind), words, PAYLOADS[kind]))
other_events = st.tuples(
    st.sampled_from([EventKind.MENU, EventKind.FINDING, EventKind.PASS]), words, st.just({})
)


@given(st.lists(valid_events | other_events, max_size=12), st.sampled_from(["ai", "me"]))
def test_any_log_of_valid_events_can_be_folded_and_decided_on(rows, answered_by):
    events = [
        Event(
            number, kind, text, None, payloads.validate("interview", kind, data) if kind in PAYLOADS else data
        )
        for number, (kind, text, data) in enumerate(rows, 1)
    ]
    state = fold(events, setup(answered_by=answered_by))
    assert decide(state)
    assert state.last_number == len(events)
    assert ending_reason(state) not in POSITIVE or has_marker_line(state.rounds[-1].text)


class Interview(RuleBasedStateMachine):
    """A wild provider, and a user who speaks, takes back, stops, resumes and tries again at any moment."""

    @initialize(seed=seeds, answered_by=st.sampled_from(["ai", "me"]), limit=st.none() | limits)
    def start(self, seed: int, answered_by: str, limit: int | None) -> None:
        self.stage = Stage(
            provider(seed), looks_again=seed % 2 == 1, answered_by=answered_by, max_rounds=limit
        )

    def at(self, *states: State) -> bool:
        return self.stage.state.lifecycle in states

    @rule(steps=st.integers(1, 5))
    def run(self, steps: int) -> None:
        for _ in range(steps):
            if isinstance(self.stage.step(), WaitForUser):
                return

    @precondition(lambda self: self.at(State.RUNNING, State.WAITING))
    @rule(text=words.filter(bool), user=st.sampled_from(["user:1", "user:2"]))
    def say(self, text: str, user: str) -> None:
        self.stage.say(text, Speaker(user, "Ana"))

    @precondition(lambda self: self.at(State.RUNNING, State.WAITING))
    @rule(number=st.integers(1, 40))
    def withdraw(self, number: int) -> None:
        used = [message for message in self.stage.state.messages if message.used]
        self.stage.withdraw(number)
        assert [message for message in self.stage.state.messages if message.used] == used

    @precondition(lambda self: self.at(State.RUNNING))
    @rule()
    def break_a_turn(self) -> None:
        self.stage.append(
            NewEvent(EventKind.ERROR, "The stream was cut.", None, {"purpose": "interview.question"})
        )
        self.stage.move(State.WAITING)
        assert isinstance(decide(self.stage.state), WaitForUser) or self.stage.state.failure.is_fatal

    @precondition(lambda self: self.at(State.RUNNING, State.WAITING))
    @rule()
    def stop(self) -> None:
        self.stage.move(State.STOPPED, "stopped_by_person")
        assert decide(self.stage.state) == WaitForUser("ended")

    @precondition(lambda self: State.RUNNING in ALLOWED[self.stage.state.lifecycle])
    @rule()
    def resume(self) -> None:
        rounds = self.stage.state.rounds
        self.stage.move(State.RUNNING)
        assert self.stage.state.rounds == rounds

    @invariant()
    def always(self) -> None:
        if hasattr(self, "stage"):
            check(self.stage)


Interview.TestCase.settings = examples(50, stateful_step_count=30)
TestInterview = Interview.TestCase
