"""Whole sessions by rules on the real machines, with the prompt that a model would get at each step.

Times and ids are fixed by the stages, so a session is the same values on every machine and in every time zone.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from personas.folders import read_folder
from reviews.kinds.interview import prompts
from reviews.kinds.interview.state import Note
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable import prompts as roundtable_prompts
from reviews.log.values import Ask, Event, Heard
from reviews.providers.request import full_prompt
from tests.compatibility import kept
from tests.kinds.interview.offline import sessions
from tests.kinds.interview.stage import Stage, satisfied
from tests.kinds.roundtable.offline import tables
from tests.kinds.roundtable.table import Table

FOLDER = kept.FOLDER / "sessions"
PROMPTS = kept.FOLDER / "prompts"
NONCE = "feedbeef12345678"
NOTES = Path(__file__).parent / "notes"
LOOKS = {"interview.second_look", "roundtable.second_look"}
"""Only a model takes a second look; these sessions are by rules."""
PURPOSES = {*prompts.PURPOSES, *roundtable_prompts.PURPOSES} - LOOKS
MESSAGES = (
    "Alex, which risk worries you most?",
    "",
    "We decided to start with a pilot.",
    "everyone: who owns it?",
)
WHOLE = ("payment-interview", "payment-interview-settled", "payment-roundtable")
"""Of these the prompts are kept whole, the last one for each purpose; of the others, what they hash to."""

type Build = Callable[..., Any]
type Speak = Callable[[Ask, Any], Heard]


@dataclass
class Recorder:
    """A provider that says what the rules say, and keeps the prompt that a model would have got."""

    build: Build
    speak: Speak
    prompts: list[tuple[str, str, str]] = field(default_factory=list)

    def __call__(self, ask: Ask, state: Any) -> Heard:
        prompt = self.build(state, ask, SHIPPED, NONCE)
        self.prompts.append((ask.purpose, ask.speaker, full_prompt(prompt)))
        return self.speak(ask, state)


@dataclass(frozen=True)
class Recorded:
    """What a session left behind: its events, and (purpose, speaker, whole prompt) of each call."""

    events: list[Event]
    prompts: list[tuple[str, str, str]]

    def as_json(self) -> str:
        """The session as it is kept."""
        calls = [
            {"purpose": purpose, "speaker": speaker, "sha256": hashlib.sha256(text.encode()).hexdigest()}
            for purpose, speaker, text in self.prompts
        ]
        values = {"events": [plain(event) for event in self.events], "prompts": calls}
        return json.dumps(values, indent=1, ensure_ascii=False) + "\n"

    def last_prompts(self) -> dict[str, str]:
        """The last prompt for each purpose."""
        return {purpose: text for purpose, _, text in self.prompts}


def plain(event: Event) -> dict[str, Any]:
    """An event without its number, which is its place in the list."""
    speaker = event.speaker and [event.speaker.key, event.speaker.name, event.speaker.role]
    return {"kind": str(event.kind), "speaker": speaker, "text": event.text, "data": event.data}


def shipped() -> Mapping[str, PromptPersona]:
    """The personas as they are shipped."""
    return {
        file.key: PromptPersona(file.key, file.name, file.role, file.prompt_text()) for file in read_folder()
    }


SHIPPED = shipped()


def texts() -> dict[str, tuple[str, str]]:
    """The notes that are reviewed: file name and text, by a short name."""
    own = {path.stem: (path.name, path.read_text()) for path in sorted(NOTES.glob("*.md"))}
    known = {"parcels": ("parcels.md", sessions.CLEAR), "search": ("search.md", sessions.VAGUE)}
    return own | known | {"payment": (sessions.SAMPLE.name, sessions.SAMPLE.read_text())}


def interview(name: str, text: str, speak: Speak = sessions.by_rules, **changed: Any) -> Recorded:
    """The interview on the text; what a person has to answer is answered with one sentence each."""
    provider = Recorder(prompts.build, speak)
    stage = Stage(provider, notes=(Note("a1", name, text),), **changed)
    stage.say("Please look at the costs.")
    stage.withdraw(stage.say("And at the colours."))
    while not sessions.ended(stage.run()):
        asked = stage.state.current
        assert asked is not None
        stage.say("\n".join(f"{n}. {ANSWERS[n % 2]}" for n, _ in enumerate(asked.questions, start=1)))
    return Recorded(stage.events, provider.prompts)


def satisfied_too_soon(ask: Ask, state: Any) -> Heard:
    """By rules, but that ELM shows its marker at once, and is asked to settle what is open."""
    return satisfied(topics=()) if ask.purpose == "interview.question" else sessions.by_rules(ask, state)


ANSWERS = ("We looked at it in May and the board knows the figure.", "I don't know")


def roundtable(name: str, text: str, **changed: Any) -> Recorded:
    """The discussion of the text, with people who ask, pass and decide."""
    provider = Recorder(roundtable_prompts.build, tables.by_rules)
    usual = {"cast": tables.CAST, "steps": tables.STEPS, "questions": tables.QUESTIONS, "outputs": ()}
    table = Table(provider, notes=(Note("a1", name, text),), **usual | {"max_turns": 20} | changed)
    tables.hold(table, MESSAGES)
    return Recorded(table.events, provider.prompts)


def all_sessions() -> dict[str, Callable[[], Recorded]]:
    """How each session is held, by its name."""
    found: dict[str, Callable[[], Recorded]] = {}
    for key, (name, text) in texts().items():
        found[f"{key}-interview"] = lambda name=name, text=text: interview(name, text)
        found[f"{key}-roundtable"] = lambda name=name, text=text: roundtable(name, text, first_takes=True)
    name, text = texts()["payment"]
    found["payment-interview-settled"] = lambda: interview(name, text, satisfied_too_soon)
    found["payment-interview-by-me"] = lambda: interview(name, text, answered_by="me")
    found["payment-roundtable-on-a-topic"] = lambda: roundtable(
        name,
        text,
        topic="Who is told, and when",
        step_id="",
        phase="",
        boundary="",
        next_step="",
        max_turns=8,
    )
    return found


def write() -> None:
    """Keep all sessions and prompts as they are now."""
    for folder in (FOLDER, PROMPTS):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
    for name, hold in all_sessions().items():
        made = hold()
        (FOLDER / f"{name}.json").write_text(made.as_json())
        if name in WHOLE:
            for purpose, text in made.last_prompts().items():
                (PROMPTS / f"{name}.{purpose}.txt").write_text(text)
