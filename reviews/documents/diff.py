"""Two texts compared: rows for a page, with the changed words told apart, and a patch that `git apply`
takes. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from reviews.documents.effort import BoundedMatcher, Effort
from reviews.documents.lines import Span, changed_spans, split_lines, trim_span

CONTEXT = 3
"""Lines that a patch shows around a change."""
MOST_WORDS = 40_000
"""Words of one line times words of the other that are still compared word by word."""
LEAST_ALIKE = 0.35
"""How alike two lines must be (0 to 1) for their words to be compared: below, everything would be marked."""

Kind = Literal["kept", "removed", "inserted"]


@dataclass(frozen=True)
class LinePart:
    """A piece of a line; `changed` says that the other side does not have it."""

    text: str
    changed: bool = False


@dataclass(frozen=True)
class DiffLine:
    """A line of a diff. Numbers count from 1; a removed line has no new one, an inserted line no old one."""

    kind: Kind
    old_number: int | None
    new_number: int | None
    parts: tuple[LinePart, ...]

    @property
    def number(self) -> int | None:
        """The line's number on its own side; the old one for a line that was kept."""
        return self.new_number if self.old_number is None else self.old_number

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True)
class Pair:
    """A line of the old text beside one of the new. `kind` is "kept" or "changed"; None stands for no
    line."""

    kind: Literal["kept", "changed"]
    left: DiffLine | None
    right: DiffLine | None


def inline_diff(old: str, new: str, first_line: int = 1, effort: Effort | None = None) -> list[DiffLine]:
    """All lines, removed ones before the ones that took their place. `first_line` is the number of the first; pages
    with many diffs share one `effort` among them."""
    rows: list[DiffLine] = []
    for pair in side_by_side(old, new, first_line, effort):
        if pair.kind == "kept" and pair.left and pair.right:
            rows.append(DiffLine("kept", pair.left.old_number, pair.right.new_number, pair.left.parts))
        else:
            rows += [row for row in (pair.left, pair.right) if row]
    return list(_removed_first(rows))


def side_by_side(old: str, new: str, first_line: int = 1, effort: Effort | None = None) -> list[Pair]:
    """All lines of both texts beside each other, changed words marked."""
    effort = effort or Effort()
    a, b = split_lines(old), split_lines(new)
    a, b = _end_last_line(a, b), _end_last_line(b, a)
    pairs: list[Pair] = []
    i = j = 0
    for i1, i2, j1, j2 in [*changed_spans(a, b, effort), (len(a), len(a), len(b), len(b))]:
        pairs += [_kept_pair(a[i + k], first_line + i + k, first_line + j + k) for k in range(i1 - i)]
        lefts = [(line, first_line + i1 + k) for k, line in enumerate(a[i1:i2])]
        rights = [(line, first_line + j1 + k) for k, line in enumerate(b[j1:j2])]
        pairs += [_changed_pair(left, right, effort) for left, right in zip_longest(lefts, rights)]
        i, j = i2, j2
    return pairs


def unified_patch(
    path: str, old: str, new: str, effort: Effort | None = None, *, in_one: bool = False
) -> str:
    """The change of the file `path` from `old` to `new` as a patch for `git apply`; "" when nothing changed.

    Lines keep their ends, "\\r" included, so write the patch without translating them. `in_one`: everything between
    the lines that both begin and end with is one change.
    """
    if old == new:
        return ""
    a, b = split_lines(old), split_lines(new)
    from_name, to_name = _git_name(f"a/{path}"), _git_name(f"b/{path}")
    tab = "\t" if " " in path else ""
    head = f"diff --git {from_name} {to_name}\n--- {from_name}{tab}\n+++ {to_name}{tab}\n"
    spans = [trim_span(a, b, (0, len(a), 0, len(b)))] if in_one else changed_spans(a, b, effort)
    return head + "".join(_patch_hunk(a, b, group) for group in _group_spans(spans))


