"""Requirements that nobody could test.

Looks for duties (must, shall, should, needs to) and goals (provide, ensure, make) whose measure is a
matter of taste: robust, intuitive, in a timely manner, easy to maintain, as soon as possible. Leaves
alone duties with a figure, with a condition that can be checked, and such words when they are not what is
required.
"""

from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document
from reviews.language.reading.signals import has_measure, is_prose
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "requirements")
_TASTE = _WORDS.any_of("taste")
_FILL = rf"(?:\s+{_WORDS.any_of('filling')})*\s+"
_DUTY = any_case(
    rf"\b{_WORDS.any_of('modal')}{_FILL}(?:not\s+)?(?:"
    rf"{_WORDS.any_of('be')}{_FILL}(?:\w+\s*(?:,|and|,\s*and)\s+)?{_TASTE}\b"
    rf"|(?:\w+\s+){{1,5}}?{_WORDS.any_of('manner')}(?!\w)"
    rf"|{_WORDS.any_of('give')}\s+(?:an?\s+|the\s+)?{_TASTE}\b"
    rf"|{_WORDS.any_of('support')}\b)"
)
_GOAL = any_case(
    rf"^\W*{_WORDS.any_of('provide')}\b[^.]{{0,40}}?\b{_TASTE}\s*(?:,|and|or)\s*(?:and\s+)?{_TASTE}\b"
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per duty without a measure."""
    for sentence in document.sentences:
        if not is_prose(sentence) or has_measure(sentence.plain):
            continue
        if match := _DUTY.search(sentence.plain) or _GOAL.search(sentence.plain):
            duty = few_words(match.group(), 8)
            yield finding_about("untestable", sentence.from_line_of(match.start()), duty=duty)
