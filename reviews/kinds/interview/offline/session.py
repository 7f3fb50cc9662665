"""An interview as rules read it: who asked what, what was answered, what is open."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from reviews.documents.authorship import AddedStretch
from reviews.kinds.interview.prompts import done_rounds
from reviews.kinds.interview.settling.owed import kind_of_notes, topics_not_owed, with_not_owed
from reviews.kinds.interview.settling.sources import SaidWords, SettledTopic, SettlingSources
from reviews.kinds.interview.settling.titled import formed_quotes, titled_quotes
from reviews.kinds.interview.settling.topics import judge_card, sources_of
from reviews.kinds.interview.state import InterviewMessage, InterviewState, Question
from reviews.kinds.notes import Note
from reviews.language.reading.document import Document, read_document
from reviews.language.reading.passages import Passage
from reviews.language.reading.settled import near_passage, ranked_passages
from reviews.language.scorecard import TOPICS
from reviews.offline.finding import Finding
from reviews.offline.study import Studied, Study, study_text

_NEXT_TO_NOTHING = 1
"""Findings of notes that are written well enough to be known by the form of their passages."""
_WORDS_FOR_A_DOUBT = 200
"""Words of a text for each of which it may have a mark and still be ready."""
_OF_WORDING = frozenset({"hedge", "passive", "jargon", "long_sentence"})
_OF_TOPICS = frozenset({"missing_why", "missing_impact", "missing_risks", "missing_alternatives"})
"""Hints that say what open topics say better."""
_NUMBERED = re.compile(r"(?m)^\d{1,2}\. (.+\?)\s*$")


@dataclass(frozen=True)
class InterviewFacts(Studied):
    """What rules look at. `round` is the one that the call belongs to, from 1, and `questions` are its questions;
    `asked` and `answers` hold the earlier rounds, oldest first; `before` holds the questions of the review that this
    one deepens; `topic` is what a person typed that the interview is about; `pinned` are the texts of the notes as they
    were at the start, none when nobody knows; `whole` are the working notes with all that ELM has put into them, where
    `notes` have spaces; `accepted` is what of each note ELM wrote earlier, as it was at the start. `given`
    is what may settle a topic when it is not simply all that is here, and `held` are the topics that are settled."""

    round: int = 1
    notes: tuple[tuple[str, str], ...] = ()
    questions: tuple[Question, ...] = ()
    asked: tuple[tuple[str, ...], ...] = ()
    answers: tuple[str, ...] = ()
    open_topics: tuple[str, ...] = tuple(TOPICS)
    waived: tuple[str, ...] = ()
    unknowns: tuple[str, ...] = ()
    messages: tuple[InterviewMessage, ...] = ()
    by_person: bool = False
    deeper: bool = False
    before: tuple[str, ...] = ()
    topic: str = ""
    pinned: tuple[str, ...] = ()
    whole: tuple[tuple[str, str], ...] = ()
    accepted: tuple[tuple[AddedStretch, ...], ...] = ()
    given: SettlingSources | None = None
    held: tuple[SettledTopic, ...] = ()

    def accepted_by(self, quote: str) -> str | None:
        """Who accepted words of the notes that ELM wrote, "" for somebody unknown; None for the author's own,
        also where ELM quotes them."""
        found = (
            next((one.by for one in added if one.start <= place.start() and place.end() <= one.end), None)
            for (_, text), added in zip(self.begun_notes, self.accepted, strict=False)
            for place in re.finditer(re.escape(quote), text if quote else "")
        )
        by = list(dict.fromkeys(found))
        return by[0] if by and None not in by else None

    @cached_property
    def begun_notes(self) -> tuple[tuple[str, str], ...]:
        """The notes without what this session has put into them, as far as that is known."""
        if len(self.pinned) != len(self.notes):
            return self.notes
        return tuple((name, text) for (name, _), text in zip(self.notes, self.pinned, strict=True))

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """One per note, in order, of the text that the session began with: what ELM puts in is nothing to ask about,
        and a long text is read once a session."""
        return tuple(study_text(text, name) for name, text in self.begun_notes)

    @property
    def working_notes(self) -> tuple[tuple[str, str], ...]:
        """The notes with all that ELM has put into them: what an edit must fit."""
        return self.whole or self.notes

    @cached_property
    def working_documents(self) -> tuple[Document, ...]:
        """The working notes, read; every line has the number that it has in the author's text."""
        # Each its own: an addition is told to be one of a note by which document it has.
        return tuple(
            replace(one.document) if one.document.text == text else read_document(text, name)
            for one, (name, text) in zip(self.studies, self.working_notes, strict=True)
        )

    @cached_property
    def sources(self) -> SettlingSources:
        """What may settle a topic: the author's text and what people said."""
        answers = self.answers if self.by_person else ()
        said = (SaidWords(text) for text in (*answers, *(message.text for message in self.messages)))
        return self.given or SettlingSources(self.notes, tuple(said))

    @cached_property
    def pinned_settled(self) -> dict[str, Passage]:
        """The topics that the author's own text settles; the first note that does wins."""
        found: dict[str, Passage] = {}
        for name, text in self.sources.notes:
            for topic, passage in study_text(text, name).settled.items():
                found.setdefault(topic, passage)
        return found

    @cached_property
    def doubts(self) -> tuple[Finding, ...]:
        """What the rules mark and nobody is asked about, but for matters of wording."""
        apart = _OF_WORDING | _OF_TOPICS
        return tuple(one for study in self.studies for one in study.doubts if one.kind not in apart)

    @property
    def is_doubted(self) -> bool:
        """Whether the rules mark more than a text of this length has that is ready: their marks are often wrong."""
        words = sum(len(one.words) for study in self.studies for one in study.document.sentences)
        return _WORDS_FOR_A_DOUBT * len(self.doubts) > words

    @cached_property
    def spoken_of(self) -> dict[str, Passage]:
        """What the author's text has that comes near a topic, whether it settles it or not."""
        documents = [study_text(text, name).document for name, text in self.begun_notes]
        near = {topic: near_passage(document, topic) for document in reversed(documents) for topic in TOPICS}
        found = {topic: passage for topic, passage in near.items() if passage}
        # What goes wrong today goes on when nothing is done.
        goes_on = {"inaction": found["problem"]} if "problem" in found else {}
        return found | goes_on | ({"inaction": self.settled["problem"]} if "problem" in self.settled else {})

    def other_quotes(self, topic: str) -> Iterator[str]:
        """More words of the author's text that settle a topic, for when the best ones settle enough others."""
        for name, text in self.sources.notes:
            one = study_text(text, name)
            yield from (found.quote for found in ranked_passages(one.document, one.scored, topic))

    def titled_quotes(self, topic: str) -> Iterator[str]:
        """Words of the author's text below headings that name a topic, then such as have the form of the topic."""
        documents = [study_text(text, name).document for name, text in self.sources.notes]
        for document in documents:
            yield from titled_quotes(document, topic)
        in_words = sum(len(one.findings) for one in self.studies) > _NEXT_TO_NOTHING
        for document in documents:
            yield from formed_quotes(document, topic, in_words=in_words)

    @cached_property
    def not_owed(self) -> dict[str, str]:
        """The topics that notes of this kind do not owe, each with why."""
        return topics_not_owed([Note("", name, text) for name, text in self.sources.notes])

    @cached_property
    def kind(self) -> str:
        """Which of the kinds that owe less the notes are, "" for none."""
        return kind_of_notes([Note("", name, text) for name, text in self.sources.notes])

    @cached_property
    def asked_texts(self) -> tuple[str, ...]:
        """Every question of the earlier rounds, in order."""
        return tuple(text for texts in self.asked for text in texts)

    @cached_property
    def known_texts(self) -> tuple[str, ...]:
        """Every question that was ever asked about these notes, those of the review before included."""
        return self.before + self.asked_texts


def facts_of(state: InterviewState, purpose: str) -> InterviewFacts:
    """What rules look at for a call of this purpose."""
    done = done_rounds(state, purpose)
    return InterviewFacts(
        round=len(done) + 1,
        notes=tuple((note.name, note.authored) for note in state.notes),
        whole=tuple((note.name, note.text) for note in state.notes),
        questions=state.rounds[-1].questions if len(done) < len(state.rounds) else (),
        asked=tuple(tuple(question.text for question in round_.questions) for round_ in done),
        answers=tuple(round_.answer.text for round_ in state.rounds if round_.answer),
        open_topics=with_not_owed(state).scorecard.open,
        waived=state.scorecard.waived,
        unknowns=state.outstanding,
        messages=state.steering,
        by_person=state.setup.answered_by == "me",
        deeper=state.setup.deeper,
        topic=state.setup.topic,
        accepted=tuple(tuple(one for one in note.added if one.is_accepted) for note in state.setup.notes),
        pinned=tuple(note.authored for note in state.setup.notes),
        before=tuple(_NUMBERED.findall(state.setup.previous)),
        given=sources_of(state),
        held=tuple(judge_card(state).settled.values()),
    )
