"""Adding what a session found to a text, and proving that nothing else changed. Pure.

An addition is a marker line and a point under it. The additions of a session stand under one heading at the end
of a section, with blank lines around them, so that every block of the text stays the block it was. Whoever
composes the text puts the heading there once; taking out the last addition takes it out again.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Protocol

from reviews.documents import markers
from reviews.documents.fitting_sections import Subject, fitting_section
from reviews.documents.headings import BLANK_LINES, every_line
from reviews.documents.hunks import Hunk, apply_changes, line_end
from reviews.documents.joined_sections import join_sections
from reviews.documents.sections import Scanned, Section, choose_section, scan_sections
from reviews.errors import DoesNotFit
from reviews.language.prose import any_case, vocabulary

CARRIES = frozenset({"md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "txt", "text"})
"""Endings of names whose texts can carry a comment (C24)."""
CODE_NAMES = vocabulary("makefile dockerfile containerfile jenkinsfile vagrantfile gemfile rakefile procfile")
FALLBACK = markers.heading_line(3, markers.MORE_INSIGHTS)
BOM = "\ufeff"
BLANK = " \t\r\n"
DEEPEST_INDENT = 1
"""Spaces before a block that may follow an addition: with more it would become a part of the last bullet."""

_ENDING = re.compile(r"\.([A-Za-z][A-Za-z0-9]*)$")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
_DOCUMENT = any_case(r"\s*(?:<\?xml|<!doctype|<html|#!)")


class Put(Protocol):
    """Anything that says: `removed`, at character `position`, becomes `text`. With a `marker` it is an addition,
    which stands under the line `heading`."""

    @property
    def position(self) -> int: ...
    @property
    def removed(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def marker(self) -> str: ...


@dataclass(frozen=True)
class Addition:
    """A point with its place. `inserted` is the marker line and the point; `section` the heading of the section
    that it went to."""

    position: int
    inserted: str
    heading: str
    marker: str
    section: str

    @property
    def text(self) -> str:
        return self.inserted

    @property
    def removed(self) -> str:
        return ""


@dataclass(frozen=True)
class Place:
    """Where additions go in a text: at character `position`, under `heading`, in the section of that title."""

    position: int
    heading: str
    section: str


def can_carry(name: str, text: str = "") -> bool:
    """Whether the file takes a comment marker: Markdown or plain text by its ending, or a text without one."""
    file = PurePosixPath(name.replace("\\", "/")).name
    ending = _ENDING.search(file)
    if ending:
        return bool(file[: ending.start()].strip()) and ending[1].lower() in CARRIES
    return file.lower() not in CODE_NAMES and not _DOCUMENT.match(text) and not _is_json(text)


def plan_additions(
    text: str,
    *,
    step_id: str,
    title: str,
    sections: Sequence[str] = (),
    at: datetime,
    points: Iterable[str],
    subjects: Iterable[Subject] = (),
) -> list[Addition]:
    """The additions of a session to `text`: one for each point, in their order.

    step_id, title: of the step, or "" and the typed topic; sections: the step's own, tried after its title (C22);
    at: when the session was synthesised; points: Markdown bullets of one line each; subjects: what each of them is
    about, none when all of them belong to the step's place. A point goes into the section that it is clearly about,
    else to the step's place. Raises DoesNotFit when the text has no place where an addition would be seen.
    """
    scanned = scan_sections(text)
    label = markers.insights_label(step_id, title if markers.is_step(step_id) else markers.short_topic(title))
    usual = find_place(scanned, title, sections, label)
    mark, end = markers.marker_line(step_id, at), ending_of(text)
    found = zip_longest(points, (_fitting_place(scanned, one, label) for one in subjects))
    return [
        Addition(place.position, f"{mark}{end}{point}", place.heading, mark, place.section)
        for point, place in ((point, place or usual) for point, place in found)
    ]


def _fitting_place(scanned: Scanned, subject: Subject, label: str) -> Place | None:
    """The place at the end of the section that a point is clearly about; None when there is none."""
    target = fitting_section(scanned, subject)
    return end_of(scanned, target, label) if target else None


def find_place(scanned: Scanned, title: str, sections: Sequence[str], label: str) -> Place:
    """The end of the section about `title` (C22), under a heading of its next level (C23) that says `label`; else
    the end of the text. Raises DoesNotFit."""
    target = choose_section(scanned, title, sections)
    place = end_of(scanned, target, label) if target else None
    place = place or end_of_text(scanned)
    if place is None:
        raise DoesNotFit(
            "A code block or an HTML comment in the text is never closed, so nothing that is added would be seen. "
            "Close it, then try again."
        )
    return place


def end_of(scanned: Scanned, target: Section, label: str) -> Place | None:
    """The place at the end of `target`, or under the same heading when that stands there already."""
    heading = markers.heading_line(target.level + 1, label)
    home = _standing_section(scanned, heading, target.start, target.end)
    position = anchor_under(scanned, home) if home else find_anchor(scanned, target.body, target.end)
    return None if position is None else Place(position, heading, target.title)


def end_of_text(scanned: Scanned) -> Place | None:
    """The place at the end of the text, or under the heading for such additions when that stands there already."""
    home = _standing_section(scanned, FALLBACK, 0, len(scanned.text))
    first = int(scanned.text.startswith(BOM))
    position = anchor_under(scanned, home) if home else find_anchor(scanned, first, len(scanned.text))
    return None if position is None else Place(position, FALLBACK, markers.MORE_INSIGHTS)


def find_anchor(scanned: Scanned, body: int, end: int) -> int | None:
    """Where additions go in the stretch from `body` to `end`: behind its last line that has words, before a block
    that nothing closes. None when they would take in what follows."""
    stop, indent = end, 0
    if end == len(scanned.text) and scanned.open_from is not None:
        stop, indent = max(scanned.open_from, body), scanned.open_indent
    elif end < len(scanned.text):
        indent = next((found.indent for found in scanned.sections if found.start == end), 0)
    if indent > DEEPEST_INDENT:
        return None
    words = len(scanned.text[body:stop].rstrip("\r\n"))  # a line of spaces may be code
    return line_stop(scanned.text, body + words) if words else body


def anchor_under(scanned: Scanned, home: Section) -> int | None:
    """Where additions go under a heading that synthesis put: before the next heading, whatever its level."""
    return find_anchor(scanned, home.body, scanned.next_start(home))


def _standing_section(scanned: Scanned, heading: str, start: int, end: int) -> Section | None:
    """The section from `start` to `end`, or right behind, whose line is `heading` already."""
    if heading not in scanned.text:
        return None
    near = (found for found in scanned.sections if start <= found.start <= end)
    return next((found for found in near if scanned.line(found) == heading), None)


def compose_text(base: str, changes: Iterable[Put], *, joins: bool = True) -> str:
    """`base` with any choice of its changes put in together. Raises DoesNotFit when one is not of this text.

    Additions stand in the order given; those of one place that share a heading stand together. So do rewrites that add
    below the same heading, unless `joins` is False, as it was before there was that rule.
    """
    chosen = list(changes)
    plain = [Hunk(change.position, change.removed, change.text) for change in chosen if not change.marker]
    plain = join_sections(base, plain) if joins and len(plain) > 1 else plain
    return apply_changes(base, [*plain, *hunks_for(base, [change for change in chosen if change.marker])])


def hunks_for(base: str, additions: Sequence[Put]) -> list[Hunk]:
    """What the additions put into `base`: one stretch of whole lines for each place, in order."""
    return [stretch for _, stretch in placed_insertions(base, additions)]


def placed_insertions(base: str, additions: Sequence[Put]) -> list[tuple[int, Hunk]]:
    """The insertions, each with the place that it is for; it may begin behind the blank line there."""
    places: dict[int, dict[str, list[str]]] = {}
    for addition in additions:
        places.setdefault(addition.position, {}).setdefault(addition.heading, []).append(addition.text)
    return [(position, _insertion_hunk(base, position, places[position])) for position in sorted(places)]


def prove_additions(base: str, new: str, changes: Iterable[Put]) -> None:
    """Make sure that `new` is `base` with the additions in it and nothing else (NFR-004, ERR-ELAB-008).

    The old lines are a subsequence of the new, what was put in is the additions, their headings and blank lines,
    and without it the text is the base again. Raises DoesNotFit, so call it before anything is written.
    """
    additions = list(changes)
    stretches = hunks_for(base, additions)
    if not (keeps_lines(base, new) and _only_ours(stretches, additions) and _without(new, stretches) == base):
        raise DoesNotFit(
            "Putting this in would have changed more of the text than it adds, so nothing was written. "
            "Open the newest revision and make the addition there by hand."
        )


def ending_of(text: str) -> str:
    """The line end that additions to `text` take: the one most of its lines have."""
    return "\r" if "\r" in text and "\n" not in text else line_end(text)


def heading_stands(base: str, heading: str, position: int) -> bool:
    """Whether the line `heading` is in `base` already, so that what is added at `position` stands under it."""
    if heading not in base:
        return False
    scanned = scan_sections(base)
    homes = [found for found in scanned.sections if scanned.line(found) == heading]
    return any(anchor_under(scanned, home) == position for home in homes)


def insertion_edges(base: str, position: int) -> tuple[int, str, str]:
    """Where what is added at `position` begins, and the line ends that go before and behind it: a blank line on
    either side, unless there is one or the text begins or ends there.

    When additions stand behind `position` already, the blank line above them may be one that they would not have
    alone (a lone "\\r" among "\\n", or a second one below a line of spaces). What is added goes between it and
    them then, and so the text is the same whichever of the two was there first.
    """
    end = ending_of(base)
    stop = line_stop(base, position)
    lead = _leading_line_ends(base[:position], end)
    if lead != end and base[position:stop] in BLANK_LINES and markers.is_heading(base, stop):
        return stop, "", end
    return position, lead, end if base[position:stop].strip(BLANK) else ""


def _leading_line_ends(before: str, end: str) -> str:
    """The line ends between the text `before` and an addition."""
    if not before.strip(BLANK + BOM):
        return end * (before not in ("", BOM) and before[-1] not in "\r\n")
    if before[-1] not in "\r\n":
        return end * 2
    above = (
        before[before.rfind("\n", 0, -2) + 1 :] if end != "\r" else before[before.rfind("\r", 0, -1) + 1 :]
    )
    if not above.strip(BLANK):
        return ""
    return "\r" if before[-1] == "\r" else end  # "\r" and "\n" side by side would read as one line end


def _insertion_hunk(base: str, position: int, groups: dict[str, list[str]]) -> Hunk:
    """The lines for one place, what goes under a heading of the base first."""
    end = ending_of(base)
    start, lead, trail = insertion_edges(base, position)
    is_new = {heading: not heading_stands(base, heading, position) for heading in groups}
    pieces: list[str] = []
    for heading in sorted(groups, key=is_new.__getitem__):
        pieces += [heading] * is_new[heading] + [text.rstrip("\r\n") for text in groups[heading]]
    return Hunk(start, "", lead + end.join(piece + end for piece in pieces) + trail)


def line_stop(text: str, position: int) -> int:
    """Where the line that `position` is in ends, its line end included."""
    found = _LINE.match(text, position)
    return found.end() if found else position


def places_of(text: str, words: str) -> Iterator[int]:
    """Where `words` stand as whole lines."""
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        if text[start - 1 : start] in ("", "\r", "\n") and text[end : end + 1] in ("", "\r", "\n"):
            yield start
        start = text.find(words, start + 1)


def has_lines(text: str, words: str) -> bool:
    """Whether `words` stand in `text` as whole lines: other lines may begin with the same words."""
    return next(places_of(text, words), None) is not None


def keeps_lines(base: str, new: str) -> bool:
    """Whether the lines of `base` are a subsequence of those of `new`. A last line without an end may get one."""
    old, lines = every_line(base), iter(every_line(new))
    last = old.pop() if old and old[-1][-1] not in "\r\n" else ""
    if not all(line in lines for line in old):
        return False
    return not last or any(line.rstrip("\r\n") == last for line in lines)


def _only_ours(stretches: Sequence[Hunk], additions: Sequence[Put]) -> bool:
    """Whether what is put in has no line but those of the additions, and all of these."""
    found = Counter(line for stretch in stretches for line in _worded_lines(stretch.inserted))
    wanted = Counter(line for addition in additions for line in _worded_lines(addition.text))
    headings = {addition.heading for addition in additions}
    return not wanted - found and set(found - wanted) <= headings


def _worded_lines(text: str) -> list[str]:
    """The lines of `text` that are not blank, without their ends."""
    return [line.rstrip("\r\n") for line in every_line(text) if line.strip(BLANK)]


def _without(new: str, stretches: Sequence[Hunk]) -> str | None:
    """`new` with every stretch taken out again, or None when one is not at its place."""
    pieces, done, shift = [], 0, 0
    for stretch in stretches:
        start = stretch.position + shift
        if not new.startswith(stretch.inserted, start):
            return None
        pieces.append(new[done:start])
        done = start + len(stretch.inserted)
        shift += len(stretch.inserted)
    return "".join([*pieces, new[done:]])


def _is_json(text: str) -> bool:
    if text.lstrip(BOM + BLANK)[:1] not in ("{", "["):
        return False
    try:
        json.loads(text.lstrip(BOM))
    except (ValueError, RecursionError):
        return False
    return True
