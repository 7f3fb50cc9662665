"""What the prompts of every machine share: the files beside their kind, and how they become a Prompt. Pure but for
reading those files.

What code knows goes into the system text and the request. What others wrote (notes, answers, messages, topics, file
names) only ever goes into materials, which providers fence (A7).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from pydantic import BaseModel

from reviews.errors import BadConfiguration
from reviews.log.values import Ask, Speaker
from reviews.providers.base import Facts, Material, Prompt
from reviews.providers.fences import nonce_rule
from reviews.states import Tier


@dataclass(frozen=True)
class PromptPersona:
    """A persona as prompts need it: `text` says who it is, `model` overrides the tier's model unless ""."""

    key: str
    name: str
    role: str
    text: str
    tier: Tier = Tier.STRATEGIC
    model: str = ""

    @property
    def speaker(self) -> Speaker:
        return Speaker(self.key, self.name, self.role)


@dataclass(frozen=True)
class Purpose:
    """What a call is for: the files that word it (their path without ".system.md" and ".request.md"), the result it
    must bring, how many tokens that may get, and how many seconds it may take."""

    files: Path
    result: type[BaseModel] | None
    max_tokens: int = 4096
    seconds: float = 600.0


@dataclass(frozen=True)
class Parts:
    """What a machine puts into a prompt. `values`: the blanks of the files, nothing that others wrote."""

    values: Mapping[str, str]
    materials: tuple[Material, ...]
    facts: Facts


def assemble_prompt(
    purpose: Purpose, ask: Ask, cast: Mapping[str, PromptPersona], nonce: str, parts: Parts
) -> Prompt:
    """The prompt for `ask`. Raises BadConfiguration when nobody in `cast` has the speaker's key."""
    persona = cast.get(ask.speaker)
    if persona is None:
        raise BadConfiguration(
            f"There is no persona {ask.speaker!r}. Load the starter personas, then try again."
        )
    values = {"persona": persona.text.strip(), "fences": nonce_rule(nonce), **parts.values}
    return Prompt(
        purpose=ask.purpose,
        speaker=ask.speaker,
        system=_fill_template(purpose.files, "system", values),
        request=_fill_template(purpose.files, "request", values),
        materials=parts.materials,
        result=purpose.result,
        tier=persona.tier,
        model=persona.model,
        max_tokens=purpose.max_tokens,
        seconds=purpose.seconds,
        facts=parts.facts,
        nonce=nonce,
    )


def with_words(found: Iterable[Material], cached: int) -> tuple[Material, ...]:
    """`found` without those that say nothing; an empty artifact stays. Cached up to the one at index `cached`."""
    return tuple(
        Material(m.name, m.text, m.kind, cache=index == cached)
        for index, m in enumerate(found)
        if m.text.strip() or m.kind == "artifact"
    )


def _fill_template(files: Path, part: str, values: Mapping[str, str]) -> str:
    return _load_template(files.with_name(f"{files.name}.{part}.md")).substitute(values).strip()


@cache
def _load_template(file: Path) -> Template:
    return Template(file.read_text(encoding="utf-8"))
