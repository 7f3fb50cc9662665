"""Risks that are named and left there.

Looks for sentences that state a risk (a label "Risk:", "the risk is that", "poses a risk", "may leak … a
high risk") with no countermeasure in the same block, in the next sentences of the section, in the same
table row, or in a list below. Leaves alone the word in compounds and headings (risk register, low risk),
and text that says that a risk is accepted or does not exist.
"""

from collections.abc import Iterator

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import is_prose
from reviews.offline.finding import Finding, about, few_words

_RISK = r"(?:risks?|danger|threats?|hazards?)"
_STATES = any_case(
    r"^\W*(?:\w+\s+){0,2}(?:risk|threat|danger)\s*(?:\d+\s*)?[:–—-]\s*\w"
    rf"|\b(?:{_RISK}|concern)\s+(?:here\s+)?(?:is|are|was|remains?)\s*(?:that\b|:|,)"
    rf"|\b{_RISK}\s+of\s+(?:\w+\s+){{1,4}}?(?:is|remains)\b"
    r"|\b(?:there\s+(?:is|are|remains?)|poses?|raises?|increases?|carr(?:y|ies)|creates?|introduces?"
    r"|presents?|runs?|brings?"
    rf"|entails?|involves?|at)\s+(?:an?\s+|the\s+|some\s+|also\s+)*(?:\w+\s+){{0,2}}{_RISK}\b"
    rf"|\b(?:is|are)\s+(?:an?\s+)?(?:\w+\s+)?{_RISK}\b(?!\s*(?:management|register|free|averse))"
    rf"|\bwe\s+risk\s+\w+ing\b"
    rf"|\b(?:biggest|main|key|major|greatest|primary|serious|real)\s+(?:\w+\s+)?(?:{_RISK}|worry)\b"
    r"|\bthere(?:'s|\s+is)\s+an?\s+(?:\w+\s+)?(?:chance|possibility)\s+that\b"
    r"|\bhigh(?:er)?\s+risks?\s+of\b|\bsingle\s+points?\s+of\s+failure\b"
    r"|\bexpos(?:es|ing|ed?)\s+(?:us|users|customers|the\s+company)\s+to\b|\b(?:endanger|jeopardi[sz]e"
    r"|threaten)(?:s|ed|ing)?\b"
    r"|\bif\b.{5,120},\s*(?:we|the\s+\w+)\s+(?:will\s+|would\s+|could\s+|may\s+)?(?:lose|miss"
    r"|go\s+bankrupt)\b"
)
_NO_RISK = any_case(
    r"\b(?:no|not|without|low(?:er|est)?|little|less|minimal|reduces?|avoids?|lowers?|mitigat\w*"
    r"|eliminat\w*|minimi[sz]\w*|acceptable|accept(?:s|ed)?|negligible"
    r"|any|if|prevents?|removes?|addresses)\b[^.]{0,30}\b(?:risks?|danger|threat)\b"
)
MITIGATION = any_case(
    r"\b(?:mitigat\w*|countermeasure|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|reduc(?:e[sd]?|ing)"
    r"|protect(?:s|ed|ing)?|guard\w*|fall-?back|fail-?over|backup|roll(?:s|ed)?[- ]?back"
    r"|snapshots?|monitor(?:s|ed|ing)?|alert(?:s|ed|ing)?|contingency|insur\w+|escalat\w+|address(?:es|ed"
    r"|ing)?|handl(?:e[sd]?|ing)|solv(?:e[sd]?|ing)|limit(?:s|ed|ing)?\s+(?:the|this|to)"
    r"|we\s+(?:will|can|plan|accept|test|check|train|limit|keep|take|add|use|review|document)"
    r"|to\s+(?:counter|limit|contain|manage|lower|offset|remedy)|in\s+that\s+case|work-?around"
    r"|can\s+be\s+(?:disabled|reverted|undone|restored|recovered|fixed|turned\s+off)|instead"
    r"|should\s+(?:be\s+)?(?:use|used|set|disabled?|run|check\w*)|feature\s+gate|accepted)\b"
)


# What counts as a countermeasure when it stands in another paragraph: it must say so.
_ELSEWHERE = any_case(
    r"\b(?:mitigat\w*|countermeasure\w*|contingency|fall-?back|work-?around|to\s+(?:avoid|prevent|counter"
    r"|address)\s+(?:this|that|it|the))\b"
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per risk without a countermeasure."""
    for sentence in document.sentences:
        if not is_prose(sentence, least=3) or sentence.kind == "table_cell":
            continue
        states = _STATES.search(sentence.plain) and not _NO_RISK.search(sentence.plain)
        if states and not _countered(document, sentence):
            yield about(
                "risk_no_mitigation",
                sentence,
                f"The risk “{few_words(sentence.text)}” has no countermeasure beside it.",
                f"What will you do about “{few_words(sentence.text)}”, and who watches for it?",
                0.7,
            )


def _countered(document: Document, sentence: Sentence) -> bool:
    if MITIGATION.search(sentence.plain):
        return True
    for other in document.nearby(sentence, after=4):
        beside = other.block is sentence.block or other.block.list_depth > sentence.block.list_depth
        if (MITIGATION if beside else _ELSEWHERE).search(other.plain):
            return True
    return False
