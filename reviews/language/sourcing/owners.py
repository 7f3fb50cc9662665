"""Who answers for a thing, does it or agreed to it: a person whom a line calls so, or who says it of himself or
herself; and what people left open about that."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from reviews.language.sourcing.compare import SAME_THING, NearLine
from reviews.language.sourcing.content import content_words, first_content_word, is_common_word
from reviews.language.sourcing.decisions import leaves_open, who_decides
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import LABELS, is_opener, is_party, name_word, only_names
from reviews.language.sourcing.plain_text import find_words, fold_word, fold_words
from reviews.language.sourcing.same_facts import all_words_of
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_NAMES = read_words(__file__, "names")
_OWNING = re.compile(
    rf"(?<![^\W_])[^\W\d_]{{0,20}}(?:{'|'.join(map(re.escape, _NAMES.words('owning')))})", re.IGNORECASE
)
_OWNER_OF = re.compile(rf"\W{{0,5}}{_OWNING.pattern}[ \n][^:.!?]{{1,80}}:", re.IGNORECASE)
"""A label that tells what somebody owns ("Owner of the mail to Nordwind:")."""
_LABELS = _NAMES.vocabulary("owning_labels") | LABELS
_BELONGS = re.compile(rf"[ \n(,]{{1,2}}(?:(?:{'|'.join(_NAMES.words('belongs'))})[ \n])?", re.IGNORECASE)
_MYSELF, _YOURSELF = _NAMES.vocabulary("myself"), _NAMES.vocabulary("yourself")
_ANY_ONE = re.compile(r"(?<![^\W_])(?:an?|any|each|every|eine[mnrs]?|une?)[ \n]$", re.IGNORECASE)
"""In front of a name, it is that of a kind of thing ("a BOM")."""
_BESIDE = re.compile(r"(?<![^\W_])(?:for|as with|such as|like|unlike|wie bei|für|pour)[ \n]$", re.IGNORECASE)
"""In front of a name, it is that of what somebody answers for, or something to compare with."""
_BY = re.compile(r"(?<![^\W_])(?:by|von|durch|par)[ \n]$", re.IGNORECASE)
_ACTS = re.compile(rf"([A-Z][\w'-]{{1,30}})[ \n](?:{'|'.join(_NAMES.words('acts'))})(?![^\W_])")
_MOST_ACTORS, _MOST_REPLIED = 4, 4
_NEAR = 12
_MOST_READ = 4000
_SHARED, _SAME = 0.5, 0.6
_ASKS_WHO = re.compile(any_word(read_words(__file__, "decisions").words("asks_who")), re.IGNORECASE)


def unfounded_owner(statement: Statement, index: SourceIndex, known: Collection[str]) -> str:
    """The person whom `statement` makes answer for something without a line that does, or ""."""
    if statement.asks or not _OWNING.search(statement.plain):
        return ""  # Who asks whether somebody does a thing does not say so.
    for words, text in _people_in(statement, known, index):
        lines = index.lines_naming(words)
        if any(_makes_owner(line, words) for line in lines) or _says_so(statement, words, index):
            continue
        if not _argues_it(words, statement.words, index):
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
        if not (rest and one.line.trusted) or len(rest & one.line.statement.words) < _SAME * len(rest):
            continue
        if one.line.source.kind != "person":
            if word in one.line.statement.name_words:
                return ""
            continue
        said = fold_words(one.line.statement.plain)
        if word in one.line.speaker_words or word in one.line.statement.name_words or said & _YOURSELF:
            return ""
        if said & _MYSELF and one.line.speaker_words:
            return first[0]
    return ""


def unfounded_actor(
    statement: Statement, near: Sequence[NearLine], index: SourceIndex, known: Collection[str]
) -> str:
    """The person with whom a sentence begins, or "by" whom something is done in it, when what is done stands in the
    sources, but in no line of his or hers and in none that names him or her; else ""."""
    for words, text in _actors_in(statement, known, index):
        rest = statement.words - content_words(_whole_name(text, statement), statement.language)
        if len(rest) < 2 or leaves_open(statement.plain) or _says_so(statement, words, index):
            continue
        told = max((len(rest & one.line.statement.words) for one in near), default=0)
        if told < 2 or told < _SHARED * len(rest):
            continue
        own = _lines_of(words, index)
        is_their_own = name_word(text) == fold_word(text)  # "Ana's idea" may be told by anybody
        if is_their_own and _told_by_others(rest, words, statement, near, index, own):
            return text
        # Below a line with the name alone stands what is about it.
        naming = [line for line in index.lines_naming(words) if not only_names(line.statement.plain, words)]
        lines = [*naming, *own]
        if not lines:
            continue
        if not any(rest & line.own_exchange or _has_fact(statement, line) for line in lines):
            return text
        if _does_what_another_does(statement, text, lines, near):
            return text
    return ""


def _whole_name(word: str, statement: Statement) -> str:
    """The name in a sentence that a word of it belongs to."""
    names = (fact.text for fact in statement.facts if fact.kind == "name")
    return next((name for name in names if word in name.split()), word)


def _told_by_others(
    rest: frozenset[str],
    words: frozenset[str],
    statement: Statement,
    near: Sequence[NearLine],
    index: SourceIndex,
    own: Sequence[SourceLine],
) -> bool:
    """Whether a line of somebody else in the discussion says most of what a sentence says of a person, and no line of
    his or hers, `own`, or that names him or her, half as much of it."""
    if not any(line.statement.language == statement.language for line in own):
        return False
    others = [
        one.line
        for one in near
        if one.line.source.speaker
        and words.isdisjoint(one.line.speaker_words | one.line.statement.name_words)
    ]
    most = max((len(rest & line.statement.words) for line in others), default=0)
    least = max(len(rest & line.exchange) for line in (*own, *index.lines_naming(words)))
    return most >= _SAME * len(rest) and 2 * least < most


def _does_what_another_does(
    statement: Statement, name: str, lines: Sequence[SourceLine], near: Sequence[NearLine]
) -> bool:
    """Whether what somebody does at the beginning of a sentence stands in no line about him or her, but in one that
    names somebody else."""
    names = [fact.end for fact in statement.facts if fact.kind == "name"]
    if len(names) > 1:
        return False  # Of several people each may do another thing.
    end = max(names, default=statement.start)
    begin = max(end - statement.start, statement.plain.find(name) + len(name))
    does = first_content_word(statement.plain, begin, statement.language)
    if not does or any(does in line.own_exchange for line in lines):
        return False
    return any(
        one.line.trusted
        and one.shared >= 2
        and does in one.line.statement.words
        and any(fact.kind == "name" for fact in one.line.statement.facts)
        for one in near
    )


def _actors_in(
    statement: Statement, known: Collection[str], index: SourceIndex
) -> list[tuple[frozenset[str], str]]:
    first = next(find_words(statement.plain), None)
    found = [first] if first and first[0][0].isupper() else []
    for each in find_words(statement.plain):
        if each[0][0].isupper() and _BY.search(statement.plain, max(0, each.start() - _NEAR), each.start()):
            found.append(each)
    named = {word for fact in statement.facts if fact.kind == "name" for word in fact.value.split()}
    people = ((name_word(each[0]), each[0]) for each in found[:_MOST_ACTORS])
    return [
        (frozenset({word}), text)
        for word, text in people
        if not is_opener(word)
        and (word in known or word in named or _is_name(word, statement.language, index))
    ]


def _is_name(word: str, language: str, index: SourceIndex) -> bool:
    """Whether the sources know a word as a name, or write it large wherever it stands."""
    if is_common_word(word):
        return False
    return word in index.named or (
        language != "de" and word in index.by_name and word not in index.written_small
    )


def _lines_by(words: Collection[str], index: SourceIndex) -> list[SourceLine]:
    numbers = index.by_people[:_MOST_READ]
    return [index.lines[number] for number in numbers if index.lines[number].speaker_words & set(words)]


def _lines_of(words: Collection[str], index: SourceIndex) -> list[SourceLine]:
    """The lines of somebody in the discussion, of a persona too."""
    return [line for line in index.lines[:_MOST_READ] if line.speaker_words & set(words)]


def _has_fact(statement: Statement, line: SourceLine) -> bool:
    values = {fact.value for fact in (*line.statement.facts, *line.told)}
    return any(fact.kind != "name" and fact.value in values for fact in statement.facts)


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


def _people_in(
    statement: Statement, known: Collection[str], index: SourceIndex
) -> list[tuple[frozenset[str], str]]:
    """The names in a sentence, the word that it begins with and those that need no source too, each with its words."""
    label = _OWNER_OF.match(statement.plain)
    begin = label.end() if label else 0
    people = [
        (frozenset(fact.value.split()), fact.text)
        for fact in statement.facts
        if fact.kind == "name"
        and fact.start - statement.start >= begin
        and not any(char.isdigit() for char in fact.value)
        and not _is_mentioned_only(fact, statement)
    ]
    for place, found in enumerate(find_words(statement.plain[begin:])):
        word = name_word(found[0])
        is_known = word in known or (not place and _is_name(word, statement.language, index))
        # A topic that needs no source may have any word in it, "Between" as well.
        if found[0][0].isupper() and is_known and not is_opener(word):
            people.append((frozenset({word}), found[0]))
    return people


def _is_mentioned_only(fact: Fact, statement: Statement) -> bool:
    start = fact.start - statement.start
    before = (statement.plain, max(0, start - _NEAR), start)
    return (_ANY_ONE.search(*before) or _BESIDE.search(*before)) is not None


def _makes_owner(line: SourceLine, words: Collection[str]) -> bool:
    statement = line.statement
    if not line.trusted or (statement.asks and line.affirmed <= 0):
        return False
    if _OWNING.search(statement.plain) or _OWNING.search(statement.context) or _replies_who(line):
        return True
    over = fold_words(statement.context)
    label = fold_words(statement.plain.split(":")[0][:40])
    return bool(over & _LABELS) or (":" in statement.plain and bool(label & _LABELS))


def _replies_who(line: SourceLine) -> bool:
    """Whether a line is a person's short reply to who owns something ("Mia Wolf does.")."""
    asked, statement = line.source.asked, line.statement
    if not asked or line.affirmed or statement.negations % 2 or len(statement.words) > _MOST_REPLIED:
        return False
    return bool(_ASKS_WHO.search(asked) and _OWNING.search(asked))


