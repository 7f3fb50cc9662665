"""Claims that say how good, how much, how long or when, and leave the measure out.

Signs are weighed: words of degree, qualities, comparatives, changes and the things that they are said of, crowds that
nobody counted, time without a length, and conditions without a rule ("where appropriate"). Leaves alone sentences that
carry a measure, what is only possible ("can be confusing"), what an example or a list backs up, and single everyday
adjectives. rules/claims.py decides between this and the other kinds of claims.
"""

from typing import NamedTuple

from reviews import offline
from reviews.language.kept import keep_latest
from reviews.language.phrases import phrases
from reviews.language.reading.document import Sentence
from reviews.offline.setting import Setting
from reviews.offline.signs import SignTable, is_measured, sum_signs

_WORDS = phrases(offline.__file__, "vague")
_SIGNS = SignTable(_WORDS)
_POSSIBLE = _WORDS.whole("possible")
_MEASURE = _WORDS.whole("measured")
_BOUND = _WORDS.whole("bound")
_OPEN_MEASURE = 1.0
_LACKS = _WORDS.words.texts("lacks")
_NEEDED = ("vague_time", "vague_rule")
"""What a reader has to know also of what is only possible."""
_NEAR = 100
_UNCERTAIN = 0.3


class Weighed(NamedTuple):
    """What the signs of a sentence come to. start, end, shown: the place and the words of the heaviest one, called
    `name`; the weight is 0 when there are no signs or a measure stands near."""

    weight: float
    start: int
    shown: str
    end: int
    name: str


_NOTHING = Weighed(0.0, 0, "", 0, "")


@keep_latest
def weigh_signs(plain: str) -> Weighed:
    """The signs of a vague claim in the plain text of a sentence."""
    signs = _SIGNS.find(plain)
    if not signs:
        return _NOTHING
    top = signs[0]
    if is_measured(plain[max(0, top.start - _NEAR) : top.end + _NEAR]):
        return _NOTHING
    before = plain[max(0, top.start - _NEAR // 2) : top.start]
    possible = _LACKS.get(top.name) not in _NEEDED and _POSSIBLE.search(before)
    weight = sum_signs(signs) - (_UNCERTAIN if possible else 0.0)
    return Weighed(weight, top.start, " ".join(plain[top.start : top.end].split()), top.end, top.name)


def weigh_claim(setting: Setting, sentence: Sentence) -> Weighed:
    """The same of a sentence of a document, with what its place adds and what backs it up."""
    found = weigh_signs(sentence.plain)
    if setting.is_yardstick(sentence) and (measure := _find_open_measure(sentence.plain)):
        return measure
    if not found.name:
        return found
    weight = found.weight + setting.place_weight(sentence) - setting.backing(sentence, found.end)
    return found._replace(weight=weight)


def _find_open_measure(plain: str) -> Weighed | None:
    """What is to be measured without a figure that would be a success."""
    match = _MEASURE.search(plain)
    if match is None or is_measured(plain) or _BOUND.search(plain):
        return None
    return Weighed(_OPEN_MEASURE, match.start(), " ".join(match.group().split()), match.end(), "target")


def case_of(name: str) -> str:
    """What a claim with this sign leaves out, as words/findings.toml calls it."""
    return _LACKS.get(name, "vague_claim")
