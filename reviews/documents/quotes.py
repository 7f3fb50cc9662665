"""Where the words of a finding stand in a text, and where they stand in a later one. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from reviews.documents.hunks import Hunk, rebase
from reviews.documents.sections import scan_sections
from reviews.language.line_index import LineIndex
from reviews.language.matching import MatchedSpan, find_retyped, find_verbatim


@dataclass(frozen=True)
class QuotePosition:
    """`words` stand at character `position`, on `line` from `column` on (both from 1), below the heading
    `section`, "" when there is none above."""

    position: int
    words: str
    line: int
    column: int
    section: str


@dataclass(frozen=True)
class Ground:
    """A text in which quotes are looked up; one that `is_plain` has no headings."""

    text: str
    is_plain: bool = False

    @cached_property
    def _index(self) -> LineIndex:
        """The offline reviewer's: its line numbers are these."""
        return LineIndex(self.text)

    def spot(self, position: int, words: str) -> QuotePosition:
        """What can be said of the place at character `position`."""
        line, column = self._index.place(position)
        section = "" if self.is_plain else scan_sections(self.text).title_above(position)
        return QuotePosition(position, words, line, column, section)

    def position(self, line: int, column: int) -> int:
        """The character at a line and column, both from 1; the text's end for a line that it does not have."""
        return min(self._index.start_of(line) + column - 1, len(self.text))

    def all(self, quote: str) -> list[QuotePosition]:
        """Every place of the words, in order: verbatim ones, else those where only the spacing is another."""
        return self._spots(find_verbatim(self.text, quote))

    def retyped(self, quote: str) -> list[QuotePosition]:
        """Every place where the words stand with other marks, typography or case."""
        return self._spots(find_retyped(self.text, quote))

    def _spots(self, places: Iterable[MatchedSpan]) -> list[QuotePosition]:
        return [self.spot(place.start, place.words(self.text)) for place in places]


def place(
    new: Ground, quote: str, section: str, before: Callable[[], tuple[str, int]]
) -> QuotePosition | list[QuotePosition]:
    """The certain place of `quote` in `new`, or all the places when none is certain.

    A place is certain when there is no other, when it is the only one below the heading `section`, or when only it
    has the same lines around it. `before` gives the text in which the quote stood last, and at which character.
    """
    spots = new.all(quote) or new.retyped(quote)
    if len(spots) == 1:
        return spots[0]
    near = [spot for spot in spots if spot.section == section]
    if len(near) == 1:
        return near[0]
    if not spots:
        return []
    text, position = before()
    found = rebase(Hunk(position, quote, ""), text, new.text) if text.startswith(quote, position) else None
    return spots if found is None else new.spot(found, quote)
