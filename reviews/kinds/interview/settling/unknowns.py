"""When what nobody could say is said after all, and when two unknowns are one. Pure: texts in, answers out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from typing import Any

from reviews.kinds.interview.settling.passages import read_source
from reviews.kinds.interview.settling.subject import life_fields, own_stems
from reviews.kinds.interview.settling.turned_away import turns_away
from reviews.kinds.interview.settling.vocabulary import (
    content_words,
    is_declined,
    is_wish,
    language_of,
    substance,
)
from reviews.kinds.interview.settling.wanted import (
    evades,
    gives_wanted,
    is_doubtful,
    says_none,
    says_whether,
    wanted_kinds,
    without_cases,
    without_feasts,
    without_turned,
)
from reviews.language.matching import find_places, is_quoted
from reviews.language.reading.signals import NO_ANSWER
from reviews.language.repetition import first_told, near_identical
from reviews.language.sourcing.content import content_words as concept_words
from reviews.language.sourcing.content import count_negations
from reviews.language.sourcing.dates import find_moments
from reviews.language.sourcing.names import find_names
from reviews.language.word_index import WordIndex, first_of_same

_ENOUGH, _SAME = 0.5, 0.6
_OWN_WORDS = 1
"""Words that one of two unknowns may have for itself when they are the same."""
_LEAST_SUBSTANCE = 2
_LONGEST_SHORT, _MOST_FOREIGN = 14, 1
"""Words of a short answer, and those among them that only some matters need and nobody asked for: who it is."""
_SHORTEST, _MOST_OF_SHORTEST = 4, 2
"""The same for an answer of next to no words: a name, and what that one does."""
_OF_PLACES = frozenset({"in", "at", "for", "from", "of", "bei", "für", "aus", "von"})
"""What stands before the name of what something is about."""
_words_of = lru_cache(maxsize=4096)(content_words)


@dataclass(frozen=True)
class SaidLater:
    """What people said after an unknown came up; `direct` is what they said right after a question about it, `rivals`
    whether another one that came up with it asks for the same kind of thing."""

    texts: Sequence[str] = ()
    direct: Sequence[str] = ()
    rivals: bool = False


class SaidSentences:
    """Sentences that may answer unknowns, found by their words: an unknown costs no more the more was said of other
    things. They are read when the first unknown is looked up."""

    def __init__(self, said: Iterable[tuple[int, str]]) -> None:
        """said: texts, each with the number that tells what came later."""
        self.texts = said

    @cached_property
    def sentences(self) -> list[tuple[int, str, frozenset[str]]]:
        """The number, the plain text and the content words of each."""
        return [
            (number, sentence.plain, content_words(sentence.plain))
            for number, text in self.texts
            if text
            for sentence in read_source(text).sentences
        ]

    @cached_property
    def index(self) -> WordIndex[str]:
        return WordIndex(words for _, _, words in self.sentences)

    def answer(self, unknown: str, *, after: int, least: int = 1, share: float = _ENOUGH) -> bool:
        """Whether a sentence of a text after number `after` answers `unknown`: it has this share of its words, `least`
        at least, says something more that is of the kind asked for, and does not say that nobody knows."""
        wanted = _words_of(unknown)
        enough = max(least, ceil(share * len(wanted)))
        for place in self.index.sharing(wanted, enough):
            number, plain, words = self.sentences[place]
            is_about = number > after and len(wanted & words) >= enough and bool(words - wanted)
            if is_about and substance(plain) >= _LEAST_SUBSTANCE and _gives(unknown, plain):
                return True
        return False


def _evades(unknown: str, plain: str) -> bool:
    """Whether a sentence says that the thing is not known, not so or for later; what asks why something is not so is
    answered by what says that it is not."""
    return evades(plain) and not (count_negations(unknown) and gives_wanted(unknown, plain))


def answers_directly(unknown: str, text: str, *, rivals: bool) -> bool:
    """Whether a sentence of what was said right after the question that brought `unknown` up answers it in short: it
    gives the kind of thing that is asked for and tells of nothing else. rivals: whether others that came up with it ask
    for the same kind of thing, so that a word must tell which is meant."""
    said = (sentence.plain for sentence in read_source(text).sentences)
    meant = (plain for plain in said if not rivals or _words_of(unknown) & content_words(plain))
    return any(_answers_in_short(unknown, plain) for plain in meant)


def _answers_in_short(unknown: str, plain: str) -> bool:
    if says_none(unknown, plain):
        return True
    if says_whether(unknown, plain):
        return bool(_words_of(unknown) & content_words(plain)) and _is_certain(plain) and not evades(plain)
    return bool(wanted_kinds(unknown)) and _is_short(unknown, plain) and _gives(unknown, plain)


def _is_short(unknown: str, plain: str) -> bool:
    """Whether a sentence tells nothing but what is asked for; who it is may be one more word."""
    foreign = own_stems(without_feasts(plain)) - concept_words(unknown)
    count = len(plain.split())
    most = _MOST_OF_SHORTEST if count <= _SHORTEST else _MOST_FOREIGN
    most = most if "who" in wanted_kinds(unknown) else 0
    return count <= _LONGEST_SHORT and len(foreign) <= most and not life_fields(plain)


def _gives(unknown: str, plain: str) -> bool:
    """Whether a sentence gives the kind of thing that is asked for of the place that is asked about, and does not say
    that nobody knows."""
    if is_wish(plain) or not _is_certain(plain) or _is_elsewhere(unknown, plain):
        return False
    kinds = wanted_kinds(unknown)
    if not kinds or "reason" in kinds:
        told = plain
    elif is_doubtful(plain, weak=True):
        return False
    else:
        told = without_turned(unknown, without_cases(unknown, plain))
    return gives_wanted(unknown, told) and not _evades(unknown, plain)


def _is_certain(plain: str) -> bool:
    """Whether somebody tells something, and neither turns away what was asked nor says that they may be wrong."""
    is_told = not (is_declined(plain) or NO_ANSWER.match(plain) or turns_away("", plain))
    return is_told and not is_doubtful(plain)


def _is_elsewhere(unknown: str, plain: str) -> bool:
    """Whether a sentence is about another place or party than the unknown names, and not about that one."""
    wanted = _names_of(unknown)
    found = [(name, plain[:start].split()) for start, name in _named(plain)] if wanted else []
    if wanted & {name for name, _ in found}:
        return False
    return any(before and before[-1].casefold() in _OF_PLACES for _, before in found)


def _named(plain: str) -> list[tuple[int, str]]:
    """Where names stand, and what they are; the names of months and days are none."""
    found = find_names(plain, language_of(plain) or "en")
    moments = find_moments(plain)
    return [
        (start, " ".join(name.words))
        for start, end, name in found
        if not any(first < end and start < last for first, last, _ in moments)
    ]


@lru_cache(maxsize=4096)
def _names_of(text: str) -> frozenset[str]:
    return frozenset(name for _, name in _named(text))


def same_unknown(one: str, other: str) -> bool:
    """Whether two unknowns ask for the same: most of their words are the same, all figures and names among them, and
    not both ask for something that the other doesn't."""
    return _same_asked(one, other) or (_names_of(one) == _names_of(other) and near_identical(one, other))


