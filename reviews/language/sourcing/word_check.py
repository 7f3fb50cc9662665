"""What a sentence says of its facts, and whatever else it says, beside the lines of its sources."""

import re
from collections.abc import Sequence

from reviews.language.sourcing.bounds import bound_of, bounds_figures, edge_before, is_loose_bound
from reviews.language.sourcing.commitments.vouching import is_told_left_out
from reviews.language.sourcing.compare import (
    SAME_THING,
    WITHOUT,
    NearLine,
    clause_of,
    opposing_line,
    parts_of,
    swapped_fact,
)
from reviews.language.sourcing.computing.following import MANNER, derive_beside
from reviews.language.sourcing.computing.tables import (
    is_row,
    speaks_of_row,
    stands_under_head,
    stands_under_other_head,
)
from reviews.language.sourcing.content import (
    content_words,
    count_negations,
    first_content_word,
    is_set_aside,
)
from reviews.language.sourcing.contradicting.counts import counted_otherwise
from reviews.language.sourcing.contradicting.differences import is_made_difference
from reviews.language.sourcing.contradicting.excluding import excluding_line, tells_of_other
from reviews.language.sourcing.contradicting.limits import limited_line
from reviews.language.sourcing.contradicting.moods import only_thought_of
from reviews.language.sourcing.contradicting.periods import unsaid_magnitude
from reviews.language.sourcing.contradicting.quoted_parts import names_another
from reviews.language.sourcing.contradicting.rows import belied_comparison, is_total, other_row
from reviews.language.sourcing.contradicting.turned import turned_in_translation, turned_line
from reviews.language.sourcing.contradicting.unsettled import settles_open
from reviews.language.sourcing.contradicting.withdrawn import withdrawn_line
from reviews.language.sourcing.contradicting.wording import NEAREST, keeps_words
from reviews.language.sourcing.dates import Moment
from reviews.language.sourcing.decisions import leaves_open
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.names import only_names, same_name_words
from reviews.language.sourcing.owners import (
    parted_names,
    said_by_another,
    swapped_name,
    unfounded_actor,
    unfounded_owner,
    unheard_name,
)
from reviews.language.sourcing.plain_text import find_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.quotations import LEADS, is_copied_with
from reviews.language.sourcing.same_facts import all_words_of, facts_in, is_equal, is_like, words_beside
from reviews.language.sourcing.sources import SourceIndex, SourceLine, comparable, translated
from reviews.language.sourcing.statements import Statement
from reviews.language.sourcing.support import MOST_WORDS, say_computed
from reviews.language.wordlists import any_word, read_words

