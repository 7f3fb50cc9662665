"""Passives that hide who acts.

Looks for work that people do (decide, review, approve, report, keep) put in the passive with no doer, where an
organiser would ask "by whom?": duties ("must be reviewed"), plans ("will be migrated"), and deeds or habits with an
occasion ("was changed during the incident"). Leaves alone what machines do to data ("is replaced with", "if the list
is empty, … will be allocated"), changes to a piece of code that is named, passives that name their doer, what
unowned_actions.py tells of, and repeats of the same words.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import has_doer, is_aside, is_prose
from reviews.offline.finding import Finding, finding_about, same_words_again
from reviews.offline.rules.unowned_actions import owed_actions

_WORDS = phrases(offline.__file__, "passives")
_WORK = (
    rf"(?P<work>{_WORDS.any_of('human')}\b"
    rf"|(?P<either>{_WORDS.any_of('either')})\b(?!\s+(?:as|into|from|against|in\s+favou?r|by\s+default)\b)"
    rf"|(?P<swap>{_WORDS.any_of('swap')})\b(?!\s+(?:\w+ly\s+)?(?:with|by|to\s+(?:an?|the)|into)\b))"
)
# The groups that only `_WORK` fills.
_HUMAN_ONLY = r"(?P<either>(?!))?(?P<swap>(?!))?"
_ADVERB = rf"(?:\s+{_WORDS.any_of('adverb')})*"
_DUTY = any_case(rf"\b{_WORDS.any_of('duty')}{_ADVERB}\s+be{_ADVERB}\s+{_WORK}")
_PLAN = any_case(rf"\b{_WORDS.any_of('plan')}{_ADVERB}\s+be{_ADVERB}\s+{_WORK}")
_DEED = any_case(rf"\b{_WORDS.any_of('deed')}{_ADVERB}\s+{_WORK}")
_ACT = any_case(rf"\b{_WORDS.any_of('deed')}{_ADVERB}\s+(?P<work>{_WORDS.any_of('acts')})\b{_HUMAN_ONLY}")
# A choice that was made, in whatever words.
_MADE = any_case(
    rf"\b{_WORDS.any_of('choice')}\b.{{0,60}}?\b{_WORDS.any_of('was')}{_ADVERB}\s+"
    rf"(?P<work>{_WORDS.any_of('made')})\b{_HUMAN_ONLY}"
)
_OCCASION = _WORDS.whole("occasion")
_MACHINE = any_case(rf"\b{_WORDS.any_of('machine')}\b(?!\s+{_WORDS.any_of('time')}\b)")
_EDITS = any_case(rf"{_WORDS.any_of('edits')}$")


def find(document: Document) -> Iterator[Finding]:
    """One finding per verb phrase that hides its doer, at its first place."""
    places: dict[str, list[tuple[Sentence, str, float]]] = {}
    told = {action.sentence.index for action in owed_actions(document)}
    for sentence in document.sentences:
        if sentence.index in told:
            continue
        if is_prose(sentence, least=4) and (match := _find_passive(sentence)):
            verb = " ".join(match.group().split()[-6:])
            places.setdefault(verb.lower(), []).append(
                (sentence.from_line_of(match.start()), verb, not match["either"])
            )
    for found in places.values():
        sentence, verb, surety = found[0]
        yield finding_about("passive", sentence, surety, words=verb, again=same_words_again(len(found) - 1))


def _find_passive(sentence: Sentence) -> re.Match[str] | None:
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
