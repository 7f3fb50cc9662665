"""Where the notes themselves pull two ways, so that two lenses can read them differently.

Two forms are known: two figures for one thing, one in the part that specifies it and one that another passage speaks
for; and something left out although the notes say why people want it. Both sides are words of the notes. Without both
there is no disagreement.
"""

import re
from dataclasses import dataclass

from reviews.kinds.roundtable.offline.remark import WEIGHTS, Remark
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.results import Side
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage, is_statement, passage, shown
from reviews.offline.study import Study

_WORDS = phrases(__file__, "notes", gap=" ")
_CAUTION, _SPECIFIES = _WORDS.whole("caution"), _WORDS.whole("specifies")
_LEFT_OUT = any_case(
    r"\b(?:leave[s]?\s+out|left\s+out|exclud(?:es?|ed|ing)|(?:won['’]t|will\s+not|do(?:es)?\s+not)\s+"
    r"(?:support|offer|include|cover|touch))\s+(?P<what>[^,.;:]{3,60}?),?\s+(?:although|even\s+though|though)\s+"
    r"(?P<pro>[^.;:]{8,140}?)(?::|,?\s+because|;)\s*(?P<con>[^.]{8,200})\."
)
_TWICE = 2


@dataclass(frozen=True)
class Tension:
    """`first` is the side of whoever makes the point and says `line`; `second` that of a persona of `against`."""

    line: str
    first: Side
    second: Side
    against: str


def _side_of(option: str, reason: str) -> Side:
    return Side(option=option, reason=reason, brief=option)


def find_tension(remark: Remark, table: Table) -> Tension | None:
    """The two sides of a point, None when the notes do not support both."""
    if remark.kind == "conflict":
        return _two_figures(remark, table)
    return _in_or_out(remark, table) if remark.kind == "exclusion" else None


def exclusion_remarks(one: Study) -> list[Remark]:
    """What a document leaves out although it says itself why people want it."""
    found = []
    for sentence in one.document.sentences[:4000]:
        if is_statement(sentence) and (match := _LEFT_OUT.search(sentence.text)):
            terms = tuple(shown(match[name]) for name in ("what", "pro", "con"))
            place = passage(one.document, sentence)
            found.append(Remark("exclusion", place, WEIGHTS["exclusion"], terms=terms))
    return found[:1]


def _two_figures(remark: Remark, table: Table) -> Tension | None:
    """The figure that another passage cautions for, against the one in the section that specifies the thing."""
    if remark.other is None or len(remark.terms) != 2:
        return None
    ways = ((remark.place, remark.terms[0]), (remark.other, remark.terms[1]))
    specified = [way for way in ways if _SPECIFIES.search(way[0].section)]
    if len(specified) != 1:
        return None
    place, figure = specified[0]
    careful = next(other for _, other in ways if other != figure) if ways[0][1] != ways[1][1] else ""
    caution = _cautioning_passage(table, remark, _CAUTION)
    if not (caution and careful and _figure_value(careful) < _figure_value(figure)):
        return None
    why = f"the notes warn “{caution.shown(20)}” ({table.at(caution)})"
    return Tension(
        f"I lean to {careful}, because {why}.",
        _side_of(careful, why),
        _side_of(figure, f"it stands {table.at(place)}, the part that specifies the behaviour"),
        "interface",
    )


def _figure_value(figure: str) -> float:
    digits = re.search(r"\d+(?:[.,]\d+)?", figure)
    return float(digits[0].replace(",", ".")) if digits else 0.0


def _cautioning_passage(table: Table, remark: Remark, cue: re.Pattern[str]) -> Passage | None:
    """The passage on the same matter that cautions most, neither of the two that contradict each other."""
    known = (remark.quote, remark.other.quote if remark.other else "")
    terms = lookup.terms_of(remark.quote)
    found = []
    for one in table.indexes:
        for entry in one.entries:
            strength = len(cue.findall(entry.sentence.plain))
            shared = sum(lookup.weight(term) for term in terms if term in entry.counts)
            if strength >= _TWICE and shared and entry.sentence.text not in known:
                found.append(
                    (strength + shared, -entry.sentence.index, passage(one.document, entry.sentence))
                )
    return max(found, key=lambda entry: entry[:2], default=(0, 0, None))[2]


def _in_or_out(remark: Remark, table: Table) -> Tension | None:
    what, pro, con = (*remark.terms, "", "", "")[:3]
    if not (what and pro and con):
        return None
    return Tension(
        f"“{pro}” is a reason to take {what} in",
        _side_of(f"taking {what} in", pro),
        _side_of(f"leaving {what} out", con),
        "tradeoff",
    )
