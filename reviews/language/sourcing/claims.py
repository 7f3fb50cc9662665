"""Whether a sentence says only what its sources say. Told by code; what code can't compare is "not checked".

A sentence is supported when it is copied or quoted, or has all its words and facts in one line that it agrees with;
what is said in other words may mean something else, however many of its words the sources have. Figures, dates,
amounts, names, links, files and quotations have to stand in the author's notes, in people's messages or in topics, or
follow from one or two figures that do. What is said to be decided needs somebody who decided it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from reviews.language.sourcing.commitments.deciders import find_deciders, names_of_deciders, without_deciders
from reviews.language.sourcing.compare import near_lines, speaks_of
from reviews.language.sourcing.computing.following import derive_facts, sourced_quantities
from reviews.language.sourcing.content import content_words, guess_language
from reviews.language.sourcing.contradicting.quoted_parts import without_quoted
from reviews.language.sourcing.contradicting.settings import is_set_apart
from reviews.language.sourcing.contradicting.withdrawn import withdrawn_line
from reviews.language.sourcing.contradicting.wording import stands_as_told
from reviews.language.sourcing.decision_check import check_decision
from reviews.language.sourcing.fact_check import place_facts
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.links import find_hosts
from reviews.language.sourcing.lookup import find_fact
from reviews.language.sourcing.plain_text import find_words, keep_words, unmark_text
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.quotations import restated_line, source_of_parts
from reviews.language.sourcing.same_facts import all_words_of, words_beside
from reviews.language.sourcing.sources import ClaimSource, SourceIndex, index_sources
from reviews.language.sourcing.statements import Statement, known_words, read_statements
from reviews.language.sourcing.support import MOST_WORDS, Support, SupportStatus
from reviews.language.sourcing.word_check import check_words

_MOST_STATEMENTS = 200
"""Sentences of one claim whose words are compared; of the others the facts alone."""
_MOST_FACTS = 1000
"""Facts of one claim; nobody compares more by eye, and each is looked for among those of all sources."""
_MOST_NAMED = 20
"""Missing facts of one claim that are looked for anywhere in the sources."""
_FEWEST_ALONE = 2
"""Words of a claim that tell which notes it is about when no others have them."""
_LONGEST_NEW = 80
_SMALL = 12
"""Counts up to this stand in any text by accident."""


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
    the same sources use `read_sources`.
    """
    return read_sources(sources, known).check(claim, today=today, noted=noted)


@dataclass(frozen=True)
class ReadSources:
    """Sources that were read once, for any number of claims. `known`: folded words of names that need no source.
    `prepared`: whether what a claim says around its facts and quotations was written beforehand, as rules do."""

    index: SourceIndex
    known: frozenset[str]
    prepared: bool = False

    def check(self, claim: str, *, today: date | None = None, noted: bool = False) -> Support:
        """What `check_claim` says of `claim`."""
        return _check_one(claim, self, today, noted)

    def words_nobody_said(self, text: str, *, beside: str) -> str:
        """The words of `text`, from the first to the last, that `beside` does not have, when each of them stands in no
        source; "" when there are none, some stand in one, or the sources are in another language."""
        old, plain = content_words(unmark_text(beside)), unmark_text(text)
        read = ((each, content_words(each[0])) for each in find_words(plain))
        new = [(each, stems) for each, stems in read if stems - old]
        said = any(stem in self.index.by_word for _, stems in new for stem in stems)
        if not new or said or guess_language(plain) not in self.index.languages:
            return ""
        return " ".join(plain[new[0][0].start() : new[-1][0].end()].split())[:_LONGEST_NEW]

    def sources_of(self, claim: str) -> list[tuple[str, frozenset[ClaimSource]]]:
        """For each sentence of `claim` that sources say too, and for each of its facts that stands in some: the
        sentence, and all of these sources."""
        statements = read_statements(claim, self.known)[:_MOST_STATEMENTS]
        if sum(len(statement.facts) for statement in statements) > _MOST_FACTS:
            return []
        return [
            (statement.plain, frozenset(self.index.lines[number].source for number in numbers))
            for statement in statements
            for numbers in [_lines_saying(statement, self.index), *_lines_of_facts(statement, self.index)]
            if numbers
        ]

    def only_note(self, claim: str) -> str:
        """The key of the notes that have half of the content words of `claim`, two at least, when no other notes have
        any; else ""."""
        words, lines = content_words(unmark_text(claim)), self.index.lines
        sources = ([lines[number].source for number in self.index.by_word.get(word, ())] for word in words)
        keys = [{one.key for one in found if one.kind == "notes"} for found in sources]
        having = [found for found in keys if found]
        only = set().union(*having)
        return only.pop() if len(only) == 1 and len(having) >= max(_FEWEST_ALONE, len(words) / 2) else ""


