"""What a claim quotes word for word, and from whom: what is said about a quotation is compared, not the quotation with
itself."""

import re
from collections.abc import Sequence

from reviews.language.decision_intent import is_decision
from reviews.language.quotation_marks import quotation_pattern
from reviews.language.sourcing.compare import near_lines
from reviews.language.sourcing.content import count_negations
from reviews.language.sourcing.contradicting.withdrawn import withdrawn_line
from reviews.language.sourcing.decisions import read_decision
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.judgement import Judgement
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.plain_text import find_words, fold_words, keep_words
from reviews.language.sourcing.quotations import (
    LEADS,
    LIMITING,
    is_plain_word,
    person_who_said,
    source_of_parts,
    words_in_a_row,
)
from reviews.language.sourcing.sources import ClaimSource, SourceIndex
from reviews.language.sourcing.statements import Statement, read_statements
from reviews.language.sourcing.support import FactPlace

_MOST_LINES, _MOST_QUOTES = 200, 50
_QUOTATION = quotation_pattern(1, 2000, across_lines=True)
_CLAUSE_END = re.compile(r"[,;:(–—]|[.!?][ ]")
_LACKS = re.compile(r"(?<![^\W_])(?:without|lacks?|lacking|ohne|fehlt|sans)[ \n]$", re.IGNORECASE)
_NEAR = 12
_LINE = re.compile(r"(?m)^[ \t>*+-]*([^\n]+)$")


def without_quoted(claim: str, index: SourceIndex, found: Judgement) -> str:
    """The claim with blanks where it quotes notes or people word for word, and where a line is what a person said: what
    is said about a quotation is compared, not the quotation with itself."""
    for place in list(_LINE.finditer(claim))[:_MOST_LINES]:
        source = person_who_said(place[1], index)
        if source and not _is_withdrawn(place[1], index):
            claim = _blanked(claim, place, source, found)
    for place in list(_QUOTATION.finditer(claim))[:_MOST_QUOTES]:
        parts = [flat for part in place[1].split("…") if (flat := keep_words(part))]
        if parts and (source := source_of_parts(parts, index, trusted=True)):
            line, before = _line_around(parts, source)
            around = _CLAUSE_END.split(claim[: place.start()])[-1]
            if count_negations(before) % 2 and not _times_denied(around) % 2:
                found.extra.append(place[0])
            found.worded |= not fold_words(before).isdisjoint(LIMITING)
            found.beside_quotes |= {name_word(word[0]) for word in find_words(f"{line} {source.speaker}")}
            claim = _blanked(claim, place, source, found)
    return claim


def _line_around(parts: Sequence[str], source: ClaimSource) -> tuple[str, str]:
    """The line of a source that has the first part of a quotation, and what stands before it in its clause; "" for both
    where its marks hide it."""
    found = re.search(rf"(?<![^\W_]){words_in_a_row(parts[0])}(?![^\W_])", source.text, re.IGNORECASE)
    if found is None:
        return "", ""
    begin = source.text.rfind("\n", 0, found.start()) + 1
    end = source.text.find("\n", found.end())
    line = source.text[begin : end if end >= 0 else len(source.text)]
    return line, _CLAUSE_END.split(source.text[begin : found.start()])[-1]


def _times_denied(plain: str) -> int:
    """How often what stands in front of a quotation turns it round, with "without" or "lacks" right before it too."""
    return count_negations(plain) or bool(_LACKS.search(plain, max(0, len(plain) - _NEAR)))


def names_another(statement: Statement, index: SourceIndex, found: Judgement) -> str:
    """The person to whom a sentence gives what it quotes when somebody else wrote it and the line does not name him or
    her; else ""."""
    plain = statement.plain.strip()
    if not (found.quoted and (LEADS.search(statement.plain) or plain.startswith("("))):
        return ""
    people = index.speakers | index.personas
    named = ((word[0], name_word(word[0])) for word in find_words(plain))
    return next((text for text, word in named if word in people and word not in found.beside_quotes), "")


def _is_withdrawn(line: str, index: SourceIndex) -> bool:
    """Whether a person only reports what a line says, or takes it back."""
    return any(
        withdrawn_line(one, near_lines(one, index), index) for one in read_statements(line)[:_MOST_QUOTES]
    )


def _blanked(claim: str, place: re.Match[str], source: ClaimSource, found: Judgement) -> str:
    words = place[1].strip()
    fact = Fact("quote", words, place.start(), place.end(), keep_words(words), words)
    found.passages.append(FactPlace(fact, source, 0, len(source.text), words))
    found.quoted = True
    found.said += [words] if _tells_decision(words, source) else []
    found.plain_words += [(place.start(), source)] if is_plain_word(words, source) else []
    return claim[: place.start()] + " " * len(place[0]) + claim[place.end() :]


def _tells_decision(words: str, source: ClaimSource) -> bool:
    """Whether a quotation says that something was decided: by the person who said it, or as the notes tell it."""
    return is_decision(words) if source.kind == "person" else read_decision(words, 0, "") is not None
