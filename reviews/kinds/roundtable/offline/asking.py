"""A person's question at a roundtable: what it asks for, the passage of the notes that answers it, else the nearest."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.quotable import Quotable, figures_in, quotable_lines, weigh_terms
from reviews.kinds.roundtable.offline.table import Table
from reviews.language.phrases import phrases
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage

_WORDS = phrases(__file__, "asks", gap=" ")
_SAYS, _UNDER = (_WORDS.table(name, whole=True) for name in ("says", "under"))
_WANTS, _GIVES = (_WORDS.table(name, whole=True) for name in ("wants", "gives"))
_TOPICS = _WORDS.words.texts("topics")
_DAY = _WORDS.compile(rf"\b(?:\d{{1,2}} {_WORDS.any_of('month')}|{_WORDS.any_of('month')} \d{{1,2}}\b)")
_NAME = re.compile(r"(?<=[a-z,(:] )[A-Z][a-z]+(?: [A-Z][a-z]+)?\b")
_CASE = _WORDS.compile(r"\b(?:if|when|while|unless|(?P<lacks>without)|during)\b(?P<case>[^?.!;]{3,200})")
_LACKS = _WORDS.whole("lacks")
_WHY_NOT = _WORDS.compile(rf"^\W{{0,200}}{_WORDS.any_of('why_not')}\b")
_AGAINST, _TURNED_DOWN = _WORDS.whole("against"), _WORDS.whole("turned_down")
_ANSWERS, _NEAR, _WHOLLY = 0.65, 0.6, 0.75
_MOST_OF_CASE, _MOST_OF_QUESTION = 0.6, 0.85
"""The share of the words which have to stand in an answer: of the case that a question is about, and of a question that
wants nothing in particular."""
_FEWEST, _LIGHT = 2, 0.3
"""Words that a question what happens is told by, and how little such a word may weigh."""
_ASKED_BY = frozenset(
    lookup.stems("happen happens happened work works mean means become becomes done matter matters")
)
"""What a question is asked by and no answer need repeat."""
_LONG = 40
"""Words above which a passage is a worse answer than a shorter one."""


@dataclass(frozen=True)
class Found:
    """What the notes have on a question. place: the passage that answers it or, when `is_near`, the nearest one that
    does not; None for none. part: the part that any notes should have and that is asked for, such as "cost"; "" for a
    question in words of its own."""

    place: Passage | None
    is_near: bool
    part: str = ""

    @property
    def answer(self) -> Passage | None:
        return None if self.is_near else self.place


def look_up(table: Table, text: str, but_not: tuple[Passage, ...] = ()) -> Found:
    """What the notes have on the question `text`, without passages that were quoted already."""
    words = people.words_of(text)
    part = people.part_asked(text)
    known = {place.quote for place in but_not}
    lines = [line for line in quotable_lines(table.known) if line.place.quote not in known]
    if part:
        rest = weigh_terms(people.PARTS_ASKED[part].sub(" ", _DAY.sub(" ", words)))
        return _look_up_part(
            table, lines, part, rest, {" ".join(day.lower().split()) for day in _DAY.findall(words)}
        )
    return _look_up_words(lines, words)


def _look_up_part(
    table: Table, lines: list[Quotable], part: str, rest: Mapping[str, float], days: set[str]
) -> Found:
    """What the notes have on something that is asked of any notes; `rest`: what else the question is about; `days`: the
    days that it names."""
    topic = table.settled.get(_TOPICS.get(part, ""))
    best: tuple[float, Quotable] | None = None
    near: tuple[float, Quotable] | None = None
    for line in lines:
        share = line.covers(rest)
        under = any(map(_UNDER[part].search, line.titles[-2:]))
        is_told = bool(topic and topic.quote == line.place.quote) and (under or not rest or share >= _NEAR)
        says = bool(_SAYS[part].search(line.plain)) + 1.0 * is_told
        names_day = any(day in line.plain.lower() for day in days)
        on_a_day = bool(days) and bool(_DAY.search(line.plain))
        points = (
            says
            + 1.5 * under
            + 2 * share
            + 3 * names_day
            + on_a_day
            - max(0, len(line.plain.split()) - _LONG) / 20
        )
        fits = says and (under or says > 1 or line.covers(rest, above=0.0) >= _ANSWERS)
        if fits and (names_day or not days) and (best is None or points > best[0]):
            best = points, line
        if (says and under and (not rest or share >= _NEAR)) or ((says or under) and share >= _ANSWERS):
            near = (points, line) if near is None or points > near[0] else near
    if best:
        return Found(best[1].place, is_near=False, part=part)
    is_near = near is not None and _is_near(lines, near[1], rest)
    return Found(near[1].place if near and is_near else None, is_near=True, part=part)


def _look_up_words(lines: list[Quotable], words: str) -> Found:
    """What the notes have on a question in words of its own: all that it is about, and what it wants, such as a
    figure."""
    terms = weigh_terms(words)
    if not terms and (told := _figures_told(lines, words)):
        place = next((line.place for line in lines if told <= line.figures), None)
        return Found(place, is_near=False)
    if not terms:
        terms = {stem: lookup.weight(stem) for stem in people.telling_stems(words)}
    want = next((name for name, pattern in _WANTS.items() if pattern.search(words)), "")
    if want == "event" and len(terms) < _FEWEST:
        lighter = (stem for stem in lookup.stems(words) if lookup.weight(stem) > _LIGHT and stem not in terms)
        terms |= {stem: lookup.weight(stem) for stem in lighter}
    rarest = max(terms, key=lambda term: (terms[term], term), default="")
    asked = _CASE.search(words)
    case, lacks = (_case_stems(asked["case"]), bool(asked["lacks"])) if asked else (frozenset(), False)
    asked_for = frozenset() if want or len(terms) < _FEWEST else _case_stems(words) - _ASKED_BY
    everyday = {stem: lookup.weight(stem) for stem in lookup.stems(words)}
    figures, against = _figures_told(lines, words), bool(_WHY_NOT.search(words))
    pairs = people.everyday_pairs(words)
    scored = [(line.covers(terms), line) for line in lines]
    for least in (_ANSWERS, _NEAR):
        fits = [
            (share, line.covers(everyday), -len(line.plain.split()), -at, line)
            for at, (share, line) in enumerate(scored)
            if share >= (_WHOLLY if least == _ANSWERS and not want else least)
            and _is_about(line, terms)
            and people.has_pair(line.plain, pairs)
            and len((line.stems | line.above) & asked_for) >= _MOST_OF_QUESTION * len(asked_for)
            and (
                _is_near(lines, line, terms)
                if least == _NEAR
                else _is_answer(line, rarest, "" if against else want)
                and _has_case(line, case, lacks)
                and figures <= line.figures
                and (not against or _speaks_against(line))
            )
        ]
        if fits:
            return Found(max(fits, key=lambda fit: fit[:4])[4].place, is_near=least == _NEAR)
    return Found(None, is_near=True)


def _figures_told(lines: list[Quotable], words: str) -> frozenset[str]:
    """The figures of a question that the notes have somewhere: what answers it has them too."""
    return figures_in(words) & frozenset().union(*(line.figures for line in lines))


def _is_near(lines: list[Quotable], line: Quotable, terms: Mapping[str, float]) -> bool:
    """Whether a line that does not answer a question has the word of it that is rarest in the notes."""
    counts = {term: sum(term in one.stems for one in lines) for term in terms}
    return not terms or min(terms, key=lambda term: (counts[term], -terms[term])) in line.stems


def _has_case(line: Quotable, case: frozenset[str], lacks: bool) -> bool:
    """Whether a line is about the case that is asked for: "when we roll back", "without a name" (`lacks`)."""
    return len((line.stems | line.above) & case) >= _MOST_OF_CASE * len(case) and (
        not lacks or bool(_LACKS.search(line.plain))
    )


def _case_stems(words: str) -> frozenset[str]:
    """What a case is about, its everyday words too."""
    return frozenset(s for s in lookup.stems(words) if lookup.weight(s) > _LIGHT) | weigh_terms(words).keys()


def _speaks_against(line: Quotable) -> bool:
    """Whether a line says what speaks against something, by its words or by those above it."""
    return bool(_AGAINST.search(" ".join((*line.titles, line.lead)))) or bool(_TURNED_DOWN.search(line.plain))


def _is_about(line: Quotable, terms: Mapping[str, float]) -> bool:
    """Whether a line has two words of a question, or the only one."""
    return len((line.stems | line.above) & terms.keys()) >= min(2, len(terms))


def _is_answer(line: Quotable, rarest: str, want: str) -> bool:
    """Whether a line that covers enough of a question answers it: with its rarest word, and with what it wants."""
    gives = not want or bool(
        _GIVES[want].search(f"{line.plain} {line.after}" if want == "cause" else line.plain)
    )
    return rarest in line.stems | line.above and (
        gives or (want == "person" and bool(_NAME.search(line.plain)))
    )
