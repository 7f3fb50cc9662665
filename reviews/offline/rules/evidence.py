"""Claims that nothing shows to be true.

Looks for appeals to unnamed authority (studies, experts, best practice), for what unnamed crowds are said to want or
do, and, by weight, for certainty ("will not affect anybody"), belief, comparisons with rivals, how often something is
so, what brings what about, effort talked small, and proofs that are not there. Leaves alone claims with a link, a
reference, a figure, a reason or a named source, and what the document says about its own reasoning ("the table shows").
rules/claims.py decides between this and the other kinds of claims.
"""

import re

from reviews import offline
from reviews.language.kept import keep_latest
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Sentence
from reviews.language.reading.signals import MONTH, has_source
from reviews.offline.rules.vague import Weighed
from reviews.offline.setting import Setting
from reviews.offline.signs import SignTable, is_measured, sum_signs

_WORDS = phrases(offline.__file__, "evidence")
_SIGNS = SignTable(_WORDS)
_UNNAMED = [_WORDS.whole(kind) for kind in ("leans", "some_say", "enough")]
# Only people want, prefer or complain, so any plural noun before such a verb is a crowd of them.
_CROWD = any_case(
    rf"\b(?:(?P<many>{_WORDS.any_of('many')})\s+(?:of\s+)?(?:the\s+|our\s+|their\s+)?)?(?:\w+\s+)?"
    rf"(?!{_WORDS.any_of('no_crowd')}\b)(?:\w{{3,}}s|{_WORDS.any_of('people')})\s+"
    rf"(?P<often>{_WORDS.any_of('often')}\s+)*{_WORDS.any_of('want')}\b(?!\s+to\s+be\b)"
)
_IS = _WORDS.words.texts("is")
_DATED = any_case(rf"\b{MONTH}\b|\b(?:19|20)\d\d\b")
"""A figure with its date can be looked up."""
_APPEAL = 1.3
_NOTHING = Weighed(0.0, 0, "", 0, "")


def weigh_claim(setting: Setting, sentence: Sentence) -> Weighed:
    """What the signs of a claim without its source come to in a sentence; an appeal to somebody unnamed is one."""
    found = _weigh_signs(sentence.plain)
    if not found.name or has_source(sentence):
        return _NOTHING
    if _DATED.search(sentence.plain) if found.name == "share" else is_measured(sentence.plain):
        return _NOTHING
    if found.name == "appeal":
        return found
    weight = found.weight + setting.place_weight(sentence) - setting.doubt(sentence, found.end)
    return found._replace(weight=weight)


@keep_latest
def _weigh_signs(plain: str) -> Weighed:
    if match := _find_appeal(plain):
        return _weighed(plain, _APPEAL, match.start(), match.end(), "appeal")
    signs = _SIGNS.find(plain)
    if not signs:
        return _NOTHING
    return _weighed(plain, sum_signs(signs), signs[0].start, signs[0].end, signs[0].name)


def _weighed(plain: str, weight: float, start: int, end: int, name: str) -> Weighed:
    return Weighed(weight, start, " ".join(plain[start:end].split()), end, name)


def _find_appeal(plain: str) -> re.Match[str] | None:
    """The words that lean on somebody, None when there are none."""
    for pattern in _UNNAMED:
        if match := pattern.search(plain):
            return match
    match = _CROWD.search(plain)
    return match if match and (match["many"] or match["often"]) else None


def case_of(name: str) -> str:
    """What a claim with this sign is, as words/findings.toml calls it."""
    return _IS.get(name, "no_evidence")
