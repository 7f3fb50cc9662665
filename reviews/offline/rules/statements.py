"""Statements that contradict each other.

Looks for what is not meant to be done and is proposed elsewhere ("not intended to deprecate any …", "we propose to
deprecate …"), for what is never so and is told to have happened ("no data was lost", "it deleted the data"), for "none"
under open questions beside a point that is still open, for what people can do today and is planned elsewhere, and for
one thing that is said to be mandatory and optional, or public and private. Needs the same verb and the same thing on
both sides. Leaves alone conditions, questions, side clauses, and what other times and other ways are said to do.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.parts import is_nothing
from reviews.language.reading.passages import is_open_points
from reviews.language.reading.topics import content_stems, crude_stem, stem_overlap
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "statements")
_INTENDS_NOT, _INTENDS = _WORDS.whole("intends_not"), _WORDS.whole("intends")
_IS_NOT, _ALL, _UNLIKE = _WORDS.whole("is_not"), _WORDS.whole("all"), _WORDS.whole("unlike")
_IS_SO = any_case(r"\b(?:is|are|was|were|been)\s+(?:\w+ly\s+|always\s+|also\s+)?(?P<verb>\w+)")
_NEVER = _WORDS.whole("never")
_NEGATED, _CONDITION = _WORDS.whole("negated"), _WORDS.whole("condition")
_SUPPOSED, _ELSEWHERE = _WORDS.whole("supposed"), _WORDS.whole("elsewhere")
_OPEN, _PLAN, _PLANNED_UNDER = (_WORDS.whole(key) for key in ("open", "plan", "planned_under"))
_CAN = _WORDS.whole("can")
_IS = any_case(r"\b(?:is|are|be|remains?|stays?)\s+(?:always\s+|strictly\s+|now\s+)?(\w+)")
_DONE_BY = any_case(
    r"\b(?:is|are|be|been|was|were)\s+(?:\w+\s+)?(?P<verb>\w+(?:ed|wn|ken|ten|ept|ent|ld))\s+by\s+"
    r"(?:the\s+|an?\s+|our\s+|its\s+)?(?P<by>[\w-]+(?:\s+[\w-]+){0,2})"
)
_NO_THING = any_case(
    r"\bno\s+(?P<thing>(?:[\w-]+\s+){1,4}?)(?:is|are|was|were|has been|have been|gets?|will be)\s+"
    r"(?:ever\s+)?(?P<verb>\w+)"
)
_WORD = re.compile(r"[a-zA-Z][\w'’-]+")
_ADVERB = _WORDS.whole("adverbs")
_WEAK = _WORDS.words.vocabulary("weak")
_ONE_OF = {form: forms[0] for forms in _WORDS.words.sentences("same_deed").values() for form in forms}
_PREDICATES = {
    word: (group, side)
    for group, sides in _WORDS.words.sentences("predicates").items()
    for side in sides
    for word in side.split("|")
}
_CLAUSE = re.compile(r"[,;:()–—]|\b(?:but|although|while|because|so that|unless|if|when)\b")
Degree = Literal["not meant", "never", "not so"]
_REACH = 30
"""Sentences with a verb that one is held against: the latest ones."""

_Pair = tuple[Sentence, Sentence]


@dataclass(frozen=True, eq=False)
class _Deed:
    """A clause that denies a verb: its stem, the stems of the clause without it, and the stem of what it is denied of
    in every case ("no data was …"), "" when somebody only means not to do it. degree: whether it is not meant,
    never so, or not so."""

    sentence: Sentence
    verb: str
    things: frozenset[str]
    of_all: str
    degree: Degree


def find(document: Document) -> Iterator[Finding]:
    """Each sentence at most once, and each pair once."""
    told: set[int] = set()
    for other, here in _pairs(document):
        if here is not other and not {here.index, other.index} <= told and here.index not in told:
            told |= {here.index, other.index}
            yield finding_about(
                "statement_conflict", here, 0.75, line=other.line, other=few_words(other.text)
            )


def _pairs(document: Document) -> Iterator[_Pair]:
    """Two sentences that contradict each other, the one to look at last."""
    prose = [one for one in document.sentences if one.kind in ("paragraph", "list_item") and _is_told(one)]
    yield from _denied_deeds(prose)
    yield from _none_open(document, prose)
    yield from _not_yet(prose)
    yield from _opposites(prose)
    yield from _done_by_others(prose)


def _is_told(sentence: Sentence) -> bool:
    """Whether a sentence says how the matter itself is: no question, and not under problems or other ways."""
    return not sentence.plain.rstrip().endswith("?") and not _is_elsewhere(sentence.section.path)


@lru_cache(maxsize=256)
def _is_elsewhere(titles: tuple[str, ...]) -> bool:
    return any(_ELSEWHERE.search(title) for title in titles[1:] or titles)


def _denied_deeds(prose: list[Sentence]) -> Iterator[_Pair]:
    """What is denied in one place and told in another: first all that is denied, then what has its verb."""
    denied: dict[str, list[_Deed]] = defaultdict(list)
    for sentence in prose:
        for deed in _denials(sentence):
            denied[deed.verb].append(deed)
    for sentence in prose if denied else ():
        if _CONDITION.search(sentence.plain):
            continue
        for clause in _CLAUSE.split(sentence.plain):
            words = _WORD.findall(clause)
            for verb in {_deed_of(word) for word in words} & denied.keys():
                for deed in denied[verb][-_REACH:]:
                    apart = deed.sentence is not sentence
                    if deed.degree == "not so" and not deed.of_all:
                        apart = deed.sentence.block is not sentence.block and not _UNLIKE.search(
                            sentence.plain
                        )
                    if apart and _is_claimed(clause, deed):
                        yield _in_order(deed.sentence, sentence)


def _in_order(a: Sentence, b: Sentence) -> tuple[Sentence, Sentence]:
    return (a, b) if a.index < b.index else (b, a)


def _denials(sentence: Sentence) -> Iterator[_Deed]:
    if _CONDITION.search(sentence.plain):
        return
    for clause in _CLAUSE.split(sentence.plain):
        if match := _NO_THING.search(clause):
            thing, verb = match["thing"].split()[-1], match["verb"]
        elif match := _INTENDS_NOT.search(clause) or _NEVER.search(clause) or _IS_NOT.search(clause):
            thing, verb = "", next(iter(_WORD.findall(clause[match.end() :])), "")
        else:
            continue
        is_plain = match.re is _IS_NOT
        if is_plain and (_UNLIKE.search(sentence.plain) or not content_stems(clause[: match.start()])):
            continue
        if len(verb) > 3 and verb.lower() not in _WEAK and not _SUPPOSED.search(clause):
            things = _things(clause, _deed_of(verb))
            yield _Deed(sentence, _deed_of(verb), things, _stem(thing), _degree(match.re))


def _stem(word: str) -> str:
    """A stem in which "plug" and "plugging" are one."""
    short = crude_stem(word.lower())
    return short[:-1] if len(short) > 3 and short[-1] == short[-2] else short


@lru_cache(maxsize=20_000)
def _deed_of(word: str) -> str:
    """What a verb comes to: its stem, and one word for those that say the same."""
    low = word.lower()
    return _ONE_OF.get(low) or _stem(low)


def _things(clause: str, verb: str) -> frozenset[str]:
    """The stems of a clause without its verb."""
    return frozenset(
        map(_stem, content_stems(" ".join(w for w in _WORD.findall(clause) if _deed_of(w) != verb)))
    )


@lru_cache(maxsize=256)
def _things_told(clause: str, verb: str) -> frozenset[str]:
    """The same of a clause that neither denies nor supposes, else nothing."""
    return frozenset() if _NEGATED.search(clause) or _SUPPOSED.search(clause) else _things(clause, verb)


def _is_claimed(clause: str, deed: _Deed) -> bool:
    """Whether a clause tells what is denied of the same thing."""
    things = _things_told(clause, deed.verb)
    shared = len(things & deed.things)
    if not shared:
        return False
    if deed.of_all:
        return deed.of_all in things and (shared > 1 or len(deed.things) == 1)
    if deed.degree == "not so":
        least = 1 if _ALL.search(clause) else 2
        smaller, larger = sorted((things, deed.things), key=len)
        fits = smaller <= larger and len(smaller) >= least and (least == 2 or things <= deed.things)
        return fits and any(_deed_of(match["verb"]) == deed.verb for match in _IS_SO.finditer(clause))
    is_said = deed.degree == "never" or bool(_INTENDS.search(clause))
    return is_said and shared >= 2 and stem_overlap(things, deed.things) >= 0.5


def _degree(pattern: re.Pattern[str]) -> Degree:
    return "not meant" if pattern is _INTENDS_NOT else "never" if pattern is _NEVER else "not so"


def _none_open(document: Document, prose: list[Sentence]) -> Iterator[_Pair]:
    """ "None" under open questions, and a point that the text leaves open."""
    listed: dict[int, list[Sentence]] = defaultdict(list)
    under = {one.index for one in document.sections if one.level and is_open_points(one)}
    for sentence in document.sentences:
        if sentence.kind != "heading" and sentence.section.index in under:
            listed[sentence.section.index].append(sentence)
    hollow = [below[0] for below in listed.values() if len(below) == 1 and is_nothing(below[0].text)]
    if hollow:
        others = (one for one in prose if one.section.index not in under)
        if still := next((one for one in others if _OPEN.search(one.plain)), None):
            yield still, hollow[0]


def _not_yet(prose: list[Sentence]) -> Iterator[_Pair]:
    """Plans to let people do something, and the sentence that says that they can."""
    can: dict[str, list[tuple[Sentence, frozenset[str]]]] = defaultdict(list)
    for sentence in prose:
        if (
            (match := _CAN.search(sentence.plain))
            and not _PLAN.search(sentence.plain)
            and not _is_under_plans(sentence)
        ):
            verb = _deed_of(next(iter(_WORD.findall(sentence.plain[match.end() :])), ""))
            before = _CLAUSE.split(sentence.plain[: match.end()])[-1]
            can[verb].append(
                (sentence, _things(before + sentence.plain[match.end() : match.end() + 90], verb))
            )
    for sentence in prose if can else ():
        if not _is_under_plans(sentence) or not _PLAN.search(sentence.plain):
            continue
        for verb in {_deed_of(word) for word in _WORD.findall(sentence.plain)} & can.keys():
            stems = _things(sentence.plain, verb)
            for told, things in can[verb][-_REACH:]:
                if len(things & stems) >= 2:
                    yield sentence, told


def _is_under_plans(sentence: Sentence) -> bool:
    return any(_PLANNED_UNDER.search(title) for title in sentence.section.path)


def _opposites(prose: list[Sentence]) -> Iterator[_Pair]:
    """One thing with two predicates that exclude each other."""
    said: dict[frozenset[str], list[tuple[Sentence, str, str]]] = defaultdict(list)
    for sentence in prose:
        for clause in _CLAUSE.split(sentence.plain):
            match = _IS.search(clause)
            pair = _PREDICATES.get(match[1].lower()) if match else None
            if not match or not pair or _NEGATED.search(clause) or _SUPPOSED.search(clause):
                continue
            subject = content_stems(clause[: match.start()])
            if subject:
                for earlier, group, side in said[subject][-_REACH:]:
                    if group == pair[0] and side != pair[1]:
                        yield earlier, sentence
                said[subject].append((sentence, *pair))


def _done_by_others(prose: list[Sentence]) -> Iterator[_Pair]:
    """One deed that is said to be done by two parties, of which neither has a word of the other."""
    said: dict[tuple[str, frozenset[str]], list[tuple[Sentence, frozenset[str]]]] = defaultdict(list)
    for sentence in prose:
        for match in _DONE_BY.finditer(sentence.plain):
            before = _CLAUSE.split(sentence.plain[: match.start()])[-1]
            subject = content_stems(_ADVERB.sub(" ", before))
            party = content_stems(match["by"])
            if (
                len(subject) < 2
                or not party
                or _CONDITION.search(sentence.plain)
                or _NEGATED.search(sentence.plain)
            ):
                continue
            same = said[_deed_of(match["verb"]), subject]
            for earlier, other in same[-_REACH:]:
                if not party & other:
                    yield earlier, sentence
            same.append((sentence, party))
