"""Sessions by rules say the same words as before, and models would get the same prompts, byte for byte."""

import json

import pytest

from tests.compatibility import recorded, writing


@pytest.fixture(scope="module")
def held():
    """`held(name)` is the session of this name, held once."""
    done: dict[str, recorded.Recorded] = {}

    def hold(name: str) -> recorded.Recorded:
        if name not in done:
            done[name] = recorded.all_sessions()[name]()
        return done[name]

    return hold


@pytest.mark.parametrize("name", recorded.all_sessions())
def test_the_session_goes_as_it_went(name, held):
    old = (recorded.FOLDER / f"{name}.json").read_bytes()
    assert writing.difference(name, old, held(name).as_json().encode()) == ""


@pytest.mark.parametrize("name", recorded.WHOLE)
def test_the_prompts_read_as_they_did(name, held):
    found = held(name).last_prompts()
    assert {path.name for path in recorded.PROMPTS.glob(f"{name}.*")} == {f"{name}.{p}.txt" for p in found}
    for purpose, text in found.items():
        old = (recorded.PROMPTS / f"{name}.{purpose}.txt").read_bytes()
        assert writing.difference(f"{name}.{purpose}", old, text.encode()) == ""


def test_every_session_that_is_kept_is_held():
    assert {path.stem for path in recorded.FOLDER.iterdir()} == set(recorded.all_sessions())


def test_the_kept_sessions_ask_for_every_purpose():
    kept = [json.loads(path.read_text()) for path in recorded.FOLDER.iterdir()]
    assert {call["purpose"] for session in kept for call in session["prompts"]} == recorded.PURPOSES
