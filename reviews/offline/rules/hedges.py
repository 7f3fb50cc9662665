"""Words that take a statement half back.

Looks for adverbs of doubt (perhaps, probably, hopefully), softeners (somewhat, more or less, kind of), and openings
that make a fact an opinion (we think, it seems). Signs are weighed: one strong sign is enough, weak ones need company.
Leaves alone bare "may", "can", "could" and "might", which say what is possible; questions; and weak signs in sections
on risks, alternatives or open questions, where doubt belongs.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import is_prose
from reviews.offline.finding import Finding, finding_about, same_words_again

_WORDS = phrases(offline.__file__, "hedges")
_DOUBT = rf"(?:{_WORDS.any_of('modal')}\s+)?{_WORDS.any_of('doubt')}"
_STRONG = any_case(rf"\b(?:{_DOUBT}|{_WORDS.any_of('opinion', 'likely')})(?!\w)")
_WEAK = any_case(rf"\b{_WORDS.any_of('weak')}\b(?!\s+than\b)")
_BARE_MODAL = _WORDS.whole("bare_modal")
_DOUBT_BELONGS = _WORDS.anywhere("doubt_belongs")


def find(document: Document) -> Iterator[Finding]:
    """One finding per set of hedging words, at its first place."""
    places: dict[tuple[str, ...], list[Sentence]] = {}
    for sentence in document.sentences:
        if is_prose(sentence) and (hedges := _find_hedges(sentence)):
            words = tuple(" ".join(hedge.group().lower().split()) for hedge in hedges)
            places.setdefault(words, []).append(sentence.from_line_of(hedges[0].start()))
    for words, found in places.items():
        yield _hedge_finding(found[0], words, len(found) - 1)


def _find_hedges(sentence: Sentence) -> list[re.Match[str]]:
    """The hedging words of a sentence, strong ones first, empty when they are too few to matter."""
    strong = list(_STRONG.finditer(sentence.plain))
    weak = [
        m for m in _WEAK.finditer(sentence.plain) if not any(s.start() <= m.start() < s.end() for s in strong)
    ]
    if strong:
        return strong + weak
    modal = _BARE_MODAL.search(sentence.plain)
    if _DOUBT_BELONGS.search(" ".join(sentence.section.path)) or len(weak) + bool(modal) < 2:
        return []
    return [*weak, modal] if weak and modal else weak


def _hedge_finding(sentence: Sentence, hedges: tuple[str, ...], more: int) -> Finding:
    return finding_about(
        "hedge",
        sentence,
        min(0.9, 0.3 + 0.15 * sum(len(hedge.split()) for hedge in hedges)),
        words="” and “".join(dict.fromkeys(hedges[:2])),
        verb="takes" if len(hedges) == 1 else "take",
        again=same_words_again(more),
    )
