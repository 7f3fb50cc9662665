"""The answering side: quotes the passage of the notes that answers, or says that they don't. Never its own words.

Every text says where it has its knowledge from, or that it has none. What a question wants decides what may answer it:
a question about a measurement takes only a sentence with a measured figure, one about a reason only a sentence that
gives one, and one about an abbreviation only its long form.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from reviews.kinds.interview.offline import asking, hearing, verdict
from reviews.kinds.interview.offline.session import InterviewFacts
from reviews.kinds.interview.results import AnswerResult, Citation
from reviews.kinds.interview.state import Question
from reviews.language.quotation_marks import find_quoted
from reviews.language.reading import lookup
from reviews.language.reading.cues import RULES
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.passages import Passage, is_open_points, shown, title_of
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
    """An answer to one question: what is said, what it quotes, and what nobody here can say ("" when answered)."""

    text: str
    quotes: tuple[Passage, ...] = ()
    unknown: str = ""


Skill = Callable[[InterviewFacts, Study, Finding, Question], OneAnswer]

_WORDS = read_words(__file__, "replies")
_QUOTING, _QUOTING_WITHOUT_SECTION = _WORDS.words("quoting"), _WORDS.words("quoting_without_section")
_CLOSEST, _NO_SUCH, _NOTHING = (_WORDS.words(key) for key in ("closest", "no_such", "nothing"))
_OPEN_POINTS, _STILL_OPEN = _WORDS.text("open_points"), _WORDS.text("still_open")
_UNOWNED = _WORDS.text("unowned")
_LEFT_OPEN, _BOTH_STAND = _WORDS.text("left_open"), _WORDS.text("both_stand")
_NOT_SAID, _UNKNOWN, _HINTS = _WORDS.sentences("not_said"), _WORDS.texts("unknown"), _WORDS.texts("hints")
_MISSING, _MISSING_UNKNOWN = _WORDS.texts("missing"), _WORDS.texts("missing_unknown")

# The share of a quote's weight that a sentence must cover to answer a question about it, or to come close.
_NEAR, _FAR = 0.5, 0.3
_LONGEST_TERM = 60
"""Characters of what a question or a finding has in quotation marks, to be named as a term."""


def answer(facts: InterviewFacts) -> tuple[str, AnswerResult]:
    """One numbered answer per question of this round."""
    given = [_answer_question(facts, question) for question in facts.questions]
    if not given:
        return "There was no question.", AnswerResult()
    text = "\n".join(f"{number}. {reply.text}" for number, reply in enumerate(given, start=1))
    citations = [Citation(quote=p.quote, artifact=p.artifact) for reply in given for p in reply.quotes]
    unknowns = [reply.unknown for reply in given if reply.unknown and reply.unknown not in facts.unknowns]
    return text, AnswerResult(citations=citations, unknowns=list(dict.fromkeys(unknowns)))


def _answer_question(facts: InterviewFacts, question: Question) -> OneAnswer:
    topic = question.topic if question.topic in TOPICS else asking.topic_of(question.text)
    if topic in TOPICS and (said := hearing.settled_by_messages(facts, topic)):
        return OneAnswer(f"You said: “{Passage(said).shown(60)}”.")
    found = _finding_behind(facts, question)
    if found and (skill := _BY_KIND.get(found[1].kind)):
        return skill(facts, found[0], found[1], question)
    if topic in TOPICS:
        return _on_topic(facts, topic, question)
    return _in_general(facts, question)


def _finding_behind(facts: InterviewFacts, question: Question) -> tuple[Study, Finding] | None:
    """The finding that a question came from: the same passage, and the words of its kind."""
    for one in facts.studies:
        for finding, place in one.usable:
            same = (place.quote if place else "") == question.quote
            if same and asking.has_asked(finding.kind, (question.text,)):
                return one, finding
    return None


def _on_topic(facts: InterviewFacts, topic: str, question: Question) -> OneAnswer:
    place = facts.settled.get(topic)
    if place and place.quote != question.quote:
        return OneAnswer(_quote_answer(place, topic), (place,))
    rule = RULES[topic]
    hit = lookup.best(
        facts.indexes,
        f"{question.quote} {_HINTS[topic]}",
        fits=lambda s: bool(rule.cue.search(s.plain) or rule.plain.search(s.plain)),
        but_not=(question.quote,),
        least=_NEAR,
    )
    text = pick_variant(_NOT_SAID[topic], question.text)
    if hit:
        return OneAnswer(f"{text} {_closest_quote(hit.passage)}", (hit.passage,), verdict.NEEDS[topic])
    return OneAnswer(text, (), verdict.NEEDS[topic])


def _in_general(facts: InterviewFacts, question: Question) -> OneAnswer:
    if asking.has_asked("own_open_points", (question.text,)):
        return OneAnswer(
            _OPEN_POINTS, unknown=f"Who answers the notes' own open question: “{_short(question)}”."
        )
    if asking.has_asked("raised", (question.text,)):
        term = next(iter(find_quoted(question.text, most=_LONGEST_TERM)), "the point that was raised")
        return OneAnswer(_MISSING["raised"], unknown=_MISSING_UNKNOWN["raised"].format(term=term))
    if kind := next((k for k in _MISSING if asking.has_asked(k, (question.text,))), ""):
        return OneAnswer(_MISSING[kind], unknown=_MISSING_UNKNOWN[kind])
    hit = lookup.best(facts.indexes, question.text, but_not=(question.quote,), least=0.6)
    if hit:
        return OneAnswer(_quote_answer(hit.passage), (hit.passage,))
    words = shown(question.text).rstrip("?").split()
    unknown = "An answer to this: " + " ".join(words[:24]) + (" …" if len(words) > 24 else "")
    return OneAnswer(pick_variant(_NOTHING, question.text), unknown=unknown)


def _short(question: Question) -> str:
    return Passage(question.quote).shown(14)


def _quote_answer(place: Passage, about: str = "") -> str:
    variants = _QUOTING if place.section else _QUOTING_WITHOUT_SECTION
    return pick_variant(variants, place.quote + about).format(section=place.section, quote=place.shown(60))


def _closest_quote(place: Passage) -> str:
    """A quote that comes near without being an answer."""
    if not place.section:
        return f"The closest I find is “{place.shown(36)}”, and that does not settle it."
    return pick_variant(_CLOSEST, place.quote).format(section=place.section, quote=place.shown(36))


def _answer_conflict(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
    here, there = Passage(question.quote, artifact=one.document.name), places.elsewhere(one.document, finding)
    figures = " or ".join(reversed(places.conflicting_figures(finding)))
    unknown = f"Which holds: {figures}." if figures else "Which of the two holds."
    if there is None:
        return OneAnswer(_BOTH_STAND, (), unknown)
    pair = f"“{there.shown(24)}” and “{here.shown(24)}”"
    text = f"Both stand in the notes, {pair}. Nothing in them tells which one was meant."
    return OneAnswer(text, (here, there), unknown)


def _answer_terms(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
    named = [term for f in one.findings if f.kind == finding.kind for term in places.terms(f)]
    asked = [term for term in dict.fromkeys(named) if f"“{term}”" in question.text]
    uses = [(term, _uses_of(one.document, term)) for term in asked]
    return OneAnswer(_never_explained(uses), unknown=_meaning_of(asked, finding.kind))


def _uses_of(document: Document, term: str) -> tuple[int, str]:
    """How often a term is used in sentences, and the section of the first use."""
    found = re.compile(rf"(?<!\w){re.escape(term)}s?(?!\w)")
    hits = [s for s in document.sentences if found.search(s.text) and not is_open_points(s.section)]
    return sum(len(found.findall(s.text)) for s in hits), title_of(hits[0].section) if hits else ""


def _never_explained(uses: list[tuple[str, tuple[int, str]]]) -> str:
    """That terms are used and never explained, with how often and where first."""
    if not uses:
        return "The notes use these words and never explain them."
    told = [
        f"“{term}” {_times_in_words(count)}{f' (first in “{where}”)' if where else ''}"
        for term, (count, where) in uses
        if count
    ]
    verdict = {1: "never explain it", 2: "explain neither of them"}.get(len(uses), "explain none of them")
    return f"The notes use {join_with_and(told)}, and {verdict}."


def _times_in_words(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _meaning_of(terms: list[str], kind: str) -> str:
    """The unknown that unexplained terms leave."""
    verb = "stands" if len(terms) == 1 else "stand"
    names = join_with_and(terms) or "the terms"
    return f"What {names} {verb} for." if kind == "acronym" else f"What {names} means, in everyday words."


def _skill_with(fits: Callable[[Sentence], bool], what: str) -> Skill:
    """A skill that looks for a sentence on the same matter that also does what `fits` asks."""

    def skill(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
        hit = lookup.best(facts.indexes, question.quote, fits=fits, but_not=(question.quote,), least=_FAR)
        if hit and hit.covered >= _NEAR:
            return OneAnswer(_quote_answer(hit.passage), (hit.passage,))
        near = hit.passage if hit else _only_figure(facts, finding, question)
        unknown = _UNKNOWN[finding.kind].format(quote=_short(question))
        text = pick_variant(_NO_SUCH, what + question.quote).format(what=what)
        if near:
            return OneAnswer(f"{text} {_closest_quote(near)}", (near,), unknown)
        return OneAnswer(text, (), unknown)

    return skill


def _only_figure(facts: InterviewFacts, finding: Finding, question: Question) -> Passage | None:
    """For a claim without a figure: the measured figure that the notes have, whatever it is about."""
    place = facts.settled.get("evidence") if finding.kind in ("vague_claim", "no_evidence") else None
    return place if place and place.quote != question.quote else None


def _answer_dangling(facts: InterviewFacts, one: Study, finding: Finding, question: Question) -> OneAnswer:
    """That a reference leads nowhere, with the sections that the notes have instead."""
    titles = [f"“{title_of(s)}”" for s in one.document.sections if s.level == 2][:8]
    has = f" Their sections are {join_with_and(titles)}." if len(titles) > 1 else ""
    terms = find_quoted(finding.message, most=_LONGEST_TERM)
    unknown = f"Where to find {terms[0]}, which the notes point at." if terms else "Where a reference leads."
    return OneAnswer(f"{finding.message}{has}", unknown=unknown)


def _left_open(text: str, unknown: str) -> Skill:
    """A skill that says that the notes leave it open, and notes what is unknown of the quoted words."""
    return lambda facts, one, finding, question: OneAnswer(text, unknown=f"{unknown}: “{_short(question)}”.")


def _is_figure(sentence: Sentence) -> bool:
    """Whether a sentence gives a figure that was measured; what stands in a plan was not."""
    planned = any(map(RULES["evidence"].never_under.search, sentence.section.path))
    return is_measurement(sentence.plain) and not planned


_BY_KIND: dict[str, Skill] = {
    "number_conflict": _answer_conflict,
    "date_conflict": _answer_conflict,
    "count_conflict": _answer_conflict,
    "statement_conflict": _answer_conflict,
    "status_conflict": _answer_conflict,
    "scope_conflict": _answer_conflict,
    "acronym": _answer_terms,
    "jargon": _answer_terms,
    "decision_no_rationale": _skill_with(lambda s: has_reason(s.plain), "a reason for it"),
    "risk_no_mitigation": _skill_with(lambda s: bool(MITIGATION.search(s.plain)), "a countermeasure"),
    "vague_claim": _skill_with(_is_figure, "a figure for it"),
    "no_evidence": _skill_with(_is_figure, "a source for it"),
    "untestable": _skill_with(_is_figure, "a test for it"),
    "dangling_ref": _answer_dangling,
    "broken_anchor": _answer_dangling,
    "todo": _left_open(_STILL_OPEN, "Who settles it, and when"),
    "open_point": _left_open(_STILL_OPEN, "Who settles it, and when"),
    "action_no_owner": _left_open(_UNOWNED, "Who does it, and when"),
    "hedge": _left_open(_LEFT_OPEN, "Whether it is so"),
}
