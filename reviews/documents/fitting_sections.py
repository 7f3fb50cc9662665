"""The section of a text that a point is clearly about: by the words that it quotes, else by those of the heading, and
by the text below when several fit, else by a sentence that has most of the point's words, else by the passages that it
rests on, else by words that stand in the text of no other section. Pure. A text is read once, in linear time, for all
points.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reviews.documents.sections import Scanned, Section, is_ours, scan_sections
from reviews.language.matching import find_places
from reviews.language.prose import sentences
from reviews.language.quoted_home import quoted_words
from reviews.language.sourcing.content import content_words
from reviews.language.wordlists import read_words

_PLURAL = re.compile(r"(?<=[^\W\d_]{4})s(?![^\W_])")
_WRAPPED = re.compile(r"(?<=\S)\r?\n(?=[^\W\d_]|[“\"(])")
"""The end of a line in the middle of a paragraph or of an item."""
_WORDS = read_words(__file__, "fitting_sections")
_ASIDE, _OPEN_POINTS = _WORDS.words("aside"), _WORDS.words("open_points")
_OPEN_TITLES = _WORDS.words("open_titles")
CLEARLY_MORE = 2
"""Words that the text of one section shares with a point beyond those of another, when both headings fit or none."""
MOST_FITTING = 10
"""Sections that may fit equally well: among more of them none is clearly meant."""
FEWEST_SHARED = 3
"""Words of the point that a sentence has at least, so that it is about the same."""
LONGEST_READ = 10_000
"""Characters of a section's own text that are compared."""


def _stems(text: str) -> frozenset[str]:
    """The content words of a text, each the same in singular and plural."""
    return content_words(_PLURAL.sub("", text))


_GENERIC = _stems(" ".join(_WORDS.words("generic")))


@dataclass(frozen=True)
class Subject:
    """What an addition is about: its words, whether it is a question that nobody has answered, and the passages of the
    text that it rests on, where code has found some."""

    words: str
    is_open: bool = False
    passages: tuple[str, ...] = ()


@dataclass(frozen=True)
class TitledSection:
    """A section that points may be about, with the words of its heading that tell so."""

    section: Section
    title: frozenset[str]


def fitting_section(scanned: Scanned, subject: Subject) -> Section | None:
    """The section that `subject` is clearly about; for an open question else the one that lists such; else None."""
    words = _stems(subject.words)
    quoted = _quoted_sections(scanned, subject.words)
    if len(quoted) == 1:
        [found] = quoted
        found = found if found and _takes_points(scanned, found) else None
    else:
        found = _named_section(scanned, words)
        if not (found or quoted):
            found = (
                _told_section(scanned, words)
                or _resting_section(scanned, words, subject.passages)
                or _only_section(scanned, words)
            )
    if found or not subject.is_open:
        return found
    return next((one for one in scanned.sections if _lists_open_points(one) and not is_ours(one)), None)


def _quoted_sections(scanned: Scanned, words: str) -> set[Section | None]:
    """The sections that have what the point quotes; None stands for what is in front of the first."""
    found = set[Section | None]()
    for quote in quoted_words(words):
        places = find_places(scanned.text, quote)
        found |= {_section_at(scanned, place.start) for place in places}
    return found


def _resting_section(scanned: Scanned, words: frozenset[str], passages: Iterable[str]) -> Section | None:
    """The section that has the passages which the point rests on, by more than a figure, when it is the only one."""
    telling = (one for one in passages if any(word.isalpha() for word in words & _stems(one)))
    places = (find_places(scanned.text, passage)[:1] for passage in telling)
    homes = {_section_at(scanned, place.start) for found in places for place in found}
    [home] = homes if len(homes) == 1 else [None]
    takes = home and _takes_points(scanned, home) and not _lists_open_points(home)
    return home if takes else None


def _takes_points(scanned: Scanned, section: Section) -> bool:
    """Whether points may be added to a section: not to the title of the document, nor to what synthesis put or what is
    about the document itself."""
    is_title = section is scanned.sections[0] and section.level == 1
    return not (is_title or is_ours(section) or _says(section, _ASIDE))


def _section_at(scanned: Scanned, position: int) -> Section | None:
    above = bisect_right(scanned.sections, position, key=lambda one: one.start)
    return scanned.sections[above - 1] if above else None


