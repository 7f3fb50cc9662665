"""Whether a sentence says only what its sources say. Told by code; what code can't compare is "not checked".

Figures, dates, amounts, names, links, files and quotations have to stand in the author's notes, in people's messages
or in topics, or follow from one or two figures that do. What is said to be decided needs somebody who decided it.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date

from reviews.language.decision_intent import is_decision
from reviews.language.sourcing.compare import (
    NearLine,
    clause_of,
    comparable,
    deciding_lines,
    near_lines,
    opposing_line,
    swapped_fact,
    swapped_name,
    words_beside,
)
from reviews.language.sourcing.dates import Moment, quarter_of
from reviews.language.sourcing.decisions import leaves_open, read_decision
from reviews.language.sourcing.derived import derive_quantity
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.links import find_hosts
from reviews.language.sourcing.lookup import find_fact
from reviews.language.sourcing.plain_text import find_words, flatten_text, fold_word
from reviews.language.sourcing.quantities import PERIODS, Quantity
from reviews.language.sourcing.quotations import person_who_said, source_of_parts
from reviews.language.sourcing.sources import ClaimSource, SourceIndex, SourceLine, index_sources
from reviews.language.sourcing.statements import Statement, known_words, read_statements
from reviews.language.sourcing.support import FactPlace, Support, SupportStatus, say_computed
from reviews.language.wordlists import read_words

_SENTENCES = read_words(__file__, "sentences")
_SPEAKS = _SENTENCES.vocabulary("speaks")
_INTRODUCES = re.compile(
    rf"(?:{'|'.join(_SENTENCES.words('introduces'))})[ ](?:{'|'.join(_SENTENCES.words('how'))})"
    r"(?![^\W_])[^:.;,]{0,60}:[ .]*",
    re.IGNORECASE,
)
MOST_WORDS = 0.5
"""The share of content words that has at least to stand in the sources."""
_MOST_QUOTES = 50
_QUOTATION = re.compile('[“„«"]((?:[^“”„«»"\n]|\n(?![ \t]*\n)){1,2000}+)[”“»"]')
_SHORTEST_SHARED = 4
_LINE = re.compile(r"(?m)^[ \t>*+-]*([^\n]+)$")
_MOST_STATEMENTS = 200
"""Sentences of one claim whose words are compared; of the others the facts alone."""
_NEAREST = 3
"""Lines that the words of one sentence may come from."""


@dataclass
class _Verdict:
    """What is found out about a claim so far."""

    missing: list[Fact] = field(default_factory=list)
    computed: list[str] = field(default_factory=list)
    passages: list[FactPlace] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    against: list[SourceLine] = field(default_factory=list)
    only_personas: bool = False
    unchecked: bool = False
    words: int = 0
    found: int = 0
    extra: list[str] = field(default_factory=list)
    quotes: int = 0
    quoted: bool = False
    """Whether the claim quotes notes or people word for word."""
    said: list[str] = field(default_factory=list)
    """Decisions of people that the claim quotes."""
    places: dict[tuple[str, str], dict[int, Fact | None]] = field(default_factory=dict)
    """The lines of each fact that was looked up, by number."""


def find_facts(text: str, known: Collection[str] = ()) -> tuple[Fact, ...]:
    """The facts of `text` in order. `known`: names (of the roster, the team, the document) that are none."""
    return tuple(fact for one in read_statements(text, known_words(known)) for fact in one.facts)


def check_claim(
    claim: str,
    sources: Sequence[ClaimSource],
    *,
    known: Collection[str] = (),
    today: date | None = None,
    noted: bool = False,
) -> Support:
    """How far `claim` (a point, a verdict line, an edit, an answer) says only what `sources` say.

    `known`: names that need no source. `today`: completes dates without a year. `noted`: the first line of the claim
    stands in a list of decisions, so that every sentence of it says that something is decided. For several claims over
    the same sources use `check_claims`.
    """
    return read_sources(sources, known).check(claim, today=today, noted=noted)


def check_claims(
    claims: Sequence[str], sources: Sequence[ClaimSource], *, known: Collection[str] = ()
) -> tuple[Support, ...]:
    """`check_claim` for several claims; the sources are read once, in time linear in their length."""
    read = read_sources(sources, known)
    return tuple(map(read.check, claims))


@dataclass(frozen=True)
class ReadSources:
    """Sources that were read once, for any number of claims. `known`: folded words of names that need no source."""

    index: SourceIndex
    known: frozenset[str]

    def check(self, claim: str, *, today: date | None = None, noted: bool = False) -> Support:
        """What `check_claim` says of `claim`."""
        return _check_one(claim, self.index, self.known, today, noted)


def read_sources(sources: Sequence[ClaimSource], known: Collection[str] = ()) -> ReadSources:
    """Read `sources`, in time linear in their length; `known`: names that need no source."""
    words = known_words(known)
    return ReadSources(index_sources(sources, words), words)


def told_hosts(sources: Sequence[ClaimSource]) -> frozenset[str]:
    """The hosts that links and addresses of the sources lead to; personas' turns vouch for none."""
    return frozenset().union(*(find_hosts(source.text) for source in sources if source.kind != "turn"))


