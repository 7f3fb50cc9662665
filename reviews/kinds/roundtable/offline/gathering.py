"""What there is to say about the notes: every point that somebody at a table could raise, with its words and place.

A point is a finding of the reviewer, something that the notes say against their own plan, list as open or leave out
although they say why people want it. Hints are none. Quotes are verbatim.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from reviews.kinds.roundtable.offline.remark import NOWHERE, WEIGHTS, WORDINGS, Remark
from reviews.kinds.roundtable.offline.tension import exclusion_remarks
from reviews.language.reading.passages import Passage
from reviews.offline import places
from reviews.offline.finding import Finding
from reviews.offline.study import Study, is_english, study_text

_KINDS = {finding: kind for kind, wording in WORDINGS.items() for finding in wording.found.split()}
_OWN_POINTS = {"admitted": "admitted", "own_open_points": "todo"}
_MOST_OF_READING = 2


@lru_cache(maxsize=16)
def gather_remarks(notes: tuple[tuple[str, str], ...]) -> tuple[Remark, ...]:
    """Every point about these notes (names and texts), in the order of the notes; none twice."""
    studies = tuple(study_text(text, name) for name, text in notes)
    found = [remark for one in studies for remark in _of_study(one)]
    if is_english(studies):
        found += [remark for one in studies for remark in exclusion_remarks(one)]
    return tuple(_distinct_remarks(found))


def _of_study(one: Study) -> Iterator[Remark]:
    for finding, place in one.usable:
        if kind := _KINDS.get(finding.kind, ""):
            yield from _of_finding(one, kind, finding, place)
    for name, passages in one.own_points.items():
        kind = _OWN_POINTS[name]
        yield from (Remark(kind, place, WEIGHTS[kind]) for place in passages[:_MOST_OF_READING])


def _of_finding(one: Study, kind: str, finding: Finding, place: Passage | None) -> Iterator[Remark]:
    other = places.elsewhere(one.document, finding) if kind == "conflict" else None
    if (kind == "conflict" and other is None) or (kind != "owner" and place is None):
        return
    named = places.conflicting_figures(finding) if other else tuple(places.terms(finding)[:1])
    yield Remark(kind, place or NOWHERE, WEIGHTS[kind] + (finding.confidence - 0.7), other, terms=named)


def _distinct_remarks(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The gravest point of each passage; a point without one stands for itself."""
    by_quote: dict[str, Remark] = {}
    for remark in remarks:
        key = remark.quote or f"\0{remark.kind}"
        if key not in by_quote or remark.weight > by_quote[key].weight:
            by_quote[key] = remark
    return iter(by_quote.values())
