"""A provider that answers from a script: for tests, demos and screenshots."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from reviews.errors import BadConfiguration, ProviderError
from reviews.providers import script_references
from reviews.providers.base import Delta, Done, Prompt, Provider, Usage

DEMO = Path(__file__).with_name("demo.json")
MODEL = "script"
BLANKS = re.compile(r"\{(first_line|target)\}")


@dataclass(frozen=True)
class ScriptedReply:
    """One answer. `error` is raised after `error_after` characters; `delay` is seconds before each chunk; `speaker`
    is the key of the persona that it belongs to, "" for whoever has none of its own."""

    text: str
    data: Mapping[str, Any] | None = None
    error: ProviderError | None = None
    error_after: int = 0
    delay: float = 0.0
    chunk: int = 12
    speaker: str = ""


Replies = Mapping[str, Sequence[ScriptedReply]] | Callable[[Prompt], ScriptedReply]


class ScriptedProvider(Provider):
    """Answers from a script: a list of replies for each purpose, or a function of the prompt.

    Which reply is next is `prompt.facts.step`, counted from 0 for each purpose, so that a restarted
    process says the same. Without that fact it counts the calls itself. A list's last reply is repeated.
    Where replies belong to speakers, each goes through its own: which is next is how many of its turns
    `prompt.facts.log` has of that kind. A reply that passes makes no turn and so is repeated: put it last.
    """

    name = "scripted"

    def __init__(self, replies: Replies) -> None:
        self._replies = replies
        self._calls: dict[tuple[str, str], int] = {}

    @classmethod
    def demo(cls, delay: float | None = None) -> "ScriptedProvider":
        """An interview of three rounds and a roundtable, both about the sample note; on other notes the interview
        settles nothing. `delay` replaces their pace."""
        return cls.load(DEMO, delay)

    @classmethod
    def load(cls, path: Path, delay: float | None = None) -> "ScriptedProvider":
        """Read a script from a JSON file: `{purpose: [{"text", "data", "speaker", "delay", "chunk", "error"}, …]}`.

        In its data `{first_line}` stands for the first line of the first artifact and `{target}` for the name of the
        artifact that points go into; `script_references` says how it refers to turns. Raises BadConfiguration.
        """
        try:
            script = SCRIPT.validate_python(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise BadConfiguration(
                f"ELM_SCRIPT is {path}, which is not a script ({error}). Example: ELM_SCRIPT=demo.json"
            ) from error
        return cls({purpose: [line.reply(delay) for line in lines] for purpose, lines in script.items()})

    def model_for(self, prompt: Prompt) -> str:
        """The same for every tier."""
        return MODEL

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta | Done]:
        """Give the reply in chunks. Raises its error after `error_after` characters."""
        reply = self._reply(prompt)
        spoken = reply.text if reply.error is None else reply.text[: reply.error_after]
        for start in range(0, len(spoken), reply.chunk):
            await asyncio.sleep(reply.delay)
            yield Delta(spoken[start : start + reply.chunk])
        if reply.error:
            error = copy(reply.error)  # a raised one keeps its traceback
            error.partial = spoken
            raise error
        words = len(reply.text.split())
        yield Done(reply.text, _check_data(prompt, reply.data), Usage(output=words), MODEL)

    def _reply(self, prompt: Prompt) -> ScriptedReply:
        if callable(self._replies):
            return self._replies(prompt)
        replies = self._replies.get(prompt.purpose)
        if not replies:
            raise ProviderError(
                f"The script has nothing to say for {prompt.purpose}. Add a reply for it to the script.",
                permanent=True,
                kind="bad_request",
            )
        own = [reply for reply in replies if reply.speaker == prompt.speaker]
        mine = own or [reply for reply in replies if not reply.speaker]
        if not mine:
            raise ProviderError(
                f"The script has nothing to say for {prompt.speaker} in {prompt.purpose}. Add a reply for it.",
                permanent=True,
                kind="bad_request",
            )
        step = self._step(prompt, by_speaker=any(reply.speaker for reply in replies))
        return _fill_reply(mine[min(step, len(mine) - 1)], prompt)

    def _step(self, prompt: Prompt, *, by_speaker: bool) -> int:
        if by_speaker and prompt.facts.log is not None:
            kind = prompt.purpose.rpartition(".")[2]
            return sum((turn.key, turn.kind) == (prompt.speaker, kind) for turn in prompt.facts.log)
        if not by_speaker and prompt.facts.step is not None:
            return prompt.facts.step
        counted = (prompt.purpose, prompt.speaker if by_speaker else "")
        step = self._calls.get(counted, 0)
        self._calls[counted] = step + 1
        return step


class ScriptError(BaseModel):
    """A `ProviderError` in a script's file."""

    model_config = ConfigDict(extra="forbid")
    message: str
    kind: str = "server"
    permanent: bool = False
    after: int = Field(default=0, ge=0)


class ScriptLine(BaseModel):
    """A `Reply` in a script's file."""

    model_config = ConfigDict(extra="forbid")
    text: str = ""
    data: dict[str, Any] | None = None
    delay: float = Field(default=0.0, ge=0)
    chunk: int = Field(default=12, ge=1)
    error: ScriptError | None = None
    speaker: str = ""

    @field_validator("data")
    @classmethod
    def refers_to_turns(cls, data: dict[str, Any] | None) -> dict[str, Any] | None:
        """Raises ValueError for a reference of no known form."""
        script_references.check_references(data)
        return data

    def reply(self, delay: float | None = None) -> ScriptedReply:
        """The line as a Reply; `delay` in seconds replaces its own."""
        pace = self.delay if delay is None else delay
        reply = ScriptedReply(self.text, self.data, delay=pace, chunk=self.chunk, speaker=self.speaker)
        if self.error is None:
            return reply
        error = ProviderError(self.error.message, permanent=self.error.permanent, kind=self.error.kind)
        return replace(reply, error=error, error_after=self.error.after)


SCRIPT = TypeAdapter(dict[str, list[ScriptLine]])


def _fill_reply(reply: ScriptedReply, prompt: Prompt) -> ScriptedReply:
    """The reply with words of the notes and numbers of turns put in, so that one script fits any session."""
    if reply.data is None:
        return reply
    texts = [material.text for material in prompt.materials if material.kind == "artifact"]
    words = {
        "first_line": next((line for text in texts for line in text.splitlines() if line.strip()), ""),
        "target": next(iter(prompt.facts.targets), ""),
    }
    filled = BLANKS.sub(lambda blank: json.dumps(words[blank[1]])[1:-1], json.dumps(reply.data))
    return replace(reply, data=script_references.with_numbers(json.loads(filled), prompt.facts.log or ()))


def _check_data(prompt: Prompt, data: Mapping[str, Any] | None) -> BaseModel | None:
    if prompt.result is None or data is None:
        return None
    try:
        return prompt.result.model_validate(data)
    except ValidationError as error:
        raise ProviderError(
            f"The script's result for {prompt.purpose} does not fit. Correct the script. {error}",
            permanent=True,
            kind="malformed",
        ) from error
