"""Figures that contradict each other.

Looks for two sentences about the same thing that give different figures in the same unit. "The same
thing" means that most content words of the shorter one come back in the other. Leaves alone changes (from
30 to 45), comparisons, ranges, examples, bounds next to each other, and sentences that stand side by
side, which are usually a list of cases.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import MONTH
from reviews.language.reading.topics import content_stems, crude_stem, stem_overlap
from reviews.offline.finding import Finding, contradiction
from reviews.offline.rules import dates

_WORDS = phrases(offline.__file__, "numbers")
_VALUES = _WORDS.words.texts("values")
_CURRENCIES = _WORDS.words.texts("currencies")
_NUMERALS = frozenset(crude_stem(word) for word in _VALUES) | frozenset(_VALUES)
_NO_THING = _NUMERALS | frozenset(map(crude_stem, _WORDS.words.words("times")))
"""What says when or how often, and not what a figure is about."""
_FIGURE = any_case(
    r"(?<![\w.#$/-])(?P<sign>[$€£])?(?P<number>\d[\d,]*(?:\.\d+)?|"
    + "|".join(_VALUES)
    + r")(?![\w-]*[\d.]\d)"
    r"(?:\s?(?P<times>k|thousand|m|million|bn|billion)\b)?\s?(?P<unit>%|(?:\w+\s+)??[a-z]{1,20})(?![\w¤])",
)
_MONTH = any_case(MONTH)
_MOVES = _WORDS.whole("moves")
_OTHERS = any_case(rf"\b{_WORDS.any_of('others')}\s*$")
_NEAR = 70
_REACH = 60


@dataclass(frozen=True)
class Figure:
    """A number with its unit, the words around it, and its sentence: all its words, and whether it tells a change."""

    value: str
    unit: str
    shown: str
    sentence: Sentence
    near: frozenset[str]
    words: frozenset[str]
    moves: bool


def find(document: Document) -> Iterator[Finding]:
    """One finding per later sentence that contradicts an earlier one. What the rule on dates sees is left to it, and of
    a day of a month that comes again only the first is told."""
    by_unit: dict[str, list[Figure]] = defaultdict(list)
    for sentence in document.sentences:
        for figure in _find_figures(sentence):
            by_unit[figure.unit].append(figure)
    told: set[int] = set()
    seen_as_dates = {clash.sentences for clash in dates.find_clashes(document)}
    for unit, figures in by_unit.items():
        found = _conflicting_figures(figures)
        for earlier, later in _days_once(found, seen_as_dates) if _MONTH.fullmatch(unit) else found:
            if later.sentence.index not in told:
                told.add(later.sentence.index)
                yield contradiction(
                    "number_conflict", later.shown, later.sentence, earlier.shown, earlier.sentence
                )


def _conflicting_figures(figures: list[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Pairs that contradict each other. Three values or more for one thing are a series, not a slip."""
    for position, later in enumerate(figures):
        around = figures[max(0, position - _REACH) : position + _REACH]
        against = [figure for figure in around if _figures_contradict(figure, later)]
        one_other = len({figure.value for figure in against}) == 1
        if one_other and against[0].sentence.index < later.sentence.index:
            yield against[0], later


def _days_once(
    found: Iterable[tuple[Figure, Figure]], seen_as_dates: Collection[frozenset[int]]
) -> Iterator[tuple[Figure, Figure]]:
    """Days of a month that contradict each other, without those `seen_as_dates` and each pair of one event once."""
    told: dict[frozenset[str], list[Figure]] = defaultdict(list)
    for earlier, later in found:
        same = told[frozenset({earlier.value, later.value})]
        again = any(_are_near(later, one) for one in same[-_REACH:])
        if not again and frozenset({earlier.sentence.index, later.sentence.index}) not in seen_as_dates:
            same.append(later)
            yield earlier, later


def _are_near(a: Figure, b: Figure) -> bool:
    """Whether two figures stand among the same words."""
    return stem_overlap(a.near, b.near) >= 0.6 and len(a.near & b.near) >= 2


def _find_figures(sentence: Sentence) -> Iterator[Figure]:
    if sentence.kind == "heading":
        return
    moves = bool(_MOVES.search(sentence.plain))
    words = content_stems(sentence.block.row or sentence.plain) - _NUMERALS
    for match in list(_FIGURE.finditer(sentence.plain))[:20]:
        if _OTHERS.search(sentence.plain[: match.start()]):
            continue
        number = match["number"].lower()
        unit = _CURRENCIES.get(match["sign"], match["unit"].split()[-1].lower()).rstrip("s")
        value = _VALUES.get(number, number.replace(",", "").rstrip(".")) + (match["times"] or "").lower()
        near = words if sentence.kind == "table_cell" else content_stems(_words_around(sentence.plain, match))
        shown = match["sign"] + number if match["sign"] else " ".join(match.group().split())
        yield Figure(value, unit, shown, sentence, near - _NO_THING - {unit, crude_stem(unit)}, words, moves)


def _words_around(plain: str, match: re.Match[str]) -> str:
    """The words near a figure, as far as the clause between colons or semicolons goes."""
    before = re.split(r"[:;]", plain[max(0, match.start() - _NEAR) : match.start()])[-1]
    after = re.split(r"[:;]", plain[match.end() : match.end() + _NEAR])[0]
    return f"{before} {after}"


def _figures_contradict(a: Figure, b: Figure) -> bool:
    if a.value == b.value or a.sentence is b.sentence or (len(a.unit) < 2 and a.unit != "%"):
        return False
    if a.sentence.kind == b.sentence.kind == "table_cell":
        return False
    if a.moves or b.moves:
        return _repeats_sentence(a, b)
    if a.sentence.section is not b.sentence.section and a.near == b.near and len(a.words) < 4:
        return False  # The same short line under different headings is said of different things.
    return _are_near(a, b)


def _repeats_sentence(a: Figure, b: Figure) -> bool:
    """Whether one sentence is the other again but for the figure."""
    return stem_overlap(a.words, b.words) >= 0.85 and len(a.words & b.words) >= 5
