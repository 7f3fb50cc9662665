"""What every provider takes and gives: one Prompt in, Deltas and one Done out.

Pure values. A provider sees no database row and does not decide what happens next.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from reviews.states import Tier

# What pages, transcripts and terminals call each provider: the one place where it is worded.
LABELS = {
    "claude": "Claude",
    "offline": "offline reviewer: rules, no model",
    "scripted": "Script: prepared words, no model",
}
WITH_MODEL = frozenset({"claude"})
"""The providers for which a model speaks."""


def speaks_by_rules(provider: str) -> bool:
    """Whether nobody answers prompts for this provider but rules: neither a model nor a script."""
    return provider not in WITH_MODEL and provider != "scripted"


@dataclass(frozen=True)
class Material:
    """A text that the prompt is about: data, to be put between delimiters, never instructions.

    `kind` is "artifact", "transcript", "message" or "evidence"; `cache` asks a provider to cache the prompt
    up to here.
    """

    name: str
    text: str
    kind: str = "artifact"
    cache: bool = False


@dataclass(frozen=True)
class Facts:
    """What a call was decided on, for providers that follow rules; never sent to a model.

    step: how many calls of this purpose were answered before; state: of the kind's machine, frozen; context: of
    the ask; log: what was said, as taken up, in order; targets: names of the artifacts that points may go into.
    None and () stand for what a kind does not have.
    """

    step: int | None = None
    state: Any = None
    context: Mapping[str, Any] = field(default_factory=dict)
    log: Sequence[Any] | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """One question to a provider.

    purpose: what the answer is for, with its machine: "interview.question".
    speaker: key of the persona that speaks.
    system: the rules, and who speaks unless the request says it; rendered, with the nonce of the delimiters.
    materials: the texts it is about, in order; a provider that sends them to a model must put them between delimiters.
    request: what is wanted now; the last thing a model reads.
    result: the structured result that must come beside the text, or None.
    facts: what the call was decided on, for providers that follow rules; never sent to a model.
    model: a model id that overrides the tier's, or "".
    temperature: how freely it is worded, from 0; None leaves it to the model. Sent only where the API takes it.
    seconds: the longest that the whole answer may take, its record included.
    nonce: the word in the delimiters (8 or more ASCII letters and digits), the same for all calls of a
    session so that caching works; "" lets the provider make one.
    """

    purpose: str
    speaker: str
    system: str
    request: str
    materials: tuple[Material, ...] = ()
    result: type[BaseModel] | None = None
    tier: Tier = Tier.STRATEGIC
    model: str = ""
    temperature: float | None = None
    max_tokens: int = 4096
    seconds: float = 600.0
    facts: Facts = Facts()
    nonce: str = ""


@dataclass(frozen=True)
class Usage:
    """Tokens of one call. `input` counts all of them, cached or not; `cached` is the part read from the
    cache, `cache_written` the part written to it."""

    input: int = 0
    output: int = 0
    cached: int = 0
    cache_written: int = 0


@dataclass(frozen=True)
class Delta:
    """A piece of the text that is being spoken."""

    text: str


@dataclass(frozen=True)
class Done:
    """The end of an answer: the whole text, the checked structured result if there is one, and the usage. `unread`
    names the parts of the result that did not fit and were left out."""

    text: str
    data: BaseModel | None = None
    usage: Usage = Usage()
    model: str = ""
    request_id: str = ""
    stop_reason: str = "end_turn"
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Estimate:
    """The most that a call can cost, in tokens and US dollars, known before it is made."""

    input_tokens: int
    output_tokens: int
    cost_usd: float


class Provider(ABC):
    """Something that answers prompts: a model, rules or a script. A provider gives its name and `stream`; the rest is
    as for one that costs nothing and keeps nothing open."""

    name: str
    """What settings and sessions call it, such as "offline"."""

    @property
    def label(self) -> str:
        """What pages and transcripts call it."""
        return LABELS[self.name]

    def model_for(self, prompt: Prompt) -> str:
        """The id of the model that would answer `prompt`."""
        return self.name

    def estimate(self, prompt: Prompt) -> Estimate:
        """The worst case of answering `prompt`, without any network."""
        return Estimate(0, 0, 0.0)

    def cost(self, model: str, usage: Usage) -> float:
        """What `usage` of `model` costs in US dollars."""
        return 0.0

    @abstractmethod
    def stream(self, prompt: Prompt) -> AsyncIterator[Delta | Done]:
        """Answer `prompt`: any number of Deltas whose texts join to Done.text, then exactly one Done.

        Raises ProviderError, with the partial text when some had been said.
        """

    async def aclose(self) -> None:  # noqa: B027  most have nothing to close
        """Close all connections. The provider is not used afterwards."""
