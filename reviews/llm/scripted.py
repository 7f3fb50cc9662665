"""A provider that says what it was told to say: for tests, demos and screenshots."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from reviews.errors import BadConfiguration, ProviderError
from reviews.llm.base import LABELS, Delta, Done, Estimate, Prompt, Usage

DEMO = Path(__file__).with_name("demo.json")
MODEL = "script"
FIRST_LINE = "{first_line}"


@dataclass(frozen=True)
class Reply:
    """One answer. `error` is raised after `error_after` characters; `delay` is seconds before each chunk."""

    text: str
    data: Mapping[str, Any] | None = None
    error: ProviderError | None = None
    error_after: int = 0
    delay: float = 0.0
    chunk: int = 12


Replies = Mapping[str, Sequence[Reply]] | Callable[[Prompt], Reply]


class ScriptedProvider:
    """Answers from a script: a list of replies for each purpose, or a function of the prompt.

    Which reply is next is `prompt.facts["step"]`, counted from 0 for each purpose, so that a restarted
    process says the same. Without that fact it counts the calls itself. A list's last reply is repeated.
    """

    name: Literal["claude", "offline", "scripted"] = "scripted"
    label = LABELS["scripted"]

    def __init__(self, replies: Replies) -> None:
        self._replies = replies
        self._calls: dict[str, int] = {}

    @classmethod
    def demo(cls, delay: float | None = None) -> "ScriptedProvider":
        """An interview of three rounds about any note, satisfied in the third. `delay` replaces its pace."""
        return cls.load(DEMO, delay)

    @classmethod
    def load(cls, path: Path, delay: float | None = None) -> "ScriptedProvider":
        """Read a script from a JSON file: `{purpose: [{"text", "data", "delay", "chunk", "error"}, …]}`.

        `{first_line}` in it stands for the first line of the first artifact. Raises BadConfiguration.
        """
        try:
            script = SCRIPT.validate_python(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise BadConfiguration(
                f"ELM_SCRIPT is {path}, which is not a script ({error}). Example: ELM_SCRIPT=demo.json"
            ) from error
        return cls({purpose: [line.reply(delay) for line in lines] for purpose, lines in script.items()})

    def model_for(self, prompt: Prompt) -> str:
        """Always the script, whatever the tier."""
        return MODEL

    def estimate(self, prompt: Prompt) -> Estimate:
        """A script costs nothing."""
        return Estimate(0, 0, 0.0)

    def cost(self, model: str, usage: Usage) -> float:
        """A script costs nothing."""
        return 0.0

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta | Done]:
        """Say the reply in chunks. Raises its error after as many characters as it says."""
        reply = self._reply(prompt)
        spoken = reply.text if reply.error is None else reply.text[: reply.error_after]
        for start in range(0, len(spoken), reply.chunk):
            await asyncio.sleep(reply.delay)
            yield Delta(spoken[start : start + reply.chunk])
        if reply.error:
            raise _raised(reply.error, spoken)
        words = len(reply.text.split())
        yield Done(reply.text, _checked(prompt, reply.data), Usage(output=words), MODEL)

    async def aclose(self) -> None:
        """Nothing to give back."""

    def _reply(self, prompt: Prompt) -> Reply:
        if callable(self._replies):
            return self._replies(prompt)
        replies = self._replies.get(prompt.purpose)
        if not replies:
            raise ProviderError(
                f"The script has nothing to say for {prompt.purpose}. Add a reply for it to the script.",
                permanent=True,
                kind="bad_request",
            )
        reply = replies[min(self._step(prompt), len(replies) - 1)]
        return _filled(reply, prompt)

    def _step(self, prompt: Prompt) -> int:
        if "step" in prompt.facts:
            return int(prompt.facts["step"])
        step = self._calls.get(prompt.purpose, 0)
        self._calls[prompt.purpose] = step + 1
        return step


class ScriptError(BaseModel):
    """An error in a script's file."""

    model_config = ConfigDict(extra="forbid")
    message: str
    kind: str = "server"
    permanent: bool = False
    after: int = Field(default=0, ge=0)


class ScriptLine(BaseModel):
    """A reply in a script's file."""

    model_config = ConfigDict(extra="forbid")
    text: str = ""
    data: dict[str, Any] | None = None
    delay: float = Field(default=0.0, ge=0)
    chunk: int = Field(default=12, ge=1)
    error: ScriptError | None = None

    def reply(self, delay: float | None = None) -> Reply:
        """The line as a Reply; `delay` in seconds replaces its own."""
        reply = Reply(self.text, self.data, delay=self.delay if delay is None else delay, chunk=self.chunk)
        if self.error is None:
            return reply
        error = ProviderError(self.error.message, permanent=self.error.permanent, kind=self.error.kind)
        return replace(reply, error=error, error_after=self.error.after)


SCRIPT = TypeAdapter(dict[str, list[ScriptLine]])


def _filled(reply: Reply, prompt: Prompt) -> Reply:
    """The reply with the first line of the notes put in, so that one script fits any notes."""
    if reply.data is None or FIRST_LINE not in json.dumps(reply.data):
        return reply
    texts = [material.text for material in prompt.materials if material.kind == "artifact"]
    first = next((line for text in texts for line in text.splitlines() if line.strip()), "")
    data = json.loads(json.dumps(reply.data).replace(FIRST_LINE, json.dumps(first)[1:-1]))
    return replace(reply, data=data)


def _checked(prompt: Prompt, data: Mapping[str, Any] | None) -> BaseModel | None:
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


def _raised(error: ProviderError, partial: str) -> ProviderError:
    """A fresh error each time: a raised one carries a traceback."""
    return ProviderError(
        str(error),
        permanent=error.permanent,
        request_id=error.request_id,
        kind=error.kind,
        partial=partial,
    )
