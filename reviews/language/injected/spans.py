"""Where in a text words stand that are quoted, and words that readers of the page don't see; and whether the whole is a
transcript that ELM wrote. Standard library only.

All of it is for folded text (`invisible.folded_with_places`) and in linear time.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from reviews.language.quotation_marks import paired_quotations
from reviews.language.sourcing.plain_text import blank_spans

type Span = tuple[int, int]

_FENCE = re.compile(r"^[ \t]{0,3}(?:```+|~~~+)[^\n]*$", re.MULTILINE)
_INLINE_CODE = re.compile(r"`[^`\n]{1,500}`")
_QUOTED = re.compile(rf"{paired_quotations('{1,500}')}|^[ \t]{{0,3}}>[^\n]*$", re.MULTILINE)
_LINK_COMMENT = re.compile(
    r"^ {0,3}\[[^\]\n]{0,80}\]:[ \t]{0,8}(?:#|<>)[ \t]{0,8}[\"'(][^\n]*$", re.MULTILINE
)
_LINK_TITLE = re.compile(r"\]\([^()\s]{0,500}[ \t]{1,8}\"([^\"\n]{1,500})\"\)|!\[([^\[\]\n]{1,500})\]\(")
_ATTRIBUTE = re.compile(r"\b(?:title|alt|aria-label|data-[a-z-]{1,20})\s?=\s?[\"']([^\"'<>\n]{1,500})")
_CONTROL = re.compile(r"<(?:a|abbr|area|button|iframe|img|input|label|option|select|svg|textarea|video)\b")
_TAG = re.compile(r"<[a-z][a-z0-9]{0,20}\s[^<>]{0,300}>")
_UNSEEN_STYLE = re.compile(
    r"display:\s?none|visibility:\s?hidden|font-size:\s?(?:0(?![.\d])|1(?:px|pt))|opacity:\s?0(?!\.)"
    r"|(?<!-)color\s?[:=]\s?[\"']?(?:white|#fff)|\shidden\b"
)
_LONGEST_ELEMENT = 2000
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
# One line that looks like a transcript's makes none of notes: the whole text has to be built like one.
_INTERVIEW = re.compile(r"\s*(?:\*[^*\n]{1,200}\*\s+)?elm: ")
_ANSWER = re.compile(r"^(?!elm)[^\W\d][^\n:]{0,60}: ", re.MULTILINE)
_RULE = re.compile(r"^---[ \t]*$", re.MULTILINE)
_RULE_WITHIN = re.compile(r"^---[ \t]*$(?!\s*(?:elm: |\Z))", re.MULTILINE)
_ROUNDTABLE = re.compile(r"\s*(?:\*[^*\n]{1,200}\*\s+)?# roundtable: [^\n]*\n")
_TURN_HEADING = re.compile(r"^\*\*turn \d{1,4}\*\*", re.MULTILINE)
_FOREIGN_HEADING = re.compile(r"^#{1,2} (?!(?:discussion|synthesis|first takes)[ \t]*$)", re.MULTILINE)


class Spans:
    """Parts of a text, to ask whether a character stands in one of them."""

    def __init__(self, found: Iterable[Span]) -> None:
        self.ends: list[int] = []
        self.starts: list[int] = []
        for start, end in sorted(found):
            if self.ends and start <= self.ends[-1]:
                self.ends[-1] = max(self.ends[-1], end)
            else:
                self.starts.append(start)
                self.ends.append(end)

    def holds(self, at: int) -> bool:
        """Whether the character at `at` stands in one of the parts."""
        before = bisect_right(self.starts, at)
        return before > 0 and at < self.ends[before - 1]

    def covered(self, start: int, end: int) -> int:
        """How many characters of [start, end) stand in the parts."""
        first, past = bisect_right(self.ends, start), bisect_right(self.starts, end - 1)
        parts = zip(self.starts[first:past], self.ends[first:past], strict=True)
        return sum(min(end, stop) - max(start, begin) for begin, stop in parts)


def quoted_spans(folded: str) -> Spans:
    """Code, quotations and block quotes."""
    return Spans([*_code_spans(folded), *(found.span() for found in _QUOTED.finditer(folded))])


def hidden_spans(folded: str) -> Spans:
    """Comments of HTML and of Markdown, titles of links and texts of pictures, elements that are not shown, and words
    that stand in a tag. What stands in code is shown as it is."""
    code = Spans(_code_spans(folded))
    found = (
        *_html_comments(folded),
        *(found.span() for found in _LINK_COMMENT.finditer(folded)),
        *(found.span() for found in _LINK_TITLE.finditer(folded)),
        *_unseen_elements(folded),
    )
    return Spans(span for span in found if not code.holds(span[0]))


def section_beginnings(folded: str, heading: re.Pattern[str], longest: int) -> Iterator[Span]:
    """What stands below each heading that is looked for, up to the next heading and at most `longest` characters."""
    for found in heading.finditer(folded):
        following = _HEADING.search(folded, found.end(), found.end() + longest)
        yield found.end(), following.start() if following else min(len(folded), found.end() + longest)


def without_comments(text: str) -> str:
    """`text` with spaces in the place of HTML comments, each other character where it was; what stands in code is no
    comment."""
    if "<!--" not in text:
        return text
    code = Spans(_code_spans(text))
    comments = ((start, min(end + len("-->"), len(text))) for start, end in _html_comments(text))
    return blank_spans(text, [span for span in comments if not code.holds(span[0])])


def _code_spans(folded: str) -> Iterator[Span]:
    yield from _fenced_code(folded)
    yield from (found.span() for found in _INLINE_CODE.finditer(folded))


def _fenced_code(folded: str) -> Iterator[Span]:
    """From each opening fence to the next; one that nobody closed reaches to the end."""
    fences = [found.span() for found in _FENCE.finditer(folded)]
    for opening, closing in zip(fences[::2], [*fences[1::2], (len(folded), len(folded))], strict=False):
        yield opening[0], closing[1]


def _html_comments(folded: str) -> Iterator[Span]:
    at = folded.find("<!--")
    while at >= 0:
        end = folded.find("-->", at)
        if end < 0:
            yield at, len(folded)
            return
        yield at, end
        at = folded.find("<!--", end)


def _unseen_elements(folded: str) -> Iterator[Span]:
    for tag in _TAG.finditer(folded):
        if not _CONTROL.match(tag[0]):  # what a button is called, people hear or see
            yield from (found.span(1) for found in _ATTRIBUTE.finditer(folded, *tag.span()))
        if _UNSEEN_STYLE.search(tag[0]):
            end = folded.find("</", tag.end(), tag.end() + _LONGEST_ELEMENT)
            yield tag.end(), end if end >= 0 else min(len(folded), tag.end() + _LONGEST_ELEMENT)


def is_interview(folded: str) -> bool:
    """Rounds of ELM's questions and an answer, a rule between two, and no heading of a document."""
    opening = _INTERVIEW.match(folded)
    rule = _RULE.search(folded, opening.end()) if opening else None
    if not (opening and rule and _ANSWER.search(folded, opening.end(), rule.start())):
        return False
    return not (_RULE_WITHIN.search(folded) or _FOREIGN_HEADING.search(folded))


def is_roundtable(folded: str) -> bool:
    """A topic and turns, and no heading but those of a transcript."""
    opening = _ROUNDTABLE.match(folded)
    if not (opening and _TURN_HEADING.search(folded, opening.end())):
        return False
    return not _FOREIGN_HEADING.search(folded, opening.end())
