"""Sentences that a reader has to take twice.

Looks for sentences of more than 48 words in which one clause hangs on another (which, that, because, if) again and
again. Leaves alone tables, sentences that are really lists (many commas or semicolons between short parts), and
sentences that are mostly code and addresses.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.reading.document import Document, Sentence
from reviews.offline.finding import Finding, few_words, finding_about

MOST_WORDS = 48
_MOST_LINKS = 6
"""How many clauses may hang on each other."""
_LINK = phrases(offline.__file__, "long_sentences").whole("link")
_CHUNK = re.compile(r"\S+")


def find(document: Document) -> Iterator[Finding]:
    """One finding per overlong sentence."""
    for sentence in document.sentences:
        count = count_words(sentence)
        if (
            count > MOST_WORDS
            and sentence.kind in ("paragraph", "list_item")
            and not _is_list(sentence, count)
            and len(_LINK.findall(sentence.plain)) > _MOST_LINKS
        ):
            start, subject = few_words(sentence.text, 6), few_words(sentence.text, 8)
            surety = min(0.9, 0.3 + count / 200)
            yield finding_about("long_sentence", sentence, surety, count=count, start=start, subject=subject)


def count_words(sentence: Sentence) -> int:
    """The words of a sentence; a piece of code or an address counts as one."""
    return sum(1 for chunk in _CHUNK.findall(sentence.plain) if any(c.isalnum() or c == "¤" for c in chunk))


def _is_list(sentence: Sentence, count: int) -> bool:
    code = sum(1 for chunk in _CHUNK.findall(sentence.plain) if "¤" in chunk)
    marks = sentence.plain.count(",") + sentence.plain.count(";")
    return code * 3 > count or marks * 4 > count
