"""What a person picks of two options that were put to them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.offline.tension import FavouredSide
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading import lookup

_CHOOSES = re.compile(
    r"\b(?:go(?:ing)? (?:with|for)|take|choose|prefer|pick|keep|settle|decid\w+|agree with|with (?:the )?\w+|is right"
    r"|matters more|the (?:first|second|former|latter))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PickedOption:
    """What a person picked of two options that were put to them, by the numbers of both turns."""

    option: str
    other: str
    said: Turn
    put: Turn


def choice_of(table: Table, said: Turn) -> PickedOption | None:
    """What `said` picks of the disagreement that was put to people last, None when it picks nothing."""
    put = next((t for t in reversed(table.log) if t.what == "disagreement" and t.number < said.number), None)
    held = next((t for t in reversed(table.log) if t.disagreement and put and t.number < put.number), None)
    if put is None or held is None or people.is_question(said.text):
        return None
    mine, theirs = side(held, "mine").option, side(held, "theirs").option
    names = (held.first_name, first_name(table, str(held.disagreement.get("other") or "")))
    marks = [_marks(said.text, option, name) for option, name in zip((mine, theirs), names, strict=True)]
    if marks[0] == marks[1]:
        return None
    first = marks[0] > marks[1]
    return PickedOption(*((mine, theirs) if first else (theirs, mine)), said, put)


def side(held: Turn, name: str) -> FavouredSide:
    """One side of a disagreement, "mine" or "theirs", as its turn has it."""
    found = held.disagreement.get(name)
    known = found if isinstance(found, Mapping) else {}
    option, reason = str(known.get("option") or ""), str(known.get("reason") or "")
    return FavouredSide(option, reason, str(known.get("brief") or option))


def first_name(table: Table, key: str) -> str:
    """What the persona with this key is called."""
    person = table.setup.seat(key)
    return person.first_name if person else key


def _marks(text: str, option: str, name: str) -> float:
    """How clearly a message speaks for an option: by its words, or by the name of whoever favours it."""
    flat = text.casefold()
    terms = lookup.terms_of(option) | set(re.findall(r"\d+", option))
    said = set(lookup.stems(text)) | set(re.findall(r"\d+", text))
    named = bool(name) and bool(re.search(rf"\b{re.escape(name.casefold())}\b", flat))
    by_name = (
        1.0
        if named and _CHOOSES.search(text) and not re.match(rf"\W*{re.escape(name)}\b\W", text, re.I)
        else 0.0
    )
    return len(terms & said) / max(1, len(terms)) + by_name
