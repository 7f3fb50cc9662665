"""Claims that lean on somebody's word without naming it.

Looks for appeals to unnamed authority (studies, experts, best practice, "it is well known"), for what
unnamed crowds are said to want or do ("most customers ask for", "users often struggle"), and for tests or
data that "show" something and are not there. Leaves alone claims with a link, a reference, a figure or a
named source, and what the document says about its own reasoning ("the table shows").
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.kept import keep_latest
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import has_measure, has_source, is_prose
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "evidence")
_UNNAMED = [_WORDS.whole(kind) for kind in ("leans", "some_say", "enough")]
# Only people want, prefer or complain, so any plural noun before such a verb is a crowd of them.
_CROWD = any_case(
    rf"\b(?:(?P<many>{_WORDS.any_of('many')})\s+(?:of\s+)?(?:the\s+|our\s+|their\s+)?)?(?:\w+\s+)?"
    rf"(?:\w{{3,}}s|{_WORDS.any_of('people')})\s+"
    rf"(?P<often>{_WORDS.any_of('often')}\s+)*{_WORDS.any_of('want')}\b(?!\s+to\s+be\b)"
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per claim without its source."""
    for sentence in document.sentences:
        if (
            is_prose(sentence, least=4)
            and (claim := _find_claim(sentence.plain))
            and not _is_backed(sentence)
        ):
            part = sentence.from_line_of(claim.start())
            yield finding_about("no_evidence", part, 0.65, claim=few_words(claim.group()))


@keep_latest
def _find_claim(plain: str) -> re.Match[str] | None:
    """The words that lean on somebody, None when there are none."""
    for pattern in _UNNAMED:
        if match := pattern.search(plain):
            return match
    match = _CROWD.search(plain)
    return match if match and (match["many"] or match["often"]) else None


def _is_backed(sentence: Sentence) -> bool:
    return has_source(sentence) or has_measure(sentence.plain)