def _end_last_line(lines: list[str], others: list[str]) -> list[str]:
    """The lines, the last one with its end when the longer text goes on behind it: to a reader it is the same line."""
    if not lines or lines[-1] != _shown(lines[-1]) or len(others) <= len(lines):
        return lines
    twin = next((line for line in reversed(others) if _shown(line) == lines[-1]), lines[-1])
    return [*lines[:-1], twin]


def _kept_pair(line: str, old_number: int, new_number: int) -> Pair:
    parts = (LinePart(_shown(line)),)
    return Pair("kept", DiffLine("kept", old_number, None, parts), DiffLine("kept", None, new_number, parts))


def _changed_pair(left: tuple[str, int] | None, right: tuple[str, int] | None, effort: Effort) -> Pair:
    one, other = _parts(_shown(left[0]) if left else None, _shown(right[0]) if right else None, effort)
    return Pair(
        "changed",
        DiffLine("removed", left[1], None, one) if left else None,
        DiffLine("inserted", None, right[1], other) if right else None,
    )


def _parts(
    old: str | None, new: str | None, effort: Effort
) -> tuple[tuple[LinePart, ...], tuple[LinePart, ...]]:
    """The pieces of two lines, with what only one of them has marked, unless they have too little in
    common."""
    whole = (LinePart(old or ""),), (LinePart(new or ""),)
    if old is None or new is None:
        return whole
    words, others = re.findall(r"\w+|\s+|[^\w\s]", old), re.findall(r"\w+|\s+|[^\w\s]", new)
    if len(words) * len(others) > MOST_WORDS:
        return whole
    matcher = BoundedMatcher(words, others, effort)
    if matcher.ratio() < LEAST_ALIKE:
        return whole
    codes = matcher.get_opcodes()
    left = [LinePart("".join(words[i1:i2]), tag != "equal") for tag, i1, i2, _, _ in codes if i1 < i2]
    right = [LinePart("".join(others[j1:j2]), tag != "equal") for tag, _, _, j1, j2 in codes if j1 < j2]
    return tuple(left), tuple(right)


def _shown(line: str) -> str:
    return line.rstrip("\r\n")


def _removed_first(rows: Sequence[DiffLine]) -> Iterator[DiffLine]:
    """Within a stretch of changes, the removed lines before the inserted ones."""
    inserted: list[DiffLine] = []
    for row in rows:
        if row.kind == "inserted":
            inserted.append(row)
            continue
        if row.kind == "kept":
            yield from inserted
            inserted = []
        yield row
    yield from inserted


def _group_spans(spans: Sequence[Span]) -> Iterator[list[Span]]:
    """The changes in groups that share their context."""
    group: list[Span] = []
    for span in spans:
        if group and span[0] - group[-1][1] > 2 * CONTEXT:
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def _patch_hunk(a: Sequence[str], b: Sequence[str], spans: Sequence[Span]) -> str:
    before = min(CONTEXT, spans[0][0])
    after = min(CONTEXT, len(a) - spans[-1][1])
    i1, i2, j1, j2 = spans[0][0] - before, spans[-1][1] + after, spans[0][2] - before, spans[-1][3] + after
    lines, i = [], i1
    for s1, s2, t1, t2 in spans:
        lines += [_patch_line(" ", line) for line in a[i:s1]]
        lines += [_patch_line("-", line) for line in a[s1:s2]]
        lines += [_patch_line("+", line) for line in b[t1:t2]]
        i = s2
    lines += [_patch_line(" ", line) for line in a[i:i2]]
    return f"@@ -{_patch_range(i1, i2)} +{_patch_range(j1, j2)} @@\n" + "".join(lines)


def _patch_range(start: int, stop: int) -> str:
    """Where lines are, as patches say it: an empty range names the line before it."""
    count = stop - start
    return f"{start + 1 if count else start},{count}"


def _patch_line(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"


def _git_name(name: str) -> str:
    """The name as git quotes it: in quotes, with octal escapes, when it has anything but plain ASCII. Bytes that
    are no UTF-8 come as surrogates."""
    if re.fullmatch(r"[ !#-\[\]-~]*", name):
        return name
    escaped = "".join(
        f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
        for byte in name.encode("utf-8", "surrogateescape")
    )
    return f'"{escaped}"'
