"""What people said: which question their words answer, and whether the words answer anything."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from reviews.kinds.interview.offline.answer_form import has_form, speaks_to_passage
from reviews.kinds.interview.offline.asking import TOPICS_ASKED, kind_of, topic_of
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.settling.messages import relation_to, says_on_topic, without_addressed
from reviews.kinds.interview.settling.turned_away import turns_away
from reviews.kinds.interview.settling.vocabulary import says_back
from reviews.kinds.interview.settling.wanted import gives_wanted
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.cues import RULES
from reviews.language.reading.sentences import WORD, blank_markup, spans
from reviews.language.reading.settled import is_measurement, speaks_of
from reviews.language.reading.signals import FEWEST_WORDS, NO_ANSWER, is_substance
from reviews.language.reading.topics import content_stems
from reviews.language.repetition import repeats_earlier
from reviews.language.scorecard import TOPICS

_NUMBERED = any_case(r"(?m)^[ \t>*_-]*(?:Q(?:uestion)?\s*)?(\d{1,2})[.):][ \t]*")
_WORDS = phrases(__file__, "cues", gap=" ")
_WISH = _WORDS.compile(rf"^\W{{0,200}}{_WORDS.any_of('wish')}\b")
_LONGEST = 60


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question of an earlier round and what a person answered.

    `words` is verbatim, "" when that is no answer; `declined` says that they don't know; `beside` that they said
    something which does not speak to the question. `round` counts from 1; `said` is all of it.
    """

    question: str
    topic: str
    words: str
    declined: bool = False
    beside: bool = False
    round: int = 0
    said: str = ""

    @property
    def is_on_the_text(self) -> bool:
        """Whether the question was about a passage rather than about a topic."""
        return not any(core in self.question.lower() for cores in TOPICS_ASKED.values() for core in cores)


def told(facts: InterviewFacts) -> list[AnsweredQuestion]:
    """Every question of the earlier rounds with the person's words on it."""
    found: list[AnsweredQuestion] = []
    for number, (texts, answer) in enumerate(zip(facts.asked, facts.answers, strict=False), start=1):
        earlier = list(found)
        for text, part in zip(texts, _split_answer(texts, answer), strict=True):
            says = _says_something(text, part)
            fits = _counts(text, part, facts.sources.notes) and not was_beside(text, part, earlier)
            words = _quotable_words(without_addressed(part)) if fits else ""
            declined = bool(NO_ANSWER.match(part))
            beside = says and not fits
            found.append(AnsweredQuestion(text, topic_of(text), words, declined, beside, number, part))
    return found


def was_beside(question: str, part: str, earlier: Iterable[AnsweredQuestion]) -> bool:
    """Whether somebody says again what did not speak to an earlier question on the same topic or finding."""
    about = topic_of(question), kind_of(question)
    same = [one.said for one in earlier if one.beside and (one.topic, kind_of(one.question)) == about]
    return repeats_earlier(part, same)


def latest_beside(facts: InterviewFacts) -> list[AnsweredQuestion]:
    """The questions of the last round whose answer does not speak to them."""
    heard = told(facts) if facts.by_person else []
    return [one for one in heard if one.beside and one.round == len(facts.asked)]


def answer_parts(
    questions: tuple[str, ...], answer: str, notes: tuple[tuple[str, str], ...] | None = None
) -> list[str]:
    """For each question the part of `answer` that is about it: by its number, by paragraphs, by its words. With `notes`
    as (name, text), parts that do not speak to their question are left out."""
    parts = _split_answer(questions, answer)
    return [
        _quotable_words(without_addressed(part)) if _counts(question, part, notes) else ""
        for question, part in zip(questions, parts, strict=True)
    ]


def _counts(question: str, part: str, notes: tuple[tuple[str, str], ...] | None) -> bool:
    part = without_addressed(part)
    return _says_something(question, part) and (notes is None or is_answer_to(question, part, notes))


