"""The facts of a text: what would be wrong if it were another one. Figures, dates, names, links, quotations."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from reviews.language.quotation_marks import quotation_pattern
from reviews.language.sourcing.dates import Moment, find_moments
from reviews.language.sourcing.links import find_links
from reviews.language.sourcing.names import NameWords, find_names, find_parties
from reviews.language.sourcing.plain_text import blank_spans, keep_words
from reviews.language.sourcing.quantities import Quantity, find_quantities, number_words

FactKind = Literal[
    "figure",
    "amount",
    "percentage",
    "date",
    "name",
    "party",
    "link",
    "host",
    "email",
    "file",
    "account",
    "version",
    "quote",
]
_QUOTE = quotation_pattern(0, 600, across_lines=True)
_TURNED_QUOTE = re.compile(r"»([^«»]{0,600})«")
_SHORTEST_QUOTE = 8
"""Characters; what is shorter is read all the same, so that its marks are not taken for those of another one."""
_VERSION = re.compile(
    r"(?<![\w.])(?:v\d{1,4}(?:\.\d{1,6}){0,3}|\d{1,3}(?:\.\d{1,2}(?!\d)){2,3})(?![\w/-]|\.\w)", re.IGNORECASE
)
_CODE = re.compile(r"(?<![\w.,])\d{1,4}([A-Z]{2,10})(?!\w)")
_FEWEST_QUOTED = 3
"""Words; what is shorter is a term."""


@dataclass(frozen=True)
class Fact:
    """One fact of a text.

    `text`: as it stands; `start`, `end`: where (code points); `value`: the normalised form, the same for every way to
    write it ("9000 EUR/month", "2027-03-01"); `meaning`: what that is made of, or the value itself.
    """

    kind: FactKind
    text: str
    start: int
    end: int
    value: str
    meaning: Quantity | Moment | NameWords | str


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    kind: FactKind
    meaning: Quantity | Moment | NameWords | str


def find_facts_in(
    plain: str, language: str, known: Collection[str], text: str, offset: int
) -> tuple[Fact, ...]:
    """The facts of one unmarked sentence, in order. `text`: the whole text, in which it stands at `offset`;
    `known`: folded words of names that are no facts."""
    found: list[_Found] = [*_quotes(text[offset : offset + len(plain)])]
    rest = plain
    for start, end, kind, value in find_links(plain):
        found.append(_Found(start, end, kind, value))  # type: ignore[arg-type]
    rest = blank_spans(rest, [(one.start, one.end) for one in found if one.kind != "quote"])
    moments = find_moments(rest)
    rest = blank_spans(rest, [(start, end) for start, end, _ in moments])
    versions = [found.span() for found in _VERSION.finditer(rest)]
    found += [_Found(start, end, "version", rest[start:end].lstrip("vV")) for start, end in versions]
    rest = blank_spans(rest, versions)
    quantities = find_quantities(blank_spans(rest, _codes(rest)))
    found += [_Found(start, end, "date", moment) for start, end, moment in moments]
    found += [_Found(start, end, _kind_of(quantity), quantity) for start, end, quantity in quantities]
    for_names = _keep_place(rest, [(start, end) for start, end, _ in quantities])
    names = find_names(for_names, language, known)
    parties = find_parties(for_names)
    inside = {place for start, end, _ in parties for place in range(start, end)}
    found += [_Found(start, end, "party", words) for start, end, words in parties]
    found += [_Found(start, end, "name", words) for start, end, words in names if end - 1 not in inside]
    return tuple(_as_fact(one, text, offset) for one in sorted(found, key=lambda one: (one.start, -one.end)))


def _codes(plain: str) -> list[tuple[int, int]]:
    """The places of names that begin with a figure ("3PS"), which is none by itself."""
    return [found.span() for found in _CODE.finditer(plain) if not number_words(found[1])]


def _kind_of(quantity: Quantity) -> FactKind:
    kinds: dict[str, FactKind] = {"percentage": "percentage", "amount": "amount"}
    return kinds.get(quantity.kind, "figure")


def _keep_place(plain: str, spans: list[tuple[int, int]]) -> str:
    """`plain` with figures replaced by a mark that begins no name and ends one."""
    parts, last = [], 0
    for start, end in spans:
        parts += [plain[last:start], "=" * (end - start)]
        last = end
    return "".join(parts) + plain[last:]


def _quotes(written: str) -> Iterable[_Found]:
    """The quotations of a text with the marks as they are written, which tell where one begins and where one ends."""
    for match in [*_QUOTE.finditer(written), *_TURNED_QUOTE.finditer(written)]:
        flat = keep_words(match[1])
        if len(match[1]) >= _SHORTEST_QUOTE and len(flat.split()) >= _FEWEST_QUOTED:
            parts = [keep_words(part) for part in re.split(r"…|\.{3}|\[\.\.\.\]", match[1])]
            yield _Found(match.start(), match.end(), "quote", "\n".join(part for part in parts if part))


def _as_fact(one: _Found, text: str, offset: int) -> Fact:
    start, end = offset + one.start, offset + one.end
    value = one.meaning if isinstance(one.meaning, str) else one.meaning.value
    return Fact(one.kind, " ".join(text[start:end].split()).strip("*`"), start, end, value, one.meaning)
