"""An interview as rules read it: who asked what, what was answered, what is open."""

import re
from dataclasses import dataclass
from functools import cached_property

from reviews.kinds.interview.prompts import done_rounds
from reviews.kinds.interview.state import InterviewMessage, InterviewState, Question
from reviews.language.scorecard import TOPICS
from reviews.offline.study import Studied

_NUMBERED = re.compile(r"(?m)^\d{1,2}\. (.+\?)\s*$")


@dataclass(frozen=True)
class InterviewFacts(Studied):
    """What rules look at. `round` is the one that the call belongs to, from 1, and `questions` are its questions;
    `asked` and `answers` hold the earlier rounds, oldest first; `before` holds the questions of the review that this
    one deepens; `topic` is what a person typed that the interview is about;
    `pinned` are the texts of the notes as they were at the start, none when nobody knows."""

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
        notes=tuple((note.name, note.text) for note in state.notes),
        questions=state.rounds[-1].questions if len(done) < len(state.rounds) else (),
        asked=tuple(tuple(question.text for question in round_.questions) for round_ in done),
        answers=tuple(round_.answer.text for round_ in state.rounds if round_.answer),
        open_topics=state.scorecard.open,
        waived=state.scorecard.waived,
        unknowns=state.outstanding,
        messages=state.steering,
        by_person=state.setup.answered_by == "me",
        deeper=state.setup.deeper,
        topic=state.setup.topic,
        pinned=tuple(note.text for note in state.setup.notes),
        before=tuple(_NUMBERED.findall(state.setup.previous)),
    )
