"""A bad model neither breaks a session nor gets its JSON, other people's words or half an answer past anybody.

A case is a row of a table (`case.py`): add rows to a `…_cases.py`, or a new table to TABLES.
"""

from types import ModuleType

import pytest

from tests.bad_model import (
    beside_cases,
    choice_cases,
    ending_cases,
    label_cases,
    later_cases,
    laundering_cases,
    look_cases,
    quote_cases,
    recombined_interview_cases,
    recombined_table_cases,
    record_cases,
    relayed_cases,
    roundtable_cases,
    stray_cases,
    supposed_cases,
    terrace_cases,
    turned_cases,
    waiver_cases,
    wrapped_cases,
)
from tests.bad_model.case import NEVER_SEEN, Case
from tests.bad_model.held import Held

TABLES = (
    record_cases,
    beside_cases,
    wrapped_cases,
    quote_cases,
    choice_cases,
    ending_cases,
    label_cases,
    roundtable_cases,
    supposed_cases,
    terrace_cases,
    look_cases,
    laundering_cases,
    later_cases,
    relayed_cases,
    waiver_cases,
    stray_cases,
    recombined_table_cases,
    recombined_interview_cases,
    turned_cases,
)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__.rpartition(".")[2])
def test_sessions_go_as_people_would_expect(table: ModuleType, hold, subtests):
    for case in table.CASES:
        with subtests.test(case.name):
            check(case, hold(case))


def check(case: Case, held: Held) -> None:
    """Everything that the case says, and what holds for all of them."""
    assert (held.session.state, held.session.end_reason or "") == case.ends
    assert case.calls in (None, len(held.requests))
    assert [text for text in case.sees if text not in held.page] == []
    assert [text for text in case.sees_not if text in held.page] == []
    for kind, wanted in case.stored.items():
        first = held.of(kind)[0]
        found = {key: first.text if key == "text" else first.data.get(key) for key in wanted}
        assert found == wanted
    case.check(held)
    assert held.session.reserved_micros == 0
    for piece in NEVER_SEEN:
        assert [text for text in held.live if piece in text] == []
        assert [event.number for event in held.session.events.all() if piece in event.text] == []
        assert piece not in held.page


def test_each_case_has_a_name_of_its_own():
    names = [case.name for table in TABLES for case in table.CASES]
    assert len(set(names)) == len(names) >= 190
