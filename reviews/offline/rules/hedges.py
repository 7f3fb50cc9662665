"""Words that take a statement half back.

Looks for adverbs of doubt (perhaps, probably, hopefully), softeners (somewhat, more or less, kind of), and openings
that make a fact an opinion (it seems). Signs are weighed by their number and by where they stand: a strong one in a
sentence that a decision rests on is enough, weak ones need company. Leaves alone bare "may", "can", "could" and
"might", which say what is possible; what is only true in theory; questions; and sections on risks, alternatives or
open questions, where doubt belongs. rules/claims.py decides between this and claims of other kinds.
"""

import re

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case, quick_test
from reviews.language.reading.document import Sentence
from reviews.offline.rules.vague import Weighed
from reviews.offline.setting import Setting

_WORDS = phrases(offline.__file__, "hedges")
_DOUBT = rf"(?:{_WORDS.any_of('modal')}\s+)?{_WORDS.any_of('doubt')}"
_STRONG_WORDS = rf"\b(?:{_DOUBT}|{_WORDS.any_of('opinion', 'likely')})(?!\w)"
_WEAK_WORDS = rf"\b{_WORDS.any_of('weak')}\b(?!\s+than\b)"
_STRONG, _WEAK = any_case(_STRONG_WORDS), any_case(_WEAK_WORDS)
_may_hedge = quick_test(f"{_STRONG_WORDS}|{_WEAK_WORDS}")
_BARE_MODAL = _WORDS.whole("bare_modal")
_DOUBT_BELONGS = _WORDS.anywhere("doubt_belongs")
_FIRST, _WORD = 0.5, 0.15
_NOTHING = Weighed(0.0, 0, "", 0, "")


def weigh_claim(setting: Setting, sentence: Sentence) -> Weighed:
    """What the hedging words of a sentence come to."""
    found = _find_hedges(sentence)
    if not found:
        return _NOTHING
    words = sum(len(hedge.group().split()) for hedge in found)
    shown = "” and “".join(dict.fromkeys(" ".join(hedge.group().lower().split()) for hedge in found[:2]))
    weight = _FIRST + _WORD * words + setting.place_weight(sentence)
    return Weighed(weight, found[0].start(), shown, found[0].end(), "hedge")


def _find_hedges(sentence: Sentence) -> list[re.Match[str]]:
    """The hedging words of a sentence, strong ones first, empty when they are too few to matter."""
    if not _may_hedge(sentence.plain) or _DOUBT_BELONGS.search(" ".join(sentence.section.path)):
        return []
    strong = list(_STRONG.finditer(sentence.plain))
    weak = [
        m for m in _WEAK.finditer(sentence.plain) if not any(s.start() <= m.start() < s.end() for s in strong)
    ]
    if strong:
        return strong + weak
    modal = _BARE_MODAL.search(sentence.plain)
    if len(weak) + bool(modal) < 2:
        return []
    return [*weak, modal] if weak and modal else weak
