"""What settles a topic of the interview, and how well: decided by code from the author's text in the pinned revision
and from people's messages. Neither ELM's own edits nor the answers of a persona settle anything. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from reviews.kinds.interview.settling.forms import has_form, lacks_form
from reviews.kinds.interview.settling.passages import SettlingPassage, passages_of, read_source
from reviews.kinds.interview.settling.titled import is_concrete, topics_under_headings
from reviews.kinds.interview.settling.vocabulary import (
    content_words,
    is_declined,
    language_of,
    names_topic,
    own_words,
    quoted_stretches,
    speaks_to_topic,
    substance,
    waives_topic,
)
from reviews.kinds.interview.state import InterviewState
from reviews.language.matching import is_quoted
from reviews.language.reading.settled import is_denial, score
from reviews.language.reading.signals import NO_ANSWER
from reviews.language.scorecard import ANSWERED, NOT_OWED, NOT_QUOTED, WAIVED, Update

Standing = Literal["notes", "message", "judged"]
Held = Counter[str]
MOST_TOPICS = 2
"""Topics that one passage may settle."""
MOST_JUDGED = 2
"""Topics that may rest on ELM's judgement alone before the verdict says so."""
MOST_WAIVED = 2
"""Topics that ELM may waive on its own before the verdict says so."""
_MOST_DOUBTED = 0.5
"""The share of settled topics whose quotes code may fail to compare before it looks no further in the notes."""
_LEAST_CONCRETE = 0.4
"""Passages that tell a figure or a date, for each settled topic: what only sounds like an answer has none."""
_LEAST_QUOTED, _LEAST_SAID, _LEAST_WAIVING = 3, 2, 2
"""Words that carry a matter: in a part of a sentence, in a whole passage, in the quote of a waiver."""
_WHOLE = 0.6
"""The share of a passage that a quote covers when it is as good as the passage."""
_ON_SUBJECT = 2
_LONGEST_VOCABULARY = 400_000

TOO_LITTLE = "These words say too little to settle a topic."
USED_UP = f"These words settle {MOST_TOPICS} other topics already."
BESIDE = "The message does not speak to this topic."
NO_PASSAGE = "These words are a heading, the head of a table, HTML or an open point, and such settle nothing."
NO_WAIVER = "A waiver has to quote the words of the notes that make the topic unnecessary, or a person has to give it."
OWES_NOT = "This kind of document does not owe the topic, so there is nothing to settle."


@dataclass(frozen=True)
class SaidWords:
    """A person's message, with the questions that it answers as (topic, text)."""

    text: str
    questions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SettlingSources:
    """All that may settle a topic: the pinned notes as (name, text) and what people said. `asked` are the questions so
    far as (topic, text)."""

    notes: tuple[tuple[str, str], ...]
    said: tuple[SaidWords, ...] = ()
    asked: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SettledTopic:
    """A topic that a passage settles. standing: "notes" or "message" when words of the author or of a person speak to
    it; "judged" when they have substance and code could not compare them."""

    topic: str
    standing: Standing
    from_notes: bool
    key: str


@dataclass(frozen=True)
class JudgedCard:
    """How well each owed topic of a scorecard stands. `unsupported` are answered ones that nothing carries."""

    settled: Mapping[str, SettledTopic]
    unsupported: tuple[str, ...]
    waived_by_people: tuple[str, ...]
    waived_by_elm: tuple[str, ...]

    @property
    def judged(self) -> tuple[str, ...]:
        """The topics that rest on ELM's judgement."""
        return tuple(topic for topic, one in self.settled.items() if one.standing == "judged")

    @property
    def tells_facts(self) -> bool:
        """Whether the topics rest on enough passages that tell a figure or a date, each counted once."""
        passages = {one.key for one in self.settled.values()}
        return sum(map(is_concrete, passages)) >= _LEAST_CONCRETE * len(self.settled)

    @property
    def is_from_notes(self) -> bool:
        """Whether some topics are settled, all of them by the author's words."""
        return bool(self.settled) and all(one.from_notes for one in self.settled.values())


def sources_of(state: InterviewState) -> SettlingSources:
    """What may settle a topic in this state."""
    answered = {
        number: tuple((question.topic, question.text) for question in round_.questions)
        for round_ in state.rounds
        if round_.answer
        for number in round_.answer.messages
    }
    return SettlingSources(
        tuple((note.name, note.authored) for note in state.setup.notes),
        tuple(SaidWords(message.text, answered.get(message.number, ())) for message in state.heard_messages),
        tuple((question.topic, question.text) for round_ in state.rounds for question in round_.questions),
    )


