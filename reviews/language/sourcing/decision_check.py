"""Whether somebody decided what a sentence says to be decided, planned or promised."""

import re
from collections.abc import Collection
from dataclasses import replace

from reviews.language.sourcing.commitments.deciders import decider_in_brackets
from reviews.language.sourcing.commitments.reading import read_commitment
from reviews.language.sourcing.commitments.vouching import is_argued, is_committed, is_told_in
from reviews.language.sourcing.content import content_words, count_negations
from reviews.language.sourcing.deciding import (
    deciding_lines,
    dropped_in_notes,
    is_turned_down,
    leaves_figure_out,
    only_proposed,
    tells_own_view,
    worded_otherwise,
)
from reviews.language.sourcing.decisions import (
    leaves_open,
    party_that_agrees,
    read_decision,
    tells_any_who,
)
from reviews.language.sourcing.judgement import Judgement
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.owners import named_decider
from reviews.language.sourcing.plain_text import find_words, fold_words
from reviews.language.sourcing.quotations import BRACKETS
from reviews.language.sourcing.sources import SourceIndex, comparable, translated
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_AGREES = re.compile(any_word(read_words(__file__, "decisions").words("agrees")), re.IGNORECASE)
_VOTES = read_words(__file__, "decisions").words("votes")
_EXPLAINS = re.compile(rf"\W*{any_word(read_words(__file__, 'decisions').words('explains'))}", re.IGNORECASE)
_SHORTEST_SHARED = 4
_LONGEST_LEAD = 60
_BETWEEN = ' \n:,"“„»«‘‚(*_>'


def check_decision(
    claim: str,
    statement: Statement,
    index: SourceIndex,
    known: frozenset[str],
    noted: bool,
    found: Judgement,
    by: frozenset[str] = frozenset(),
) -> None:
    """Whether somebody decided what a sentence says to be decided, planned or promised. `by`: the words of the names of
    those who are said to have decided it."""
    if leaves_open(statement.plain) or _stands_in_brackets(statement.plain):
        return
    if any(_speak_of_the_same(said, statement) for said in found.said) or _leads_to_word(
        claim, statement, index, found
    ):
        return
    is_item = bool(by) or (noted and not _tells_more(claim, statement))
    claimed = read_decision(statement.plain, 0, statement.language)
    planned = read_commitment(statement.plain, statement.language, index.written_small)
    if claimed is None and planned and not is_committed(planned, statement, index):
        # In a list of decisions what personas argued may still be what a person chose of two sides.
        argued = only_proposed(planned, statement, index) if is_item else is_argued(planned, index)
        if not argued and not is_told_in(statement.language, index):
            found.unchecked = True
            return
        found.undecided.append(" ".join(claim[statement.start : statement.end].split()))
        found.only_personas = found.only_personas or argued
        return
    claimed = claimed or read_decision(statement.plain, 0, statement.language, is_item)
    if claimed is None or (claimed.kinds == {"drop"} and tells_any_who(statement.plain)):
        return
    if "approve" not in claimed.kinds and tells_own_view(statement, index):
        return
    if dropped_in_notes(claimed, statement, index):
        return
    in_brackets = decider_in_brackets(statement.plain, index.speakers)
    by = by or in_brackets or named_decider(statement.plain, index)
    claimed = replace(claimed, by=by, about=claimed.about - _words_told(statement, in_brackets))
    proposed = only_proposed(claimed, statement, index)
    if proposed or _agrees_unheard(statement, index, known) or is_turned_down(claimed, statement, index):
        found.only_personas = found.only_personas or proposed
        found.undecided.append(" ".join(claim[statement.start : statement.end].split()))
        return
    can_compare = comparable(statement, index) or translated(statement, index)
    by_personas = by_somebody = False
    for line, compared in deciding_lines(claimed, statement, index, can_compare):
        if line.trusted and compared and not leaves_figure_out(statement, line, index):
            return
        by_somebody = by_somebody or line.trusted
        by_personas = True
    drops = planned if claimed.kinds == {"drop"} else None
    if worded_otherwise(claimed, statement, index) or (drops and is_committed(drops, statement, index)):
        return
    if by_somebody:
        found.unchecked = True
        return
    found.undecided.append(" ".join(claim[statement.start : statement.end].split()))
    argued = planned is not None and not is_item and is_argued(planned, index)
    found.only_personas = found.only_personas or by_personas or argued


def _tells_more(claim: str, statement: Statement) -> bool:
    """Whether a sentence stands below a decision, or tells behind it what comes of it."""
    before = claim[: statement.start]
    return "\n" in before or bool(before and _EXPLAINS.match(statement.plain))


def _words_told(statement: Statement, names: frozenset[str]) -> frozenset[str]:
    """The content words of the dates of a sentence, of its votes and of these names, which are compared by
    themselves."""
    dates = [fact.text for fact in statement.facts if fact.kind == "date"]
    return content_words(" ".join([*dates, *_VOTES, *names]), statement.language)


def _stands_in_brackets(plain: str) -> bool:
    """Whether a sentence is the end of what stands in brackets: a remark, and no decision."""
    return plain.count(")") > plain.count("(")


def _leads_to_word(claim: str, statement: Statement, index: SourceIndex, found: Judgement) -> bool:
    """Whether a sentence only leads to a quoted word of a person ("On the start, Ana: …"): its own words
    are those of people and of the notes, or most of them, and some of the message or of what that replies to."""
    if not found.quoted or len(statement.folded_words) > _LONGEST_LEAD:
        return False
    words = (
        content_words(word[0], statement.language)
        for word in find_words(statement.plain)
        if name_word(word[0]) not in index.speakers
    )
    own = statement.words.intersection(frozenset().union(*words))
    if not own:
        return True
    denies = count_negations(BRACKETS.sub("", statement.plain)) % 2
    known = {word for word in own if word in index.by_word and not index.is_only_in_turns(word)}
    for place, source in found.plain_words:
        between = claim[statement.end : place] if place > statement.end else ""
        is_here = statement.start <= place and not between.strip(_BETWEEN) and not denies
        lines = (index.lines[number] for number in index.by_message[source.key])
        said = own & frozenset().union(*(line.exchange for line in lines))
        if is_here and (own <= known | said or (said and 2 * len(known | said) >= len(own))):
            return True
    return False


def _speak_of_the_same(said: str, statement: Statement) -> bool:
    """Whether a person's decision that a claim quotes shares a figure or a word of some length with the claim."""
    words = fold_words(said) & fold_words(statement.plain)
    return any(word.isdigit() or len(word) >= _SHORTEST_SHARED for word in words)


def _agrees_unheard(statement: Statement, index: SourceIndex, known: Collection[str]) -> bool:
    """Whether somebody is said to have agreed or approved whom no line with such a word names, and who wrote none."""
    party = party_that_agrees(statement.plain)
    words = {name_word(found[0]) for found in find_words(party)} & set(known)
    who = content_words(party, statement.language)
    if not who or words or "," in party:
        return False
    for number in index.overlaps(who):
        line = index.lines[number]
        said = index.decision_in(number)[0]
        if line.trusted and said and said.kinds & {"approve", "agree"} and who & line.statement.words:
            return False
        if (
            line.source.kind == "person"
            and who & line.statement.words
            and _AGREES.search(line.statement.plain)
        ):
            return False
    return True
