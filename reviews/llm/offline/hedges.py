"""Words that take a statement half back.

Looks for adverbs of doubt (perhaps, probably, hopefully), softeners (somewhat, more or less, kind of),
and openings that make a fact an opinion (we think, it seems). One weak sign is normal speech, so two weak
ones or one strong one are needed. Leaves alone bare "may", "can", "could" and "might", which say what is
possible; doubts that come with a figure; questions; and what stands in a list of risks, alternatives or
open questions, where doubt belongs.
"""

import re
from collections.abc import Iterator

from reviews.llm.offline.document import Document, Sentence
from reviews.llm.offline.finding import Finding, about, few_words
from reviews.llm.offline.signals import is_prose

_STRONG = re.compile(
    r"\b(?:(?:should|would|could|might|may|will|must|can)\s+)?(?:perhaps|possibly|probably|hopefully|arguably|presumably|supposedly|conceivably|maybe|ostensibly"
    r"|more\s+or\s+less|(?<!what )(?<!this )(?<!some )(?:kind|sort)\s+of(?=\s+(?:like|a\s+\w+ly|\w+ed))"
    r"|approximately\s+speaking|roughly\s+speaking|generally\s+speaking|broadly\s+speaking|in\s+theory"
    r"|to\s+some\s+(?:extent|degree)"
    r"|as\s+far\s+as\s+(?:we|i)\s+(?:know|can\s+tell)|(?:we|i)\s+(?:guess|suspect|assume|hope|feel"
    r"|suppose)(?:\s+that)?"
    r"|good\s+enough\s+for\s+now|it\s+(?:seems|appears|looks\s+like)|(?:seems?|appears?)\s+to\s+be"
    r"|should\s+be\s+fine"
    r"|might\s+(?:just\s+)?(?:work|help|do)|with\s+(?:some|any)\s+luck|i'm\s+not\s+sure"
    r"|we\s+are\s+not\s+sure"
    r"|(?:will|would|is|are|should|and|but|can|could|may|might)\s+(?:most\s+|very\s+"
    r"|quite\s+)?likely(?!\s+to\b)"
    r"|most\s+likely|very\s+likely)\b",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\b(?:potentially|somewhat|rather(?!\s+than)|fairly|quite|relatively|usually|often|sometimes"
    r"|tends?\s+to"
    r"|(?:we|i)\s+(?:think|believe|expect)|might|could|may|likely|seems?|appears?|in\s+(?:some|most"
    r"|many)\s+cases"
    r"|apparently|roughly|more\s+often\s+than\s+not|at\s+some\s+point|or\s+so)\b",
    re.IGNORECASE,
)
_MODALS = frozenset({"might", "could", "may", "often", "usually"})
_DOUBT_BELONGS = re.compile(
    r"risk|alternativ|drawback|open\s+(?:question|issue)|unresolved|future|caveat|failure|troubleshoot"
    r"|limitation",
    re.I,
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per set of hedging words, at its first place."""
    places: dict[tuple[str, ...], list[Sentence]] = {}
    for sentence in document.sentences:
        if is_prose(sentence) and (hedges := _hedges(sentence)):
            words = tuple(" ".join(hedge.group().lower().split()) for hedge in hedges)
            places.setdefault(words, []).append(sentence.from_line_of(hedges[0].start()))
    for words, found in places.items():
        yield _finding(found[0], words, len(found) - 1)


def _hedges(sentence: Sentence) -> list[re.Match[str]]:
    """The hedging words of a sentence, strong ones first, empty when they are too few to matter."""
    strong = list(_STRONG.finditer(sentence.plain))
    doubts = [
        m for m in _WEAK.finditer(sentence.plain) if not any(s.start() <= m.start() < s.end() for s in strong)
    ]
    adverbs = [doubt for doubt in doubts if doubt.group().lower() not in _MODALS]
    if strong:
        return strong + adverbs
    return doubts if len(doubts) >= 2 and adverbs and not _belongs(sentence) else []


def _belongs(sentence: Sentence) -> bool:
    return bool(_DOUBT_BELONGS.search(" ".join(sentence.section.path)))


def _finding(sentence: Sentence, hedges: tuple[str, ...], more: int) -> Finding:
    shown = "” and “".join(dict.fromkeys(hedges[:2]))
    again = f" The same words come in {more} more place{'s' if more > 1 else ''}." if more else ""
    return about(
        "hedge",
        sentence,
        f"“{shown}” takes the statement half back.{again}",
        f"“{few_words(sentence.text)}”: is it so or not, and what would settle it?",
        min(0.9, 0.3 + 0.15 * sum(len(hedge.split()) for hedge in hedges)),
    )