_SENTENCES = read_words(__file__, "sentences")
_INTRODUCES = re.compile(
    rf"(?:(?:{'|'.join(_SENTENCES.words('introduces'))})[ ](?:{'|'.join(_SENTENCES.words('how'))})(?![^\W_])"
    rf"|[^:.;,\W][^:.;,]{{0,40}}[ ](?:{'|'.join(_SENTENCES.words('on'))})[ ])[^:.;,]{{0,60}}:[ .]*",
    re.IGNORECASE,
)
_APART = frozenset({"link", "host", "email", "file", "account", "party"})
"""Facts that are compared alone, not with what is said of them."""
_ARGUED, _FEWEST_ARGUED = 0.3, 2
"""The share and the number of words that a line has with a sentence that says the same of a name."""
_MOST_PLACES = 100
_MOST_LOOKED = 300
"""Facts of a claim that are compared with what is said of them; one with more waits for a person."""
_PAIR = re.compile(
    r"(?<![\w.,])\d{1,9}(?:[.,]\d{1,6})?[ \n](?:of|out of|von|sur|de)[ \n]\d{1,9}(?:[.,]\d{1,6})?(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
_PAIR_NEAR = 30
_NAME_BEFORE = re.compile(r"(?<![^\W_])[A-Z]{1,8}-$")
_MOST_AROUND = 20
_NEXT_WORD = 30
_NUMBERED = re.compile(rf"{any_word(_SENTENCES.words('numbered'))}[ \n]$", re.IGNORECASE)
"""In front of a figure that counts nothing: "version 0.3"."""


def check_words(
    placed: PlacedFacts, index: SourceIndex, derived: bool, known: frozenset[str], found: Judgement
) -> None:
    """Compare what is said of the facts and, without any, what is said at all. `derived`: some were computed."""
    statement, near = placed.statement, placed.near
    if not comparable(statement, index):
        found.unchecked = True
        if not translated(statement, index):
            found.words += len(statement.words)
            return
    if another := names_another(statement, index, found) or unsaid_magnitude(statement, near):
        found.extra.append(another)
    if found.quoted and (_INTRODUCES.fullmatch(statement.plain) or only_names(statement.plain, known)):
        return
    held = frozenset().union(
        *(
            one.line.exchange | content_words(one.line.source.speaker)
            if one.line.source.kind == "person"
            else one.line.around
            for one in near[:NEAREST]
        )
    )
    facts = len(placed.lines) + len([fact for fact in placed.lost if fact not in found.missing])
    found.words += len(statement.words) + facts
    found.held += len(statement.words & held) + facts
    found.worded = found.worded or not keeps_words(placed, derived, found)
    if near and not (placed.lines or found.quoted) and _carries_words(near[0]):
        found.lines.append(near[0].line)
    for fact, place in placed.lines.items():
        found.looked += 1
        if found.looked > _MOST_LOOKED:
            found.unchecked = found.doubted = True
            break
        if _is_end_of_name(fact, statement):
            continue
        if fact.kind not in _APART and not (derived and isinstance(fact.meaning, Quantity | Moment)):
            _check_place(fact, place, placed, index, found)
    if not (found.quoted and LEADS.search(statement.plain) and not statement.negations):
        _check_who(statement, near, index, known, found)
        _check_against(placed, index, derived, found)


def _check_who(
    statement: Statement,
    near: list[NearLine],
    index: SourceIndex,
    known: frozenset[str],
    found: Judgement,
) -> None:
    """Whether a sentence says it of somebody of whom no line does."""
    if name := swapped_name(statement, near, index, known) or unheard_name(statement, index, known):
        found.extra.append(name)
    found.missing += parted_names(statement, found.places)
    if person := said_by_another(statement, near, known):
        found.extra.append(person)
    if owner := unfounded_owner(statement, index, known) or unfounded_actor(statement, near, index, known):
        found.extra.append(owner)


def _check_against(placed: PlacedFacts, index: SourceIndex, derived: bool, found: Judgement) -> None:
    """Which lines say otherwise, or say no more than a part or a supposition of what a sentence says."""
    statement, near = placed.statement, placed.near
    remains = any("−" in how for how in found.computed)
    if (
        derived
        and not remains
        and statement.negations % 2
        and not WITHOUT.search(statement.plain)
        and not _is_denied_too(statement, near)
    ):
        found.unchecked = found.doubted = True
    opposing = None
    if not derived:
        found.thought += filter(None, [only_thought_of(statement, near, index)])
        found.limited += filter(None, [limited_line(statement, near)])
        opposing = opposing_line(statement, near, index)
    if opposing and (is_told_left_out(statement, index) or (found.quoted and LEADS.search(statement.plain))):
        opposing = None  # "Out of the pilot" has no "not" for one that the line has; a quotation has its own.
    if opposing and is_copied_with(statement, opposing, index):
        opposing = None  # A comma for a full stop makes one sentence of two, of which one denies something.
    against = (
        counted_otherwise(statement, near),
        opposing or excluding_line(statement, near) or turned_line(statement, near),
        withdrawn_line(statement, near, index) or belied_comparison(statement, index),
        settles_open(statement, index),
    )
    found.against += filter(None, against)
    if turned_in_translation(statement, near):
        found.unchecked = found.doubted = True


def _is_denied_too(statement: Statement, near: Sequence[NearLine]) -> bool:
    """Whether each part of a sentence that denies something has most of its words in a line that does, too."""
    parts = (part for part in parts_of(statement.plain) if count_negations(part) % 2)
    denied = [one.line.statement.words for one in near if one.line.statement.negations % 2]
    told = [content_words(part, statement.language) for part in parts]
    return all(any(len(words & theirs) >= SAME_THING * len(words) for theirs in denied) for words in told)


def _carries_words(nearest: NearLine) -> bool:
    """Whether a line has most of a sentence's words, and more to say than a heading has."""
    return nearest.share >= MOST_WORDS and len(nearest.line.statement.words) > _FEWEST_ARGUED


def _is_end_of_name(fact: Fact, statement: Statement) -> bool:
    """Whether a figure is the end of what a thing is called ("LC-3")."""
    start = fact.start - statement.start
    return (
        fact.kind == "figure" and _NAME_BEFORE.search(statement.plain[max(0, start - 12) : start]) is not None
    )


def _check_place(
    fact: Fact, place: SourceLine, placed: PlacedFacts, index: SourceIndex, found: Judgement
) -> None:
    """Whether the line that a fact was found in says of it what the sentence says, or another line another one."""
    statement, near = placed.statement, placed.near
    if _is_bound_otherwise(fact, placed, found):
        found.against.append(place)
        return
    if near and near[0].alike == 1 and place is near[0].line:
        return  # The line says all of it, word for word.
    clause = clause_of(fact, statement)
    lines = _other_places(fact, found, index)
    if row := other_row(fact, clause, [place, *lines], index):
        found.missing.append(fact)
        found.against.append(row)
        return
    if _is_argued(fact, placed) or _is_same_pair(fact, statement, place):
        return
    closest = max(lines, key=lambda each: len(clause.words & all_words_of(each)), default=place)
    others = [each.statement for each in lines]
    of_row = [each for each in others if speaks_of_row(statement, each)]
    if isinstance(fact.meaning, Quantity) and any(stands_under_head(fact, clause, each) for each in of_row):
        return
    if others and all(stands_under_other_head(fact, clause, each) for each in others):
        found.missing.append(fact)
        return
    swapped = swapped_fact(fact, statement, near, place) or swapped_fact(fact, clause, near, closest)
    if swapped and swapped.source.kind != "person" and _is_told_by_person(fact, statement, found, index):
        return
    counts_others = _counts_other_things(fact, placed, found, index)
    if (swapped or counts_others) and (how := derive_beside(fact, placed, index, found)):
        found.computed.append(say_computed(how))
    elif tells_of_other(fact, clause, closest):
        found.missing.append(fact)
        found.against.append(place)
    elif _is_set_aside(fact, placed, found) or counts_others:
        found.missing.append(fact)
    elif swapped:
        found.missing.append(fact)
        found.against.append(swapped)
    elif not (_is_manner(fact) or leaves_open(statement.plain)) and not _stands_beside(
        fact, statement, [place, *lines, *_lines_calling(fact, near)], found
    ):
        if how := derive_beside(fact, placed, index, found):
            found.computed.append(say_computed(how))
        else:
            found.unchecked = found.doubted = True


def _is_told_by_person(fact: Fact, statement: Statement, found: Judgement, index: SourceIndex) -> bool:
    """Whether a person says a figure of what a sentence speaks of, whatever the notes say."""
    if is_set_aside(statement.plain, fact.start - statement.start):
        return True
    places = _other_places(fact, found, index)
    return any(each.source.kind == "person" and statement.words & each.exchange for each in places)


def _is_same_pair(fact: Fact, statement: Statement, place: SourceLine) -> bool:
    """Whether a figure is one of two that a line has in the same words ("4.7 of 5")."""
    start = fact.start - statement.start
    around = _PAIR.finditer(statement.plain, max(0, start - _PAIR_NEAR), start + _PAIR_NEAR)
    pair = next((found for found in around if found.start() <= start < found.end()), None)
    return (
        pair is not None
        and re.search(
            rf"(?<![\d.,]){re.escape(pair[0])}(?![\d%]|[.,]\d)", place.statement.plain, re.IGNORECASE
        )
        is not None
    )


def _is_argued(fact: Fact, placed: PlacedFacts) -> bool:
    """Whether a persona argued what a sentence says of a figure, of a day, or of a thing that the notes know by its
    initials."""
    nearest = placed.near[0] if placed.near else None
    if isinstance(fact.meaning, Quantity | Moment) and nearest and nearest.line.source.kind == "turn":
        return nearest.share >= MOST_WORDS and facts_in([fact], nearest.line) > 0
    if fact.kind != "name" or not fact.text.removesuffix("s").isupper():
        return False
    return any(
        one.shared >= _FEWEST_ARGUED
        and one.share >= _ARGUED
        and (
            same_name_words(fact.value, one.line.statement.name_words)
            or (one.line.source.kind == "turn" and fact.text.removesuffix("s") in one.line.source.text)
        )
        for one in placed.near
    )


def _is_bound_otherwise(fact: Fact, placed: PlacedFacts, found: Judgement) -> bool:
    """Whether a sentence says "at most" of a figure of which every line says "at least" or no bound, or "until" of a
    day of which every line says "from", or the other way round; or tells as a difference what no line compares."""
    plain, start = placed.statement.plain, fact.start - placed.statement.start
    numbers = found.places.get((fact.kind, fact.value), {})
    told = [
        (one.line.statement.plain, each.start - one.line.statement.start)
        for one in placed.near
        if (each := numbers.get(one.number)) is not None
    ]
    if isinstance(fact.meaning, Moment):
        edge = edge_before(plain, start)
        return edge != 0 and {edge_before(*one) for one in told} == {-edge}
    claimed = bound_of(plain, start) if isinstance(fact.meaning, Quantity) else 0
    if told and is_made_difference(fact, placed.statement, [line for line, _ in told]):
        return True
    if not claimed or not told:
        return False
    bounds = {bound_of(*one) for one in told}
    if is_loose_bound(plain, start) or any(bounds_figures(line) for line, _ in told):
        return bounds == {-claimed}
    return bounds <= {0, -claimed}


def _is_manner(fact: Fact) -> bool:
    """Whether a small number in words may be a manner of speaking."""
    return isinstance(fact.meaning, Quantity) and fact.meaning.as_word and fact.meaning.amounts[0] <= MANNER


def _is_set_aside(fact: Fact, placed: PlacedFacts, found: Judgement) -> bool:
    """Whether the nearest line that has a figure sets it aside, and the sentence does not."""
    if not isinstance(fact.meaning, Quantity):
        return False
    if is_set_aside(placed.statement.plain, fact.start - placed.statement.start):
        return False
    numbers = found.places.get((fact.kind, fact.value), {})
    for one in placed.near:
        if one.line.trusted and (each := numbers.get(one.number)) is not None:
            return is_set_aside(one.line.statement.plain, each.start - one.line.statement.start)
    return False


def _counts_other_things(fact: Fact, placed: PlacedFacts, found: Judgement, index: SourceIndex) -> bool:
    """Whether a bare count is of things that no line with it speaks of, and another line counts."""
    statement = placed.statement
    if not isinstance(fact.meaning, Quantity) or fact.meaning.unit or _is_manner(fact):
        return False
    start = fact.start - statement.start
    if _NUMBERED.search(statement.plain, max(0, start - _NEXT_WORD), start):
        return False
    thing = first_content_word(statement.plain, fact.end - statement.start, statement.language)
    lines = _other_places(fact, found, index)
    if not thing or any(thing in each.statement.words | each.statement.context_words for each in lines):
        return False
    if any(each.source.kind == "person" and _leaves_thing_out(fact, each.statement) for each in lines):
        return False
    return any(thing in _things_counted(one.line.statement) for one in placed.near if one.line.trusted)


def _leaves_thing_out(fact: Fact, told: Statement) -> bool:
    """Whether a line has a figure without what it counts ("test it with 5,000 before May")."""
    ends = [each.end - told.start for each in told.facts if is_like(each, fact) and is_equal(each, fact)]
    behind = (next(find_words(told.plain[end : end + _NEXT_WORD]), None) for end in ends)
    return any(word is None or not content_words(word[0], told.language) for word in behind)


def _things_counted(statement: Statement) -> set[str]:
    return {
        first_content_word(statement.plain, each.end - statement.start, statement.language)
        for each in statement.facts
        if isinstance(each.meaning, Quantity) and not each.meaning.unit
    }


def _other_places(fact: Fact, found: Judgement, index: SourceIndex) -> list[SourceLine]:
    numbers = list(found.places.get((fact.kind, fact.value), ()))[:_MOST_PLACES]
    return [index.lines[number] for number in numbers]


def _said_around(statement: Statement, found: Judgement) -> frozenset[str]:
    """The content words of the other sentences of its claim."""
    return frozenset().union(*(one.words for one in found.statements[:_MOST_AROUND] if one is not statement))


def _lines_calling(fact: Fact, near: Sequence[NearLine]) -> list[SourceLine]:
    """The nearest lines that call a thing with a name of several words by one of them ("the College")."""
    words = frozenset(fact.value.split()) if fact.kind == "name" else frozenset()
    return [one.line for one in near[:NEAREST] if words & one.line.statement.name_words]


def _stands_beside(fact: Fact, statement: Statement, places: Sequence[SourceLine], found: Judgement) -> bool:
    """Whether anything else of the sentence, or of the others of its claim, stands in one of the lines that a fact was
    found in, or a short reply is one of them."""
    rest = words_beside(fact, statement)
    if len(rest) < 2:
        return True
    said = rest | _said_around(statement, found)
    if isinstance(fact.meaning, Quantity):
        places = [
            one
            for one in places
            if not is_row(one.statement) or is_total(one.statement) or speaks_of_row(statement, one.statement)
        ]
    return any(
        (place.source.kind == "person" and len(place.statement.words) <= 1) or said & place.exchange
        for place in places
    )
