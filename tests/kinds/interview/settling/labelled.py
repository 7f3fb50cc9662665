"""The labelled interviews (examples.toml) on the real machine, with ELM, the persona and Ana saying what is written
there."""

import tomllib
from pathlib import Path
from typing import Any

from reviews.kinds.interview.machine import InterviewState
from reviews.kinds.notes import Note
from reviews.log.values import Ask, Heard
from reviews.states import EventKind
from tests.kinds.interview.stage import Provider, Stage

FOLDER = Path(__file__).parent
NOTES: dict[str, str] = tomllib.loads((FOLDER / "notes.toml").read_text())
CASES: list[dict[str, Any]] = tomllib.loads((FOLDER / "examples.toml").read_text())["case"]


def provider(case: dict[str, Any]) -> Provider:
    """ELM asks the rounds of the case and is satisfied then; the persona says what is written."""
    rounds = case.get("rounds", [])

    def provide(ask: Ask, state: InterviewState) -> Heard:
        number = len(state.rounds)
        if ask.purpose == "interview.question":
            return asked(rounds[number]) if number < len(rounds) else satisfied(case)
        if ask.purpose == "interview.answer":
            return Heard(rounds[number - 1]["said"], {"unknowns": rounds[number - 1].get("unknowns", [])})
        if ask.purpose == "interview.improve":
            return Heard("", {"edits": added(state, rounds[number - 1].get("adds", ""))})
        return Heard("Hm.", {"topics": topics_of(case)})

    return provide


def asked(round_: dict[str, Any]) -> Heard:
    questions = [{"topic": topic, "text": text} for topic, text in round_["asked"]]
    return Heard("\n".join(question["text"] for question in questions), {"questions": questions})


def satisfied(case: dict[str, Any]) -> Heard:
    data = {"topics": topics_of(case), "resolved_unknowns": case.get("resolved", [])}
    return Heard("I can follow this.\n\n[SATISFIED]", {"stance": "satisfied", **data})


def topics_of(case: dict[str, Any]) -> list[dict[str, str]]:
    quoted = [
        {"topic": topic, "status": "answered", "quote": quote}
        for topic, quote in case.get("quotes", {}).items()
    ]
    waived = [
        {"topic": topic, "status": "waived", "reason": why} for topic, why in case.get("waived", {}).items()
    ]
    return quoted + waived


def added(state: InterviewState, words: str) -> list[dict[str, str]]:
    """An edit that puts words behind the last line of the working notes."""
    last = state.notes[0].text.rstrip().rpartition("\n")[2]
    return [{"old": last, "new": f"{last} {words}"}] if words else []


def interview(case: dict[str, Any]) -> Stage:
    """The interview of a case to its end; Ana answers in "me" mode, and says her message once something was asked."""
    by = case.get("answered_by", "ai")
    notes = (Note("a1", "notes.md", NOTES[case["notes"]]),)
    stage = Stage(provider(case), notes=notes, answered_by=by)
    rounds = case.get("rounds", [])
    message = case.get("message", "")
    for number, round_ in enumerate(rounds, 1):
        stage.run_until(EventKind.QUESTION, number)
        if message and number == len(rounds):
            stage.say(message)
        if by == "me":
            stage.say(round_["said"])
    stage.run()
    return stage
