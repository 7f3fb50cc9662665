"""Small readings that several skills share: is there a figure, a source, a reason, a doer in these words?

All work on the plain text of a sentence and look for what a word does, not for whole phrases.
"""

import re

from reviews.language.prose import any_case
from reviews.language.reading.document import Sentence
from reviews.language.reading.sentences import WORD

_NUMBER_WORDS = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred"
    r"|thousand"
    r"|million|billion|half|twice|double|triple|dozen)"
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
NUMBER = any_case(rf"(?<![\w.])[$€£~<>≤≥±]?\d[\d,.]*|\b{_NUMBER_WORDS}\b")
_MEASURE = any_case(
    r"(?<![\w.])[$€£~<>≤≥±]?\d[\d,.]*\s*(?:%|×|x\b|[a-zA-Zµ°]+)"
    rf"|\b{_NUMBER_WORDS}\s+(?:times|percent|per\s+cent|seconds?|minutes?|hours?|days?|weeks?|months?"
    rf"|years?|users?"
    r"|customers?|people|orders?|fold)\b|\b(?:O\([^)]{1,20}\)|\d+(?:st|nd|rd|th)\s+percentile)"
)
_NAMED = any_case(r"\b(?:v|version|rfc|http|phase|step|section|option|tier|type|level|layer|chapter)\s*$")
_SOURCE = any_case(
    r"https?://|\]\([^)\s]{2}|\]\[[^\]\s]|\[\d{1,3}\]|\[\^|#\d{2,}|\(\s*(?:see|cf\.?|source)\b|\bet al\b"
    r"|\bsee\s+(?:the\s+)?(?:appendix|table|figure|fig|section|report|survey|ticket|issue)\b"
)
_REASON = any_case(
    r"\b(?:because|since|due\s+to|owing\s+to|thanks\s+to|so\s+that|so\s+as\s+to|in\s+order\s+to"
    r"|given\s+(?:that|the)"
    r"|therefore|thus|hence|otherwise|reasons?|rationale|motivat\w+|justif\w+|trade-?offs?"
    r"|as\s+a\s+(?:result|consequence)"
    r"|consequently|considering|which\s+(?:lets?|allows?|means|gives?|makes?|avoids?|keeps?|saves?"
    r"|enables?|ensures?"
    r"|would|reduces?|simplif\w+)|(?:this|it|that|these)\s+(?:will\s+|would\s+|also\s+|should\s+|can\s+"
    r"|could\s+)*"
    r"(?:lets?|allows?|means|gives?|makes?|avoids?|keeps?|saves?|enables?|ensures?|reduces?|simplif\w+"
    r"|prevents?"
    r"|helps?|provides?|is\s+(?:needed|necessary|required|done|important|consistent|similar|intended))"
    r"|(?:to|and|thereby|thus)\s+(?:avoid|prevent|reduce|ensure|allow|enable|keep|make|minimi[sz]e"
    r"|support|improve"
    r"|simplify|save|help|give|preserve|maintain|guarantee|facilitate|provide|protect|speed|limit"
    r"|cut)(?:ing)?\b"
    r"|for\s+(?:its|their|the\s+sake|this\s+reason|simplicity|consistency|compatibility|performance"
    r"|convenience"
    r"|backwards?|clarity|safety|security)|without\s+(?:having|needing|requiring)|rather\s+than"
    r"|instead\s+of"
    r"|in\s+favou?r\s+of|benefits?|advantages?|we\s+(?:considered|rejected|compared|evaluated|weighed))\b"
)
_DOER = any_case(r"\bby\s+(?!(?:default|hand|means|design|definition|now|then|\w+ing\b|\d))\w")
NO_ANSWER = any_case(
    r"^\W*(?:(?:i|we)\s+(?:really\s+|just\s+|honestly\s+)?(?:do\s*n.?t|do\s+not)\s+(?:yet\s+)?(?:know|have)|no\s+idea|not\s+sure"
    r"|unknown|dunno|idk|tb[dc]|pass|skip|n/?a|no\s+answer|can.?t\s+say|(?:i|we)\s+have\s+no\s+idea)\b"
)
FEWEST_WORDS = 5
# A vague claim is worth a question when it promises something, not when it describes.
PROMISES = any_case(
    r"\b(?:will|would|expect\w*|reduc\w+|improv\w+|increas\w+|sav(?:e|es|ing)|speeds?|scal(?:e|es|able)|negligible|significant\w*"
    r"|dramatic\w*|faster|cheaper|minimal)\b"
)


def measured(plain: str) -> bool:
    """Whether the words carry a quantity with a unit, or a figure that is no version."""
    if _MEASURE.search(plain):
        return True
    for match in NUMBER.finditer(plain):
        if match.group()[0].isdigit() and not _NAMED.search(plain[: match.start()]):
            return True
    return False


def sourced(sentence: Sentence) -> bool:
    """Whether the sentence points at something that could prove it: a link, a note, a ticket, a table."""
    return bool(_SOURCE.search(sentence.text))


def reasoned(plain: str) -> bool:
    """Whether the words give a reason, an aim or a comparison."""
    return bool(_REASON.search(plain))


def has_doer(plain: str) -> bool:
    """Whether a passive says by whom."""
    return bool(_DOER.search(plain))


_ASIDE = any_case(
    r"\b(?:that|which|who|in\s+which\s+\w+|where\s+\w+)\s+$|^\W*(?:while|although|though|whereas|even)\b"
    r"|\b(?:how|why|whether|what|if|until|once)\b[^,.;:]{0,80}$"
)


def is_aside(plain: str, start: int) -> bool:
    """Whether the words at `start` stand in a side clause (which, while, how, until): said by the way, not stated."""
    return bool(_ASIDE.search(plain[:start]))


# A line of a table of contents: nothing but a link into the document.
_ENTRY = re.compile(r"\[[^\[\]]{1,300}\]\(#[^()\s]{0,300}(?:\([^()\s]{0,100}\)[^()\s]{0,100})?\)")


def is_prose(sentence: Sentence, least: int = 3) -> bool:
    """Whether this is running text of at least `least` words: no heading and no question."""
    if sentence.kind == "heading" or len(sentence.words) < least or _ENTRY.fullmatch(sentence.text.strip()):
        return False
    return not sentence.plain.rstrip().endswith("?")


def any_of(words: str) -> str:
    """A pattern for any of the space-separated words, themselves patterns; `_` stands for white space."""
    return (
        "(?:" + "|".join(word.replace("[-_]", r"[-\s]").replace("_", r"\s+") for word in words.split()) + ")"
    )


def is_substance(words: str) -> bool:
    """Whether this says something: five words or more that are not a way of saying "I don't know"."""
    return len(WORD.findall(words)) >= FEWEST_WORDS and not NO_ANSWER.match(words)