def foreign_hosts(text: str, sources: Sequence[ClaimSource]) -> tuple[str, ...]:
    """The hosts that links and addresses of `text` lead to and that no source names, sorted."""
    return tuple(sorted(find_hosts(text) - told_hosts(sources)))


def _check_one(
    claim: str, index: SourceIndex, known: frozenset[str], today: date | None, noted: bool
) -> Support:
    verdict = _Verdict()
    claim = _without_quoted(claim, index, verdict)
    statements = read_statements(claim, known)
    placed: list[tuple[Statement, list[NearLine], list[Fact], dict[Fact, SourceLine]]] = []
    verdict.unchecked = len(statements) > _MOST_STATEMENTS
    for number, statement in enumerate(statements):
        near = near_lines(statement, index) if number < _MOST_STATEMENTS else []
        lost, lines = _place_facts(statement, near, index, today, verdict)
        placed.append((statement, near, lost, lines))
    operands = _sourced_quantities(placed)
    for number, (statement, near, lost, lines) in enumerate(placed):
        derived = _derive_facts(statement, near, lost, operands, verdict)
        if number >= _MOST_STATEMENTS:
            continue
        _check_words(statement, near, index, lines, derived, verdict, known)
        _check_decision(claim, statement, index, noted, verdict)
    return _conclude(claim, verdict)


def _without_quoted(claim: str, index: SourceIndex, verdict: _Verdict) -> str:
    """The claim with blanks where it quotes notes or people word for word, and where a line is what a person said: what
    is said about a quotation is compared, not the quotation with itself."""
    for found in list(_LINE.finditer(claim))[:_MOST_STATEMENTS]:
        if source := person_who_said(found[1], index):
            claim = _blanked(claim, found, source, verdict)
    for found in list(_QUOTATION.finditer(claim))[:_MOST_QUOTES]:
        parts = [flat for part in found[1].split("…") if (flat := flatten_text(part))]
        if parts and (source := source_of_parts(parts, index, trusted=True)):
            claim = _blanked(claim, found, source, verdict)
    return claim


def _blanked(claim: str, found: re.Match[str], source: ClaimSource, verdict: _Verdict) -> str:
    words = found[1].strip()
    fact = Fact("quote", words, found.start(), found.end(), flatten_text(words), words)
    verdict.passages.append(FactPlace(fact, source, 0, len(source.text), words))
    verdict.quoted = True
    verdict.said += [words] if source.kind == "person" and is_decision(words) else []
    return claim[: found.start()] + " " * len(found[0]) + claim[found.end() :]


def _place_facts(
    statement: Statement, near: list[NearLine], index: SourceIndex, today: date | None, verdict: _Verdict
) -> tuple[list[Fact], dict[Fact, SourceLine]]:
    """Find each fact in the sources. Returns those that are not there, and the nearest lines of the others."""
    lost: list[Fact] = []
    lines: dict[Fact, SourceLine] = {}
    for fact in statement.facts:
        if fact.kind == "party" and not _party_counts(statement):
            continue
        if fact.kind == "quote":
            _place_quote(fact, index, verdict)
            continue
        if (fact.kind, fact.value) not in verdict.places:
            verdict.places[fact.kind, fact.value] = dict(reversed(find_fact(fact, index, today)))
        places = verdict.places[fact.kind, fact.value]
        if not places and not _stands_apart(fact, index):
            lost.append(fact)
            continue
        if places:
            number = next((one.number for one in near if one.number in places), min(places))
            verdict.passages.append(_as_place(fact, index.lines[number], places[number]))
            lines[fact] = index.lines[number]
    return lost, lines


