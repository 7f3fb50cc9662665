"""Sessions with fixed words, held by the real machines with the real prompts: what would be sent for each call, and
when. No network, no database, no clock.

A model's turn takes `TURN` seconds, what a person does takes as long as the session says.
"""

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from personas.folders import read_folder
from reviews.kinds.interview import prompts as interview_prompts
from reviews.kinds.interview.looking_again import SECOND_LOOK as INTERVIEW_LOOK
from reviews.kinds.interview.state import InterviewState
from reviews.kinds.interview.verdict import things_of_verdict
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable import prompts as roundtable_prompts
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, SECOND_LOOK
from reviews.kinds.roundtable.state import RoundtableState, Seat
from reviews.kinds.shipped import starter_cast
from reviews.log.values import Ask, Heard
from reviews.providers.base import Prompt
from reviews.providers.request import envelope_model, first_body, require_properties
from reviews.providers.script_references import with_numbers
from reviews.providers.scripted import DEMO
from reviews.states import EndReason, Tier
from tests.kinds.interview.stage import Stage
from tests.kinds.roundtable.table import Table

FOLDER = Path(__file__).parent
PROJECT = FOLDER.parents[1]
SAMPLE = PROJECT / "reviews/accounts/sample/payment-retry-note.md"
NONCE = "feedbeef12345678"
MODELS = {Tier.STRATEGIC: "claude-opus-5-5", Tier.EXECUTION: "claude-sonnet-5-5"}
TURN, PERSON, LISTENER = 20, 600, 60
"""Seconds that a model's turn takes, an answer by a person, and a word of a person who listens to a discussion."""
WORDS = tomllib.loads((FOLDER / "recorded_sessions.toml").read_text(encoding="utf-8"))
TABLE_WORDS = json.loads(DEMO.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Call:
    """One call: when it is made, in seconds since the session began, what is sent, and the reply's text."""

    at: int
    prompt: Prompt
    body: Mapping[str, Any]
    reply: str


@dataclass
class Recording:
    """The calls of a session, and its clock."""

    build: Callable[[Any, Ask, Mapping[str, PromptPersona], str], Prompt]
    cast: Mapping[str, PromptPersona] = field(default_factory=starter_cast)
    calls: list[Call] = field(default_factory=list)
    now: int = 0

    def note_call(self, ask: Ask, state: Any, heard: Heard) -> Heard:
        """Keep what is sent for `ask`, and let its time pass; first takes are written at the same time."""
        prompt = self.build(state, ask, self.cast, NONCE)
        text = heard.text
        if prompt.result is not None:
            record = prompt.result.model_validate(heard.data).model_dump(mode="json")
            text = json.dumps({"message": heard.text, "record": record})
        self.calls.append(Call(self.now, prompt, sent_body(prompt), text))
        self.now += 0 if ask.purpose == FIRST_TAKE else TURN
        return heard


def sent_body(prompt: Prompt) -> dict[str, Any]:
    """The request for `prompt`, as the provider makes it."""
    schema = None
    if prompt.result is not None:
        schema = require_properties(envelope_model(prompt.result).model_json_schema())
    return first_body(prompt, prompt.model or MODELS[prompt.tier], schema)


def interview(*, answered_by: str = "ai") -> list[Call]:
    """Five rounds about the note, then ELM is satisfied with one topic open, and is asked about that one."""
    recording = Recording(interview_prompts.build)
    cast = recording.cast
    stage = Stage(
        lambda ask, state: recording.note_call(ask, state, interview_reply(ask, state)),
        answered_by=answered_by,
        looks_again=True,
        elm=cast["elm"].speaker,
        answerer=cast["answerer"].speaker,
        notes=(Note("a1", SAMPLE.name, SAMPLE.read_text(encoding="utf-8")),),
    ).run()
    for said in WORDS["round"] if answered_by == "me" else ():
        recording.now += PERSON
        stage.say(said["person"].strip())
        stage.run()
    return recording.calls


def interview_reply(ask: Ask, state: InterviewState) -> Heard:
    """What is said at this point of the interview."""
    number = len(state.rounds)
    if ask.purpose == INTERVIEW_LOOK:
        things = things_of_verdict(state, EndReason(ask.context["reason"]))
        return Heard("Done.", {"looks": [{"number": number} for number in range(1, len(things) + 1)]})
    if ask.purpose == "interview.question":
        return question_reply(number)
    if ask.purpose == "interview.settle":
        topics = [{"topic": topic, "status": status} for topic, status in WORDS["settled"]["topics"]]
        return Heard(WORDS["settled"]["text"], {"topics": topics, "verdict": None})
    said = WORDS["round"][number - 1]
    if ask.purpose == "interview.answer":
        quotes = [{"quote": part.split("”")[0]} for part in said["answer"].split("“")[1:]]
        return Heard(said["answer"].strip(), {"citations": quotes, "unknowns": said["unknowns"]})
    edits = [
        {"artifact": SAMPLE.name, "old": old, "new": new, "reason": why} for old, new, why in said["edits"]
    ]
    return Heard("The notes say it more clearly now.", {"edits": edits})


def question_reply(done: int) -> Heard:
    """ELM's message after so many rounds."""
    settled = [topic for said in WORDS["round"][:done][-1:] for topic in said["topics"]]
    topics = [{"topic": topic, "status": "answered", "quote": quote} for topic, quote in settled]
    if done == len(WORDS["round"]):
        parts = {key: WORDS["satisfied"][key] for key in ("got_right", "improved", "caveats")}
        data = {"stance": "satisfied", "topics": topics, "verdict": parts}
        return Heard(WORDS["satisfied"]["text"].strip(), data)
    text = WORDS["round"][done]["question"].strip()
    asked = [
        {"text": line[3:], "topic": "other", "quote": ""} for line in text.splitlines() if line[1:3] == ". "
    ]
    return Heard(text, {"stance": "asking", "questions": asked, "topics": topics})


def roundtable(*, listener: int = LISTENER, copies: int = 1) -> list[Call]:
    """Ten turns of three personas: first takes, an opening round, one in which people let them go on, a question of a
    person to all, the limit, the synthesis and the second look at it. `listener`: seconds until a person does
    something; `copies`: how many times as long as the sample the note is."""
    recording = Recording(roundtable_prompts.build)
    seats = [
        Seat(file.key, file.name, file.role, file.lens) for file in read_folder() if file.kind == "roundtable"
    ]
    table = Table(
        lambda ask, state: recording.note_call(ask, state, table_reply(ask, state)),
        cast=tuple(seats),
        notes=(Note("a1", SAMPLE.name, SAMPLE.read_text(encoding="utf-8") * copies),),
        item="Automatic retries",
        topic="Error Handling & Validation",
        step_id="04-04",
        outputs=(),
        first_takes=True,
        looks_again=True,
    ).run()
    for words in ("", WORDS["roundtable"]["first"]):
        recording.now += listener
        table.say(words)
        table.run()
    return recording.calls


def table_reply(ask: Ask, state: RoundtableState) -> Heard:
    """What the demonstration says at this point; who has said everything begins anew."""
    if ask.purpose == SECOND_LOOK:
        numbers = range(1, len(state.draft["points"]) + 1)
        return Heard("Done.", {"looks": [{"number": number} for number in numbers]})
    lines = TABLE_WORDS[ask.purpose]
    own = [line for line in lines if line.get("speaker") == ask.speaker and line["text"]] or lines
    line = own[state.spoken.get(ask.speaker, 0) % len(own) if ask.purpose == CONTRIBUTION else 0]
    data = json.loads(json.dumps(line.get("data")).replace("{target}", SAMPLE.name))
    return Heard(line["text"], with_numbers(data, state.turns), at="2026-11-22T08:00:00.000Z")
