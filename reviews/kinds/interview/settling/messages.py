"""What a person's message settles of a topic, and whether words answer what was asked about one. Pure."""

import re
from collections.abc import Iterable
from dataclasses import replace

from reviews.kinds.injection_facts import passages_to_tell
from reviews.kinds.interview.settling.forms import tells_in_words, tells_kind
from reviews.kinds.interview.settling.passages import SettlingPassage, read_source
from reviews.kinds.interview.settling.sources import SettlingSources, Standing
from reviews.kinds.interview.settling.subject import (
    Notes,
    Relation,
    life_fields,
    own_stems,
    subject_of,
    without_subject,
)
from reviews.kinds.interview.settling.turned_away import turns_away
from reviews.kinds.interview.settling.vocabulary import (
    has_no_evidence,
    is_declined,
    language_of,
    names_topic,
    says_back,
    speaks_to_topic,
    substance,
    told_part,
)
from reviews.kinds.interview.settling.wanted import gives_wanted, is_doubtful, wanted_kinds, without_new_names
from reviews.language.injection import find_in_message
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.parts import has_date
from reviews.language.reading.settled import is_denial
from reviews.language.reading.signals import NO_ANSWER
from reviews.language.sourcing.content import content_words as concept_words

TOO_LITTLE = "These words say too little to settle a topic."
BESIDE = "The message does not speak to this topic."
SAID_BACK = "These words only say ELM's question back."
TURNED_AWAY = "These words turn the question away and tell nothing on it."
ADDRESSES_ELM = "These words address the reviewer, and such settle nothing."
_LEAST_QUOTED, _LEAST_SAID = 3, 2
"""Words that carry a matter: in a part of a sentence, in a whole passage."""
_WHOLE = 0.6
"""The share of a passage that a quote covers when it is as good as the passage."""
_MOST_BESIDE_FIGURE = {"risks": 0, "tradeoffs": 0, "inaction": 0, "why_now": 1, "ask": 1}
"""Topics that a figure or a date alone says nothing on, and the words of a matter that may stand beside it in a short
answer to a question about them."""
_WITH_DOUBT = frozenset({"risks", "tradeoffs", "inaction"})
"""Topics on which who tells something says that it is not certain."""
_TELLS = re.compile(r"(?:we|i|they|he|she|it|there|wir|ich|sie|es)\s", re.IGNORECASE)
"""How a sentence begins and a label does not."""
_LONGEST_SHORT, _MOST_IN_SHORT = 14, 1
"""Words of a short answer, and those of them that only some matters need and nobody asked for: one more where somebody
is asked for, who may be named by what they do."""


def message_standing(
    sources: SettlingSources, topic: str, quote: str, passage: SettlingPassage
) -> tuple[Standing | None, str]:
    """How a person's words settle a topic: when they are about the matter of the notes and speak to the topic or answer
    its question; by ELM's judgement when code can't compare them; and else not at all, with why not."""
    said = sources.said[passage.source - len(sources.notes)]
    asked = [text for about, text in said.questions if about == topic]
    if is_addressed(said.text, passage.start, passage.start + len(passage.text)):
        return None, ADDRESSES_ELM
    if any(says_back(passage.plain, text) for _, text in sources.asked):
        return None, SAID_BACK
    if turns_away(topic, passage.plain):
        return None, TURNED_AWAY
    is_given = any(gives_wanted(text, passage.plain) for text in asked if wanted_kinds(text))
    is_given = is_given or (bool(asked) and _tells_fact(topic, passage.plain))
    if not has_substance(topic, quote, _as_sentence(passage)) and not (is_given and _is_statement(passage)):
        return None, TOO_LITTLE
    about = without_new_names(asked, passage.plain)
    relation = relation_to(about, asked, sources.notes)
    if relation == "plain" and not (is_given or tells_kind(topic, passage.plain)):
        return None, BESIDE
    if topic not in _WITH_DOUBT and is_doubtful(passage.plain):
        return "judged", ""
    if relation != "foreign":
        named = any(names_topic(topic, name) for name in passage.names)
        is_told = named or says_on_topic(topic, passage.value, asked, sources.notes)
        return ("message" if is_told else "judged"), ""
    languages = language_of(said.text), language_of(sources.notes[0][1] if sources.notes else "")
    is_told = is_given and tells_kind(topic, passage.plain) and len(passage.plain.split()) <= _LONGEST_SHORT
    may_tell = is_told and not life_fields(passage.plain) - subject_of(sources.notes).lives
    return ("judged" if may_tell or languages[0] != languages[1] else None), BESIDE


