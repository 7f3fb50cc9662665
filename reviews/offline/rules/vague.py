"""Claims of more, better or less that no figure backs.

A claim is vague when it says how good or how much and a reader could not tell whether it came true. Signs
are weighed: words of degree (much, drastically, minimal), qualities (reliable, intuitive), comparatives
(faster), changes (improves, reduces) and the things that they are said of (performance, cost, users). It
takes a degree and what it is a degree of, a change and its object, or several qualities in a row. Leaves
alone sentences that carry a measure, what is only possible ("can be confusing"), comparisons with a given
thing, and single everyday adjectives.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.kept import keep_latest
from reviews.language.phrases import phrases
from reviews.language.reading.document import Document
from reviews.language.reading.signals import has_measure, is_prose
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "vague")
_SIGNS = _WORDS.table("signs", whole=True)
_SMALL_SIGNS = {name: re.compile(sign.pattern) for name, sign in _SIGNS.items()}
"""For ASCII in small letters, in which the same words are found several times as fast."""
_WEIGHTS = _WORDS.words.numbers("weights")
_POSSIBLE = _WORDS.whole("possible")
_ENOUGH = 0.8
_NEAR = 100


def find(document: Document) -> Iterator[Finding]:
    """One finding per vague claim."""
    for sentence in document.sentences:
        if is_prose(sentence, least=4):
            weight, at, shown = weigh_signs(sentence.plain)
            if weight >= _ENOUGH:
                surety = min(0.9, 0.3 + weight / 4)
                yield finding_about("vague_claim", sentence.from_line_of(at), surety, claim=few_words(shown))


@keep_latest
def weigh_signs(plain: str) -> tuple[float, int, str]:
    """The summed weight of the signs in a sentence, with the place and the words of the heaviest one.

    The weight is 0 when there are no signs or a measure stands near.
    """
    signs, text = (_SMALL_SIGNS, plain.lower()) if plain.isascii() else (_SIGNS, plain)
    found = [(_WEIGHTS[name], match) for name, sign in signs.items() if (match := sign.search(text))]
    if not found:
        return 0.0, 0, ""
    _, heaviest = max(found, key=lambda pair: pair[0])
    if has_measure(plain[max(0, heaviest.start() - _NEAR) : heaviest.end() + _NEAR]):
        return 0.0, 0, ""
    possible = _POSSIBLE.search(plain[max(0, heaviest.start() - _NEAR // 2) : heaviest.start()])
    total = sum(weight for weight, _ in found) - (0.3 if possible else 0.0)
    return total, heaviest.start(), " ".join(plain[heaviest.start() : heaviest.end()].split())
