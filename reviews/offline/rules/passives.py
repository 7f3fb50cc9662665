"""Passives that hide who acts.

Looks for work that people do (decide, review, approve, report, keep) put in the passive with no doer, where an
organiser would ask "by whom?": duties ("must be reviewed"), plans ("will be migrated"), and deeds or habits with an
occasion ("was changed during the"
" incident"). Leaves alone what machines do to data ("is replaced with", "if the list
is empty, … will be allocated"), changes to a piece of code that is named, passives that name their doer, and repeats
of the same words.
"""

import re
from collections.abc import Iterator

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import any_of, has_doer, is_aside, is_prose
from reviews.offline.finding import Finding, about, few_words

# Work that only people do.
_HUMAN = any_of(r"""
    reviewed approved signed_off decided agreed discussed reported escalated audited assessed evaluated
    investigated tracked maintained documented communicated announced informed consulted trained completed
    finished finali[sz]ed done carried_out conducted undertaken addressed resolved fixed purchased bought
    paid funded hired staffed budgeted negotiated signed postponed cancelled prioriti[sz]ed estimated
    surveyed interviewed coordinated supervised prepared drafted written revised planned rolled_out
    launched removed dropped retired decommissioned shut_down migrated backed_up archived cleaned_up
    rotated revoked recorded submitted raised filed appointed elected nominated invited established
    clarified organi[sz]ed arranged presented drawn_up trialled piloted taken_into_account ensured
    followed_up triaged obtained requested rejected promised retained switched_off turned_off granted
    monitored managed phased_out scoped costed rehearsed
""")
# Acts of will: somebody did them, with or without an occasion.
_ACTS = any_of(
    "approved postponed cancelled signed_off agreed decided rejected escalated promised negotiated funded"
)
# Work that people or machines do: it depends on the sentence.
_EITHER = any_of(r"""
    notified tested verified validated checked inspected measured performed deleted deprecated refactored
    modified updated upgraded rolled_back released shipped deployed published kept scheduled delayed
    collected gathered renamed extended implemented developed designed built introduced adopted enforced
    followed
""")
_WORK = (
    rf"(?P<work>{_HUMAN}\b|(?P<either>{_EITHER})\b(?!\s+(?:as|into|from|against|in\s+favou?r"
    rf"|by\s+default)\b)"
    r"|(?P<swap>replaced|moved|changed)\b(?!\s+(?:\w+ly\s+)?(?:with|by|to\s+(?:an?|the)|into)\b))"
)
_ADVERB = r"(?:\s+(?:also|then|now|already|only|always|never|first|later|still|\w+ly))*"
_DUTY = any_case(
    r"\b(?:must|shall|should|ought\s+to|needs?\s+to|ha(?:s|ve)\s+to|(?:is|are)\s+to)"
    rf"{_ADVERB}\s+be{_ADVERB}\s+{_WORK}"
)
_PLAN = any_case(rf"\b(?:will|(?:is|are)\s+going\s+to){_ADVERB}\s+be{_ADVERB}\s+{_WORK}")
_DEED = any_case(rf"\b(?:was|were|is|are|(?:has|have)\s+been){_ADVERB}\s+{_WORK}")
_ACT = any_case(
    rf"\b(?:was|were|is|are|(?:has"
    rf"|have)\s+been){_ADVERB}\s+(?P<work>{_ACTS})\b(?P<either>(?!.))?(?P<swap>(?!.))?"
)
# A choice that was made, in whatever words.
_MADE = any_case(
    r"\b(?:decisions?|choices?|agreements?|commitments?|promises?|assessments?|reviews?|arrangements?"
    r"|exceptions?|mistakes?"
    rf"|estimates?)\b.{{0,60}}?\b(?:was|were|(?:has|have|will|must|should)\s+(?:be|been)|is"
    rf"|are){_ADVERB}\s+"
    r"(?P<work>made|taken|reached)\b(?:(?P<either>(?!))|(?P<swap>(?!)))?"
)
# The time or the occasion that people work to: with it, even the present tense tells of somebody's work.
_OCCASION = any_case(
    r"\b(?:(?:before|after|during)\s+(?:the\s+|each\s+|every\s+|an?\s+)?\w+|once\s+(?:a|per)\s+\w+"
    r"|last\s+\w+|next\s+\w+"
    r"|(?:every|each|per)\s+(?:day|night|week|month|quarter|year|release|sprint|\w+day)|on\s+\w+days?"
    r"|by\s+q[1-4]"
    r"|by\s+the\s+end|too\s+late|(?:on|in)\s+time|on\s+request|ago|yesterday|recently|this\s+(?:week"
    r"|month|quarter|year)"
    r"|for\s+(?:an?|\d+|two|three|six)\s+(?:day|week|month|year)s?|in\s+the\s+(?:first|last|next"
    r"|coming)\s+\w+"
    r"|in\s+(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|daily|weekly|monthly|quarterly|yearly|annually|nightly|off[-\s]?site|manually|by\s+hand)\b"
)
_MACHINE = any_case(
    r"\b(?:if|in\s+case|when|whenever|otherwise|while|each|every|any)\b(?!\s+(?:day|night|week|month"
    r"|quarter|year|release|sprint)\b)"
)
_EDITS = any_case(r"(?:updated|modified|changed|extended|refactored|renamed|moved|deleted)$")


def find(document: Document) -> Iterator[Finding]:
    """One finding per verb phrase that hides its doer, at its first place."""
    places: dict[str, list[tuple[Sentence, str, float]]] = {}
    for sentence in document.sentences:
        if is_prose(sentence, least=4) and (match := _hidden(sentence)):
            verb = " ".join(match.group().split()[-6:])
            places.setdefault(verb.lower(), []).append(
                (sentence.from_line_of(match.start()), verb, not match["either"])
            )
    for found in places.values():
        yield _finding(*found[0], len(found) - 1)


def _hidden(sentence: Sentence) -> re.Match[str] | None:
    """The passive whose doer is a person and is not named, None when there is none."""
    plain = sentence.plain
    match = _DUTY.search(plain) or _PLAN.search(plain) or _MADE.search(plain) or _ACT.search(plain)
    if match is None and _OCCASION.search(plain):
        match = _DEED.search(plain)
    if match is None or has_doer(plain[match.end() :]) or is_aside(plain, match.start()):
        return None
    if not _is_human(match) and (_MACHINE.search(plain) or _edits_code(plain, match)):
        return None
    return match


def _is_human(match: re.Match[str]) -> bool:
    """Whether the verb tells of work that no machine does."""
    return not (match["either"] or match["swap"])


def _edits_code(plain: str, match: re.Match[str]) -> bool:
    """Whether the passive tells how a named piece of code will look."""
    return "¤" in plain[: match.start()] and bool(_EDITS.match(match["work"]))


def _finding(sentence: Sentence, verb: str, confidence: float, more: int) -> Finding:
    again = f" The same words come in {more} more place{'s' if more > 1 else ''}." if more else ""
    return about(
        "passive",
        sentence,
        f"“{verb}” does not say by whom.{again}",
        f"Who does it: “{few_words(sentence.text)}”?",
        confidence,
    )
