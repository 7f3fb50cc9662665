"""Decisions that stand there bare.

Looks for sentences that pick one way (we chose, will adopt, is going to be written in, will be removed) where neither
the sentence nor the next one says why. Leaves alone decisions with a reason, an aim or a comparison, what other
documents or users decide, conditions and instructions, and plans in sections on rationale, alternatives or history.
"""

import re
from collections.abc import Iterator

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import any_of, is_aside, is_prose, reasoned
from reviews.offline.finding import Finding, about, few_words

_GROUP = any_of("""
    team board group committee project management company department organi[sz]ation council authors? maintainers
    architects? leadership steering_committee sig working_group
""")
_WE = rf"(?:we|i|(?:the|our|this)\s+(?:\w+\s+){{0,2}}?{_GROUP})"
_ADVERB = r"(?:\w+ly\s+|also\s+|now\s+|then\s+|just\s+|only\s+|first\s+|all\s+)?"
_PAST = any_of("""
    decided chose chosen selected picked opted adopted settled_(?:on|for) agreed_(?:to|on|that) went_with gone_with
    standardi[sz]ed_on committed_to voted_(?:to|for)
""")
_PRESENT = any_of("choose select pick adopt opt_for settle_on go_with decide_to")
_CHOSE = any_case(
    rf"\b{_WE}\s+(?:(?:have|has|had)\s+|'ve\s+)?{_ADVERB}(?:{_PAST}|{_PRESENT})\b"
    r"|(?<!which )(?<!that )(?<!what )(?<!who )\b(?:was|were|(?:has|have)\s+been)\s+"
    rf"{_ADVERB}(?:chosen|selected|picked|adopted|decided|agreed|settled)\b|\bit\s+(?:is"
    rf"|was)\s+{_ADVERB}decided\b"
    rf"|\b(?:{_WE}|this\s+(?:\w+\s+)?(?:rfc|proposal|document|design|kep|adr|plan"
    rf"|note))\s+{_ADVERB}(?:proposes?|recommends?)\s+"
    r"(?:to\s+)?(?:resolv|us|adopt|choos|pick|mov|switch|keep|dropp?|replac|remov)(?:e|ing)?\b"
    r"|\b(?:the|our)\s+(?:final\s+)?(?:decision|choice)\s+(?:is|was|fell)\b"
)
_ADOPT = any_of(r"""
    adopt go_with switch_to move_to migrate_to standardi[sz]e_on build_on rely_on
    be_(?:\w+ly_)?(?:written|built|implemented|hosted|developed)_(?:in|on|with|using)
    be_(?:\w+ly_)?(?:removed|dropped|retired|discontinued|deprecated|abandoned|outsourced|merged_into)
""")
_WILL = any_case(
    rf"\b(?:will|shall|(?:is|are|am)\s+going\s+to)\s+{_ADVERB}{_ADOPT}\b"
    rf"|^(?:\W*(?:in\s+this\s+case|for\s+now|initially|here|going\s+forward|from\s+now\s+on"
    rf"|henceforth)\W+)?(?:{_WE}|(?:the|our|this)\s+(?:system|service|platform|product))"
    rf"\s+(?:will\s+)?{_ADVERB}(?:use|add|drop|buy|build|replace)s?\b"
)
_TURNS = any_case(
    rf"\b(?:(?:is|are|am|'re|'m)\s+(?:switching|moving|migrating)\s+(?:over\s+)?to|{_WE}'ll\s+{_ADOPT}"
    r"|drops?\s+support\s+for|support\s+for\s+\S+(?:\s+\S+)?\s+(?:ends|stops|is\s+dropped)"
    r"|(?:management|the\s+(?:board|team|committee|council|company))\s+(?:has\s+|have\s+)?approved)\b"
    r"|\bmoves\s+to\s+(?-i:[A-Z])|\bwill\s+(?:use|run\s+on|be\s+hosted\s+on"
    r"|be\s+based\s+on)\s+(?-i:[A-Z][a-zA-Z]+)\b(?=\W*$|\s+(?:for|as|in|on)\b)"
)
_EXCUSED = any_case(
    r"rationale|alternativ|motivat|background|context|why|history|changelog|comparison|prior\s+art"
    r"|drawback|consequen"
    r"|glossary|reference|user\s+stor|test|example|appendix|trade-?off|justification|reason|graduation"
    r"|upgrade|rollout"
)
_TAKES_UP = any_case(
    r"\W*(?:this|that|it|its|they|these|the\s+(?:main\s+)?(?:reasons?|rationale|benefit|advantage|idea"
    r"|aim|goal)|because"
    r"|since|doing|by|thus|as\s+a\s+result|we|our|reasons?|rationale|in\s+this\s+way|otherwise|without"
    r"|with\s+this)\b"
)
_AIM = any_case(r"\buses?\s+(?:\S+\s+){1,12}?to\s+[a-z]{3,}")
_NOT_OURS = any_case(r"\b(?:you|users?|if|when|once|unless|until|whether|could|would|not|scope)\b|^\W*so\b")


def find(document: Document) -> Iterator[Finding]:
    """One finding per bare decision."""
    for sentence in document.sentences:
        if is_prose(sentence) and (match := _decides(sentence)) and not _explained(document, sentence):
            yield _finding(sentence.from_line_of(match.start()), match)


def _decides(sentence: Sentence) -> re.Match[str] | None:
    excused = _EXCUSED.search(" ".join(sentence.section.path))
    match = _CHOSE.search(sentence.plain) or (
        None if excused else _WILL.search(sentence.plain) or _TURNS.search(sentence.plain)
    )
    if match and (
        _NOT_OURS.search(sentence.plain[: match.start()]) or is_aside(sentence.plain, match.start())
    ):
        return None
    return match


def _explained(document: Document, sentence: Sentence) -> bool:
    """Whether the sentence gives a reason, or the next one takes it up and does."""
    if _AIM.search(sentence.plain):
        return True
    following = document.nearby(sentence, after=1)
    return reasoned(sentence.plain) or any(_TAKES_UP.match(s.plain) and reasoned(s.plain) for s in following)


def _finding(sentence: Sentence, match: re.Match[str]) -> Finding:
    verb = " ".join(match.group().split())
    return about(
        "decision_no_rationale",
        sentence,
        f"“{few_words(verb)}” decides without saying why.",
        f"Why this, and what was turned down: “{few_words(sentence.text)}”?",
        0.65,
    )
