"""The answering side: quotes the passage of the notes that answers, or says that they don't. Never its own words.

What a question wants decides what may answer it: a question about a measurement takes only a sentence with a
measured figure, one about a reason only a sentence that gives one, and one about an abbreviation only its long form.
"""

from collections.abc import Callable
from dataclasses import dataclass

from reviews.kinds.interview.offline import asking, hearing, replies, verdict
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import AnswerResult, Citation
from reviews.kinds.interview.state import Question
from reviews.language.reading import lookup
from reviews.language.reading.cues import RULES
from reviews.language.reading.document import Sentence
from reviews.language.reading.passages import Passage, is_statement, passage
from reviews.language.reading.settled import is_measurement
from reviews.language.reading.signals import reasoned
from reviews.language.scorecard import TOPICS
from reviews.offline import places
from reviews.offline.finding import Finding
from reviews.offline.rules.risks import MITIGATION
from reviews.offline.study import Study


@dataclass(frozen=True)
class OneAnswer:
    """An answer to one question: what is said, what it quotes, and what nobody here can say ("" when answered)."""

    text: str
    quotes: tuple[Passage, ...] = ()
    unknown: str = ""


Skill = Callable[[InterviewFacts, Study, Finding, Question], OneAnswer]

# The share of a quote's weight that a sentence must cover to answer a question about it, or to come close.
_NEAR, _FAR = 0.5, 0.3


def answer(facts: InterviewFacts) -> tuple[str, AnswerResult]:
    """One numbered answer per question of this round."""
    given = [_reply(facts, question) for question in facts.questions]
    if not given:
        return "There was no question.", AnswerResult()
    text = "\n".join(f"{number}. {reply.text}" for number, reply in enumerate(given, start=1))
    citations = [Citation(quote=p.quote, artifact=p.artifact) for reply in given for p in reply.quotes]
    unknowns = [reply.unknown for reply in given if reply.unknown and reply.unknown not in facts.unknowns]
    return text, AnswerResult(citations=citations, unknowns=list(dict.fromkeys(unknowns)))


def _reply(facts: InterviewFacts, question: Question) -> OneAnswer:
    topic = question.topic if question.topic in TOPICS else asking.topic_of(question.text)
    if said := _said(facts, question, topic):
        return OneAnswer(said)
    found = _finding(facts, question)
    if found and (skill := _BY_KIND.get(found[1].kind)):
        return skill(facts, found[0], found[1], question)
    if topic in TOPICS:
        return _on_topic(facts, topic, question)
    return _in_general(facts, question)


def _said(facts: InterviewFacts, question: Question, topic: str) -> str:
    """What a person said before that answers, if it does."""
    words = hearing.settled_by_messages(facts, topic) if topic in TOPICS else ""
    return replies.you_said(words) if words else ""


def _finding(facts: InterviewFacts, question: Question) -> tuple[Study, Finding] | None:
    """The finding that a question came from: the same passage, and the words of its kind."""
    for one in facts.studies:
        for finding, place in places.usable(one):
            same = (place.quote if place else "") == question.quote
            if same and asking.has_asked(finding.kind, (question.text,)):
                return one, finding
    return None


def _on_topic(facts: InterviewFacts, topic: str, question: Question) -> OneAnswer:
    place = facts.settled.get(topic)
    if place and place.quote != question.quote:
        return OneAnswer(replies.quoting(place, topic), (place,))
    rule = RULES[topic]
    hit = lookup.best(
        facts.indexes,
        f"{question.quote} {replies.HINTS[topic]}",
        fits=lambda s: bool(rule.cue.search(s.plain) or rule.plain.search(s.plain)),
        but_not=(question.quote,),
        least=_NEAR,
    )
    text = replies.not_said(topic, question.text)
    if hit:
        return OneAnswer(f"{text} {replies.closest(hit.passage)}", (hit.passage,), verdict.NEEDS[topic])
    return OneAnswer(text, (), verdict.NEEDS[topic])