def _party_counts(statement: Statement) -> bool:
    """Whether a body in a sentence decides or says something there, and so has to be one of the sources."""
    words = {fold_word(found[0]) for found in find_words(statement.plain)}
    if words & _SPEAKS:
        return True
    return read_decision(statement.plain, statement.negations, statement.language) is not None


def _stands_apart(fact: Fact, index: SourceIndex) -> bool:
    """Whether the words of a name stand in the sources, if not in one line."""
    return fact.kind in ("name", "party") and all(index.names_hold(word) for word in fact.value.split())


def _place_quote(fact: Fact, index: SourceIndex, verdict: _Verdict) -> None:
    """A quotation stands word for word in one source, its parts in order."""
    verdict.quotes += 1
    if verdict.quotes > _MOST_QUOTES:
        verdict.unchecked = True
        return
    if source := source_of_parts(fact.value.split("\n"), index):
        verdict.passages.append(FactPlace(fact, source, 0, len(source.text), fact.text))
    else:
        verdict.missing.append(fact)


def _as_place(fact: Fact, line: SourceLine, found: Fact | None) -> FactPlace:
    start, end = (found.start, found.end) if found else (line.statement.start, line.statement.end)
    text = line.source.asked if line.affirmed else line.source.text
    return FactPlace(fact, line.source, start, end, " ".join(text[start:end].split()))


def _sourced_quantities(
    placed: list[tuple[Statement, list[NearLine], list[Fact], dict[Fact, SourceLine]]],
) -> list[Quantity]:
    """The figures of the claim that stand in the sources: what others may be computed from."""
    return [
        fact.meaning
        for statement, _, lost, _ in placed
        for fact in statement.facts
        if isinstance(fact.meaning, Quantity) and fact not in lost
    ]


def _derive_facts(
    statement: Statement, near: list[NearLine], lost: list[Fact], operands: list[Quantity], verdict: _Verdict
) -> bool:
    """Compute what is missing from what is sourced; what can't be computed is missing. Whether something was."""
    before = len(verdict.computed)
    for fact in lost:
        how = _derive_one(fact, statement, near, operands)
        if how:
            verdict.computed.append(say_computed(how))
        elif not (isinstance(fact.meaning, Quantity) and fact.meaning.as_word):
            verdict.missing.append(fact)
        else:
            _check_count(fact, statement, near, verdict)
    return len(verdict.computed) > before


def _derive_one(fact: Fact, statement: Statement, near: list[NearLine], operands: list[Quantity]) -> str:
    if isinstance(fact.meaning, Moment):
        return _quarter_from_month(fact.meaning, near)
    if not isinstance(fact.meaning, Quantity):
        return ""
    yearly = next(
        (PERIODS[word] for word in _words_of(statement) if PERIODS.get(word) in ("year", "month")), ""
    )
    how = derive_quantity(fact.meaning, operands, yearly)
    for one in near if not how else ():
        beside = [each.meaning for each in one.line.statement.facts if isinstance(each.meaning, Quantity)]
        if one.line.trusted and one.share >= MOST_WORDS:
            how = how or derive_quantity(fact.meaning, beside, yearly)
    return how


def _derive_beside(fact: Fact, sourced: Collection[Fact]) -> str:
    """How a figure that stands somewhere else in the sources follows from the `sourced` ones of its own sentence."""
    others = [each.meaning for each in sourced if isinstance(each.meaning, Quantity) and each != fact]
    return derive_quantity(fact.meaning, others) if isinstance(fact.meaning, Quantity) else ""


def _words_of(statement: Statement) -> list[str]:
    return [fold_word(found[0]) for found in find_words(statement.plain)]


def _quarter_from_month(claimed: Moment, near: list[NearLine]) -> str:
    if not claimed.quarter:
        return ""
    for one in near:
        for fact in one.line.statement.facts if one.line.trusted else ():
            found = fact.meaning
            if not isinstance(found, Moment) or not found.month:
                continue
            if quarter_of(found) == claimed.quarter and claimed.year in (0, found.year):
                return fact.text
    return ""


