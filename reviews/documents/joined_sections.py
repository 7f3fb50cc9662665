"""Rewrites of several sessions that each add a section of the same heading at the same place: one section of them.
Pure.

Which of them are put in is decided one by one, so this looks at nothing but those that are, in their order.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from reviews.documents.headings import every_line
from reviews.documents.hunks import Hunk, line_end
from reviews.language.standing_points import line_key

_HEADING = re.compile(r"(#{1,6})[ \t]+\S")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])[ \t]")
_FENCES = ("```", "~~~")


@dataclass
class AddedSection:
    """A heading with its line end, "" for what stands before the first, and the text below it. path: its title and
    those of the headings that it stands below, the outermost first, as they are compared."""

    heading: str
    body: str
    path: tuple[str, ...] = ()


def join_sections(base: str, hunks: Iterable[Hunk]) -> list[Hunk]:
    """The hunks of `base`, those joined that add below the same heading at one place; the others as they are."""
    found = list(hunks)
    places: dict[int, list[Hunk]] = {}
    for hunk in (_as_insertion(base, hunk) for hunk in found):
        if not hunk.removed and not any(fence in hunk.inserted for fence in _FENCES):
            places.setdefault(hunk.position, []).append(hunk)
    joined = {at: _joined(same) for at, same in places.items() if _share_headings(same)}
    if not joined:
        return found
    rest = [
        hunk for hunk in found if _as_insertion(base, hunk) not in [h for at in joined for h in places[at]]
    ]
    return [*rest, *joined.values()]


def _as_insertion(base: str, hunk: Hunk) -> Hunk:
    """A hunk that goes on behind the last line of a text without a line end, as what it adds there."""
    is_last = hunk.removed and hunk.end == len(base) and hunk.removed[-1] not in "\r\n"
    if is_last and hunk.inserted.startswith(hunk.removed):
        return replace(hunk, position=hunk.end, removed="", inserted=hunk.inserted[len(hunk.removed) :])
    return hunk


def _share_headings(hunks: Sequence[Hunk]) -> bool:
    paths = [{one.path for one in _sections_in(hunk.inserted) if one.heading} for hunk in hunks]
    return sum(map(len, paths)) > len(set().union(*paths))


def _joined(hunks: Sequence[Hunk]) -> Hunk:
    """One hunk with every section once, in the order in which they come first."""
    sections: list[AddedSection] = []
    for hunk in hunks:
        for new in _sections_in(hunk.inserted):
            same = next((one for one in sections if new.heading and one.path == new.path), None)
            if same:
                same.body = _with_new_lines(same.body, new.body)
            elif new.heading or not sections or new.body.strip():
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
            above = [*(one for one in above if one[0] < level), (level, line_key(line.rstrip("# \t\r\n"))[0])]
            found.append(AddedSection(line, "", tuple(title for _, title in above)))
        else:
            found[-1].body += line
    return found


def _with_new_lines(body: str, more: str) -> str:
    """The text below a heading with those lines of another that it does not have."""
    known = {line_key(line) for line in body.splitlines()}
    fresh = (line for line in every_line(more) if not line.strip() or line_key(line) not in known)
    new = "".join(fresh).strip("\r\n")
    if not new.strip():
        return body
    end, kept = line_end(body), body.rstrip()
    if not kept:
        return body + new + end
    goes_on = _ITEM.match(new) and _ITEM.match(every_line(kept)[-1])
    return kept + end * (1 if goes_on else 2) + new + (body[len(kept) :] or "")