def _named_section(scanned: Scanned, words: frozenset[str]) -> Section | None:
    """The section whose heading's words are all in the point; of several the one that has more of them, that stands
    within the others, or whose text shares clearly more words with it."""
    fitting = [one for one in titled_sections(scanned.text) if one.title <= words]
    most = max((len(one.title) for one in fitting), default=0)
    best = [one.section for one in fitting if len(one.title) == most]
    if len(best) > MOST_FITTING:
        return None
    inner = [one for one in best if all(other.start <= one.start < other.end for other in best)]
    if inner:
        return inner[-1]
    ranked = sorted(best, key=lambda one: -_shared(scanned, one, words))
    if len(ranked) < 2:
        return None
    first, second = (_shared(scanned, one, words) for one in ranked[:2])
    return ranked[0] if first - second >= CLEARLY_MORE else None


def _told_section(scanned: Scanned, words: frozenset[str]) -> Section | None:
    """The section, whatever it is called, that has most words of the point in one sentence, when it is the only one."""
    near = [(one, said) for one, said, every in _said_words(scanned.text) if _has_most(words, [every])]
    told = [section for section, said in near if _has_most(words, said)]
    takes = len(told) == 1 and _takes_points(scanned, told[0]) and not _lists_open_points(told[0])
    return told[0] if takes else None


def _has_most(words: frozenset[str], said: Iterable[frozenset[str]]) -> bool:
    """Whether one of these has most of the words."""
    shared = max((len(words & one) for one in said), default=0)
    return shared >= FEWEST_SHARED and 2 * shared > len(words)


def _only_section(scanned: Scanned, words: frozenset[str]) -> Section | None:
    """The section whose text has words of the point that stand in no other: two at least, and twice as many as any
    other has."""
    homes = _lone_words(scanned.text)
    told = Counter(homes[word] for word in words if word in homes).most_common(2)
    first, second = (*(count for _, count in told), 0, 0)[:2]
    return told[0][0] if first >= CLEARLY_MORE * max(1, second) else None


def _shared(scanned: Scanned, section: Section, words: frozenset[str]) -> int:
    """How many words of the point stand in the section's own text."""
    return len(words & _own_words(scanned, section))


def _own_words(scanned: Scanned, section: Section) -> frozenset[str]:
    return _stems(_own_text(scanned, section))


def _own_text(scanned: Scanned, section: Section) -> str:
    return scanned.text[section.body : min(scanned.next_start(section), section.body + LONGEST_READ)]


@lru_cache(maxsize=4)
def _said_words(text: str) -> Sequence[tuple[Section, Sequence[frozenset[str]], frozenset[str]]]:
    """The sections that synthesis has not put, each with the words of its sentences and with all of them."""
    scanned = scan_sections(text)
    own = [one for one in scanned.sections if not is_ours(one)]
    told = [(one, _words_by_sentence(_own_text(scanned, one))) for one in own]
    return [(one, said, frozenset().union(*said)) for one, said in told]


def _words_by_sentence(text: str) -> tuple[frozenset[str], ...]:
    flat = _WRAPPED.sub(" ", text)
    return tuple(words for start, end in sentences(flat) if (words := _stems(flat[start:end])))


@lru_cache(maxsize=4)
def _lone_words(text: str) -> Mapping[str, Section]:
    """The words that stand in the own text of one titled section only, each with that section."""
    scanned = scan_sections(text)
    told = [(one.section, _own_words(scanned, one.section)) for one in titled_sections(text)]
    counts = Counter(word for _, words in told for word in words)
    return {word: section for section, words in told for word in words if counts[word] == 1}


@lru_cache(maxsize=4)
def titled_sections(text: str) -> Sequence[TitledSection]:
    """The sections whose headings tell what they are about: not the title of the document, nothing that synthesis put,
    nothing about the document itself, no word that every document has."""
    scanned = scan_sections(text)
    found = []
    for one in scanned.sections:
        if not _takes_points(scanned, one) or _lists_open_points(one):
            continue
        words = _stems(one.title)
        if len(words) > 1 or words - _GENERIC:
            found.append(TitledSection(one, words))
    return tuple(found)


def _lists_open_points(section: Section) -> bool:
    return _says(section, _OPEN_POINTS) or section.title.casefold().strip("0123456789.) ") in _OPEN_TITLES


def _says(section: Section, phrases: Iterable[str]) -> bool:
    title = f" {' '.join(section.title.casefold().split())} "
    return any(f" {phrase} " in title for phrase in phrases)
