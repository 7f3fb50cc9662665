"""A document read once for sessions by rules: what the rules find in it, which topics it settles, what it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from reviews.language.reading import lookup
from reviews.language.reading import settled as standing
from reviews.language.reading.document import Document, Sentence, read_once
from reviews.language.reading.document_language import ENGLISH, UNKNOWN, document_language
from reviews.language.reading.passages import Passage, is_open_points, passage
from reviews.language.reading.titles import document_title
from reviews.offline import places, reviewer
from reviews.offline.finding import Finding
from reviews.offline.rules.open_points import is_left_open
from reviews.offline.rules.risks import admitted_drawbacks

_FEWEST_WORDS = 4


@dataclass(frozen=True)
class Study:
    """One document, read once: what the rules find in it and which topics it settles, each when it is first asked
    for."""

    document: Document

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the rules find."""
        return tuple(reviewer.review_document(self.document))

    @cached_property
    def usable(self) -> tuple[tuple[Finding, Passage | None], ...]:
        """What may be put to people, surest first, each with its passage; None when nothing can be quoted. Of hints
        only contradictions between statements that differ in nothing but a figure: the others are mostly wrong."""
        told = (f for f in self.findings if f not in self.doubts)
        return tuple(places.usable_findings(self.document, told))

    @cached_property
    def doubts(self) -> frozenset[Finding]:
        """The hints that nobody is told, and that keep notes from being called ready without a reservation."""
        hints = (f for f in self.findings if f.is_hint)
        return frozenset(f for f in hints if not places.is_same_but_for_a_figure(self.document, f))

    @cached_property
    def own_points(self) -> Mapping[str, tuple[Passage, ...]]:
        """What the document says itself against what it proposes ("admitted") and what it lists as open
        ("own_open_points")."""
        document = self.document
        if document_language(document) not in (ENGLISH, UNKNOWN):
            return {}
        return {
            "admitted": tuple(passage(document, s) for s in admitted_drawbacks(document)),
            "own_open_points": tuple(
                passage(document, s) for s in document.sentences if _is_left_open(document, s)
            ),
        }

    @cached_property
    def settled(self) -> Mapping[str, Passage]:
        """The topics that it settles, each with the passage that does it best."""
        return standing.settled_topics(self.document, self.scored)

    @cached_property
    def scored(self) -> standing.ScoredSentences:
        """How well its sentences settle each topic."""
        return standing.score_sentences(self.document)

    @cached_property
    def index(self) -> lookup.Index:
        """What can be looked up in it."""
        return lookup.index(self.document)


def _is_left_open(document: Document, sentence: Sentence) -> bool:
    """Whether a sentence that a document lists as open says so, or is a question with nothing behind it."""
    is_listed = is_open_points(sentence.section) and sentence.kind != "heading"
    if not is_listed or len(sentence.words) < _FEWEST_WORDS:
        return False
    if "?" not in sentence.plain:
        return is_left_open(sentence.plain)
    depth, after = sentence.block.list_depth, document.nearby(sentence, after=1)
    return not any(
        one.index > sentence.index
        and (
            one.block is sentence.block
            or one.block.list_depth > depth
            or (not depth and "?" not in one.plain)
        )
        for one in after
    )


def study_text(text: str, name: str = "") -> Study:
    """Read `text` but for the blank lines at its end, which is how the rules are shown what ELM has added there: what
    they say of the others does not change. The same text is read once per process as long as it stays among the latest
    sixteen."""
    line_end = text.find("\n", len(text.rstrip(" \t\r\n")))
    return _study_written(text[: line_end + 1] if line_end >= 0 else text, name)


@lru_cache(maxsize=16)
def _study_written(text: str, name: str) -> Study:
    return Study(read_once(text, name))


class Studied:
    """What the rules make of the notes of a session, each (name, text); read when it is first asked for."""

    notes: tuple[tuple[str, str], ...]

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """One per note, in order."""
        return tuple(study_text(text, name) for name, text in self.notes)

    @cached_property
    def indexes(self) -> tuple[lookup.Index, ...]:
        """What can be looked up, one per note."""
        return tuple(one.index for one in self.studies)

    @cached_property
    def settled(self) -> dict[str, Passage]:
        """The topics that the notes settle; the first note that does wins."""
        found: dict[str, Passage] = {}
        for one in self.studies:
            for topic, settling in one.settled.items():
                found.setdefault(topic, settling)
        return found


def study_title(study: Study) -> str:
    """What a document calls itself: its title, else its name."""
    return document_title(study.document)


def is_english(studies: tuple[Study, ...]) -> bool:
    """Whether the rules can read these documents: none is in another language that is known here, and not all are in
    one that isn't."""
    found = {document_language(one.document) for one in studies}
    return found <= {ENGLISH, UNKNOWN} and found != {UNKNOWN}


def foreign_languages(studies: tuple[Study, ...]) -> list[str]:
    """The languages of these documents that the rules don't read, in the order of the documents."""
    found = (document_language(one.document) for one in studies)
    return [language for language in dict.fromkeys(found) if language != ENGLISH]