def _same_asked(one: str, other: str) -> bool:
    """Whether two unknowns ask for the same kind of thing with most of their words, or with these in other forms ("who
    owns it", "who the owner is")."""
    if _names_of(one) != _names_of(other):
        return False
    kinds, others = wanted_kinds(one), wanted_kinds(other)
    if kinds and others and not kinds & others:
        return False
    return _same_words(_words_of(one), _words_of(other)) or _same_concepts(one, other)


def _same_concepts(one: str, other: str) -> bool:
    """Whether two unknowns that ask for the same kind of thing have the same words, whatever their forms."""
    same = wanted_kinds(one) == wanted_kinds(other) and _concepts_of(one) == _concepts_of(other)
    return same and len(_concepts_of(one)) >= _LEAST_SUBSTANCE


@lru_cache(maxsize=4096)
def _concepts_of(text: str) -> frozenset[str]:
    """The words of a text that carry a matter, in any form, and its figures."""
    return concept_words(text) | {word for word in _words_of(text) if word[0].isdigit()}


def _same_words(words: frozenset[str], others: frozenset[str]) -> bool:
    shared, fewer = len(words & others), min(len(words), len(others))
    is_most = 2 * shared >= _SAME * max(len(words) + len(others), 1)
    return is_most and fewer - shared <= _OWN_WORDS and not any(word[0].isdigit() for word in words ^ others)


def first_unknowns(texts: Sequence[str]) -> list[int]:
    """The places of the unknowns that are near-identical to none before them; those that name something else are
    not."""
    return first_told(texts, list(map(_names_of, texts)))


def merge_unknowns(unknowns: Iterable[str]) -> tuple[str, ...]:
    """The unknowns in order, each that says the same as an earlier one left out. Give none that is near-identical to
    another one (`first_unknowns` leaves these out): only what most of their words say is looked at."""
    texts = list(unknowns)
    words = [_words_of(text) for text in texts]
    index, concepts = WordIndex(words), WordIndex(map(_concepts_of, texts))

    def candidates(place: int) -> list[int]:
        """Who has enough of the words of both, `_SAME`, has three sevenths of these; or it has all in other forms."""
        asked = _concepts_of(texts[place])
        return [
            *index.sharing(words[place], -(-3 * len(words[place]) // 7)),
            *concepts.sharing(asked, len(asked)),
        ]

    kept = first_of_same(len(texts), candidates, lambda one, other: _same_asked(texts[one], texts[other]))
    return tuple([texts[place] for place in kept])


def proven_resolutions(
    claimed: Iterable[Mapping[str, Any]],
    unknowns: Sequence[str],
    notes: Sequence[str],
    said: Mapping[str, SaidLater],
) -> list[dict[str, str]]:
    """Which of the unknowns that a model calls resolved are so: {"unknown", "quote"} in the unknown's own words.

    The quote has to stand in what people said after the unknown came up, `said` by unknown, or in the author's `notes`;
    the sentences that it stands in have to answer the unknown there.
    """
    found: dict[str, str] = {}
    for claim in claimed:
        quote, named = str(claim.get("quote") or ""), str(claim.get("unknown") or "")
        unknown = next((one for one in unknowns if same_unknown(one, named)), None)
        if unknown is not None and _proves(unknown, quote, notes, said.get(unknown, SaidLater())):
            found[unknown] = quote
    return [{"unknown": unknown, "quote": quote} for unknown, quote in found.items()]


def _proves(unknown: str, quote: str, notes: Sequence[str], said: SaidLater) -> bool:
    if is_quoted(quote, notes) and SaidSentences([(1, quote)]).answer(unknown, after=0):
        return True
    whole = [words for text in said.texts for words in _sentences_with(quote, text)]
    if SaidSentences((1, words) for words in whole).answer(unknown, after=0):
        return True
    direct = (words for text in said.direct for words in _sentences_with(quote, text))
    return any(answers_directly(unknown, words, rivals=said.rivals) for words in direct)


def _sentences_with(quote: str, text: str) -> list[str]:
    """The sentences of `text` that the quote stands in or goes over."""
    places = find_places(text, quote) if is_quoted(quote, [text]) else []
    return [
        sentence.text
        for sentence in read_source(text).sentences
        if any(place.start < sentence.end and sentence.start < place.end for place in places)
    ]
