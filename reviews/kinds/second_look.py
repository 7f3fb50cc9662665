"""A second look at what a session came to, before any of it counts, whatever its kind. Pure.

Whoever looks can hold something back or say it closer to its source; what it calls said is checked by code as before.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from reviews.language.matching import flatten_text

NOT_LOOKED_AT = "Nobody has taken a second look at this"
UNSAID = "A second look says that nobody said “{}”"
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


def has_words(text: str, words: str) -> bool:
    """Whether `text` has these words, whatever their marks; no text has none."""
    return bool(words) and flatten_text(words) in flatten_text(text)