def _says_something(question: str, part: str) -> bool:
    """Whether a part is more than a way of saying nothing: a name or a date alone may be the answer."""
    return is_substance(part) or (not NO_ANSWER.match(part) and has_form(question, blank_markup(part)))


def is_answer_to(question: str, words: str, notes: tuple[tuple[str, str], ...]) -> bool:
    """Whether a person's words speak to a question: they are about what it quotes or about the matter of the notes, or
    tell in short what it asks for, and don't only say it back."""
    plain, topic, kind = blank_markup(words), topic_of(question), kind_of(question)
    if says_back(plain, question, most=bool(kind)) or turns_away(topic, plain):
        return False
    if kind:
        return speaks_to_passage(question, words, notes)
    relation = relation_to(plain, [question], notes)
    if relation == "foreign":
        return False
    if topic not in TOPICS:
        return relation == "about" or gives_wanted(question, plain)
    return says_on_topic(topic, plain, [question], notes)


def _split_answer(questions: tuple[str, ...], answer: str) -> list[str]:
    split = _by_number(len(questions), answer) or _by_paragraph(len(questions), answer)
    return split or _by_words(questions, answer)


def _by_number(count: int, answer: str) -> list[str]:
    marks = [m for m in _NUMBERED.finditer(answer) if 1 <= int(m.group(1)) <= count]
    ends = [mark.start() for mark in marks[1:]] + [len(answer)]
    numbered = {int(m.group(1)): answer[m.end() : end].strip() for m, end in zip(marks, ends, strict=False)}
    return [numbered.get(number + 1, "") for number in range(count)] if numbered else []


def _by_paragraph(count: int, answer: str) -> list[str]:
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n|\n", answer) if part.strip()]
    return paragraphs if len(paragraphs) == count else []


def _by_words(questions: tuple[str, ...], answer: str) -> list[str]:
    """The whole answer to each question that it speaks to; to the only one there is in any case."""
    plain = blank_markup(answer)
    fits = [len(questions) == 1 or _speaks_to(question, plain) for question in questions]
    return [answer.strip() if fit else "" for fit in fits]


def _speaks_to(question: str, plain: str) -> bool:
    topic = topic_of(question)
    if topic in TOPICS and speaks_of(topic, plain):
        return True
    return any(len(content_stems(quote) & content_stems(plain)) >= 2 for quote in find_quoted(question))


def _quotable_words(words: str) -> str:
    """The first sentences of an answer, verbatim, up to about sixty words."""
    words = words.strip()
    end, plain = 0, blank_markup(words)
    for start, stop in spans(plain, words):
        if end and len(WORD.findall(plain[:stop])) > _LONGEST:
            break
        end = stop if start >= 0 else end
    return words[:end] if end else words


def message_wishes(facts: InterviewFacts) -> list[str]:
    """The messages since the last questions that ask for something rather than tell something."""
    return [m.text for m in facts.messages if m.round >= facts.round - 1 and _is_wish(m.text)]


def message_statements(facts: InterviewFacts) -> list[str]:
    """The sentences of all messages that tell something, verbatim."""
    found = []
    for message in (said.text for said in facts.messages):
        if not _is_wish(message):
            plain = blank_markup(message)
            told = [span for span in spans(plain, message) if plain[span[1] - 1] != "?"]
            found += [message[a:b] for a, b in told if is_substance(plain[a:b])]
    return found


def settled_by_messages(facts: InterviewFacts, topic: str) -> str:
    """The sentence of a message that settles a topic beyond doubt, verbatim, or ""."""
    for sentence in message_statements(facts):
        plain = blank_markup(sentence)
        if is_measurement(plain) if topic == "evidence" else RULES[topic].plain.search(plain):
            return sentence
    return ""


def _is_wish(message: str) -> bool:
    return "?" in message or bool(_WISH.match(message)) or len(WORD.findall(message)) <= FEWEST_WORDS