def _says_so(statement: Statement, words: Collection[str], index: SourceIndex) -> bool:
    """Whether the person says in a message of his or her own that he or she does it."""
    needed = _SHARED * max(1, len(statement.words))
    for line in index.lines[:_MOST_READ]:
        if line.source.kind != "person" or not line.source.speaker:
            continue
        if not line.speaker_words & set(words):
            continue
        told, said = line.statement.words, fold_words(line.statement.plain)
        if said & _MYSELF and (
            len(statement.words & line.around) >= needed or (told and told <= statement.words)
        ):
            return True
    return False


def named_decider(plain: str, index: SourceIndex) -> frozenset[str]:
    """The word of the name with which a sentence begins that says of somebody in the discussion that he or she decided
    ("Maya has dropped …"); none without one."""
    return frozenset({name_word(who_decides(plain))} & (index.personas | index.speakers))


def unheard_name(statement: Statement, index: SourceIndex, known: Collection[str]) -> str:
    """The word with which a sentence begins when it reads like a name that no source knows, or that only personas have
    named; else ""."""
    first = _ACTS.match(statement.plain)
    word = name_word(first[1]) if first else ""
    if not first or word in known or is_opener(word) or is_party(word) or statement.language == "de":
        return ""
    stems = content_words(first[1], statement.language)
    is_name = word in index.named and word not in index.written_small
    told = (stem for stem in stems if stem in index.by_word)
    heard = index.names_hold(word) or word in index.speakers
    heard = heard or any(not (is_name and index.is_only_in_turns(stem)) for stem in told)
    return first[1] if stems and not heard else ""


