"""What settles a topic of the interview, and how well: decided by code from the author's text in the pinned revision
and from people's messages. Neither ELM's own edits nor the answers of a persona settle anything. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from reviews.kinds.interview.settling.forms import has_form, lacks_form, tells_kind
from reviews.kinds.interview.settling.messages import TOO_LITTLE, has_substance, message_standing
from reviews.kinds.interview.settling.passages import SettlingPassage, passages_of, read_source
from reviews.kinds.interview.settling.sources import (
    MOST_TOPICS,
    Held,
    SaidWords,
    SettledTopic,
    SettlingSources,
    Standing,
)
from reviews.kinds.interview.settling.subject import subject_of
from reviews.kinds.interview.settling.titled import is_concrete, topics_under_headings
from reviews.kinds.interview.settling.vocabulary import (
    content_words,
    names_topic,
    own_words,
    speaks_to_topic,
    substance,
)
from reviews.kinds.interview.settling.waivers import who_waives
from reviews.kinds.interview.state import InterviewState
from reviews.language.matching import is_quoted
from reviews.language.prose import NUMERAL
from reviews.language.reading.cues import RULES
from reviews.language.reading.settled import score
from reviews.language.scorecard import ANSWERED, NOT_OWED, NOT_QUOTED, TOPICS, WAIVED, Update
from reviews.language.wording import join_with_and

MOST_JUDGED = 2
"""Topics that may rest on ELM's judgement alone, or when nothing was asked on less than the author's telling words,
before the verdict says so."""
MOST_WAIVED = 2
"""Topics that ELM may waive on its own before the verdict says so."""
_MOST_BESIDE = 0.5
"""The share of settled topics whose passages need not share the subject of the notes."""
_MOST_DOUBTED = 0.5
"""The share of settled topics whose quotes code may fail to compare before it looks no further in the notes."""
_LEAST_CONCRETE = 0.4
"""Passages that tell a figure or a date, for each settled topic: what only sounds like an answer has none."""
_LEAST_OWN, _MOST_THIN = 4, 0.6
"""Words and figures that a passage has beside those of half of the others, and the share of passages with fewer."""
_LEAST_OWN_WORDS = 3
"""Those of them that are no figures: figures can be put into any sentence."""
_ON_SUBJECT = 2
_MOST_TOGETHER = 3
"""Sentences of one quotation that may say together what none of them says alone."""

USED_UP = f"These words settle {MOST_TOPICS} other topics already."
NO_PASSAGE = "These words are a heading, the head of a table, HTML or an open point, and such settle nothing."
NO_WAIVER = "A waiver has to quote the words of the notes that make the topic unnecessary, or a person has to give it."
OWES_NOT = "This kind of document does not owe the topic, so there is nothing to settle."


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
    def is_thin(self) -> bool:
        """Whether most passages of the notes say next to nothing but what all of them say. Of a script without spaces
        that can't be told."""
        keys = {one.key for one in self.settled.values() if one.from_notes}
        words = {key: content_words(key) for key in keys if " " in key.strip()}
        counts = Counter(word for each in words.values() for word in each)
        common = {word for word, count in counts.items() if count > max(1, len(words) / 2)}
        thin = sum(_says_little(key, each, common) for key, each in words.items())
        return thin > _MOST_THIN * len(keys)

    @property
    def is_beside(self) -> bool:
        """Whether most topics rest on passages that don't share the subject of the notes."""
        beside = sum(not one.is_about for one in self.settled.values())
        return beside > _MOST_BESIDE * len(self.settled)

    @property
    def is_from_notes(self) -> bool:
        """Whether some topics are settled, all of them by the author's words, and all but two by such as code sees to
        tell what the topic asks for."""
        weak = sum(one.standing == "judged" or not one.is_telling for one in self.settled.values())
        return (
            bool(self.settled)
            and weak <= MOST_JUDGED
            and all(one.from_notes for one in self.settled.values())
        )


def _says_little(key: str, words: AbstractSet[str], common: AbstractSet[str]) -> bool:
    """Whether a passage with these words says next to nothing beside what is `common` to most of them."""
    own = substance(key) + len(NUMERAL.findall(key)) - len(words & common)
    return own < _LEAST_OWN or sum(not word[0].isdigit() for word in words - common) < _LEAST_OWN_WORDS


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
    """What `quote` settles of `topic`, or a sentence that says why nothing. `held`: the other topics that are
    settled."""
    held = held or Held()
    refused = ""
    found: list[SettledTopic] = []
    for index, (name, text) in enumerate([*sources.notes, *(("", said.text) for said in sources.said)]):
        passages = passages_of(quote, index, read_source(text, name))
        covers = frozenset(passage.key for passage in passages)
        together = index < len(sources.notes) and _speak_together(topic, passages)
        for passage in passages:
            standing, why = _standing_of(sources, topic, quote, passage, together)
            if standing is None:
                refused = refused or why
            elif held.has_used_up(passage.key) or held.has_quoted(covers):
                refused = USED_UP
            else:
                found.append(_settled(sources, topic, passage, standing, covers))
    if best := min(found, key=lambda one: (one.standing == "judged", not one.is_about), default=None):
        return best
    return refused or (NO_PASSAGE if is_quoted(quote, [text for _, text in sources.notes]) else NOT_QUOTED)


