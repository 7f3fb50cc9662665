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
    r"|performed|undertaken|addressed|resolved|fixed|removed|deleted|dropped"
    r"|retired|deprecated"
    r"|decommissioned|shut\s+down|replaced|migrated|moved|refactored|modified|changed|updated"
    r"|upgraded"
    r"|rolled\s+out|rolled\s+back|launched|released|shipped|deployed|published|kept|archived|backed\s+up"
    r"|stored\s+safely"
    r"|purchased|bought|paid|funded|hired|staffed|assigned|allocated|budgeted|negotiated|signed|granted"
    r"|revoked|rotated"
    r"|planned|scheduled|postponed|delayed|cancelled|prioriti[sz]ed|estimated|collected|gathered|surveyed"
    r"|interviewed"
    r"|chosen|selected|coordinated|managed|supervised|prepared"
    r"|drafted|written"
    r"|renamed|cleaned\s+up|closed|merged|revised|extended)"
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
    r"\b(?:before|after|during|within|once\s+(?:a|per)|(?:every|each|per)\s+(?:day|night|week|month"
    r"|quarter|year|release|sprint|mon|tue|wed|thu|fri)"
    r"|last|next|on\s+\w+day|by\s+(?:the\s+end|q[1-4]|\d)|daily|weekly|monthly|quarterly|yearly|annually"
    r"|nightly|off[- ]?site|manually)\b",
    re.IGNORECASE,
)
# A choice that was made, in whatever words.
_MADE = re.compile(
    r"\b(?:decisions?|choices?|agreements?|commitments?|promises?|assessments?|reviews?|arrangements?"
    r"|changes|exceptions?|estimates?)\b"
    rf".{{0,60}}?\b(?:was|were|has\s+been|have\s+been|will\s+be|must\s+be|is|are"
    rf"|should\s+be){_ADVERB}\s+(?:made|taken|reached|given|done)\b",
    re.IGNORECASE,
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per verb phrase that hides its doer, at its first place."""
    places: dict[str, list[tuple[Sentence, str]]] = {}
    for sentence in document.sentences:
        if is_prose(sentence, least=4) and (match := _hidden(sentence)):
            verb = " ".join(match.group().split()[-6:])
            places.setdefault(verb.lower(), []).append((sentence, verb))
    for found in places.values():
        yield _finding(*found[0], len(found) - 1)


def _hidden(sentence: Sentence) -> re.Match[str] | None:
    plain = sentence.plain
    match = _DUTY.search(plain) or _PLAN.search(plain) or _MADE.search(plain)
    if match is None and _OCCASION.search(plain):
        match = _DEED.search(plain) or _HABIT.search(plain)
    if match is None or has_doer(plain[match.end() :]):
        return None
    return match


def _finding(sentence: Sentence, verb: str, more: int) -> Finding:
    again = f" The same words come in {more} more place{'s' if more > 1 else ''}." if more else ""
    return about(
        "passive",
        sentence,
        f"“{verb}” does not say by whom.{again}",
        f"Who does it: “{few_words(sentence.text)}”?",
        0.55,
    )
