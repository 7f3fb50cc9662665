"""Whether a person's words turn a question away: they refer to another place, put it off, name who may know, or say
that it is not to the point. Pure."""

import re

from reviews.kinds.interview.settling.vocabulary import content_words
from reviews.language.phrases import phrases

_WORDS = phrases(__file__, "turned_away")
_KINDS = {
    name: _WORDS.compile(rf"(?:{_WORDS.any_of('opens')} )*{_WORDS.any_of(name)}")
    for name in ("refers", "defers", "asks", "sends", "beside", "polite")
}
_PART = re.compile(r"[,;:.!?…–—\n]+(?:\s|$)|\s[-–—]+\s")
_LONGEST = 160
"""Characters of a clause that may be nothing but such words."""
_WHAT_TO_DO = "ask"
"""The topic of what the reader is to do: whom to ask may be just that."""


def turns_away(topic: str, plain: str) -> bool:
    """Whether an answer says nothing on what was asked: a part of it turns the question away, and no other one tells
    anything."""
    parts = [" ".join(part.split()) for part in _PART.split(plain[:2_000])]
    left = [part for part in parts if part and not _turns_part_away(topic, part)]
    return len(left) < sum(map(bool, parts)) and not content_words(" ".join(left))


def _turns_part_away(topic: str, part: str) -> bool:
    kinds = (pattern for name, pattern in _KINDS.items() if (topic, name) != (_WHAT_TO_DO, "sends"))
    return len(part) <= _LONGEST and any(pattern.fullmatch(part) for pattern in kinds)
