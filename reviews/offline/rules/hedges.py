"""Words that take a statement half back.

Looks for adverbs of doubt (perhaps, probably, hopefully), softeners (somewhat, more or less, kind of), and openings
that make a fact an opinion (we think, it seems). Signs are weighed: one strong sign is enough, weak ones need company.
Leaves alone bare "may", "can", "could" and "might", which say what is possible; questions; and weak signs in sections
on risks, alternatives or open questions, where doubt belongs.
"""

import re
from collections.abc import Iterator

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import any_of, is_prose
from reviews.offline.finding import Finding, about, few_words

_MODAL = r"(?:(?:should|would|could|might|may|will|must|can)\s+)?"
_DOUBT = any_of(r"""
    perhaps possibly probably hopefully arguably presumably supposedly conceivably maybe ostensibly potentially
    seemingly more_or_less good_enough_for_now in_theory in_principle to_some_(?:extent|degree) with_(?:some|any)_luck
    (?:approximately|roughly|generally|broadly|loosely)_speaking as_far_as_(?:we|i)_(?:know|can_tell)
    should_be_(?:fine|ok|okay) (?:most|very)_likely not_(?:entirely_|quite_)?(?:sure|certain)
    in_all_(?:likelihood|probability) may_or_may_not to_the_best_of_(?:our|my)_knowledge conceivable theoretically
    one_(?:could|might)_argue apparently so_to_speak as_it_were ought_to_(?:be|work|do) in_(?:our|my)_(?:opinion|view)
    (?:fairly|reasonably|quite|pretty|relatively)_(?:confident|sure|certain) (?:i|we)_think
    might_(?:be_able_to|work|help|do) it_(?:seems|appears|looks_like) (?:seems?|appears?)_to_be
    (?:is|are|was|feels|works)_(?:kind|sort)_of
""")
_OPINION = (
    r"(?:we|i)(?:\s+are|\s+am|'re|'m)?\s+(?:guess(?:ing)?|suspect|assum(?:e|ing)|hop(?:e|ing)|feel|suppose)"
)
_LIKELY = r"(?:will|would|is|are|should|and|but|can|could|may|might)\s+(?:quite\s+)?likely(?!\s+to\b)"
_STRONG = any_case(rf"\b(?:{_MODAL}{_DOUBT}|{_OPINION}|{_LIKELY})(?!\w)")
_WEAK = any_case(
    r"\b"
    + any_of("""
    somewhat fairly quite relatively sometimes tends?_to (?:we|i)_(?:believe|expect) likely seems? appears?
    roughly more_often_than_not at_some_point or_so rather
""")
    + r"\b(?!\s+than\b)",
)
_BARE_MODAL = any_case(r"\b(?:might|could|may)\b")
_DOUBT_BELONGS = any_case(
    r"risk|alternativ|drawback|open\s+(?:question|issue)|unresolved|future|caveat|failure|troubleshoot"
    r"|limitation"
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
    weak = [
        m for m in _WEAK.finditer(sentence.plain) if not any(s.start() <= m.start() < s.end() for s in strong)
    ]
    if strong:
        return strong + weak
    modal = _BARE_MODAL.search(sentence.plain)
    if _DOUBT_BELONGS.search(" ".join(sentence.section.path)) or len(weak) + bool(modal) < 2:
        return []
    return [*weak, modal] if weak and modal else weak


def _finding(sentence: Sentence, hedges: tuple[str, ...], more: int) -> Finding:
    shown = "” and “".join(dict.fromkeys(hedges[:2]))
    verb = "takes" if len(hedges) == 1 else "take"
    again = f" The same words come in {more} more place{'s' if more > 1 else ''}." if more else ""
    return about(
        "hedge",
        sentence,
        f"“{shown}” {verb} the statement half back.{again}",
        f"“{few_words(sentence.text)}”: is it so or not, and what would settle it?",
        min(0.9, 0.3 + 0.15 * sum(len(hedge.split()) for hedge in hedges)),
    )
