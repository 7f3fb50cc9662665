"""Where sentences start and end, and the plain view of a text: markup is blanked and nothing moves.

A small splitter of our own: the trained one that was tried kept 300 MB in memory, took 2 to 3 seconds to
load, and split the same text differently depending on what it had read before.
"""

import re
from collections.abc import Iterator

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case

WORD = re.compile(r"[^\W_\d][\w'’-]*", re.UNICODE)

# What stands in for a character of code or of an address: no letter, no space, no end of a sentence.
CODE = "¤"

# No sentence is longer; with this bound the work per sentence is bounded too, whatever stands in a file.
LONGEST = 2000

# Begun only at the first mark of a run: a run that ends no sentence is looked at once.
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]{0,3}(?=\s)")
_STARTS_LOWER = re.compile(r"[\s\"'“‘(\[*_]*[a-z]")
_WORDS = phrases(language.__file__, "sentences")
_ABBREVIATION = any_case(rf"(?:^|[\s(\[\"'“]){_WORDS.any_of('abbreviation')}\.$")
_MAY_END = any_case(rf"{_WORDS.any_of('may_end')}\.$")

# What it may begin with is said first, so that other characters are passed at once.
_MARKUP = re.compile(
    r"(?=[`<\]hf*_~!\[])(?:(?P<code>(?P<ticks>`{1,4})(?!`)[^`]{1,600}(?P=ticks)(?!`))"
    r"|(?P<comment><!--(?s:.){0,4000}?-->)"
    r"|(?P<auto><(?:https?|mailto|ftp):[^>\s]{1,500}>)"
    r"|(?P<tag></?[a-zA-Z][\w-]{0,30}(?:\s+[\w:-]{1,40}\s*=[^<>]{0,300}|\s+(?:open|hidden))?\s{0,3}/?>)"
    r"|(?P<target>\](?:\([^()\s]{0,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?:\s+\"[^\"]{0,200}\")?\)"
    r"|\[[^\[\]]{0,200}\]))"
    r"|(?P<url>(?:https?|ftp)://[^\s<>\])]{1,600})"
    r"|(?P<emphasis>\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|~~)"
    r"|(?P<bracket>!?\[|\]))"
)
_OF_MARKUP = re.compile(r"[`<\[\]*_~]")
"""What all markup has one of, but for addresses: most prose has none."""


def blank_markup(text: str) -> str:
    """`text` with code and addresses replaced and other markup blanked, in the same length."""
    has_markup = _OF_MARKUP.search(text) or "://" in text
    return (_MARKUP.sub(_blank_match, text) if has_markup else text).translate(_LINE_ENDS)


_LINE_ENDS = str.maketrans("\r\n\t", "   ")


def _blank_match(match: re.Match[str]) -> str:
    size = len(match.group())
    if match.lastgroup in ("code", "ticks"):
        return CODE * size
    if match.lastgroup in ("url", "auto"):
        # A full stop after an address ends the sentence, not the address.
        tail = len(match.group()) - len(match.group().rstrip(".,;:!?"))
        return CODE * (size - tail) + match.group()[size - tail :]
    return " " * size


_NO_START = " \t\r\n\f\v:"
"""What no sentence begins with: a colon there belongs to the label before it ("**What happened?**: On Saturday …")."""


def spans(plain: str, source: str) -> Iterator[tuple[int, int]]:
    """The (start, end) of each sentence of a blanked text. Marks that hug a sentence in `source` belong to it."""
    start = 0
    for match in _END.finditer(plain):
        if _ends_here(plain, start, match):
            for part in _trim_sentence(plain, source, start, match.end()):
                yield part
                start = part[1]
    yield from _trim_sentence(plain, source, start, len(plain))


def _ends_here(plain: str, start: int, match: re.Match[str]) -> bool:
    after = plain[match.end() : match.end() + 12]
    if _STARTS_LOWER.match(after):
        return False
    if plain[match.start()] != "." or match.group().startswith(".."):
        return True
    before = plain[max(start, match.start() - 14) : match.start() + 1]
    return not _ABBREVIATION.search(before) or bool(_MAY_END.search(before))


def _trim_sentence(plain: str, source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentence in plain[start:end] without the space around it, in parts when nobody could take it for one."""
    for begin, stop in _cut_portions(plain, start, end):
        part = plain[begin:stop]
        if not part.strip(_NO_START):
            continue
        first = begin + len(part) - len(part.lstrip(_NO_START))
        last = begin + len(part.rstrip())
        while first > begin and not source[first - 1].isspace():
            first -= 1
        while last < len(plain) and plain[last] == " " and not source[last].isspace():
            last += 1
        yield first, last


def _cut_portions(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch in portions of at most LONGEST, cut at spaces where there are any."""
    while end - start > LONGEST:
        cut = plain.rfind(" ", start + 1, start + LONGEST)
        cut = cut if cut > 0 else start + LONGEST
        yield start, cut
        start = cut
    yield start, end
