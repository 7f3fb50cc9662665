"""Duties and plans that hide who acts.

Looks for work that only people do (decide, review, approve, report) put in the passive as a duty ("must be reviewed")
or a plan ("will be discussed") with no doer, and for choices that nobody made ("the decision was made"): an organiser
would ask "by whom?". Leaves alone states, history, what machines do to data, sentences with code in them, negations,
passives that name their doer, work for somebody (unowned_actions.py tells of it), and repeats of the same words.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.actions import read_actions
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.outline import outline_of
from reviews.language.reading.signals import has_doer, is_aside, is_prose
from reviews.offline.finding import Finding, finding_about, same_words_again

_WORDS = phrases(offline.__file__, "passives")
_WORK = rf"(?P<work>{_WORDS.any_of('human')})\b"
_ADVERB = rf"(?:\s+{_WORDS.any_of('adverb')})*"
_DUTY = any_case(rf"\b{_WORDS.any_of('duty', 'plan')}{_ADVERB}\s+be{_ADVERB}\s+{_WORK}")
# A choice that was made, in whatever words.
_MADE = any_case(
    rf"\b{_WORDS.any_of('choice')}\b.{{0,60}}?\b{_WORDS.any_of('was')}{_ADVERB}\s+{_WORDS.any_of('made')}\b"
)
_MACHINE = _WORDS.whole("machine")
_NAMED = _WORDS.whole("named")
_NEGATED = any_case(rf"\b{_WORDS.any_of('negated')}\b[^.;]*$")
_SURE = 0.7


def find(document: Document) -> Iterator[Finding]:
    """One finding per verb phrase that hides its doer, at its first place."""
    places: dict[str, list[tuple[Sentence, str]]] = {}
    told = {action.sentence.index for action in read_actions(outline_of(document))}
    for sentence in document.sentences:
        if sentence.index in told:
            continue
        if is_prose(sentence, least=4) and (match := _find_passive(sentence)):
            verb = " ".join(match.group().split()[-6:])
            places.setdefault(verb.lower(), []).append((sentence.from_line_of(match.start()), verb))
    for found in places.values():
        sentence, verb = found[0]
        yield finding_about("passive", sentence, _SURE, words=verb, again=same_words_again(len(found) - 1))


def _find_passive(sentence: Sentence) -> re.Match[str] | None:
    """The passive whose doer is a person and is not named, None when there is none."""
    plain = sentence.plain
    match = _DUTY.search(plain) or _MADE.search(plain)
    if match is None or has_doer(plain[match.end() :]) or is_aside(plain, match.start()):
        return None
    if "¤" in plain or _MACHINE.search(plain) or _NAMED.search(plain, match.end()):
        return None
    return None if _NEGATED.search(plain[: match.start()]) else match
