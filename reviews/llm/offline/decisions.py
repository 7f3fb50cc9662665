"""Decisions that stand there bare.

Looks for sentences that pick one way (we chose, will adopt, is going to be written in, will be removed)
where neither the sentence, its neighbours nor its section say why. Leaves alone decisions with a reason,
an aim or a comparison nearby, what a reader is told to do, and what stands in sections on rationale,
alternatives or history.
"""

import re
from collections.abc import Iterator

from reviews.llm.offline.document import Document, Sentence
from reviews.llm.offline.finding import Finding, about, few_words
from reviews.llm.offline.signals import is_prose, reasoned

_CHOSE = re.compile(
    r"\b(?:(?:has|have|had|was|were|is|are|been|we|i|team|board|group|committee|project|management"
    r"|company|department)\s+"
    r"(?:\w+ly\s+|also\s+|now\s+|then\s+|just\s+)?(?:decided|chose|chosen|selected|picked|opted|adopted"
    r"|settled\s+on|agreed\s+(?:to|on)|went\s+with"
    r"|standardi[sz]ed\s+on|committed\s+to))\b"
    r"|\b(?:proposes?|propose|recommends?)\s+to\s+(?:resolve|use|adopt|choose|pick|move|switch|go|keep"
    r"|drop|replace|remove)\b"
    r"|\b(?:the|our|this)\s+(?:decision|choice)\s+(?:is|was|fell)\b|\b(?:we|i)\s+(?:choose|opt|pick|adopt"
    r"|select)\b",
    re.IGNORECASE,
)
_WILL = re.compile(
    r"\b(?:will|shall|(?:is|are|am)\s+going\s+to)\s+(?:\w+ly\s+|only\s+|now\s+|also\s+|first\s+)?(?:adopt"
    r"|go\s+with|switch\s+to|move\s+to|migrate\s+to|standardi[sz]e\s+on"
    r"|build\s+on|rely\s+on|be\s+(?:\w+ly\s+)?(?:written|built|implemented|hosted|developed)\s+(?:in|on"
    r"|with|using|as)"
    r"|be\s+(?:\w+ly\s+)?(?:removed|dropped|retired|replaced|discontinued|deprecated|abandoned|rewritten"
    r"|outsourced|merged\s+into))\b"
    r"|^(?:\W*(?:in\s+this\s+case|for\s+now|initially|therefore|so|here)\W+)?(?:we|the\s+(?:team|project"
    r"|system|service|company|platform)|this\s+(?:project|team|system|service|proposal))\s+"
    r"(?:will\s+)?(?:\w+ly\s+)?(?:use|add|introduce|drop|buy|build|replace)\b",
    re.IGNORECASE,
)
_EXCUSED = re.compile(
    r"rationale|alternativ|motivat|background|context|why|history|changelog|comparison|prior\s+art"
    r"|drawback|consequen|glossary|reference"
    r"|user\s+stor|test|example|appendix|trade-?off|justification|reason|graduation|upgrade|rollout",
    re.IGNORECASE,
)
_TAKES_UP = re.compile(
    r"\W*(?:this|that|it|its|they|these|the\s+(?:main\s+)?(?:reasons?|rationale|benefit|advantage|idea"
    r"|aim|goal)|because|since|doing"
    r"|so|by|thus|as\s+a\s+result|we|our|reasons?|rationale|in\s+this\s+way|otherwise|without"
    r"|with\s+this)\b",
    re.IGNORECASE,
)
_INSTRUCTS = re.compile(
    r"\b(?:you|users?|if|when|once|after|unless|until|whether|could|would|not)\b", re.IGNORECASE
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per bare decision."""
    for sentence in document.sentences:
        if (
            is_prose(sentence, least=4)
            and (match := _decides(sentence))
            and not _explained(document, sentence)
        ):
            yield _finding(sentence, match)


def _decides(sentence: Sentence) -> re.Match[str] | None:
    if _EXCUSED.search(" ".join(sentence.section.path)):
        return _CHOSE.search(sentence.plain)
    match = _CHOSE.search(sentence.plain) or _WILL.search(sentence.plain)
    if match and _INSTRUCTS.search(sentence.plain[: match.start()]):
        return None
    return match


def _explained(document: Document, sentence: Sentence) -> bool:
    """Whether the sentence gives a reason, or the next one takes it up and does."""
    if reasoned(sentence.plain):
        return True
    following = document.nearby(sentence, after=1)
    return any(_TAKES_UP.match(s.plain) and reasoned(s.plain) for s in following)


def _finding(sentence: Sentence, match: re.Match[str]) -> Finding:
    verb = " ".join(match.group().split())
    return about(
        "decision_no_rationale",
        sentence,
        f"“{few_words(verb)}” decides without saying why.",
        f"Why this, and what was turned down: “{few_words(sentence.text)}”?",
        0.65,
    )
