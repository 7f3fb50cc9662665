"""Who answers for a thing: a person whom a line calls so, or who says it of himself or herself."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import LABELS, is_opener, name_word
from reviews.language.sourcing.plain_text import find_words, fold_words
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_NAMES = read_words(__file__, "names")
_OWNING = re.compile(
    rf"(?<![^\W_])[^\W\d_]{{0,20}}(?:{'|'.join(map(re.escape, _NAMES.words('owning')))})", re.IGNORECASE
)
_LABELS = _NAMES.vocabulary("owning_labels") | LABELS
_BELONGS = re.compile(rf"[ \n(,]{{1,2}}(?:(?:{'|'.join(_NAMES.words('belongs'))})[ \n])?", re.IGNORECASE)
_MYSELF, _YOURSELF = _NAMES.vocabulary("myself"), _NAMES.vocabulary("yourself")
_ANY_ONE = re.compile(r"(?<![^\W_])(?:an?|any|each|every|eine[mnrs]?|une?)[ \n]$", re.IGNORECASE)
"""In front of a name, it is that of a kind of thing ("a BOM")."""
_NEAR = 8
_MOST_READ = 4000
_SHARED, _SAME = 0.5, 0.6


def unfounded_owner(statement: Statement, index: SourceIndex, known: Collection[str]) -> str:
    """The person whom `statement` makes answer for something without a line that does, or ""."""
    if not _OWNING.search(statement.plain):
        return ""
    for words, text in _people_in(statement, known):
        lines = index.lines_naming(words)
        if not any(_makes_owner(line, words) for line in lines) and not _says_so(statement, words, index):
            return text
    return ""


def said_by_another(statement: Statement, near: Sequence[NearLine], known: Collection[str]) -> str:
    """The person with whom a sentence begins when a line says the same of its own writer, who is somebody else."""
    first = next(find_words(statement.plain), None)
    word = name_word(first[0]) if first else ""
    if not first or not first[0][0].isupper() or word not in known or is_opener(word):
        return ""
    rest = statement.words - content_words(first[0], statement.language)
    for one in near:
        if (
            not rest
            or one.line.source.kind != "person"
            or len(rest & one.line.statement.words) < _SAME * len(rest)
        ):
            continue
        said = fold_words(one.line.statement.plain)
        if word in one.line.speaker_words or word in one.line.statement.name_words or said & _YOURSELF:
            return ""
        if said & _MYSELF and one.line.speaker_words:
            return first[0]
    return ""


def parted_names(statement: Statement, places: Mapping[tuple[str, str], Mapping[int, object]]) -> list[Fact]:
    """The names that `statement` says another one belongs to ("Tomas Novak of Telehaus") and that stand in no line
    with it, though each stands in one. `places`: the numbers of the lines of each fact."""
    names = [fact for fact in statement.facts if fact.kind == "name"]
    parted = []
    for one, other in pairwise(names):
        between = statement.plain[one.end - statement.start : other.start - statement.start]
        if not _BELONGS.fullmatch(between):
            continue
        mine, theirs = places.get((one.kind, one.value)), places.get((other.kind, other.value))
        if mine and theirs and not set(mine) & set(theirs):
            parted.append(other)
    return parted


def _people_in(statement: Statement, known: Collection[str]) -> list[tuple[frozenset[str], str]]:
    """The names in a sentence, those that need no source too, each with its words."""
    people = [
        (frozenset(fact.value.split()), fact.text)
        for fact in statement.facts
        if fact.kind == "name"
        and not any(char.isdigit() for char in fact.value)
        and not _is_of_a_kind(fact, statement)
    ]
    for found in find_words(statement.plain):
        word = name_word(found[0])
        # A topic that needs no source may have any word in it, "Between" as well.
        if found[0][0].isupper() and word in known and not is_opener(word):
            people.append((frozenset({word}), found[0]))
    return people


def _is_of_a_kind(fact: Fact, statement: Statement) -> bool:
    start = fact.start - statement.start
    return _ANY_ONE.search(statement.plain, max(0, start - _NEAR), start) is not None


def _makes_owner(line: SourceLine, words: Collection[str]) -> bool:
    statement = line.statement
    if not line.trusted or statement.asks:
        return False
    if _OWNING.search(statement.plain) or _OWNING.search(statement.context):
        return True
    over = fold_words(statement.context)
    label = fold_words(statement.plain.split(":")[0][:40])
    return bool(over & _LABELS) or (":" in statement.plain and bool(label & _LABELS))


def _says_so(statement: Statement, words: Collection[str], index: SourceIndex) -> bool:
    """Whether the person says in a message of his or her own that he or she does it."""
    needed = _SHARED * max(1, len(statement.words))
    for line in index.lines[:_MOST_READ]:
        if line.source.kind != "person" or not line.source.speaker:
            continue
        if not line.speaker_words & set(words):
            continue
        said = fold_words(line.statement.plain)
        if said & _MYSELF and len(statement.words & line.around) >= needed:
            return True
    return False
