"""A database of the version before opens with this one, shows every session and exports the same bytes."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest

from reviews.states import State
from tests.compatibility import kept, writing

ENDINGS = {
    "interview": {
        "ready",
        "ready_with_caveats",
        "not_ready",
        "stagnating",
        "iteration_limit",
        "budget",
        "stopped_by_person",
        "error",
    },
    "roundtable": {"user-initiated", "turn-limit", "inactivity", "budget", "stopped_by_person", "error"},
}


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> dict[str, Any]:
    """What is in it, as this version serves it."""
    return kept.served(tmp_path_factory.mktemp("kept"))


def differences(served: dict[str, Any]) -> str:
    """Where exports are not the bytes that are kept."""
    assert served["exports"]
    found = []
    for name, entries in served["exports"].items():
        path = kept.EXPORTS / f"{name}.txt"
        old = writing.parted(path.read_bytes()) if path.exists() else {}
        new = writing.as_texts(entries)
        found += [writing.difference(address, old.get(address, b""), text) for address, text in new.items()]
    return "\n".join(filter(None, found))


def closed(served: dict[str, Any]) -> dict[str, int]:
    """The pages that do not open, with their status."""
    assert served["pages"]
    return {path: status for path, status in served["pages"].items() if status != 200}


def test_the_kept_database_has_every_kind_in_every_state_and_with_every_ending(tmp_path):
    assert_every_way(kept.sessions_of(kept.unpack(tmp_path)))


@pytest.mark.slow
def test_every_kind_in_every_state_and_with_every_ending_is_served(served):
    assert_every_way(served["sessions"])


def assert_every_way(sessions: Iterable[Sequence[str]]) -> None:
    """The sessions, each with its kind, state and ending, are of all sorts."""
    rows = [tuple(row) for row in sessions]
    assert {(kind, state) for kind, state, _ in rows} == set(product(ENDINGS, State))
    for kind, reasons in ENDINGS.items():
        assert {reason for of, _, reason in rows if of == kind and reason} == reasons


@pytest.mark.slow
def test_every_page_of_it_opens(served):
    assert closed(served) == {}


@pytest.mark.slow
def test_the_words_of_every_event_stand_on_the_page_of_their_session(served):
    assert served["unseen"] == []


@pytest.mark.slow
def test_every_call_has_the_prompt_that_was_sent(served):
    count, damaged = served["prompts"]
    assert count > 100
    assert damaged == []


@pytest.mark.slow
def test_it_exports_the_same_bytes(served):
    assert differences(served) == ""
    for path in kept.EXPORTS.iterdir():
        assert set(writing.parted(path.read_bytes())) == {e["path"] for e in served["exports"][path.stem]}
    assert len(list(kept.EXPORTS.iterdir())) == len(served["exports"])


@pytest.mark.slow
def test_such_a_database_can_still_be_made(tmp_path):
    made = kept.run_module("make_database", tmp_path / "data", "here")
    for kind, reasons in ENDINGS.items():
        for reason in reasons:
            assert f"{kind} " in made
            assert f" {reason}\n" in made
