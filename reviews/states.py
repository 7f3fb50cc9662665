"""The states of a session, why it can end, and the kinds of events: tables, not ifs. Standard library only."""

from enum import StrEnum
from functools import cached_property


class State(StrEnum):
    DRAFT = "draft"
    RUNNING = "running"
    WAITING = "waiting"
    SYNTHESIZING = "synthesizing"
    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"


ALLOWED: dict[State, frozenset[State]] = {
    State.DRAFT: frozenset({State.RUNNING, State.FAILED}),
    State.RUNNING: frozenset({State.WAITING, State.SYNTHESIZING, State.STOPPED, State.FAILED}),
    State.WAITING: frozenset({State.RUNNING, State.SYNTHESIZING, State.STOPPED, State.FAILED}),
    State.SYNTHESIZING: frozenset({State.FINISHED, State.FAILED}),
    State.STOPPED: frozenset({State.RUNNING}),
    State.FAILED: frozenset({State.RUNNING}),
    State.FINISHED: frozenset(),
}
ACTIVE = frozenset({State.RUNNING, State.WAITING, State.SYNTHESIZING})
ENDED = frozenset({State.FINISHED, State.STOPPED, State.FAILED})


class EndReason(StrEnum):
    READY = "ready"
    READY_WITH_CAVEATS = "ready_with_caveats"
    NOT_READY = "not_ready"
    USER_INITIATED = "user-initiated"
    TURN_LIMIT = "turn-limit"
    INACTIVITY = "inactivity"
    CONVERGED = "converged"
    MAX_PASSES = "max_passes"
    EARLY_EXIT = "early_exit"
    PARTLY_READ = "partly_read"
    LIMIT = "limit"
    VERIFIED = "verified"
    ITERATION_LIMIT = "iteration_limit"
    NEEDS_EVIDENCE = "needs_evidence"
    BUDGET = "budget"
    STAGNATING = "stagnating"
    STOPPED_BY_PERSON = "stopped_by_person"
    ERROR = "error"


POSITIVE = frozenset({EndReason.READY, EndReason.READY_WITH_CAVEATS, EndReason.VERIFIED})

END_LABELS: dict[EndReason, str] = {
    EndReason.READY: "Ready",
    EndReason.READY_WITH_CAVEATS: "Ready, with caveats",
    EndReason.NOT_READY: "Not ready",
    EndReason.USER_INITIATED: "Ended by a participant",
    EndReason.TURN_LIMIT: "Turn limit reached",
    EndReason.INACTIVITY: "Ended for lack of activity",
    EndReason.CONVERGED: "Converged",
    EndReason.MAX_PASSES: "Pass limit reached",
    EndReason.EARLY_EXIT: "Ended early",
    EndReason.PARTLY_READ: "Not all could be read",
    EndReason.LIMIT: "Bound reached",
    EndReason.VERIFIED: "Verified",
    EndReason.ITERATION_LIMIT: "Round limit reached",
    EndReason.NEEDS_EVIDENCE: "Needs evidence",
    EndReason.BUDGET: "Budget used up",
    EndReason.STAGNATING: "Going in circles",
    EndReason.STOPPED_BY_PERSON: "Stopped by a person",
    EndReason.ERROR: "Stopped by an error",
}


class EventKind(StrEnum):
    INTRODUCTION = "introduction"
    FIRST_TAKE = "first_take"
    FRAMING = "framing"
    CONTRIBUTION = "contribution"
    USER_MESSAGE = "user_message"
    FACILITATION = "facilitation"
    QUESTION = "question"
    ANSWER = "answer"
    VERDICT = "verdict"
    FINDING = "finding"
    PASS = "pass"  # noqa: S105  a pass over a text, not a password
    TOOL_CALL = "tool_call"
    EVIDENCE = "evidence"
    GATE = "gate"
    SYNTHESIS = "synthesis"
    REVISION = "revision"
    CHANGE = "change"
    RECORD = "record"
    ANNOUNCEMENT = "announcement"
    MENU = "menu"
    STATE = "state"
    ERROR = "error"


class Severity(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"

    @cached_property
    def rank(self) -> int:
        """0 for low up to 3 for critical."""
        return list(Severity).index(self)


class Tier(StrEnum):
    STRATEGIC = "strategic"
    EXECUTION = "execution"


def may_move(old: State, new: State) -> bool:
    """Whether the table allows a session to go from `old` to `new`."""
    return new in ALLOWED[old]


LEAST_TURNS, MOST_TURNS = 3, 1_000


def turn_limit(value: object) -> int | None:
    """`value` as a turn limit, None when it is not a whole number of 3 and more (VR-ELAB-003, C30)."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if LEAST_TURNS <= value <= MOST_TURNS else None
