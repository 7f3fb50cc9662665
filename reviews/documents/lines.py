"""Comparing texts line by line in linear time: shared ends are cut off, lines that stand once on both sides anchor the
rest (patience), and what is between them is handed to difflib, within a limit of steps."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from reviews.documents.effort import BoundedMatcher, Effort

LARGEST_GAP = 400_000
"""Lines of one side times lines of the other that difflib may still compare; a larger gap is one change."""
DEEPEST = 12
"""How often what is between anchors is searched for anchors of its own: each time costs as much as the first, and what
people write has none any more after a few."""

Span = tuple[int, int, int, int]
"""Lines i1 to i2 of the old text became lines j1 to j2 of the new one."""


def split_lines(text: str) -> list[str]:
    """The lines of `text` with their ends; only "\\n" ends a line. Joined they are `text` again."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def drop_lines(lines: Iterable[str], gone: Iterable[bool]) -> tuple[list[str], bool]:
    """The lines that are not `gone`, and whether one that is ended the text. A blank line below one that is gone stays
    only below words: two blank lines never meet where lines were between them."""
    kept: list[str] = []
    is_below = False
    for line, is_gone in zip(lines, gone, strict=True):
        is_second_blank = is_below and not line.strip() and not (kept and kept[-1].strip())
        if not (is_gone or is_second_blank):
            kept.append(line)
        is_below = is_gone or (is_below and not line.strip())
    return kept, is_below


def changed_spans(old: Sequence[str], new: Sequence[str], effort: Effort | None = None) -> list[Span]:
    """What changed between two lists of lines, in order, neighbours joined. Where the steps of `effort` are used up, a
    gap is one change."""
    joined: list[Span] = []
    for i1, i2, j1, j2 in _changed_spans(old, new, effort or Effort()):
        if joined and joined[-1][1] == i1 and joined[-1][3] == j1:
            joined[-1] = (joined[-1][0], i2, joined[-1][2], j2)
        else:
            joined.append((i1, i2, j1, j2))
    return joined


def _changed_spans(old: Sequence[str], new: Sequence[str], effort: Effort) -> Iterator[Span]:
    """Changed spans in order; a stack instead of recursion, because a text may have very many anchors."""
    stack = [((0, len(old), 0, len(new)), DEEPEST)]
    while stack:
        whole, deeper = stack.pop()
        i1, i2, j1, j2 = span = trim_span(old, new, whole)
        if i1 == i2 and j1 == j2:
            continue
        anchors = _unique_anchors(old[i1:i2], new[j1:j2]) if deeper and i1 < i2 and j1 < j2 else []
        if anchors:
            stack += [(gap, deeper - 1) for gap in reversed(_spans_between(anchors, span))]
        else:
            yield from _small_changes(old, new, span, effort)


def trim_span(old: Sequence[str], new: Sequence[str], span: Span) -> Span:
    """The span without the lines that both sides begin and end with."""
    i1, i2, j1, j2 = span
    while i1 < i2 and j1 < j2 and old[i1] == new[j1]:
        i1, j1 = i1 + 1, j1 + 1
    while i1 < i2 and j1 < j2 and old[i2 - 1] == new[j2 - 1]:
        i2, j2 = i2 - 1, j2 - 1
    return i1, i2, j1, j2


def _unique_anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The longest rising run of lines that stand exactly once on either side: (index in old, index in
    new)."""
    once_old, once_new = Counter(old), Counter(new)
    places = {line: index for index, line in enumerate(new) if once_new[line] == 1}
    pairs = [(i, places[line]) for i, line in enumerate(old) if line in places and once_old[line] == 1]
    tops: list[int] = []
    top_pairs: list[int] = []
    previous: list[int] = []
    for index, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        previous.append(top_pairs[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [j]
        top_pairs[pile : pile + 1] = [index]
    run, index = [], top_pairs[-1] if top_pairs else -1
    while index >= 0:
        run.append(pairs[index])
        index = previous[index]
    return run[::-1]


def _spans_between(anchors: Sequence[tuple[int, int]], span: Span) -> list[Span]:
    i1, i2, j1, j2 = span
    gaps, i, j = [], 0, 0
    for a, b in [*anchors, (i2 - i1, j2 - j1)]:
        gaps.append((i1 + i, i1 + a, j1 + j, j1 + b))
        i, j = a + 1, b + 1
    return gaps


def _small_changes(old: Sequence[str], new: Sequence[str], span: Span, effort: Effort) -> Iterator[Span]:
    i1, i2, j1, j2 = span
    if (i2 - i1) * (j2 - j1) > LARGEST_GAP or i1 == i2 or j1 == j2:
        yield span
        return
    matcher = BoundedMatcher(old[i1:i2], new[j1:j2], effort)
    for tag, a1, a2, b1, b2 in matcher.get_opcodes():
        if tag != "equal":
            yield i1 + a1, i1 + a2, j1 + b1, j1 + b2
