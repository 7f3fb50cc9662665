"""Does an answer do nothing but decline to answer? Some models say so in words and give no other reason. Pure."""

import re

from reviews.language.phrases import phrases

LONGEST = 300
"""Characters of an answer that can be a refusal and nothing else."""

_WORDS = phrases(__file__, "refusal", gap=r"\s{1,3}")
_SORRY = rf"(?:{_WORDS.any_of('sorry')}\W{{1,3}}(?:{_WORDS.any_of('but')}\W{{1,3}})?){{0,3}}"
_DECLINES = rf"(?:{_WORDS.any_of('cannot')}\s{{0,3}}{_WORDS.any_of('help')}|{_WORDS.any_of('whole')})"
_REFUSES = re.compile(rf"\W{{0,4}}{_SORRY}{_DECLINES}(?=\W{{0,3}}(?:$|[.!;\n]))", re.IGNORECASE)


def is_refusal(text: str) -> bool:
    """Whether `text` begins with a sentence that declines the request as a whole, and has little more than that."""
    return len(text) <= LONGEST and _REFUSES.match(text.replace("’", "'").strip()) is not None
