"""Runs: the additions of one session that stand together, with their marker once, before the first of them (C20). Pure.

A bullet follows directly, any other point behind a blank line, so that it is not read as part of the bullet above.
Texts that were composed before there were runs have the marker before each point, and keep it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from reviews.documents.markers import marker_of
from reviews.language.line_index import LINE_END

BULLET = "- "
_OPENING = "<!-- Elaboration: "


class Marked(Protocol):
    """An addition: `text` is its marker line and its point."""

    @property
    def text(self) -> str: ...
    @property
    def marker(self) -> str: ...


def point_of(addition: Marked) -> str:
    """The addition without its marker line."""
    return addition.text.removeprefix(addition.marker).strip("\r\n")


def run_texts(
    additions: Iterable[Marked], end: str, *, repeating: Collection[str], above: str = ""
) -> Iterator[str]:
    """The texts of additions that share a place and a heading, in their order: one for each run.

    end: the line end; repeating: the markers that stand before each point; above: the marker of the run that the first
    of them goes on with, whose line stands there already.
    """
    for marker, members in groupby(additions, key=lambda one: one.marker):
        run = list(members)
        if marker in repeating:
            yield from (one.text.rstrip("\r\n") for one in run)
            continue
        first = point_of(run[0]) if marker == above else run[0].text.rstrip("\r\n")
        above = ""
        yield first + "".join(_continuation(point_of(one), end) for one in run[1:])


def _continuation(point: str, end: str) -> str:
    return (end if point.startswith(BULLET) else end * 2) + point


def run_above(base: str, position: int, additions: Sequence[Marked]) -> str:
    """The marker of the run that ends at `position` of the base and that the first of the additions goes on with, as
    one more bullet; "" for none."""
    start = base.rfind(_OPENING, 0, position)
    first = additions[0]
    if start < 0 or base[start - 1 : start] not in ("", "\r", "\n") or not point_of(first).startswith(BULLET):
        return ""
    marker, *bullets = LINE_END.split(base[start:position])
    bullets = bullets[:-1] if bullets and not bullets[-1] else bullets
    is_run = marker == first.marker and bullets and all(line.startswith(BULLET) for line in bullets)
    return marker if is_run and marker_of(marker) else ""


def repeated_markers(text: str, once: str, additions: Iterable[Marked]) -> frozenset[str]:
    """The markers of the additions that stand in `text` more often than in `once`, where they have runs."""
    found = {one.marker for one in additions if one.marker}
    return frozenset(marker for marker in found if text.count(marker) > once.count(marker))
