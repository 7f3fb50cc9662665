"""A second look at what a session came to, before any of it counts, whatever its kind. Pure.

Whoever looks can hold something back or say it closer to its source; what it calls said is checked by code as before.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from reviews.language.matching import flatten_text
from reviews.language.wording import join_with_and

NOT_LOOKED_AT = "Nobody has taken a second look at this"
_UNSAID = "A second look says that nobody said {}"
_APART = re.compile(r"…|\.{3}")
"""Stands between several places of one thing."""
NO_LOOKS = " Your last reply looked at nothing: there has to be one entry in `looks` for each number."


@cache
def error_list() -> str:
    """What makes something unsaid, whatever the kind of session: the part that the prompts of all looks share."""
    return Path(__file__).with_name("second_look.errors.md").read_text(encoding="utf-8").strip()


def given_looks(data: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    """The looks of a structured answer, by the number of what each is about."""
    return {
        int(look["number"]): look for look in data.get("looks") or () if str(look.get("number")).isdigit()
    }


def tell_unsaid(words: str) -> str:
    """What is against something of which a second look says that nobody said these `words`, of one place or several."""
    return _UNSAID.format(join_with_and([f"“{part}”" for part in _parts(words)]))


def has_words(text: str, words: str) -> bool:
    """Whether `text` has these words, whatever their marks, or those of one of several places; no text has none."""
    flat = flatten_text(text)
    return any(flatten_text(part) in flat for part in _parts(words))


def _parts(words: str) -> list[str]:
    return [part.strip() for part in _APART.split(words) if part.strip()]
