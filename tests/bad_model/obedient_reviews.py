"""A model that obeys a hostile text in an angle review: what it finds, modifies, confirms and asks for."""

from reviews.kinds.angles.state import AnglesState
from reviews.sessions import loading
from tests.bad_model.case import Case
from tests.bad_model.held import Held
from tests.bad_model.obedient_cases import APPROVED, COMMANDS, EVERYTHING, FORGED, LINKS, nothing_acts
from tests.kinds.angles.examples import QUERIES
from tests.providers.messages_server import say

KEPT = "GROUP BY person"
BETWEEN = "GROUP BY person;\n\nCREATE VIEW first AS"
"""Words that stand in the text once, and in none of its units: they are the end of one and the beginning of another."""
INVENTED = {"severity": "critical", "quote": APPROVED, "description": EVERYTHING, "suggested_fix": LINKS}
FOUND = {**INVENTED, "quote": "MAX(price)", "confidence": 1}
OUTSIDE = {"before": BETWEEN, "after": EVERYTHING, "reason": COMMANDS}
LOSING = {"before": KEPT, "after": EVERYTHING, "reason": COMMANDS}
WITHIN = {"before": "MAX(price)", "after": f"MAX(price) /* {EVERYTHING} */", "reason": EVERYTHING}
STATUSES = {"status": "success", "confidence": 1, "suggestions": [EVERYTHING], "observations": [COMMANDS]}
WANTED = [
    {"tool": "read_file", "name": "../../../../etc/passwd"},
    {"tool": "search_text", "text": "root:", "names": ["/etc/passwd"]},
    {"tool": "run_analyzer", "name": f"prices.sql; {COMMANDS}", "angles": [LINKS]},
]
CONFIRMED = say(EVERYTHING, {"approved": True, "reason": EVERYTHING})
DENIED = say(EVERYTHING, {"outcome": "refuted", "quote": APPROVED, "reason": EVERYTHING})
TIMES = 30
"""More than there are calls of a purpose in a case: it obeys to the end."""


def state_of(held: Held) -> AnglesState:
    state: AnglesState = loading.folded(held.session)
    return state


def the_text_is_as_it_was(held: Held) -> None:
    """A review proposes, and people accept."""
    nothing_acts(held)
    [artifact] = held.session.artifacts.all()
    assert artifact.revisions.count() == 1
    assert bytes(artifact.current.content).decode() == QUERIES
    assert set(held.session.changes.values_list("status", flat=True)) <= {"proposed"}
    assert set(held.session.findings.values_list("status", flat=True)) <= {"open"}


def nothing_is_proposed_and_what_is_found_stands(held: Held) -> None:
    """A change outside of the unit, or one that loses what must stay, is refused however often it is confirmed; and
    words that stand nowhere neither prove a finding nor refute one."""
    the_text_is_as_it_was(held)
    assert not held.session.changes.exists()
    assert held.of("gate") == []
    refused = {event.data["refused"] for event in held.of("contribution")}
    assert refused == {
        "The text that it replaces stands there 0 times, not once.",
        f"It loses what must be preserved: {KEPT}",
    }
    assert {row.quote for row in held.session.findings.all()} == {"MAX(price)"}
    assert {one.refuted for one in state_of(held).issues.values()} == {""}
    told = [event.data["result"] for event in held.of("evidence") if "result" in event.data]
    assert len(told) == len(WANTED)
    assert all(one.startswith("There is no text") for one in told)


def one_unit_may_change_once_a_person_says_so(held: Held) -> None:
    """What was confirmed by a model is a proposal for that unit, with all its tricks as words of it."""
    the_text_is_as_it_was(held)
    changed = [unit for unit in state_of(held).units if unit.is_changed]
    assert ["MAX(price)" in unit.original for unit in changed] == [True]
    [change] = held.session.changes.all()
    assert change.removed in changed[0].original
    assert FORGED in change.inserted
    assert change.decided_by is None


CASES = (
    Case(
        "an angle that changes what is not its unit, confirms itself and reads the server's files does nothing",
        "angles",
        {
            "evaluate": (
                say(
                    EVERYTHING,
                    {**STATUSES, "wants": WANTED, "issues": [INVENTED, FOUND], "modification": OUTSIDE},
                ),
                *(say(EVERYTHING, {**STATUSES, "issues": [INVENTED, FOUND], "modification": LOSING}),)
                * TIMES,
            ),
            "verify": (CONFIRMED,) * TIMES,
            "refute": (DENIED,) * TIMES,
        },
        config={"must_preserve": [KEPT]},
        ends=("finished", "converged"),
        check=nothing_is_proposed_and_what_is_found_stands,
    ),
    Case(
        "a change with links, markers, commands and paths that every angle confirms is a proposal",
        "angles",
        {
            # Both angles say it of both units in the first pass.
            "evaluate": (say(EVERYTHING, {**STATUSES, "issues": [FOUND], "modification": WITHIN}),) * 4,
            "verify": (CONFIRMED,) * TIMES,
            "refute": (DENIED,) * TIMES,
        },
        ends=("finished", "converged"),
        check=one_unit_may_change_once_a_person_says_so,
    ),
)
