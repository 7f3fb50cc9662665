"""Whether voices blend: a count of tell-tale words, and nothing more (ERR-ELAB-004, C42). Pure; it only warns.

It knows what a persona's markers, keywords and forbidden patterns look like and nothing of what a text means: a good
contribution may fool it, and so may a bad one. People decide, on the page for blind attribution (NFR-002).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

import regex  # type: ignore[import-untyped]

from personas.voice import MAX_SEARCHED, forbidden_in

MIN_WORDS = 25
MOST_PER_KEYWORD = 2
AHEAD = 2.0
"""How much more another voice has to show before it is worth a warning; a single word proves nothing."""

COMMITTEE = (
    "we should consider",
    "a balanced approach",
    "pros and cons",
    "the right balance",
    "both perspectives",
    "all perspectives",
    "a holistic view",
    "moving forward",
    "as a team",
    "on the same page",
    r"/\b(great|excellent|valid) (points?|questions?|insights?)\b/",
    r"/\bwe (all|both) (agree|want the same)\b/",
    r"/\bit('s| is) important (to|that)\b/",
    r"/\bI agree with (everyone|everybody|all of you|both)\b/",
)


class Voiced(Protocol):
    """Anything with a persona's words: a PersonaText, a Persona, a PersonaVersion."""

    @property
    def name(self) -> str: ...
    @property
    def markers(self) -> Sequence[str]: ...
    @property
    def forbidden(self) -> Sequence[str]: ...
    @property
    def keywords(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class BlendWarning:
    """`key` said the text at `index` of its own. kind: "other" (sounds like `quote`, a persona's name), or
    "committee" (says `quote`)."""

    key: str
    index: int
    kind: Literal["other", "committee"]
    quote: str

    @property
    def sentence(self) -> str:
        if self.kind == "other":
            return f"Has more of {self.quote}'s words than of its own."
        return f"Says “{self.quote}”, which anybody at the table could have said."


def blend_warnings(
    texts_by_persona: Mapping[str, Sequence[str]], voices: Mapping[str, Voiced]
) -> list[BlendWarning]:
    """What sounds like somebody else or like nobody. Both by the persona's key; a text below 25 words says too
    little to judge, and so does one of a persona without a voice in `voices`."""
    return [
        warning
        for key, texts in texts_by_persona.items()
        for index, text in enumerate(texts)
        for warning in _blend_warnings(text, key, index, voices)
    ]


def voice_evidence(text: str, voice: Voiced) -> float:
    """Points for a voice: one per marker shown, one per keyword and a half for its repeat, less two per pattern
    that it forbids itself."""
    searched = text[:MAX_SEARCHED]
    words = sum(_keyword_hits(keyword, searched) for keyword in voice.keywords)
    shown = len(forbidden_in(searched, voice.markers))
    return shown + words - 2 * len(forbidden_in(searched, voice.forbidden))


def _blend_warnings(text: str, key: str, index: int, voices: Mapping[str, Voiced]) -> Iterable[BlendWarning]:
    for hit in forbidden_in(text, COMMITTEE):
        yield BlendWarning(key, index, "committee", hit.quote)
    if key not in voices or len(text.split()) < MIN_WORDS:
        return
    own = voice_evidence(text, voices[key])
    others = {other: voice_evidence(text, voice) for other, voice in voices.items() if other != key}
    if others:
        closest = max(others, key=lambda other: others[other])
        if others[closest] >= own + AHEAD:
            yield BlendWarning(key, index, "other", voices[closest].name)


def _keyword_hits(keyword: str, text: str) -> float:
    times = min(len(_keyword_pattern(keyword).findall(text)), MOST_PER_KEYWORD)
    return (times + 1) / 2 if times else 0.0


@lru_cache(maxsize=1024)
def _keyword_pattern(keyword: str) -> "regex.Pattern[str]":
    """A keyword as a whole word or phrase, in the singular or a simple plural."""
    *first, last = (regex.escape(word) for word in keyword.split())
    ending = f"{last[:-1]}(?:y|ies)" if last.lower().endswith("y") else f"{last}(?:s|es)?"
    return regex.compile(r"(?<!\w)" + r"\s+".join([*first, ending]) + r"(?!\w)", regex.IGNORECASE)
