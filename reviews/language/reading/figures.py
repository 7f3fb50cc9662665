"""Figures with what they are about: unit and period, what is counted, the words around, and the part they play (once, a
limit, a goal, today, before), so that two of them can be told to be about one thing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import NUMBER
from reviews.language.reading.topics import content_stems, crude_stem
from reviews.language.sourcing.bounds import bound_of, rhythms_in
from reviews.language.sourcing.computing.derived import derive_quantity
from reviews.language.sourcing.dates import find_moments
from reviews.language.sourcing.plain_text import blank_spans
from reviews.language.sourcing.quantities import Quantity, find_quantities, number_words

_WORDS = phrases(language.__file__, "figures")
_ROLES = _WORDS.table("roles", whole=True)
_MOVES = _WORDS.whole("moves")
_OTHERS = any_case(rf"\b{_WORDS.any_of('others')}\s*$")
_NAMED = any_case(rf"(?:\b{_WORDS.any_of('numbered')}|[#§v])\s*$")
_RHYTHM = any_case(
    rf"\b(?:every|each|once (?:an?|per|every))\s+(?:(?P<count>\d{{1,2}}|two|three|four|six|other)\s+)?"
    rf"(?P<period>{_WORDS.any_of('rhythm')})s?\b|\b(?P<adverb>{_WORDS.any_of('rhythm_adverb')})\b"
)
_RHYTHMS = {name: Decimal(str(days)) for name, days in _WORDS.words.numbers("rhythms").items()}
_COUNTS = {"": 1, "other": 2, "two": 2, "three": 3, "four": 4, "six": 6}
_MEASURES = any_case(rf"\b(?P<thing>[\w-]+(?: [\w-]+)?)\s+{_WORDS.any_of('measures')}\s+(?:\w+\s)?$")
_MEASURED = re.compile(r"\s+(?P<thing>[\w-]+(?: [\w-]+)?)")
_GENERIC = frozenset(map(crude_stem, _WORDS.words.words("generic")))
_ORDINAL = re.compile(r"(?<!\d)\d++(?:st|nd|rd|th)\b")
_VOTES = {"half_vote": Decimal(50), "thirds_vote": Decimal(66), "all_vote": Decimal(100)}
_VOTE = any_case("|".join(rf"\b(?P<{name}>{_WORDS.any_of(name)})" for name in _VOTES))
_TIMES = frozenset(map(crude_stem, _WORDS.words.words("times")))
_PEOPLE = _WORDS.words.vocabulary("plurals")
_COUNTED = re.compile(r"[ \n]{1,2}((?:[a-z][a-z-]{1,24}[ \n]{1,2}){0,2})([a-z][a-z-]{1,24})(?![\w¤/-])")
_NO_NOUN = _WORDS.words.vocabulary("no_noun")
_CLAUSE = re.compile(r"[:;()]")
_NEAR, _WIDE = 70, 150
"""Characters on each side of a figure that are its clause, and that may tell a change or a comparison."""
_NOT_ADDED = ("vote", "rhythm")
_MOST = 20
"""Figures of a sentence that are read."""
_ALIKE = Decimal("0.02")
_ALIKE_ABOUT = Decimal("0.1")


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure of one sentence, which ends, with its unit, at `end`.

    unit: "EUR", "percent", "second", "rhythm" or the stem of what is counted. shown: as it is written, with its unit.
    near: the stems of its clause. of: those of the thing whose length or size it is ("a two-hour outage"), empty when
    that isn't plain. words: the stems of its sentence. roles: the parts it plays. rhythms: how often, for the whole
    sentence. bound: -1 at least, 1 at most. moves: whether a change, a comparison or an example is told around it.
    """

    sentence: Sentence
    end: int
    quantity: Quantity
    unit: str
    shown: str
    near: frozenset[str]
    of: frozenset[str]
    words: frozenset[str]
    roles: frozenset[str]
    rhythms: frozenset[str]
    bound: int
    moves: bool

    @property
    def value(self) -> Decimal:
        """What it comes to, in its unit."""
        return self.quantity.amounts[0]


@lru_cache(maxsize=16)
def figures_of(document: Document) -> tuple[Figure, ...]:
    """The figures of the sentences of `document`, without those of headings and cells; read once."""
    prose = (one for one in document.sentences if one.kind not in ("heading", "table_cell"))
    return tuple(figure for sentence in prose for figure in read_figures(sentence))


def read_figures(sentence: Sentence) -> Iterator[Figure]:
    """The figures of a sentence that have a unit or count something; dates, versions and numbers of parts have none."""
    plain = sentence.plain
    if not NUMBER.search(plain) and not _VOTE.search(plain) and not _RHYTHM.search(plain):
        return
    blanked = blank_spans(plain, [(start, end) for start, end, _ in find_moments(plain)])
    words = content_stems(plain) - _numerals(plain)
    rhythms = rhythms_in(plain)
    for start, quantity, unit, last in list(_units(blanked))[:_MOST]:
        if (not quantity.unit and _OTHERS.search(plain, max(0, start - 30), start)) or _NAMED.search(
            plain, max(0, start - 30), start
        ):
            continue
        clause, around = _clause(plain, start, last)
        near = content_stems(clause) - _numerals(clause) - _TIMES - {unit}
        yield Figure(
            sentence, last, quantity, unit, " ".join(plain[start:last].split()), near,
            _measured(plain, start, last) if quantity.unit else frozenset(), words,
            _roles_of(around), rhythms, bound_of(plain, start),
            bool(_MOVES.search(plain, max(0, start - _WIDE), last + _WIDE)),
        )  # fmt: skip


