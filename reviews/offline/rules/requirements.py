"""Requirements that nobody could test.

Looks for duties (must, shall, should, needs to), goals (provide, ensure, make) and items of lists and sections of goals
whose measure is a matter of taste: robust, intuitive, in a timely manner, easy to maintain, as soon as possible. Leaves
alone duties with a figure, with a condition that can be checked, and such words when they are not what is required.
rules/claims.py decides between this and the other kinds of claims.
"""

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Sentence
from reviews.offline.rules.vague import Weighed
from reviews.offline.setting import Setting
from reviews.offline.signs import is_measured

_WORDS = phrases(offline.__file__, "requirements")
_TASTE = _WORDS.any_of("taste")
_FILL = rf"(?:\s+{_WORDS.any_of('filling')})*\s+"
_MODAL = rf"(?:{_WORDS.any_of('modal')})"
_DUTY = any_case(
    rf"\b{_MODAL}{_FILL}(?:not\s+)?(?:"
    rf"{_WORDS.any_of('be')}{_FILL}(?:\w+\s*(?:,|and|,\s*and)\s+)?{_TASTE}\b"
    rf"|(?:\w+\s+){{1,5}}?{_WORDS.any_of('manner')}(?!\w)"
    rf"|{_WORDS.any_of('give')}\s+(?:an?\s+|the\s+)?{_TASTE}\b"
    rf"|{_WORDS.any_of('support')}\b)"
)
_GOAL = any_case(
    rf"^\W{{0,200}}{_WORDS.any_of('provide')}\b[^.]{{0,40}}?\b{_TASTE}\s*(?:,|and|or)\s*(?:and\s+)?{_TASTE}\b"
)
_ORDER = any_case(
    rf"^\W{{0,200}}(?:(?:please|let's)\s+)?{_WORDS.any_of('order')}\b(?!\s+(?:for|is|of|from|are)\b)[^.;:]{{0,90}}?\b{_WORDS.any_of('wish')}\b"
)
_DUTY_WISH = any_case(rf"\b{_MODAL}\s+(?:\w+\s+){{0,8}}?{_WORDS.any_of('wish')}\b")
_AIM = any_case(rf"\b{_WORDS.any_of('aim')}\b[^.;:]{{0,90}}?\b(?:{_WORDS.any_of('wish')}|{_TASTE})\b")
_ITEM = any_case(rf"\b(?:{_WORDS.any_of('wish')}|{_WORDS.any_of('state')})\b")
_NOTHING = Weighed(0.0, 0, "", 0, "")
_SURE, _LIKELY, _POSSIBLE = 1.4, 0.75, 0.65


def weigh_claim(setting: Setting, sentence: Sentence) -> Weighed:
    """What speaks for a duty without a measure in a sentence."""
    plain = sentence.plain
    if match := _DUTY.search(plain) or _GOAL.search(plain):
        weight = _SURE
    elif match := _ORDER.search(plain):
        weight = _LIKELY
    elif match := _DUTY_WISH.search(plain) or _AIM.search(plain):
        weight = _POSSIBLE + setting.place_weight(sentence)
    elif setting.is_goal(sentence) and (match := _ITEM.search(plain)):
        weight = _LIKELY
    else:
        return _NOTHING
    if is_measured(plain):
        return _NOTHING
    weight -= setting.backing(sentence, match.end())
    return Weighed(weight, match.start(), match.group(), match.end(), "duty")