def _as_sentence(passage: SettlingPassage) -> SettlingPassage:
    """The passage, one that is a sentence with a colon ("We counted them in March: 1,204") without a label."""
    is_sentence = passage.named and _TELLS.match(passage.plain)
    return replace(passage, value=passage.plain, named=False) if is_sentence else passage


def _tells_fact(topic: str, plain: str) -> bool:
    """Whether words speak to a topic with a figure or a date."""
    return (has_date(plain) or any(map(str.isdigit, plain))) and speaks_to_topic(topic, plain)


def is_addressed(message: str, start: int, end: int) -> bool:
    """Whether a part of a message has something that addresses the reviewer."""
    return any(one.start < end and start < one.end for one in passages_to_tell(find_in_message(message)))


def without_addressed_sentences(message: str) -> str:
    """A message without the sentences that address the reviewer."""
    found = passages_to_tell(find_in_message(message))
    if not found:
        return message
    kept = (
        sentence.text
        for sentence in read_source(message).sentences
        if not any(one.start < sentence.end and sentence.start < one.end for one in found)
    )
    return "\n\n".join(kept)


def without_addressed(message: str) -> str:
    """The longest part of a message that does not address the reviewer."""
    parts, last = [], 0
    for one in passages_to_tell(find_in_message(message)):
        parts.append(message[last : one.start].strip())
        last = one.end
    return max([*parts, message[last:].strip()], key=len) if parts else message


def has_substance(topic: str, quote: str, passage: SettlingPassage) -> bool:
    """Whether the passage tells something, and the quote is enough of it."""
    if is_declined(told_part(passage.plain)) or NO_ANSWER.match(passage.value) or is_denial(passage.plain):
        return False
    if topic == "evidence" and has_no_evidence(passage.plain):
        return False
    if substance(passage.value, topic) < _LEAST_SAID:
        return False
    covers = len(quote.strip()) >= _WHOLE * len(passage.text)
    return passage.named or covers or substance(quote) >= _LEAST_QUOTED


def _is_statement(passage: SettlingPassage) -> bool:
    return not (is_declined(passage.plain) or NO_ANSWER.match(passage.value) or is_denial(passage.plain))


def relation_to(plain: str, questions: Iterable[str], notes: Notes) -> Relation:
    """How a person's words stand to the matter of the notes, given as (name, text), and to what the questions that they
    answer quote."""
    asked = list(questions)
    quoted = own_stems(" ".join(stretch for text in asked for stretch in find_quoted(text)))
    if own_stems(plain) & quoted:
        return "about"
    return subject_of(notes).relates(plain, answers=bool(asked))


def says_on_topic(topic: str, plain: str, asked: Iterable[str], notes: Notes) -> bool:
    """Whether words speak to a topic or tell what the questions `asked` about it want. Where a figure or a date alone
    says nothing, the words of what the notes are about anyway don't count."""
    asked = list(asked)
    if any(_is_short_answer(text, plain, notes) for text in asked):
        return True
    if topic not in _MOST_BESIDE_FIGURE:
        return speaks_to_topic(topic, plain) or (bool(asked) and tells_kind(topic, plain))
    bare = without_subject(plain, notes)
    if speaks_to_topic(topic, bare):
        return True
    own = own_stems(bare)
    shares = any(own & own_stems(text) for text in asked)
    is_figure = tells_kind(topic, plain) and _is_brief(plain, "", notes, _MOST_BESIDE_FIGURE[topic])
    return bool(asked) and (shares or is_figure or tells_in_words(topic, bare))


def _is_short_answer(question: str, plain: str, notes: Notes) -> bool:
    """Whether words give in short what a question asks for: somebody, a day, a figure or a reason."""
    is_given = bool(wanted_kinds(question)) and gives_wanted(question, plain)
    most = _MOST_IN_SHORT + ("who" in wanted_kinds(question))
    return is_given and _is_brief(plain, question, notes, most)


def _is_brief(plain: str, question: str, notes: Notes, most: int) -> bool:
    """Whether words are few and `most` of them at most of a matter that the question does not name, none of what the
    notes are about."""
    beside = own_stems(plain) - concept_words(question)
    is_short = len(plain.split()) <= _LONGEST_SHORT and len(beside) <= most
    return is_short and not beside & subject_of(notes).telling
