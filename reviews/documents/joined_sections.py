"""Rewrites of several sessions that each add a section of the same heading at the same place: one section of them.
Pure.

Which of them are put in is decided one by one, so this looks at nothing but those that are, in their order. Only what
says the same in other marks is left out the second time.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from reviews.documents.headings import every_line
from reviews.documents.hunks import Hunk, line_end

_HEADING = re.compile(r"(#{1,6})[ \t]+\S")
_CLOSING = re.compile(r"(?<![ \t])[ \t]++#++[ \t]*+$")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=[\w.?!:])[*_](?!\w)")
_ASKS = re.compile(
    r"(?:who|what|which|when|where|why|how|wer|was|wann|warum|wie|qui|quand|pourquoi)\b", re.IGNORECASE
)
_UNUSUAL = re.compile(r"```|~~~|<!--|^ {1,3}#|^[ ]{0,3}(?:=+|-+)[ \t]*\r?$", re.MULTILINE)
"""Fences, comments, and headings of another form: what has one of these is left as it is."""
_MOST_HEADINGS = 200
_FEWEST_LETTERS = 8
"""Letters of what is known again: what is shorter may well stand below two points."""


@dataclass
class AddedSection:
    """A heading with its line end, "" for what stands before the first, and the text below it. path: (level, title) of
    it and of the headings that it stands below, the outermost first; is_lone: whether its text has no other heading."""

    heading: str
    body: str
    path: tuple[tuple[int, str], ...] = ()
    is_lone: bool = False

    @property
    def keys(self) -> frozenset[object]:
        """What sections that are the same share one of: the heading below the same headings, and of one without others
        its title at any level."""
        return frozenset([self.path, self.path[-1][1]] if self.is_lone else [self.path])


def join_sections(base: str, hunks: Iterable[Hunk]) -> list[Hunk]:
    """The hunks of `base`, those joined that add below the same heading at one place; the others as they are."""
    found = list(hunks)
    places: dict[int, list[Hunk]] = {}
    for hunk in (_as_insertion(base, hunk) for hunk in found):
        if not hunk.removed and _is_regular(hunk.inserted):
            places.setdefault(hunk.position, []).append(hunk)
    joined = {at: _joined(same) for at, same in places.items() if _share_headings(same)}
    if not joined:
        return found
    rest = [
        hunk for hunk in found if _as_insertion(base, hunk) not in [h for at in joined for h in places[at]]
    ]
    return [*rest, *joined.values()]


def _is_regular(text: str) -> bool:
    """Whether the headings of a text are few, of one form, and each at most one level below the one before it and not
    above the first."""
    levels = [len(found[1]) for line in every_line(text) if (found := _HEADING.match(line))]
    steps = all(later <= before + 1 and later >= levels[0] for before, later in pairwise(levels))
    return steps and len(levels) <= _MOST_HEADINGS and not _UNUSUAL.search(text)


def _as_insertion(base: str, hunk: Hunk) -> Hunk:
    """A hunk that goes on behind the last line of a text without a line end, as what it adds there."""
    is_last = hunk.removed and hunk.end == len(base) and hunk.removed[-1] not in "\r\n"
    if is_last and hunk.inserted.startswith(hunk.removed):
        return replace(hunk, position=hunk.end, removed="", inserted=hunk.inserted[len(hunk.removed) :])
    return hunk


def _share_headings(hunks: Sequence[Hunk]) -> bool:
    earlier: set[object] = set()
    for hunk in hunks:
        keys = {key for one in _sections_in(hunk.inserted) if one.heading for key in one.keys}
        if not earlier.isdisjoint(keys):
            return True
        earlier |= keys
    return False


def _joined(hunks: Sequence[Hunk]) -> Hunk:
    """One hunk with every section of several once, in the order in which they come first."""
    sections: list[AddedSection] = []
    for hunk in hunks:
        before = list(sections)  # each of these takes in one section of a hunk
        for new in _sections_in(hunk.inserted):
            same = next((one for one in before if one.keys & new.keys), None)
            if same:
                before.remove(same)
                _take_in(same, new)
            else:
                sections.insert(_place_of(new, sections), new)
    end = line_end(hunks[0].inserted)
    text = ""
    for one in sections:
        text += end * _missing_line_ends(text, one) + one.heading + one.body
    return replace(hunks[0], inserted=text)


def _place_of(new: AddedSection, sections: Sequence[AddedSection]) -> int:
    """Behind the last section below the same heading, or behind all."""
    parent = new.path[:-1]
    below = [at for at, one in enumerate(sections) if parent and one.path[: len(parent)] == parent]
    return below[-1] + 1 if below else len(sections)


def _missing_line_ends(text: str, new: AddedSection) -> int:
    """How many line ends a section needs before it, so that a blank line stands above its heading."""
    if not new.heading or not text.strip():
        return 0
    behind = text[len(text.rstrip()) :].count("\n")
    return max(0, 2 - behind)


def _sections_in(text: str) -> list[AddedSection]:
    found = [AddedSection("", "")]
    above: list[tuple[int, str]] = []
    for line in every_line(text):
        if heading := _HEADING.match(line):
            level = len(heading[1])
            title = _CLOSING.sub("", line.rstrip("\r\n")).lstrip("#").strip()
            above = [*(one for one in above if one[0] < level), (level, _bare(title).rstrip(":"))]
            found.append(AddedSection(line, "", tuple(above)))
        else:
            found[-1].body += line
    first, *headed = found
    if len(headed) == 1:
        headed[0].is_lone = True
    return [first, *headed]


def _take_in(section: AddedSection, other: AddedSection) -> None:
    """Add those points and paragraphs of another section that this one does not have."""
    new = _new_blocks(section.body, other.body).strip("\r\n")
    if not new.strip():
        return
    end = line_end(f"{section.heading}{section.body}{other.heading}{other.body}")
    if section.heading and not section.heading.endswith(("\n", "\r")):
        section.heading += end
    kept = section.body.rstrip()
    if not kept:
        section.body = f"{end if section.heading else section.body}{new}{end}"
        return
    goes_on = _ITEM.match(new) and _ITEM.match(every_line(kept)[-1])
    behind = section.body[len(kept) :] or ""
    section.body = kept + end * (1 if goes_on else 2) + new + behind


def _new_blocks(body: str, more: str) -> str:
    known = {_block_key(block) for block in _blocks_of(body)} - {""}
    fresh, hangs = list[str](), False
    for block in _blocks_of(more):
        is_item = bool(_ITEM.match(block))
        if not hangs and _block_key(block) in known:
            continue
        fresh.append(block)
        # What a lead introduces, or a question asks for, is said of it alone.
        hangs = hangs if is_item else block.rstrip().endswith((":", "?"))
    return "".join(fresh)


def _blocks_of(body: str) -> Iterator[str]:
    """The points with what is indented below them and the paragraphs with all their lines, each with the blank lines
    behind it."""
    block, after_blank = "", True
    for line in every_line(body):
        is_blank = not line.strip()
        opens = not is_blank and not line[0].isspace() and (after_blank or _ITEM.match(line))
        if block.strip() and opens:
            yield block
            block = ""
        block, after_blank = block + line, is_blank
    if block:
        yield block


def _block_key(block: str) -> str:
    """What two blocks share that say the same: without the mark of a point, emphasis, case and the full stop. "" when
    there is too little in it, so that it is never known again."""
    mark = _ITEM.match(block)
    bare = _bare(block[mark.end() :] if mark else block).rstrip(" .!;")
    bare = bare.rstrip("?") if _ASKS.match(bare) else bare
    return bare if len(bare) >= _FEWEST_LETTERS else ""


def _bare(words: str) -> str:
    return " ".join(_EMPHASIS.sub("", words).split()).casefold()
