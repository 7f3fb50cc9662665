"""A status that the text does not bear out.

Looks for a text that is rejected and still says that one goes ahead, for one that is only proposed and speaks of itself
as done, and for one that is accepted or done and leaves its own decision open. Leaves alone texts that say why or by
what they were replaced, since these keep what was once proposed on purpose.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.outline import Field, outline_of
from reviews.language.reading.passages import is_open_points
from reviews.language.reading.signals import is_aside
from reviews.offline.finding import Finding, few_words, make_finding

_WORDS = phrases(offline.__file__, "statuses")
_FIELD = _WORDS.whole("field")
_STATES = {
    name: any_case(rf"\W{{0,200}}{pattern.pattern}")
    for name, pattern in _WORDS.table("states", whole=True).items()
}
_GOES_AHEAD, _IS_DONE, _IS_OPEN = (_WORDS.whole(key) for key in ("goes_ahead", "is_done", "is_open"))
_TURNED_DOWN = _WORDS.whole("turned_down")
_ELSEWHERE = _WORDS.whole("elsewhere")
_NOT = re.compile(r"\b(?:not|never|no|if|once|when|until|after|before|unless)\b|n't\b", re.IGNORECASE)
_FEW = 8
"""Words of a value that is a status; more are a sentence about it."""


def find(document: Document) -> Iterator[Finding]:
    """At most one finding: the first sentence that the status speaks against."""
    field = next((one for one in outline_of(document).fields if _is_status(one)), None)
    state = _state_of(field.value) if field else ""
    if field is None or not state:
        return
    prose = [
        one for one in document.sentences if one.kind in ("paragraph", "list_item") and one.line != field.line
    ]
    against = next((one for one in prose if _speaks_against(state, one)), None)
    if against is None or (state == "dead" and any(_TURNED_DOWN.search(one.plain) for one in prose)):
        return
    # The later passage is the one to look at.
    yield make_finding(
        "status_conflict", against.text, (against.line, against.column), 0.75, here=field.value,
        line=field.line, other=few_words(field.text), sentence=few_words(against.text),
    )  # fmt: skip


def _is_status(field: Field) -> bool:
    return bool(_FIELD.fullmatch(field.name.strip())) and 0 < len(field.value.split()) <= _FEW


def _state_of(value: str) -> str:
    """ "dead", "open", "accepted" or "done"; "" for what nobody could tell."""
    found = [name for name, pattern in _STATES.items() if pattern.match(value)]
    return found[0] if len(found) == 1 else ""


def _speaks_against(state: str, sentence: Sentence) -> bool:
    plain = sentence.plain
    if plain.rstrip().endswith("?") or any(_ELSEWHERE.search(title) for title in sentence.section.path):
        return False
    if state == "dead":
        return _says(_GOES_AHEAD, plain)
    if state == "open":
        return _says(_IS_DONE, plain)
    return not is_open_points(sentence.section) and _says(_IS_OPEN, plain, negated=True)


def _says(pattern: re.Pattern[str], plain: str, negated: bool = False) -> bool:
    """Whether a sentence says so of the matter itself: not in a side clause, and neither denied nor supposed."""
    found = pattern.search(plain)
    if not found or is_aside(plain, found.start()):
        return False
    return negated or not _NOT.search(plain[max(0, found.start() - 40) : found.end()])
