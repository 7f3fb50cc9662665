"""A question that may be put to any notes (what it costs, who owns it, what could go wrong): the passage that speaks to
the part of the notes that it asks for."""

from collections.abc import Mapping

from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.nearest import CLEARLY_NEAR, MOST_PASSAGES, NEAR, nearest_passages
from reviews.kinds.roundtable.offline.quotable import Quotable, quotable_lines
from reviews.kinds.roundtable.offline.table import Table
from reviews.language.phrases import phrases
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage

_WORDS = phrases(__file__, "asks", gap=" ")
_SAYS, _UNDER = (_WORDS.table(name, whole=True) for name in ("says", "under"))
_TOPICS = _WORDS.words.texts("topics")
_DAY = _WORDS.compile(rf"\b(?:\d{{1,2}} {_WORDS.any_of('month')}|{_WORDS.any_of('month')} \d{{1,2}}\b)")
_ANSWERS, _NEAR = 0.65, 0.6
"""The share of what else a question is about that a passage has: by itself, or below a title that names the part."""
_LONG = 40
"""Words above which a passage is a worse answer than a shorter one."""


def passages_on(table: Table, text: str) -> list[Passage]:
    """At most three passages of the notes on a question: the one on the part of any notes that it asks for, then those
    that come nearest in meaning."""
    place = _part_passage(table, text)
    near = nearest_passages(table.known, people.words_of(text), CLEARLY_NEAR if place else NEAR)
    found = [*([place] if place else []), *near]
    return list({one.quote: one for one in found}.values())[:MOST_PASSAGES]


def _part_passage(table: Table, text: str) -> Passage | None:
    part, words = people.part_asked(text), people.words_of(text)
    if not part:
        return None
    asked = people.PARTS_ASKED[part].sub(" ", _DAY.sub(" ", words))
    rest = {stem: lookup.weight(stem) for stem in lookup.terms_of(asked)}
    days = {" ".join(day.lower().split()) for day in _DAY.findall(words)}
    scored = [(_points(table, line, part, rest, days), line) for line in quotable_lines(table.known)]
    points, best = max(scored, key=lambda entry: entry[0], default=(0.0, None))
    return best.place if best and points > 0 else None


def _points(table: Table, line: Quotable, part: str, rest: Mapping[str, float], days: set[str]) -> float:
    """How well a passage speaks to a part; 0 when it does not. `rest`: what else the question is about; `days`: the
    days that it names."""
    share = line.covers(rest)
    topic = table.settled.get(_TOPICS.get(part, ""))
    is_under = any(map(_UNDER[part].search, line.titles[-2:]))
    is_told = bool(topic and topic.quote == line.place.quote) and (is_under or not rest or share >= _NEAR)
    says = bool(_SAYS[part].search(line.plain)) + 1.0 * is_told
    if not says or (days and not any(day in line.plain.lower() for day in days)):
        return 0.0
    if not (is_under or says > 1 or line.covers(rest, above=0.0) >= _ANSWERS):
        return 0.0
    return max(0.1, says + 1.5 * is_under + 2 * share - max(0, len(line.plain.split()) - _LONG) / 20)
