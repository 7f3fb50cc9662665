"""What a sentence looks like that settles a topic, and below which headings it stands. Patterns only."""

import re
from dataclasses import dataclass

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.scorecard import TOPICS

_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True)
class Rule:
    """When a sentence settles a topic.

    under: headings below which any statement does. near: headings below which one with `cue` does.
    cue: what the sentence says, counted below those headings. plain: what settles it anywhere.
    never_under: headings below which nothing counts.
    """

    under: re.Pattern[str] = _NEVER
    near: re.Pattern[str] = _NEVER
    cue: re.Pattern[str] = _NEVER
    plain: re.Pattern[str] = _NEVER
    never_under: re.Pattern[str] = _NEVER


_WORDS = phrases(language.__file__, "cues", gap=" ")
RULES = {topic: Rule(**_WORDS.table(topic, whole=False)) for topic in TOPICS}
