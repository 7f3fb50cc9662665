"""Who at the table looks at what: the family of a persona's lens, and whose a point is.

Three families have words of their own: what it is worth to people ("value"), what it takes and risks ("tradeoff"), and
how exactly it is specified ("interface"). Any other persona ("own") looks through its keywords.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Seat
from reviews.language.prose import vocabulary
from reviews.language.reading import lookup

VALUE, TRADEOFF, INTERFACE, OWN = "value", "tradeoff", "interface", "own"
FAMILIES = (VALUE, TRADEOFF, INTERFACE, OWN)
_SHIPPED = {"business-analyst": VALUE, "solutions-architect": TRADEOFF, "system-designer": INTERFACE}
_WORDS = {
    VALUE: "user customer business value need benefit stakeholder product owner criteria market analyst people why",
    TRADEOFF: "feasibility architect architecture tradeoff trade-off risk option cost scale technology blast radius",
    INTERFACE: "interface contract error schema data specification designer handling test module api validation",
}
_CLOSE = 2
_LETTERS = re.compile(r"[^\W\d_]{3,}")


@lru_cache(maxsize=64)
def lens_family(person: Seat) -> str:
    """The family of a persona's lens: the shipped ones have theirs, others the one that most of their words name."""
    if person.key in _SHIPPED:
        return _SHIPPED[person.key]
    met = _met(" ".join((person.lens, person.role, *person.keywords)))
    best = max(met, key=lambda name: met[name])
    return best if met[best] > _CLOSE and list(met.values()).count(met[best]) == 1 else OWN


@lru_cache(maxsize=64)
def sought_words(person: Seat) -> tuple[str, ...]:
    """What a persona with a lens of its own looks for in the notes: its keywords, or else the words of its lens."""
    small = vocabulary("and or of the a an for in on with")
    return person.keywords or tuple(
        dict.fromkeys(word for word in _LETTERS.findall(person.lens.lower()) if word not in small)
    )


@lru_cache(maxsize=64)
def sought_stems(person: Seat) -> frozenset[str]:
    """The stems of the words that pull a persona in."""
    words = vocabulary("and or of the a for in")
    said = " ".join((*person.keywords, person.lens)).lower()
    return frozenset(stem for stem in lookup.stems(said) if stem not in words)


def owner_of(remark: Remark, table: Table) -> str:
    """The key of the persona whose lens a point falls under: exactly one, always the same."""
    if remark.owner:
        return remark.owner
    home = home_of(remark)
    claims = [(_claim(one, remark, home), -place, one.key) for place, one in enumerate(table.setup.cast)]
    return max(claims)[2]


def home_of(remark: Remark) -> str:
    """The family that a point belongs to."""
    if remark.kind != "question":
        return remark.wording.lens
    met = _met(remark.text)
    return max(met, key=lambda name: met[name])


def _claim(person: Seat, remark: Remark, home: str) -> float:
    kind = lens_family(person)
    met = len(sought_stems(person) & set(lookup.stems(f"{remark.quote} {remark.section} {remark.text}")))
    if kind == OWN:
        return 3.0 if met else 0.5
    return (2.0 if kind == home else 1.0 if kind == _NEXT[home] else 0.0) + min(met, 4) / 10


_NEXT = {VALUE: TRADEOFF, TRADEOFF: INTERFACE, INTERFACE: TRADEOFF}


def _met(text: str) -> dict[str, int]:
    """How many words of each family a text has."""
    stems = set(lookup.stems(text))
    return {name: len(stems & set(lookup.stems(words))) for name, words in _WORDS.items()}


def touched_keywords(person: Seat, texts: Iterable[str]) -> list[str]:
    """Which of a persona's keywords occur in these texts."""
    stems = {stem for text in texts for stem in lookup.stems(text)}
    return [word for word in person.keywords if set(lookup.stems(word)) & stems]