def _units(plain: str) -> Iterator[tuple[int, Quantity, str, int]]:
    """Each figure with its unit: (start, quantity, unit, where the unit ends)."""
    for vote in _VOTE.finditer(plain):
        value = _VOTES[vote.lastgroup or ""]
        yield vote.start(), Quantity((value,), (value,), "vote"), "vote", vote.end()
    for rhythm in _RHYTHM.finditer(plain):
        count = rhythm["count"] or ""
        times = Decimal(_COUNTS[count] if count in _COUNTS else int(count) if count.isdigit() else 1)
        days = _RHYTHMS[(rhythm["period"] or rhythm["adverb"]).lower()] * times
        yield rhythm.start(), Quantity((days,), (days,), "rhythm"), "rhythm", rhythm.end()
    for start, end, quantity in find_quantities(plain):
        if quantity.unit:
            yield start, quantity, quantity.unit, end
        elif counted := _COUNTED.match(plain, end):
            words = [*counted[1].split(), counted[2]]
            noun = next((word for word in words if _is_plural(word)), "")
            if noun and not any(word in _NO_NOUN for word in words[: words.index(noun)]):
                yield start, quantity, crude_stem(noun), plain.index(noun, end) + len(noun)


def _is_plural(word: str) -> bool:
    return word in _PEOPLE or (word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3)


def _numerals(plain: str) -> frozenset[str]:
    words = number_words(plain)
    return words | frozenset(map(crude_stem, words))


def _clause(plain: str, start: int, end: int) -> tuple[str, str]:
    """The words near a figure as far as its clause goes, and those that tell its part."""
    first = plain.find(" ", start - _NEAR) if start > _NEAR else 0
    last = plain.rfind(" ", end, end + _NEAR) if end + _NEAR < len(plain) else len(plain)
    before = _CLAUSE.split(plain[first:start])[-1]
    after = _CLAUSE.split(plain[end:last])[0]
    return f"{before} {after}", f"{before[-50:]} # {after[:30]}"


def _measured(plain: str, start: int, end: int) -> frozenset[str]:
    """The stems of what a figure with a unit is the length or size of."""
    before = _MEASURES.search(plain, max(0, start - 60), start)
    behind = _MEASURED.match(plain, end) if "-" in plain[start:end] else None
    found = behind or before
    stems = content_stems(found["thing"]) if found else frozenset()
    return frozenset() if stems <= _GENERIC else stems


def _roles_of(around: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _ROLES.items() if pattern.search(around))


_BOUND, _BOUNDS = frozenset({"limit"}), frozenset({"limit", "trip"})
_SAID_BY_UNIT = {"rhythm": frozenset({"each"})}


def can_be_one(a: Figure, b: Figure) -> bool:
    """Whether two figures in one unit play the same part, so that they may be told of one thing."""
    other = (a.roles ^ b.roles) - _SAID_BY_UNIT.get(a.unit, frozenset())
    # A bound that is broken contradicts what is told without one.
    may_differ = (
        _BOUNDS if a.bound == b.bound != 0 else _BOUND if bool(a.bound) != bool(b.bound) else frozenset()
    )
    if a.unit != b.unit or other - may_differ:
        return False
    mine, theirs = a.quantity.period, b.quantity.period
    return mine == theirs or (not mine and theirs in a.rhythms) or (not theirs and mine in b.rhythms)


def differ(a: Figure, b: Figure) -> bool:
    """Whether the values of two figures of one thing can't both be true: not rounded, bounded or worked out from each
    other and their sentences' other figures."""
    if set(a.quantity.amounts) & set(b.quantity.amounts):
        return False
    low, high = sorted((a.value, b.value))
    is_count = not a.quantity.unit
    slack = _ALIKE_ABOUT if a.quantity.about or b.quantity.about else Decimal(0) if is_count else _ALIKE
    if high and (high - low) <= slack * high:
        return False
    return not (_is_within(a, b) or _is_within(b, a)) and not _follows(a, b) and not _follows(b, a)


def _is_within(bounded: Figure, other: Figure) -> bool:
    """Whether one is a bound that the other keeps."""
    gap = other.value - bounded.value
    return bool(bounded.bound) and not other.bound and (gap < 0) == (bounded.bound > 0)


def _follows(a: Figure, b: Figure) -> bool:
    """Whether one is worked out from the other and what else the two sentences tell."""
    if a.unit in _NOT_ADDED:
        return False
    told = (*_quantities_told(a.sentence.plain[:400]), *_quantities_told(b.sentence.plain[:400]))
    others = [q for q in told if q.amounts != a.quantity.amounts]
    return bool(derive_quantity(a.quantity, others, strict=True, anchors=[b.quantity]))


# Each figure is held against dozens of its neighbours.
@lru_cache(maxsize=256)
def _quantities_told(plain: str) -> tuple[Quantity, ...]:
    return tuple(quantity for _, _, quantity in find_quantities(_ORDINAL.sub(" ", plain)))