def _settled(
    sources: SettlingSources,
    topic: str,
    passage: SettlingPassage,
    standing: Standing,
    covers: frozenset[str],
) -> SettledTopic:
    of_notes = passage.source < len(sources.notes)
    subject = subject_of(sources.notes)
    relation = subject.relates_own(passage.plain) if of_notes else subject.relates(passage.plain)
    is_telling = tells_kind(topic, passage.plain)
    is_telling = is_telling or (of_notes and relation == "about" and _is_named(sources, topic, passage))
    return SettledTopic(topic, standing, of_notes, passage.key, covers, relation == "about", is_telling)


def _standing_of(
    sources: SettlingSources, topic: str, quote: str, passage: SettlingPassage, together: bool
) -> tuple[Standing | None, str]:
    """How the passage settles the topic, or None and why it does not. `together`: the passages of the quote speak to
    the topic as one."""
    if passage.source >= len(sources.notes):
        return message_standing(sources, topic, quote, passage)
    if not has_substance(topic, quote, passage):
        return None, TOO_LITTLE
    told = together or (_is_told(topic, passage) and tells_kind(topic, passage.plain))
    is_own = told or _is_named(sources, topic, passage) or _answers_in_notes(sources, topic, passage)
    return ("notes" if is_own else "judged"), ""


def _is_told(topic: str, passage: SettlingPassage) -> bool:
    """Whether the words of a passage of the notes speak to a topic, by what they say, where they stand and what they
    look like."""
    if _looks_like(topic, passage.plain, passage.place):
        return True
    rule = RULES[topic]
    has_cue = rule.plain.search(passage.plain) or rule.cue.search(passage.plain)
    return bool(has_cue) and not passage.named and score(topic, passage.sentence, passage.names) > 0


def _is_named(sources: SettlingSources, topic: str, passage: SettlingPassage) -> bool:
    """Whether what stands over a passage of the notes names the topic, and the passage tells of what the notes are
    about."""
    named = any(names_topic(topic, name) for name in passage.names)
    named = named or (not passage.named and score(topic, passage.sentence, passage.names) > 0)
    return named and subject_of(sources.notes).relates_own(passage.plain) != "foreign"


def _looks_like(topic: str, plain: str, place: float) -> bool:
    return has_form(topic, plain, place) or (
        speaks_to_topic(topic, plain) and not lacks_form(topic, plain, place)
    )


def _speak_together(topic: str, passages: Sequence[SettlingPassage]) -> bool:
    """Whether the sentences that one quote goes over say together what none of them says alone."""
    whole = " ".join(passage.plain for passage in passages)
    return 1 < len(passages) <= _MOST_TOGETHER and _looks_like(topic, whole, passages[0].place)


def _answers_in_notes(sources: SettlingSources, topic: str, passage: SettlingPassage) -> bool:
    """Whether the passage shares its matter with a question on the topic that speaks to it in words of its own."""
    words = content_words(passage.plain)
    own = (own_words(text) for about, text in sources.asked if about == topic)
    return any(
        len(words & content_words(text)) >= _ON_SUBJECT
        and (speaks_to_topic(topic, text) or names_topic(topic, text))
        for text in own
    )


def sift_supported(
    state: InterviewState, updates: Iterable[Update]
) -> tuple[list[Update], list[tuple[Update, str]]]:
    """The updates that something carries, and the others each with why not."""
    sources, updates = sources_of(state), list(updates)
    settled = judge_card(state, sources).settled
    held = dict(settled)
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
    state: InterviewState, sources: SettlingSources, update: Update, held: dict[str, SettledTopic]
) -> str:
    """Why an update does not count, "" when it does; `held` then says what it settles."""
    if state.scorecard.topics[update.topic].status == NOT_OWED and update.status != ANSWERED:
        return OWES_NOT
    if update.status == WAIVED:
        return "" if who_waives(sources, update.topic, update.reason) else NO_WAIVER
    if update.status != ANSWERED:
        return ""
    others = Held(one for topic, one in held.items() if topic != update.topic)
    found = judge_quote(sources, update.topic, update.quote, others)
    if isinstance(found, str):
        return found
    held[update.topic] = found
    return ""


def judge_card(state: InterviewState, sources: SettlingSources | None = None) -> JudgedCard:
    """How well the topics stand that the scorecard calls answered or waived."""
    sources = sources or sources_of(state)
    settled: dict[str, SettledTopic] = {}
    held = Held()
    unsupported = []
    for topic in state.scorecard.answered:
        found = judge_quote(sources, topic, state.scorecard.topics[topic].quote, held)
        if isinstance(found, str):
            unsupported.append(topic)
        else:
            settled[topic] = found
            held.add(found)
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
    if said := [TOPICS[key] for key in judged.judged if not judged.settled[key].from_notes]:
        found.append(f"Code could not tell whether what a person said answers this: {join_with_and(said)}.")
    if len(judged.waived_by_elm) > MOST_WAIVED:
        found.append(f"ELM waived {len(judged.waived_by_elm)} topics on its own.")
    if not judged.tells_facts:
        found.append("Most of what settles the topics tells neither a figure nor a date.")
    if judged.is_thin:
        found.append("Most of what settles the topics says little that is not said of all of them.")
    if judged.is_beside:
        found.append("Most of what settles the topics does not share the subject of the notes.")
    if waived > len(judged.settled):
        found.append("More topics were waived than answered.")
    if not asked and (waived or not judged.is_from_notes):
        found.append("Nothing was asked, and not every topic is settled by the notes' own words.")
    return found
