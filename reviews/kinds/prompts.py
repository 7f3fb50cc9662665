"""What the prompts of every machine share: the files beside their kind, and how they become a Prompt. Pure but for
reading those files.

What code knows goes into the system text and the request. What others wrote (notes, answers, messages, topics, file
names) only ever goes into materials, which providers fence (A7).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
    must bring, how many tokens that may get, and how many seconds it may take. `shares`: the files whose system text
    it has instead, so that calls for several purposes begin alike."""

    files: Path
    result: type[BaseModel] | None
    max_tokens: int = 4096
    seconds: float = 600.0
    shares: Path | None = None

    @property
    def file_names(self) -> tuple[Path, Path]:
        """The file of the system text, and that of the request."""
        system = self.shares or self.files
        return system.with_name(f"{system.name}.system.md"), self.files.with_name(
            f"{self.files.name}.request.md"
        )


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
    system, request = purpose.file_names
    values = {"persona": persona.text.strip(), "fences": nonce_rule(nonce), **parts.values}
    return Prompt(
        purpose=ask.purpose,
        speaker=ask.speaker,
        system=_load_template(system).substitute(values).strip(),
        request=_load_template(request).substitute(values).strip(),
        materials=parts.materials,
        result=purpose.result,
        tier=persona.tier,
        model=persona.model,
        max_tokens=purpose.max_tokens,
        seconds=purpose.seconds,
        facts=parts.facts,
        nonce=nonce,
    )


def lay_out_materials(
    fixed: Iterable[Material],
    growing: Sequence[Material],
    fresh: Iterable[Material],
    in_common: int | None,
) -> tuple[Material, ...]:
    """All of them in the order in which a cache reaches far, without those that say nothing; an empty artifact stays.

    fixed: the same in every call of the session; growing: only ever added to; fresh: different in each call.
    in_common: how many of the growing ones a call within five minutes has too, before or after this one. Then there
    are marks behind these and behind the fixed ones. None when there is no such call: a mark that nobody reads costs.
    """
    first = _mark_last(fixed, in_common is not None)
    shared = _mark_last(growing[: in_common or 0], in_common is not None)
    return (*first, *shared, *_mark_last([*growing[in_common or 0 :], *fresh], False))


def _mark_last(found: Iterable[Material], marked: bool) -> list[Material]:
    """Those that say something, with a mark behind the last one if `marked`."""
    kept = [m for m in found if m.text.strip() or m.kind == "artifact"]
    return [replace(m, cache=marked and m is kept[-1]) for m in kept]


@cache
def _load_template(file: Path) -> Template:
    return Template(file.read_text(encoding="utf-8"))
