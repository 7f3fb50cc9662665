"""A topic that a person has typed: the personas talk about it and nothing else, and say so when the notes have
nothing on it.

A topic in the words of the notes' own titles is about all of them and narrows nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.nearest import CLEARLY_NEAR, nearest_passages
from reviews.kinds.roundtable.offline.remark import Remark
from reviews.kinds.roundtable.phrases import in_sentence
from reviews.kinds.roundtable.state import Turn
from reviews.language.prose import any_case
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage, passage, title_of
from reviews.language.reading.sentences import WORD
from reviews.language.wording import join_with_and
from reviews.language.wordlists import read_words
from reviews.offline.study import Study, is_english, study_text
from reviews.states import EventKind

WORDS = read_words(__file__, "typed_topic")
_NAMES_ONLY = any_case(r"\W{0,200}(?:what|how) about\b|\W{0,200}(?:should|shall|can|could)\b")
_ABOUT = 0.3
"""The share of what a topic says, as far as the notes know it, that a point must be about."""
_RARE, _MOSTLY = 2.5, 0.5
_MOST_PASSAGES, _MOST_WORDS, _SHORT_TITLE = 3, 5, 6


@dataclass(frozen=True)
class TypedTopic:
    """What was typed; the stems that tell what it is about and occur in the notes; the words that tell it and don't;
    the passages of the notes on it, best first; and whether one clearly comes near to it in meaning."""

    text: str
    known: frozenset[str]
    unknown: tuple[str, ...]
    passages: tuple[Passage, ...]
    is_near: bool = False

    @property
    def subject(self) -> str:
        """What it is about, in words that fit into a sentence."""
        if self.asks:
            return f"“{self.text.strip()}”"
        found = people.message_subject(self.text) if self.text.endswith("?") else ""
        return found or in_sentence(self.text)

    @property
    def is_absent(self) -> bool:
        """Whether the notes have none of its words and nothing that clearly comes near to it."""
        return bool(self.unknown) and not (self.known or self.is_near or people.part_asked(self.text))

    @property
    def asks(self) -> bool:
        """Whether it is a question that can be answered, and more than "What about …?"."""
        return self.text.endswith("?") and not _NAMES_ONLY.match(self.text)

    @property
    def words_looked_for(self) -> str:
        """The words that the notes don't have: “security” and “GDPR”."""
        return join_with_and([f"“{word}”" for word in self.unknown])

    @property
    def telling_gaps(self) -> tuple[str, ...]:
        """The rare words that the notes don't have, such as GDPR."""
        return tuple(w for w in self.unknown if any(lookup.weight(s) > _RARE for s in lookup.stems(w)))

    @property
    def gaps_told(self) -> str:
        """The same, as they are told: “GDPR” and “SOX”."""
        return join_with_and([f"“{word}”" for word in self.telling_gaps])

    @property
    def lacking(self) -> str:
        """What of it the notes have nothing on: all, or its rare words; "" for nothing."""
        return self.subject if self.is_absent else join_with_and(list(self.telling_gaps))

    def is_about(self, remark: Remark) -> bool:
        """Whether a point is one on the topic; on one in everyday words, whether its passage has them in a row."""
        if not self.known and not self.unknown:
            return bool(pairs := people.everyday_pairs(self.text)) and people.has_pair(remark.quote, pairs)
        other = remark.other.quote if remark.other else ""
        words = f"{remark.quote} {other} {remark.section} {remark.wording.topics} {remark.text}"
        return people.covered_weight(self.known, frozenset(lookup.stems(words))) >= _ABOUT

    def as_question(self, number: int) -> Turn:
        """The topic as what personas answer; `number` is the event that set it."""
        return Turn(number, EventKind.USER_MESSAGE, "", "", self.text, 0)


def read_topic(topic: str, step_id: str, notes: tuple[tuple[str, str], ...]) -> TypedTopic | None:
    """What a typed topic narrows a discussion of these notes (names and texts) to. None for a step, for notes that
    rules can't read, and for a topic that is about all of the notes or has none but everyday words."""
    return None if step_id else _read_typed(topic, notes)


@lru_cache(maxsize=32)
def _read_typed(topic: str, notes: tuple[tuple[str, str], ...]) -> TypedTopic | None:
    studies = tuple(study_text(text, name) for name, text in notes)
    terms = lookup.terms_of(topic) & people.telling_stems(topic) - _title_stems(studies)
    if not studies or not is_english(studies):
        return None
    if not terms:
        question = TypedTopic(topic, frozenset(), (), ())
        return question if question.asks and lookup.stems(topic) else None
    known = terms & frozenset(stem for one in studies for stem in lookup.stems(one.document.text))
    words = dict.fromkeys(WORD.findall(topic))
    unknown = [word for word in words if set(lookup.stems(word)) & (terms - known)]
    passages = tuple(_passages_on(studies, known))
    is_near = bool(nearest_passages(notes, topic, CLEARLY_NEAR))
    return TypedTopic(topic, known, tuple(unknown[:_MOST_WORDS]), passages, is_near)


def _title_stems(studies: Iterable[Study]) -> frozenset[str]:
    """The stems of what the notes are called: their files and their first titles."""
    titles = [
        f"{one.document.name.rsplit('.', 1)[0].replace('-', ' ')} "
        + " ".join(title_of(section) for section in one.document.sections if section.level == 1)
        for one in studies
    ]
    return frozenset(lookup.stems(" ".join(titles)))


def _passages_on(studies: Iterable[Study], terms: frozenset[str]) -> Iterator[Passage]:
    """The sentences with most of the topic in them, best first."""
    found = [
        (people.covered_weight(terms, _stems_of(entry)), -place, one, entry.sentence)
        for one in studies
        for place, entry in enumerate(one.index.entries)
    ]
    best = sorted((hit for hit in found if hit[0] >= _MOSTLY), key=lambda hit: hit[:2], reverse=True)
    return (passage(one.document, sentence) for _, _, one, sentence in best[:_MOST_PASSAGES])


def _stems_of(entry: lookup.IndexedSentence) -> frozenset[str]:
    """What a sentence is about, with the title above it when that is short enough to be what all below it is about."""
    title = title_of(entry.sentence.section)
    return frozenset(lookup.stems(title) if len(title.split()) <= _SHORT_TITLE else ()) | entry.counts.keys()


@lru_cache(maxsize=64)
def remarks_on(typed: TypedTopic, remarks: tuple[Remark, ...]) -> tuple[Remark, ...]:
    """The points on the topic."""
    return tuple(remark for remark in remarks if typed.is_about(remark))
