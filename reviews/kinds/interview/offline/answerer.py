"""The answering side: quotes the passages of the notes that answer, and says once which questions they leave to people.
Never its own words.

What a question wants decides what may answer it: a question about a measurement takes only a sentence with a measured
figure, one about a reason only a sentence that gives one. What only comes near is not quoted.
"""

from collections.abc import Callable
from dataclasses import dataclass

from reviews.kinds.interview.offline import asking, hearing, verdict
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import AnswerResult, Citation
from reviews.kinds.interview.state import Question
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading import lookup
from reviews.language.reading.cues import RULES
from reviews.language.reading.document import Sentence
from reviews.language.reading.passages import Passage, shown
from reviews.language.reading.settled import is_measurement
from reviews.language.reading.signals import has_reason
from reviews.language.scorecard import TOPICS
from reviews.language.wording import join_with_and, pick_variant
from reviews.language.wordlists import read_words
from reviews.offline import places
from reviews.offline.finding import Finding
from reviews.offline.rules.risks import MITIGATION
from reviews.offline.study import Study


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

# The share of a quote's weight that a sentence must cover to answer a question about it.
_NEAR = 0.5
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


def answers_nothing(text: str) -> bool:
    """Whether an answer of this side has said of every question of its round that it is left to people."""
    return text == _NONE


def _answer_question(facts: InterviewFacts, question: Question) -> OneAnswer:
    topic = question.topic if question.topic in TOPICS else asking.topic_of(question.text)
    if topic in TOPICS and (said := hearing.settled_by_messages(facts, topic)):
        return OneAnswer(f"You said: “{Passage(said).shown(60)}”.")
    if found := _finding_behind(facts, question):
        return _on_finding(facts, *found, question)
    place = facts.settled.get(topic)
    if place and place.quote != question.quote:
        return OneAnswer(_quote_answer(place, topic), (place,))
    return OneAnswer(unknown=verdict.NEEDS[topic]) if topic in TOPICS else _in_general(facts, question)


def _finding_behind(facts: InterviewFacts, question: Question) -> tuple[Study, Finding] | None:
    """The finding that a question came from: the same passage, and the words of its kind."""
    for one in facts.studies:
        for finding, place in one.usable:
            same = (place.quote if place else "") == question.quote
            if same and finding.kind in _UNKNOWN and asking.has_asked(finding.kind, (question.text,)):
                return one, finding
    return None


def _on_finding(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
    """A sentence on the same matter that supplies what the passage lacks, else what stays unknown about it."""
    if fits := _SUPPLIES.get(finding.kind):
        hit = lookup.best(facts.indexes, question.quote, fits=fits, but_not=(question.quote,), least=_NEAR)
        if hit:
            return OneAnswer(_quote_answer(hit.passage), (hit.passage,))
    named = [term for f in one.findings if f.kind == finding.kind for term in places.terms(f)]
    terms = [term for term in dict.fromkeys(named) if f"“{term}”" in question.text]
    points_at = find_quoted(finding.message, most=_LONGEST_TERM)
    known = {
        "quote": Passage(question.quote).shown(14),
        "figures": " or ".join(reversed(places.conflicting_figures(finding))) or "the one or the other",
        "term": next(iter(points_at), "what the notes point at"),
        "terms": join_with_and(terms) or "the terms",
        "stand": "stands" if len(terms) == 1 else "stand",
    }
    return OneAnswer(unknown=_UNKNOWN[finding.kind].format(**known))


def _in_general(facts: InterviewFacts, question: Question) -> OneAnswer:
    kind = asking.kind_of(question.text)
    if kind in _UNKNOWN:
        term = next(iter(find_quoted(question.text, most=_LONGEST_TERM)), "the point that was raised")
        return OneAnswer(unknown=_UNKNOWN[kind].format(term=term, quote=Passage(question.quote).shown(14)))
    hit = lookup.best(facts.indexes, question.text, but_not=(question.quote,), least=0.6)
    if hit:
        return OneAnswer(_quote_answer(hit.passage), (hit.passage,))
    words = shown(question.text).rstrip("?").split()
    return OneAnswer(unknown="An answer to this: " + " ".join(words[:24]) + (" …" if len(words) > 24 else ""))


def _quote_answer(place: Passage, about: str = "") -> str:
    variants = _QUOTING if place.section else _QUOTING_WITHOUT_SECTION
    return pick_variant(variants, place.quote + about).format(section=place.section, quote=place.shown(60))


def _is_figure(sentence: Sentence) -> bool:
    """Whether a sentence gives a figure that was measured; what stands in a plan was not."""
    planned = any(map(RULES["evidence"].never_under.search, sentence.section.path))
    return is_measurement(sentence.plain) and not planned


_SUPPLIES: dict[str, Callable[[Sentence], bool]] = {
    "decision_no_rationale": lambda sentence: has_reason(sentence.plain),
    "risk_no_mitigation": lambda sentence: bool(MITIGATION.search(sentence.plain)),
    "vague_claim": _is_figure,
    "no_evidence": _is_figure,
    "untestable": _is_figure,
}
"""What a sentence has to do to supply what a passage lacks, by the kind of the finding."""