def judge_quote(
    sources: SettlingSources, topic: str, quote: str, held: Held | None = None
) -> SettledTopic | str:
    """What `quote` settles of `topic`, or a sentence that says why nothing. `held` counts by passage the other topics
    that it settles."""
    held = held or Counter()
    refused = ""
    found: list[SettledTopic] = []
    for index, (name, text) in enumerate([*sources.notes, *(("", said.text) for said in sources.said)]):
        passages = passages_of(quote, index, read_source(text, name))
        of_notes = index < len(sources.notes)
        spoken = any(_speaks(topic, passage, of_notes) for passage in passages)
        spoken = spoken or (of_notes and _speak_together(topic, passages))
        for passage in passages:
            standing, why = _standing_of(sources, topic, quote, passage, spoken)
            if standing is None:
                refused = refused or why
            elif held[passage.key] >= MOST_TOPICS:
                refused = USED_UP
            else:
                found.append(SettledTopic(topic, standing, index < len(sources.notes), passage.key))
    if best := min(found, key=lambda one: one.standing == "judged", default=None):
        return best
    return refused or (NO_PASSAGE if is_quoted(quote, [text for _, text in sources.notes]) else NOT_QUOTED)


def _standing_of(
    sources: SettlingSources, topic: str, quote: str, passage: SettlingPassage, spoken: bool
) -> tuple[Standing | None, str]:
    """How the passage settles the topic, or None and why it does not. `spoken`: a passage that the quote goes over
    speaks to the topic."""
    if not _has_substance(topic, quote, passage):
        return None, TOO_LITTLE
    of_notes = passage.source < len(sources.notes)
    if spoken:
        return ("notes" if of_notes else "message"), ""
    if of_notes:
        return ("notes" if _answers_in_notes(sources, topic, passage) else "judged"), ""
    return _message_standing(sources, topic, passage), BESIDE


def _has_substance(topic: str, quote: str, passage: SettlingPassage) -> bool:
    if is_declined(passage.plain) or NO_ANSWER.match(passage.value) or is_denial(passage.plain):
        return False
    if substance(passage.value, topic) < _LEAST_SAID:
        return False
    covers = len(quote.strip()) >= _WHOLE * len(passage.text)
    return passage.named or covers or substance(quote) >= _LEAST_QUOTED


def _speaks(topic: str, passage: SettlingPassage, is_note: bool) -> bool:
    """Whether what stands over the passage names the topic, or its words speak to it; in notes, where it stands and
    what it looks like count too."""
    if any(names_topic(topic, name) for name in passage.names):
        return True
    if not passage.named and score(topic, passage.sentence, passage.names) > 0:
        return True
    if not is_note:
        return speaks_to_topic(topic, passage.value)
    return _looks_like(topic, passage.plain, passage.place)


def _looks_like(topic: str, plain: str, place: float) -> bool:
    return has_form(topic, plain, place) or (
        speaks_to_topic(topic, plain) and not lacks_form(topic, plain, place)
    )


def _speak_together(topic: str, passages: Sequence[SettlingPassage]) -> bool:
    """Whether the sentences that one quote goes over say together what none of them says alone."""
    whole = " ".join(passage.plain for passage in passages)
    return len(passages) > 1 and _looks_like(topic, whole, passages[0].place)


def _answers_in_notes(sources: SettlingSources, topic: str, passage: SettlingPassage) -> bool:
    """Whether the passage shares its matter with a question on the topic that speaks to it in words of its own."""
    words = content_words(passage.plain)
    own = (own_words(text) for about, text in sources.asked if about == topic)
    return any(
        len(words & content_words(text)) >= _ON_SUBJECT
        and (speaks_to_topic(topic, text) or names_topic(topic, text))
        for text in own
    )


def _message_standing(sources: SettlingSources, topic: str, passage: SettlingPassage) -> Standing | None:
    """How a person's words settle a topic that they don't name: as the answer to its question when they are about the
    matter, by ELM's judgement when they may be, and else not at all."""
    said = sources.said[passage.source - len(sources.notes)]
    asked = (text for about, text in said.questions if about == topic)
    if any(is_on_subject(passage.plain, text, sources.notes) for text in asked):
        return "message"
    shared = content_words(passage.plain) & _vocabulary(sources.notes)
    languages = language_of(said.text), language_of(sources.notes[0][1] if sources.notes else "")
    return "judged" if shared or languages[0] != languages[1] else None


def is_on_subject(plain: str, question: str, notes: tuple[tuple[str, str], ...]) -> bool:
    """Whether words are about what `question` is about, or about the matter of the notes, given as (name, text)."""
    words = content_words(plain)
    return bool(words & content_words(question)) or len(words & _vocabulary(notes)) >= _ON_SUBJECT


@lru_cache(maxsize=8)
def _vocabulary(notes: tuple[tuple[str, str], ...]) -> frozenset[str]:
    return content_words("\n".join(text for _, text in notes)[:_LONGEST_VOCABULARY])