def _in_general(facts: InterviewFacts, question: Question) -> OneAnswer:
    if asking.has_asked("own_open_points", (question.text,)):
        return OneAnswer(
            replies.OPEN_POINTS, unknown=f"Who answers the notes' own open question: “{_short(question)}”."
        )
    if asking.has_asked("raised", (question.text,)):
        return OneAnswer(replies.MISSING["raised"], unknown=replies.raised(question.text))
    if kind := next((k for k in replies.MISSING if asking.has_asked(k, (question.text,))), ""):
        return OneAnswer(replies.MISSING[kind], unknown=replies.MISSING_UNKNOWN[kind])
    hit = lookup.best(facts.indexes, question.text, but_not=(question.quote,), least=0.6)
    if hit:
        return OneAnswer(replies.quoting(hit.passage), (hit.passage,))
    return OneAnswer(replies.nothing(question.text), unknown=replies.unanswered(question.text))


def _short(question: Question) -> str:
    return Passage(question.quote).shown(14)


def _conflict(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
    here, there = Passage(question.quote, artifact=one.document.name), places.elsewhere(one.document, finding)
    unknown = replies.which_holds(finding.message)
    if there is None:
        return OneAnswer(replies.BOTH_STAND, (), unknown)
    return OneAnswer(replies.both(here, there), (here, there), unknown)


def _terms(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
    named = [term for f in one.findings if f.kind == finding.kind for term in places.terms(f)]
    asked = [term for term in dict.fromkeys(named) if f"“{term}”" in question.text]
    uses = [(term, replies.uses_of(one.document, term)) for term in asked]
    return OneAnswer(replies.never_explained(uses), unknown=replies.meaning_of(asked, finding.kind))


def _with(fits: Callable[[Sentence], bool], what: str) -> Skill:
    """A skill that looks for a sentence on the same matter that also does what `fits` asks."""

    def skill(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
        hit = lookup.best(facts.indexes, question.quote, fits=fits, but_not=(question.quote,), least=_FAR)
        if hit and hit.covered >= _NEAR:
            return OneAnswer(replies.quoting(hit.passage), (hit.passage,))
        near = hit.passage if hit else _only_figure(facts, finding, question)
        unknown = replies.UNKNOWN[finding.kind].format(quote=_short(question))
        text = replies.no_such(what, question.quote)
        if near:
            return OneAnswer(f"{text} {replies.closest(near)}", (near,), unknown)
        follows = _next_to(one, question)
        return OneAnswer(
            f"{text} {replies.goes_on(follows)}" if follows else text, (follows,) if follows else (), unknown
        )

    return skill


def _only_figure(facts: InterviewFacts, finding: Finding, question: Question) -> Passage | None:
    """For a claim without a figure: the measured figure that the notes have, whatever it is about."""
    place = facts.settled.get("evidence") if finding.kind in ("vague_claim", "no_evidence") else None
    return place if place and place.quote != question.quote else None


def _next_to(one: Study, question: Question) -> Passage | None:
    """The statement that follows a quoted one in the same paragraph."""
    document = one.document
    here = next((s for s in document.sentences if s.text == question.quote), None)
    follows = document.nearby(here, after=1) if here else ()
    beside = [s for s in follows if here and s.block is here.block and is_statement(s)]
    return passage(document, beside[0]) if beside else None


def _dangling(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
    return OneAnswer(replies.not_here(finding, one.document), unknown=replies.where_is(finding))


def _left_open(text: str, unknown: str) -> Skill:
    """A skill that says that the notes leave it open, and notes what is unknown of the quoted words."""
    return lambda facts, one, finding, question: OneAnswer(text, unknown=f"{unknown}: “{_short(question)}”.")


def _is_figure(sentence: Sentence) -> bool:
    """Whether a sentence gives a figure that was measured; what stands in a plan was not."""
    planned = any(map(RULES["evidence"].never_under.search, sentence.section.path))
    return is_measurement(sentence.plain) and not planned


_BY_KIND: dict[str, Skill] = {
    "number_conflict": _conflict,
    "date_conflict": _conflict,
    "acronym": _terms,
    "jargon": _terms,
    "decision_no_rationale": _with(lambda s: reasoned(s.plain), "a reason for it"),
    "risk_no_mitigation": _with(lambda s: bool(MITIGATION.search(s.plain)), "a countermeasure"),
    "vague_claim": _with(_is_figure, "a figure for it"),
    "no_evidence": _with(_is_figure, "a source for it"),
    "untestable": _with(_is_figure, "a test for it"),
    "dangling_ref": _dangling,
    "broken_anchor": _dangling,
    "todo": _left_open(replies.STILL_OPEN, "Who settles it, and when"),
    "hedge": _left_open(replies.LEFT_OPEN, "Whether it is so"),
}