def _check_count(fact: Fact, statement: Statement, near: list[NearLine], verdict: _Verdict) -> None:
    """A small number in words may be a manner of speaking, unless a source counts the same differently."""
    if swapped_fact(fact, statement, near, None):
        verdict.missing.append(fact)


def _check_words(
    statement: Statement,
    near: list[NearLine],
    index: SourceIndex,
    places: dict[Fact, SourceLine],
    derived: bool,
    verdict: _Verdict,
    known: frozenset[str],
) -> None:
    """Compare what is said of the facts and, without any, what is said at all."""
    if not comparable(statement, index):
        verdict.unchecked = True
        verdict.words += len(statement.words)
        return
    if verdict.quoted and _INTRODUCES.fullmatch(statement.plain):
        return
    held = frozenset().union(
        *(one.line.statement.words | one.line.statement.context_words for one in near[:_NEAREST])
    )
    verdict.words += len(statement.words)
    verdict.found += len(statement.words & held)
    for fact, place in places.items():
        figure = isinstance(fact.meaning, Quantity)
        if fact.kind in ("link", "host", "email", "file", "account", "party") or (derived and figure):
            continue
        clause = clause_of(fact, statement)
        swapped = swapped_fact(fact, statement, near, place) or swapped_fact(fact, clause, near, place)
        if swapped and (how := _derive_beside(fact, places)):
            verdict.computed.append(say_computed(how))
        elif swapped:
            verdict.missing.append(fact)
            verdict.against.append(swapped)
        elif not _stands_beside(fact, statement, place):
            verdict.unchecked = True
    if name := swapped_name(statement, near, index, known):
        verdict.extra.append(name)
    opposing = None if derived else opposing_line(statement, near, index)
    if opposing:
        verdict.against.append(opposing)


def _stands_beside(fact: Fact, statement: Statement, place: SourceLine) -> bool:
    """Whether anything else of the sentence stands in the line that a fact was found in."""
    rest = words_beside(fact, statement)
    return len(rest) < 2 or bool(rest & (place.statement.words | place.statement.context_words))


def _check_decision(
    claim: str, statement: Statement, index: SourceIndex, noted: bool, verdict: _Verdict
) -> None:
    is_item = noted and "\n" not in claim[: statement.start]
    claimed = read_decision(statement.plain, statement.negations, statement.language, is_item)
    if claimed is None or leaves_open(statement.plain):
        return
    if any(_speak_of_the_same(said, statement) for said in verdict.said):
        return
    can_compare = comparable(statement, index)
    lines = list(deciding_lines(claimed, statement, index, can_compare))
    trusted = [compared for line, compared in lines if line.trusted]
    if any(trusted):
        return
    if trusted:
        verdict.unchecked = True
        return
    verdict.undecided.append(" ".join(claim[statement.start : statement.end].split()))
    verdict.only_personas = verdict.only_personas or bool(lines)


def _speak_of_the_same(said: str, statement: Statement) -> bool:
    """Whether a person's decision that a claim quotes shares a figure or a word of some length with the claim."""
    words = {fold_word(found[0]) for found in find_words(said)} & {*_words_of(statement)}
    return any(word.isdigit() or len(word) >= _SHORTEST_SHARED for word in words)


def _conclude(claim: str, verdict: _Verdict) -> Support:
    covered = verdict.found / verdict.words if verdict.words else 1.0
    ordered = sorted(verdict.missing, key=lambda fact: fact.start)
    missing = tuple(dict.fromkeys([*(fact.text for fact in ordered), *verdict.extra]))
    status: SupportStatus = "supported"
    if missing or verdict.undecided or verdict.against:
        status = "unsupported"
    elif verdict.unchecked or covered < MOST_WORDS:
        status = "not_checked"
    elif verdict.computed:
        status = "computed"
    return Support(
        status,
        missing,
        tuple(dict.fromkeys(verdict.computed)),
        tuple(verdict.passages),
        tuple(verdict.undecided),
        verdict.only_personas,
        tuple(dict.fromkeys(verdict.against)),
        round(covered, 3),
    )