def read_sources(
    sources: Sequence[ClaimSource], known: Collection[str] = (), *, prepared: bool = False
) -> ReadSources:
    """Read `sources`, in time linear in their length; `known`: names that need no source; `prepared`: see
    `ReadSources`."""
    words = known_words(known)
    return ReadSources(index_sources(sources, words), words, prepared)


def told_hosts(sources: Sequence[ClaimSource]) -> frozenset[str]:
    """The hosts that links and addresses of the sources lead to; personas' turns vouch for none."""
    return frozenset().union(*(find_hosts(source.text) for source in sources if source.kind != "turn"))


def _lines_saying(statement: Statement, index: SourceIndex) -> list[int]:
    """The lines that speak of the same as a sentence, by its words beside names."""
    words = statement.words.intersection(*(words_beside(fact, statement) for fact in statement.facts))
    shared = {one.number: len(words & all_words_of(one.line)) for one in near_lines(statement, index)}
    return [number for number, count in shared.items() if count > 1 and speaks_of(count, len(words))]


def _lines_of_facts(statement: Statement, index: SourceIndex) -> list[list[int]]:
    telling = [fact for fact in statement.facts if fact.kind != "party" and not _is_small(fact)]
    return [[number for number, _ in find_fact(fact, index, None)] for fact in telling]


def _is_small(fact: Fact) -> bool:
    told = fact.meaning
    return isinstance(told, Quantity) and (told.as_word or (not told.unit and told.amounts[0] <= _SMALL))


def _check_one(claim: str, read: ReadSources, today: date | None, noted: bool) -> Support:
    found, index, known = Judgement(), read.index, read.known
    written, claim = claim, without_quoted(claim, index, found)
    deciders = find_deciders(claim, index.speakers)
    claim = without_deciders(claim, deciders)
    # In German all nouns are written large; taken for another language, each would be a name.
    language = "de" if index.languages - {""} == {"de"} else ""
    statements = read_statements(claim, known, language=language)
    if deciders:
        statements = tuple(one for one in statements if one.folded_words)
    if sum(len(statement.facts) for statement in statements) > _MOST_FACTS:
        return Support("not_checked", covered=0.0, crowded=True)
    found.unchecked = len(statements) > _MOST_STATEMENTS
    found.statements = statements[:_MOST_STATEMENTS]
    placed: list[PlacedFacts] = []
    restated: set[int] = set()
    for number, statement in enumerate(statements):
        near = near_lines(statement, index) if number < _MOST_STATEMENTS else []
        placed.append(place_facts(statement, near, index, today, found))
        line = restated_line(statement, near)
        if line and not withdrawn_line(statement, near, index) and not (noted and is_set_apart(line)):
            restated.add(number)
            found.worded |= not stands_as_told(placed[-1], line)
    operands = sourced_quantities(placed)
    said_by = names_of_deciders(statements, deciders)
    for number, one in enumerate(placed):
        if number in restated:
            found.words += len(one.statement.words)
            found.held += len(one.statement.words)
            found.lines += [near.line for near in one.near[:1] if not one.lines]
            continue
        derived = derive_facts(one, operands, index, found)
        if number >= _MOST_STATEMENTS:
            continue
        check_words(one, index, derived, known, found)
        by = said_by.get(number, frozenset())
        check_decision(written, one.statement, index, known, noted, found, by)
    found.worded &= not read.prepared
    return _conclude(found, index)


def _conclude(found: Judgement, index: SourceIndex) -> Support:
    covered = found.held / found.words if found.words else 1.0
    covered = 0.0 if found.doubted else covered
    ordered = sorted(found.missing, key=lambda fact: fact.start)
    missing = tuple(dict.fromkeys([*(fact.text for fact in ordered), *found.extra]))
    status: SupportStatus = "supported"
    if missing or found.undecided or found.against or found.thought or found.limited:
        status = "unsupported"
    elif found.unchecked or found.worded or covered < MOST_WORDS:
        status = "not_checked"
    elif found.computed:
        status = "computed"
    return Support(
        status,
        missing,
        tuple(dict.fromkeys(found.computed)),
        tuple(found.passages),
        tuple(found.undecided),
        found.only_personas,
        tuple(dict.fromkeys(found.against)),
        round(covered, 3),
        lines=tuple(found.lines),
        thought=tuple(dict.fromkeys(found.thought)),
        limited=tuple(dict.fromkeys(found.limited)),
        by_personas=tuple(fact for fact in missing[:_MOST_NAMED] if _is_of_personas(fact, index)),
    )


def _is_of_personas(fact: str, index: SourceIndex) -> bool:
    """Whether the words of a fact stand in turns of personas and in nothing else."""
    parts = [flat for part in fact.split("…") if (flat := keep_words(part))]
    found = source_of_parts(parts, index) if parts else None
    return found is not None and source_of_parts(parts, index, trusted=True) is None
