"""Where the point of an addition stands that is not there word for word: without its marker, wrapped, indented, with
another bullet or emphasis, as editors and formatters leave it. Pure; linear in the text.
"""

import re

from reviews.documents.occurrences import marker_in
from reviews.language.bare_text import bare_text
from reviews.language.matching import MatchedSpan, find_retyped

FEWEST_LETTERS, FEWEST_WORDS = 12, 3
"""What a point must have to be known by its words alone: less is in many texts."""
_FIRST_LETTER_WITHOUT_SPACES = "\u2e80"
_FARTHEST = 300
"""Characters of a line that are looked at before a point."""

_LEAD = re.compile(r"(?:- )?(?:\*\*[^*\n]{1,60}\*\* (?=\[))?(?:\[[^\[\]\n]{1,200}\] )?")
_LEADING_MARKS = re.compile(r"\[[^\[\]\n]{0,200}\]|\*\*[^*\n]{0,60}\*\*|(?<!\w)\d{1,3}[.)]")
_OPENING = " \t\u00a0\"'“„‘«(*_`~["
_SENTENCE_STOPS = (".", "!", "?", "…", "|", ">")
_CLOSING = r"[\"'”’»)*_`~\\]{0,8}"
_END = re.compile(
    rf"{_CLOSING}(?:[.!?…;]{{1,4}}{_CLOSING}(?=[\s|<]|\Z)|(?=[^\S\r\n]{{0,80}}(?:[\r\n|<]|\Z)))"
)
_REST_OF_LINE = re.compile(r"(?:<br ?/?>)?(?:[^\S\n]|\|){0,80}(?:\n|\Z)")


def marker_and_point(words: str) -> tuple[str, str]:
    """The marker of an addition, and what its point says: without bullet, who said it, and the sign at its end. The
    point is "" when it has too few words to be known by them, or no marker."""
    marker, _, below = words.lstrip("\r\n").partition("\n")
    lead = _LEAD.match(below)
    point = below[lead.end() if lead else 0 :].rstrip(".!?…; \r\n")
    return marker.rstrip("\r"), point if marker_in(marker) and _is_telling(bare_text(point).letters) else ""


def _is_telling(letters: str) -> bool:
    if sum(map(str.isalnum, letters)) < FEWEST_LETTERS:
        return False
    return len(letters.split()) >= FEWEST_WORDS or max(letters) >= _FIRST_LETTER_WITHOUT_SPACES


def point_places(text: str, point: str) -> list[MatchedSpan]:
    """Where a point stands in sentences of its own, as people and programs retype it."""
    found = find_retyped(text, point, may_elide=False)
    return [one for one in found if _begins_sentence(text, one.start) and _END.match(text, one.end)]


def with_its_lines(text: str, place: MatchedSpan, marker: str) -> MatchedSpan:
    """The place of a point with the sign behind it; when nothing else stands on its lines, these lines, and the line of
    its marker above them."""
    closing = _END.match(text, place.end)
    start, end = place.start, closing.end() if closing else place.end
    before, rest = _before_in_line(text, start), _REST_OF_LINE.match(text, end)
    if rest is None or not _is_lead(before):
        return MatchedSpan(start, end)
    start -= len(before)
    above = text.rfind(marker, max(0, start - len(marker) - 2), start)
    is_above = above >= 0 and not text[above + len(marker) : start].strip()
    return MatchedSpan(above if is_above else start, rest.end())


def _begins_sentence(text: str, at: int) -> bool:
    before = _before_in_line(text, at)
    return _is_lead(before) or before.rstrip(_OPENING).endswith(_SENTENCE_STOPS)


def _before_in_line(text: str, at: int) -> str:
    start = max(0, at - _FARTHEST)
    return text[max(start, text.rfind("\n", start, at) + 1) : at]


def _is_lead(before: str) -> bool:
    """Whether nothing but marks and who said it stands before a point in its line."""
    return len(before) < _FARTHEST and not any(map(str.isalnum, _LEADING_MARKS.sub("", before)))
