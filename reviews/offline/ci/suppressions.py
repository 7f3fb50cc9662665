"""What a text says may stay: `<!-- elm-review: ignore KIND: reason -->` in it. For `manage.py review` only; sessions,
checks and verdicts never look at it.

One that stands alone on its lines holds for the paragraph, heading, list item or table after it, one beside text for
what stands on its line, and `ignore-file` for the whole file; findings about the whole document are held by either. In
.rst a comment `.. elm-review: ignore KIND: reason` does the same. What stands in code is an example. One that gives no
reason, or no kind that there is, holds for nothing and is a finding; so is one that nothing needs.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from reviews.language.injected.spans import Spans
from reviews.language.line_index import LINE_END
from reviews.language.reading.document import Document
from reviews.offline.ci.kinds import ALL_TITLES, PROBLEMS, closest_kind, make_own_finding
from reviews.offline.ci.line_blocks import MARGIN, LineBlocks
from reviews.offline.finding import Finding
from reviews.offline.reviewed import SuppressedFinding

MOST = 500
_LONGEST = 2_000
_OPENS = re.compile(r"<!--\s{0,8}elm-review:", re.IGNORECASE)
_RST = re.compile(r"^[ \t]{0,80}\.\. elm-review:[^\r\n]*", re.IGNORECASE | re.MULTILINE)
_INLINE_CODE = re.compile(r"`[^`\r\n]+`")
_ORDER = re.compile(r"\s*(?P<word>[\w-]*)\s*(?P<kinds>[\w-]+(?:\s*,\s*[\w-]+)*)?(?P<reason>.*)", re.DOTALL)


@dataclass(frozen=True)
class Suppression:
    """What a comment of the text lets stay.

    start, end: its characters; line, column: where it begins; first, last: the lines that it holds for, 0 and 0 for the
    whole file. problem: why it holds for nothing, "" when it is good.
    """

    kinds: tuple[str, ...]
    reason: str
    quote: str
    start: int
    line: int
    column: int
    first: int = 0
    last: int = 0
    problem: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.quote)

    def holds_for(self, first: int, last: int) -> bool:
        """Whether a finding on these lines, 0 for the whole document, shares one with what it holds for."""
        return not self.problem and (
            not first or not self.first or (self.first <= last and first <= self.last)
        )


@dataclass(frozen=True)
class Sorted:
    """Findings parted by the suppressions of a text: those that stand, among them those about the suppressions, and
    those that may stay."""

    standing: tuple[Finding, ...]
    suppressed: tuple[SuppressedFinding, ...] = ()


@dataclass(frozen=True)
class Suppressions:
    """The suppressions of a text, in their order."""

    document: Document = field(repr=False)
    found: tuple[Suppression, ...]

    def sort(self, findings: Sequence[Finding], looked_for: Collection[str]) -> Sorted:
        """Part the findings. Only kinds that were looked for can be called unused."""
        standing: list[Finding] = []
        suppressed: list[SuppressedFinding] = []
        used: set[tuple[int, str]] = set()
        for finding in findings:
            holding = self._holding(finding)
            if holding:
                used.add((holding.start, finding.kind))
                suppressed.append(SuppressedFinding(finding, holding.reason))
            elif finding.kind == "injection" or not self._is_inside(finding):
                standing.append(finding)
        return Sorted((*standing, *self._complaints(used, looked_for)), tuple(suppressed))

    def _holding(self, finding: Finding) -> Suppression | None:
        mine = self._by_kind.get(finding.kind)
        if not mine:
            return None
        last = finding.line + len(LINE_END.findall(finding.quote))
        return next((one for one in mine if one.holds_for(finding.line, last)), None)

    @cached_property
    def _by_kind(self) -> dict[str, list[Suppression]]:
        kinds = {kind for one in self.found for kind in one.kinds}
        return {kind: [one for one in self.found if kind in one.kinds] for kind in kinds}

    @cached_property
    def _places(self) -> Spans:
        return Spans((one.start, one.end) for one in self.found)

    def _is_inside(self, finding: Finding) -> bool:
        """Whether a finding stands in a suppression: where tags are read as prose, it is no part of the text."""
        at = self.document.index.start_of(finding.line) + finding.column - 1 if finding.line else -1
        return self._places.holds(at)

    def _complaints(self, used: set[tuple[int, str]], looked_for: Collection[str]) -> Iterator[Finding]:
        """About suppressions that hold for nothing, and about those that nothing needs."""
        for one in self.found:
            place = (one.line, one.column)
            if one.problem:
                yield make_own_finding("bad_suppression", one.quote, place, problem=one.problem)
                continue
            for kind in one.kinds:
                if kind in looked_for and (one.start, kind) not in used:
                    same = f"{kind} {one.quote}"
                    yield make_own_finding("unused_suppression", one.quote, place, same=same, name=kind)


def find_suppressions(document: Document) -> Suppressions:
    """The suppressions of a text, at most MOST of them; one more is a problem."""
    found: list[Suppression] = []
    blocks: LineBlocks | None = None
    for start, end, order in _comments(document):
        blocks = blocks or LineBlocks(document.index.lines, _is_text)
        line, column = document.index.place(start)
        one = Suppression((), "", document.text[start:end], start, line, column)
        if len(found) == MOST:
            found.append(replace(one, problem=PROBLEMS["many"].format(most=MOST)))
            break
        found.append(_read_order(document, blocks, one, order))
    return Suppressions(document, tuple(found))


def _comments(document: Document) -> Iterator[tuple[int, int, str]]:
    """Where comments to the reviewer begin and end, and what they say, without those that are shown as code."""
    text = document.text
    opened = list(_OPENS.finditer(text))
    starts = [block.start for block in document.blocks] if opened else []
    inline = Spans(code.span() for code in _INLINE_CODE.finditer(text)) if opened else Spans(())
    for opening in opened:
        end = text.find("-->", opening.end(), opening.end() + _LONGEST)
        block = bisect_right(starts, opening.start()) - 1
        in_block = block >= 0 and opening.start() < document.blocks[block].end
        is_code = in_block and document.blocks[block].kind == "code"
        if end >= 0 and not is_code and not inline.holds(opening.start()):
            yield opening.start(), end + 3, text[opening.end() : end]
    if document.name.lower().endswith(".rst"):
        for comment in _RST.finditer(text):
            yield comment.start(), comment.end(), comment[0].partition(":")[2]


def _read_order(document: Document, blocks: LineBlocks, one: Suppression, order: str) -> Suppression:
    """The suppression with what its comment says."""
    said = _ORDER.match(order)
    word = said["word"].lower() if said else ""
    names = said["kinds"] if said else None
    kinds = tuple(dict.fromkeys(part.strip() for part in (names or "").split(",") if part.strip()))
    reason = " ".join((said["reason"] if said else "").split()).strip(" :.–—-")
    unknown = next((kind for kind in kinds if kind not in ALL_TITLES), "")
    problem = ""
    if word not in ("ignore", "ignore-file"):
        problem = PROBLEMS["order"].format(word=word)
    elif not kinds:
        problem = PROBLEMS["kind"].format(order=word)
    elif unknown:
        problem = PROBLEMS["unknown"].format(word=unknown, hint=closest_kind(unknown))
    elif not re.search(r"\w", reason):
        problem = PROBLEMS["reason"].format(order=word, kinds=", ".join(kinds))
    first, last = (0, 0) if word == "ignore-file" else _lines_held(document, blocks, one)
    return replace(one, kinds=kinds, reason=reason, problem=problem, first=first, last=last)


def _lines_held(document: Document, blocks: LineBlocks, one: Suppression) -> tuple[int, int]:
    """The first and last line that a suppression beside or before text holds for."""
    last, column = document.index.place(one.end - 1)
    before, behind = blocks.lines[one.line - 1][: one.column - 1], blocks.lines[last - 1][column:]
    if before.strip(MARGIN) or behind.strip():
        return one.line, last
    return blocks.after(last)


def _is_text(line: str) -> bool:
    """Whether a line is neither blank nor a suppression of its own."""
    bare = line.lstrip(MARGIN).rstrip()
    return bool(bare) and not (_OPENS.match(bare) and bare.endswith("-->")) and not _RST.match(line)
