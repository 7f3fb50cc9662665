"""Passives that hide who acts.

Looks for work that people do (decide, review, approve, delete, keep, report) put in the passive with no
doer, where an organiser would ask "by whom?": duties ("must be reviewed"), plans ("will be migrated") and
past deeds ("was decided"). Leaves alone what machines do to data ("is stored in", "will be used to
enable"), passives that name their doer, and definitions.
"""

import re
from collections.abc import Iterator

from reviews.llm.offline.document import Document, Sentence
from reviews.llm.offline.finding import Finding, about, few_words
from reviews.llm.offline.signals import has_doer, is_prose

_WORK = (
    r"(?:reviewed|approved|signed\s+off|decided|agreed|discussed|reported|escalated|audited|assessed"
    r"|evaluated"
    r"|investigated|monitored|tracked|maintained|documented|communicated|announced|notified|informed"
    r"|consulted|trained"
    r"|tested|verified|validated|checked|inspected|measured|completed|finished|finali[sz]ed|done"
    r"|carried\s+out|conducted"
    r"|performed|undertaken|addressed|resolved|fixed|taken\s+care\s+of|handled|removed|deleted|dropped"
    r"|retired|deprecated"
    r"|decommissioned|shut\s+down|replaced|migrated|moved|rewritten|refactored|modified|changed|updated"
    r"|upgraded"
    r"|rolled\s+out|rolled\s+back|launched|released|shipped|deployed|published|kept|archived|backed\s+up"
    r"|stored\s+safely"
    r"|purchased|bought|paid|funded|hired|staffed|assigned|allocated|budgeted|negotiated|signed|granted"
    r"|revoked|rotated"
    r"|planned|scheduled|postponed|delayed|cancelled|prioriti[sz]ed|estimated|collected|gathered|surveyed"
    r"|interviewed"
    r"|made|taken|chosen|selected|considered|ensured|enforced|coordinated|managed|supervised|prepared"
    r"|drafted|written"
    r"|renamed|restricted|cleaned\s+up|closed|merged|revised|extended)"
)
_ADVERB = r"(?:\s+(?:also|then|now|already|only|always|never|first|later|still|\w+ly))*"
_DUTY = re.compile(
    rf"\b(?:must|shall|should|ought\s+to|needs?\s+to|ha(?:s|ve)\s+to|(?:is"
    rf"|are)\s+to){_ADVERB}\s+be{_ADVERB}\s+(?P<work>{_WORK})\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    rf"\b(?:will|(?:is|are)\s+going\s+to){_ADVERB}\s+be{_ADVERB}\s+(?P<work>{_WORK})\b", re.IGNORECASE
)
_DEED = re.compile(rf"\b(?:was|were|(?:has|have)\s+been){_ADVERB}\s+(?P<work>{_WORK})\b", re.IGNORECASE)
_HABIT = re.compile(rf"\b(?:is|are){_ADVERB}\s+(?P<work>{_WORK})\b", re.IGNORECASE)

# The time or the occasion that people work to: with it, even the present tense tells of somebody's work.
_OCCASION = re.compile(
    r"\b(?:before|after|during|within|every|each|once\s+a|per|last|next|on\s+(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day"
    r"|by\s+(?:the\s+end|q[1-4]|\d)|daily|weekly|monthly|quarterly|yearly|annually|nightly|off[- ]site"
    r"|manually|by\s+hand)\b",
    re.IGNORECASE,
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per sentence that hides its doer."""
    for sentence in document.sentences:
        if is_prose(sentence, least=4) and (match := _hidden(sentence)):
            yield _finding(sentence, match)


def _hidden(sentence: Sentence) -> re.Match[str] | None:
    plain = sentence.plain
    match = _DUTY.search(plain) or _PLAN.search(plain)
    if match is None and _OCCASION.search(plain):
        match = _DEED.search(plain) or _HABIT.search(plain)
    if match is None or has_doer(plain[match.end() :]):
        return None
    return match


def _finding(sentence: Sentence, match: re.Match[str]) -> Finding:
    verb = " ".join(match.group().split())
    return about(
        "passive",
        sentence,
        f"“{verb}” does not say by whom.",
        f"Who does it: “{few_words(sentence.text)}”?",
        0.55,
    )
