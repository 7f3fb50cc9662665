"""Does a turn say that something was decided (C43, NFR-003)? Told by rules. Pure, English, linear time.

Decided is what "we" or "I" settle on ("let's go with A", "we will keep the queue", "the decision is …"), but no
question, no condition ("if we decide"), nothing that somebody else would choose, no advice ("I would"), and nothing
of long ago or that was taken back.
"""

import re

from reviews.language.phrases import folded_phrases
from reviews.language.prose import fold_text, is_question, masked, open_text, sentences

LONGEST = 200
"""Characters of a decision's sentence."""

_WORDS = folded_phrases(__file__, "decision_intent")
_ADVERBS = _WORDS.any_of("adverbs")
_DECIDES = re.compile(
    rf"\b{_WORDS.any_of('we')} ?(?:{_WORDS.any_of('has')} )*{_WORDS.any_of('done')}\b"
    rf"|\b{_WORDS.any_of('let_us')} {_ADVERBS}(?P<a>{_WORDS.any_of('act')})\b"
    rf"|\b{_WORDS.any_of('we_will')} {_ADVERBS}(?P<b>{_WORDS.any_of('act')})\b"
    rf"|\b{_WORDS.any_of('i_will')} {_ADVERBS}(?P<c>{_WORDS.any_of('i_act')})\b"
    rf"|{_WORDS.any_of('decides')}"
)
_NOT_ACT = _WORDS.anywhere("not_act")
_HYPOTHETICAL = _WORDS.whole("hypothetical")
_UNLESS_OBJECTED = _WORDS.whole("unless_objected")
_WHEN = re.compile(rf"\b{_WORDS.any_of('when')}\b[^,;:—–]*$")
_OTHERS = re.compile(rf"\b{_WORDS.any_of('others')}\b[^,;:—–]*$")
_LONG_AGO, _TAKEN_BACK = _WORDS.whole("long_ago"), _WORDS.whole("taken_back")
_MINE = _WORDS.whole("mine")
_MODAL = _WORDS.whole("modal")
_CLAUSE = re.compile(r"[,;:—–]|\b(?:so|therefore|and)\b")
_DENIED = re.compile(r"\b(?:nothing|never|not|no|nobody|\w+n't|without|neither)(?: \w+){0,3} ?$")


def is_decision(text: str) -> bool:
    """Whether `text` says that something was decided (C43). Quoted text, code and questions do not."""
    return decision_sentence(text) != ""


def decision_sentence(text: str) -> str:
    """The first sentence of `text` that decides, at most 200 characters of it, or "" when none does."""
    shown = open_text(text)
    heard = masked(shown)
    for start, end in sentences(heard):
        if _is_deciding(fold_text(heard[start:end]).strip()):
            return shorten_sentence(shown[start:end])
    return ""


def shorten_sentence(sentence: str, longest: int = LONGEST) -> str:
    """The sentence on one line and without a list marker, cut at a word when it is longer than `longest`."""
    line = re.sub(r"^(?:[-+*•>]\s+|\d{1,3}[.)]\s+)+", "", " ".join(sentence.split()))
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[longest // 2 :] else cut}…"


def _is_deciding(sentence: str) -> bool:
    """Whether one folded sentence decides: a deciding phrase that nothing before it takes back."""
    if is_question(sentence):
        return False
    return any(
        not _is_idiom(sentence, found)
        and not _taken_back(sentence[: found.start()])
        and not _TAKEN_BACK.search(sentence, found.end())
        for found in _DECIDES.finditer(sentence)
    )


def _is_idiom(sentence: str, found: re.Match[str]) -> bool:
    """Whether the verb is one of "keep in mind", "move on", … that decide nothing."""
    place = max(found.start(group) for group in "abc")
    return place >= 0 and _NOT_ACT.match(sentence, place) is not None


def _taken_back(before: str) -> bool:
    """Whether what stands before the phrase makes it a condition, a report or a denial."""
    near = before[-400:]
    if _DENIED.search(near) or _WHEN.search(near) or _LONG_AGO.search(near):
        return True
    if _HYPOTHETICAL.search(near) and not _UNLESS_OBJECTED.search(near):
        return True
    if _MODAL.search(_CLAUSE.split(near)[-1]):
        return True
    return _OTHERS.search(_MINE.sub("", near)) is not None