def swapped_name(
    statement: Statement, near: Sequence[NearLine], index: SourceIndex, known: Collection[str]
) -> str:
    """The first word of a sentence when it is a name, and a line says the same of somebody else; else ""."""
    word = _first_name(statement, index, known)
    named = {part for fact in statement.facts if fact.kind == "name" for part in fact.value.split()}
    if not word or word in named:
        return ""
    rest = statement.words - content_words(next(find_words(statement.plain))[0], statement.language)
    if _argues_it({word}, rest, index) or _replies_so(word, rest, index):
        return ""
    for one in near:
        theirs = {
            part for fact in one.line.statement.facts if fact.kind == "name" for part in fact.value.split()
        }
        begins = _first_name(one.line.statement, index, known)
        shared = len(rest & all_words_of(one.line))
        if not one.line.trusted or shared < max(1, SAME_THING * len(rest)):
            continue
        if word in one.line.statement.name_words or word in one.line.speaker_words:
            return ""
        if begins or (len(rest) > 1 and theirs and not theirs & named):
            return next(find_words(statement.plain))[0]
    return ""


def _replies_so(word: str, said: frozenset[str], index: SourceIndex) -> bool:
    """Whether whoever has this word in his or her name says most of it, or was asked most of it and does not deny."""
    return any(
        len(said & line.exchange) >= SAME_THING * len(said) and line.affirmed >= 0
        for line in _lines_by({word}, index)
    )


def _argues_it(words: Collection[str], said: frozenset[str], index: SourceIndex) -> bool:
    """Whether a persona with one of these words in its name has said most of it in a turn."""
    counts: Counter[str] = Counter()
    for number in index.overlaps(said):
        line = index.lines[number]
        if line.source.kind == "turn" and line.speaker_words & set(words):
            counts.update(said & line.statement.words)
    return len(counts) >= min(len(said) or 1, max(2, _SHARED * len(said)))


def _first_name(statement: Statement, index: SourceIndex, known: Collection[str]) -> str:
    """The first word of a sentence as the word of a name, when it is one that the sources or the team know."""
    first = next(find_words(statement.plain), None)
    if not first or not first[0][0].isupper() or not content_words(first[0], statement.language):
        return ""
    word = name_word(first[0])
    acts = _ACTS.match(statement.plain) is not None and _is_name(word, statement.language, index)
    return word if not is_opener(word) and (acts or word in index.named or word in known) else ""
