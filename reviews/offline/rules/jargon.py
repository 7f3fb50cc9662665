"""Words that a reader from outside the trade will not know.

Looks for terms of art of engineering and of management, from a general vocabulary, and reports the first use of each;
the rarer a term is in English, the surer. (Rarity alone was tried: it found misspellings and people's handles.) In a
technical text, whose readers know the terms of the trade, it looks only for those that few besides specialists know.
Leaves alone words that the document explains, names, code, and a document's own subject: a word that comes again and
again is what the text is about, not an aside in jargon.
"""

import re
from collections import Counter
from collections.abc import Iterator

from wordfreq import zipf_frequency

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case, quick_test
from reviews.language.reading.document import Document, Sentence
from reviews.offline.finding import Finding, few_words, make_finding
from reviews.offline.rules.acronyms import is_technical

_WORDS = phrases(offline.__file__, "jargon")
_RARE = ("specialist", "consistency")
_COMMON = ("storage", "load", "code", "theory", "management")
TERMS, _RARE_TERMS = (
    any_case(rf"\b{_WORDS.any_of(*lists)}(?![\w¤])") for lists in ((*_RARE, *_COMMON), _RARE)
)
_may_have_one = quick_test(TERMS.pattern)
_EXPLAINED = re.compile(
    r"\s*+(?:\(|[—–]|,\s++(?:that\s++is|i\.e\.|or|meaning|which\s++(?:means|is)))"
    r"|\s++(?:means|is\s++(?:a|an|the|when)|are)\s"
)
_SUBJECT = 4


def find(document: Document) -> Iterator[Finding]:
    """One finding per term, at its first use."""
    terms = _RARE_TERMS if is_technical(document) else TERMS
    counts = Counter(word.lower() for sentence in document.sentences for word in sentence.words)
    seen: set[str] = set()
    for sentence in document.sentences:
        if sentence.kind == "heading" or sentence.block.quoted:
            continue
        for match in terms.finditer(sentence.plain) if _may_have_one(sentence.plain) else ():
            key = re.sub(r"[\s-]+", "", match.group().lower())[:7]
            if key not in seen and counts[match.group().lower()] < _SUBJECT and _needs_words(sentence, match):
                seen.add(key)
                yield _jargon_finding(document, sentence, match)


def _needs_words(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the term is neither a name nor explained on the spot."""
    inside = sentence.plain[: match.start()].strip(" *-•\"'“‘(")
    is_name = match.group()[0].isupper() and bool(inside)
    return not is_name and not _EXPLAINED.match(sentence.plain, match.end())


def _jargon_finding(document: Document, sentence: Sentence, match: re.Match[str]) -> Finding:
    term = " ".join(sentence.text[match.start() : match.end()].split())
    return make_finding(
        "jargon",
        sentence.text[match.start() : match.end()],
        document.index.place(sentence.start + match.start()),
        0.7 - zipf_frequency(term, "en") / 20,
        term=term,
        sentence=few_words(sentence.text),
    )
