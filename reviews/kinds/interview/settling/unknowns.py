"""When what nobody could say is said after all, and when two unknowns are one. Pure: texts in, answers out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from typing import Any

from reviews.kinds.interview.settling.passages import read_source
from reviews.kinds.interview.settling.subject import life_fields, own_stems
from reviews.kinds.interview.settling.vocabulary import content_words, is_declined, is_wish, substance
from reviews.kinds.interview.settling.wanted import evades, gives_wanted, wanted_kinds
from reviews.language.matching import find_places, is_quoted
from reviews.language.reading.signals import NO_ANSWER
from reviews.language.repetition import near_identical
from reviews.language.sourcing.content import content_words as concept_words
from reviews.language.sourcing.content import count_negations
from reviews.language.word_index import WordIndex, first_of_same

_ENOUGH, _SAME = 0.5, 0.6
_OWN_WORDS = 1
"""Words that one of two unknowns may have for itself when they are the same."""
_LEAST_SUBSTANCE = 2
_LONGEST_SHORT, _MOST_FOREIGN = 14, 1
"""Words of a short answer, and those among them that only some matters need and nobody asked for: who it is."""
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
    if not wanted_kinds(unknown):
        return False
    said = (sentence.plain for sentence in read_source(text).sentences)
    meant = (plain for plain in said if not rivals or _words_of(unknown) & content_words(plain))
    return any(_is_short(unknown, plain) and _gives(unknown, plain) for plain in meant)


def _is_short(unknown: str, plain: str) -> bool:
    """Whether a sentence tells nothing but what is asked for; who it is may be one more word."""
    foreign = own_stems(plain) - concept_words(unknown)
    most = _MOST_FOREIGN if "who" in wanted_kinds(unknown) else 0
    return len(plain.split()) <= _LONGEST_SHORT and len(foreign) <= most and not life_fields(plain)


def _gives(unknown: str, plain: str) -> bool:
    """Whether a sentence gives the kind of thing that is asked for, and does not say that nobody knows."""
    says_nothing = is_declined(plain) or is_wish(plain) or NO_ANSWER.match(plain)
    return gives_wanted(unknown, plain) and not says_nothing and not _evades(unknown, plain)


def same_unknown(one: str, other: str) -> bool:
    """Whether two unknowns ask for the same: most of their words are the same, all figures among them, and not both
    ask for something that the other doesn't."""
    return _same_words(_words_of(one), _words_of(other)) or near_identical(one, other)


def _same_words(words: frozenset[str], others: frozenset[str]) -> bool:
    shared, fewer = len(words & others), min(len(words), len(others))
    is_most = 2 * shared >= _SAME * max(len(words) + len(others), 1)
    return is_most and fewer - shared <= _OWN_WORDS and not any(word[0].isdigit() for word in words ^ others)


def merge_unknowns(unknowns: Iterable[str]) -> tuple[str, ...]:
    """The unknowns in order, each that says the same as an earlier one left out. Give none that is near-identical to
    another one (`first_told` leaves these out): only what most of their words say is looked at."""
    texts = list(unknowns)
    words = [_words_of(text) for text in texts]
    index = WordIndex(words)

    def candidates(place: int) -> list[int]:
        """Who has enough of the words of both, `_SAME`, has three sevenths of these."""
        return index.sharing(words[place], -(-3 * len(words[place]) // 7))

    kept = first_of_same(len(texts), candidates, lambda one, other: _same_words(words[one], words[other]))
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
