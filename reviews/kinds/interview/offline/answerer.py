"""The answering side: quotes the passages of the notes that answer, and says once which questions they leave to people.
Never its own words.

A question about a passage is left to people: it was asked since the notes say no more. What only comes near is not
quoted.
"""

from dataclasses import dataclass

from reviews.kinds.interview.offline import asking, hearing, verdict
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import AnswerResult, Citation
from reviews.kinds.interview.state import Question
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage, shown
from reviews.language.scorecard import TOPICS
from reviews.language.wording import join_with_and, pick_variant
from reviews.language.wordlists import read_words
from reviews.offline import places


@dataclass(frozen=True)
class OneAnswer:
    """An answer to one question: what is said, "" for nothing, what it quotes, and what nobody here can say ("" when
    answered)."""

    text: str = ""
    quotes: tuple[Passage, ...] = ()
    unknown: str = ""


_WORDS = read_words(__file__, "replies")
_QUOTING, _QUOTING_WITHOUT_SECTION = _WORDS.words("quoting"), _WORDS.words("quoting_without_section")
_LEFT, _NONE = _WORDS.text("left"), _WORDS.text("none")
_UNKNOWN = _WORDS.texts("unknown")

_LONGEST_TERM = 60
"""Characters of what a question or a finding has in quotation marks, to be named as a term."""


def answer(facts: InterviewFacts) -> tuple[str, AnswerResult]:
    """What the notes answer, numbered like the questions of this round, and which of them they leave to people."""
    given = [_answer_question(facts, question) for question in facts.questions]
    if not given:
        return "There was no question.", AnswerResult()
    said = [f"{number}. {reply.text}" for number, reply in enumerate(given, start=1) if reply.text]
    left = [str(number) for number, reply in enumerate(given, start=1) if not reply.text]
    blocks = ["\n".join(said)] if said else []
    if left:
        blocks.append(_LEFT.format(numbers=join_with_and(left)) if said else _NONE)
    citations = [Citation(quote=p.quote, artifact=p.artifact) for reply in given for p in reply.quotes]
    unknowns = [reply.unknown for reply in given if reply.unknown and reply.unknown not in facts.unknowns]
    return "\n\n".join(blocks), AnswerResult(citations=citations, unknowns=list(dict.fromkeys(unknowns)))


def _answer_question(facts: InterviewFacts, question: Question) -> OneAnswer:
    topic = question.topic if question.topic in TOPICS else asking.topic_of(question.text)
    if topic in TOPICS and (said := hearing.settled_by_messages(facts, topic)):
        return OneAnswer(f"You said: “{Passage(said).shown(60)}”.")
    kind = asking.kind_of(question.text)
    if kind in _UNKNOWN:
        return _left_about(facts, kind, question)
    place = facts.settled.get(topic)
    if place and place.quote != question.quote:
        return OneAnswer(_quote_answer(place, topic), (place,))
    return OneAnswer(unknown=verdict.NEEDS[topic]) if topic in TOPICS else _in_general(facts, question)


def _left_about(facts: InterviewFacts, kind: str, question: Question) -> OneAnswer:
    """What stays unknown about something that the notes say: they were asked since nothing else in them says it."""
    if "{quote}" in _UNKNOWN[kind] and not question.quote:
        return _left_over(question)
    known = {
        "quote": Passage(question.quote).shown(14),
        "figures": _conflicting_figures(facts, kind, question) or "the one or the other",
        "term": next(iter(find_quoted(question.text, most=_LONGEST_TERM)), "the point that was raised"),
    }
    return OneAnswer(unknown=_UNKNOWN[kind].format(**known))


def _conflicting_figures(facts: InterviewFacts, kind: str, question: Question) -> str:
    """The two figures of the contradiction that a question is about, the earlier one first."""
    found = (
        " or ".join(reversed(places.conflicting_figures(finding)))
        for one in facts.studies
        for finding, place in one.usable
        if finding.kind == kind and place and place.quote == question.quote
    )
    return next(found, "")


def _in_general(facts: InterviewFacts, question: Question) -> OneAnswer:
    hit = lookup.best(facts.indexes, question.text, but_not=(question.quote,), least=0.6)
    return OneAnswer(_quote_answer(hit.passage), (hit.passage,)) if hit else _left_over(question)


def _left_over(question: Question) -> OneAnswer:
    words = shown(question.text).rstrip("?").split()
    return OneAnswer(unknown="An answer to this: " + " ".join(words[:24]) + (" …" if len(words) > 24 else ""))


def _quote_answer(place: Passage, about: str = "") -> str:
    variants = _QUOTING if place.section else _QUOTING_WITHOUT_SECTION
    return pick_variant(variants, place.quote + about).format(section=place.section, quote=place.shown(60))