def who_waives(sources: SettlingSources, topic: str, reason: str) -> Literal["person", "elm", ""]:
    """Who waives the topic: a person in a message, ELM with a reason that quotes the notes, or nobody."""
    for said in sources.said:
        sentences = read_source(said.text).sentences
        if any(waives_topic(topic, sentence.plain) for sentence in sentences):
            return "person"
    for stretch in quoted_stretches(reason):
        for index, (name, text) in enumerate(sources.notes):
            if substance(stretch) >= _LEAST_WAIVING and passages_of(stretch, index, read_source(text, name)):
                return "elm"
    return ""


def sift_supported(
    state: InterviewState, updates: Iterable[Update]
) -> tuple[list[Update], list[tuple[Update, str]]]:
    """The updates that something carries, and the others each with why not."""
    sources, updates = sources_of(state), list(updates)
    settled = judge_card(state, sources).settled
    held = {topic: one.key for topic, one in settled.items()}
    kept: list[Update] = []
    refused: list[tuple[Update, str]] = []
    for update in updates:
        why = _why_unsupported(state, sources, update, held)
        if why:
            refused.append((update, why))
        else:
            kept.append(update)
    return kept, refused


def _why_unsupported(
    state: InterviewState, sources: SettlingSources, update: Update, held: dict[str, str]
) -> str:
    """Why an update does not count, "" when it does; `held` then says what it settles."""
    if state.scorecard.topics[update.topic].status == NOT_OWED and update.status != ANSWERED:
        return OWES_NOT
    if update.status == WAIVED:
        return "" if who_waives(sources, update.topic, update.reason) else NO_WAIVER
    if update.status != ANSWERED:
        return ""
    others = Counter(key for topic, key in held.items() if topic != update.topic)
    found = judge_quote(sources, update.topic, update.quote, others)
    if isinstance(found, str):
        return found
    held[update.topic] = found.key
    return ""


def judge_card(state: InterviewState, sources: SettlingSources | None = None) -> JudgedCard:
    """How well the topics stand that the scorecard calls answered or waived."""
    sources = sources or sources_of(state)
    settled: dict[str, SettledTopic] = {}
    held: Held = Counter()
    unsupported = []
    for topic in state.scorecard.answered:
        found = judge_quote(sources, topic, state.scorecard.topics[topic].quote, held)
        if isinstance(found, str):
            unsupported.append(topic)
        else:
            settled[topic] = found
            held[found.key] += 1
    by = {
        topic: who_waives(sources, topic, state.scorecard.topics[topic].reason)
        for topic in state.scorecard.waived
    }
    people = tuple(topic for topic, who in by.items() if who == "person")
    elm = tuple(topic for topic, who in by.items() if who != "person")
    return JudgedCard(rest_on_headings(sources, settled), tuple(unsupported), people, elm)


def rest_on_headings(
    sources: SettlingSources, settled: Mapping[str, SettledTopic]
) -> dict[str, SettledTopic]:
    """The settled topics, those that rest on ELM's judgement as the notes' own where a heading of the notes names the
    topic and a figure or a date is told below it. Only when most quotes speak for themselves."""
    judged = sum(one.standing == "judged" for one in settled.values())
    if not judged or judged > _MOST_DOUBTED * len(settled):
        return dict(settled)
    told = frozenset().union(*(topics_under_headings(text, name) for name, text in sources.notes))
    return {
        topic: replace(one, standing="notes")
        if one.standing == "judged" and one.from_notes and topic in told
        else one
        for topic, one in settled.items()
    }


def reservations(state: InterviewState) -> list[str]:
    """Why the notes are ready with caveats at best, a sentence for each reason; empty when nothing speaks against
    Ready. Open topics and unknowns are not looked at here."""
    judged = judge_card(state)
    waived = len(judged.waived_by_people) + len(judged.waived_by_elm)
    asked = any(round_.questions for round_ in state.rounds)
    found = []
    if judged.unsupported:
        found.append("Some topics rest on words that neither the author nor a person wrote.")
    if len(judged.judged) > MOST_JUDGED:
        found.append(f"{len(judged.judged)} topics rest on ELM's judgement, which code could not check.")
    if len(judged.waived_by_elm) > MOST_WAIVED:
        found.append(f"ELM waived {len(judged.waived_by_elm)} topics on its own.")
    if not judged.tells_facts:
        found.append("Most of what settles the topics tells neither a figure nor a date.")
    if waived > len(judged.settled):
        found.append("More topics were waived than answered.")
    if not asked and (waived or not judged.is_from_notes):
        found.append("Nothing was asked, and not every topic is settled by the notes' own words.")
    return found
