"""Putting additions into a text that somebody has moved on, and taking them out of one. Pure.

The place is found by section, the words by quote; what has no certain place is refused with a sentence.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from reviews.documents.hunks import Hunk, rebase
from reviews.documents.insert import (
    BLANK,
    FALLBACK,
    Addition,
    Put,
    anchor_under,
    compose_text,
    end_of_text,
    find_anchor,
    insertion_edges,
    keeps_lines,
    line_stop,
    prove_additions,
)
from reviews.documents.marked_runs import BULLET
from reviews.documents.occurrences import Occurrence, find_occurrences, lines_of
from reviews.documents.sections import Scanned, Section, scan_sections
from reviews.errors import DoesNotFit
from reviews.language.line_index import LINE_END

TITLE_KEPT = 300
"""Characters of a section's title that a change keeps."""


class Made(Put, Protocol):
    """An addition that knows the section it was made for."""

    @property
    def section(self) -> str: ...


def put(current: str, base: str, additions: Sequence[Made], repeating: Collection[str] = ()) -> str:
    """`current`, a later text than `base`, with the additions that were made for `base`; the markers `repeating` stand
    before each point.

    They go to the end of the section that they were made for. Raises DoesNotFit when that is not certain any
    more, and when an addition stands there already.
    """
    scanned, lines = scan_sections(current), lines_of(current)
    placed = []
    for addition in additions:
        is_there = bool(find_occurrences(lines, [(addition.text, addition)]))
        position = None if is_there else place_addition(scanned, base, addition)
        if position is None:
            raise DoesNotFit(_why_unplaced(addition, is_there))
        placed.append(Addition(position, addition.text, addition.heading, addition.marker, addition.section))
    new = compose_text(current, placed, repeating=repeating)
    prove_additions(current, new, placed, repeating)
    return new


def take(current: str, base: str, additions: Sequence[Made], others: Sequence[Made] = ()) -> str:
    """`current`, a later text than `base` with the additions in it, without them; without the marker and the heading
    above them too when nothing else stands under it. `others`: the additions that are to stay.

    Raises DoesNotFit when an addition does not stand there word for word.
    """
    text = current
    for at, addition in enumerate(additions):
        text = _without_point(text, addition, [*additions[at + 1 :], *others])
    for heading, position in dict.fromkeys((made.heading, made.position) for made in additions):
        text = _without_heading(text, heading, base, position)
    if not keeps_lines(text, current):
        raise DoesNotFit(
            "Taking this out would have changed other lines, so nothing was written. "
            "Open the newest revision and remove it there by hand."
        )
    return text


def place_addition(scanned: Scanned, base: str, addition: Made) -> int | None:
    """Where an addition that was made for `base` goes in a later text: under its heading, or at the end of its
    section. None when that is not certain."""
    if addition.heading == FALLBACK:
        end = end_of_text(scanned)
        return end.position if end else None
    level = len(addition.heading) - len(addition.heading.lstrip("#"))
    homes = [found for found in scanned.sections if scanned.line(found) == addition.heading]
    if own := [home for home in homes if _is_within(scanned, home, addition.section)]:
        homes = own  # a session puts the same heading into several sections
    elif any(_is_named(found, addition.section) for found in scanned.sections):
        homes = []
    places = [anchor_under(scanned, home) for home in homes] or [
        find_anchor(scanned, found.body, found.end)
        for found in scanned.sections
        if _is_named(found, addition.section) and level in (found.level + 1, found.level)
    ]
    if len(places) == 1:
        return places[0]
    quoted = rebase(Hunk(addition.position, "", "", addition.section), base, scanned.text)
    return quoted if quoted in places else None


def _is_named(section: Section, title: str) -> bool:
    return section.title[:TITLE_KEPT] == title[:TITLE_KEPT]


def _is_within(scanned: Scanned, home: Section, title: str) -> bool:
    """Whether the section right around `home` has this title."""
    around = [one for one in scanned.sections if one.start < home.start < one.end]
    return bool(around) and _is_named(around[-1], title)


def _why_unplaced(addition: Made, is_there: bool) -> str:
    if is_there:
        return f"It stands in “{addition.section}” already. Nothing was changed."
    return (
        f"“{addition.section}” was changed meanwhile, so this addition has no certain place any more. "
        "Nothing was changed. Open the newest revision and make the addition there by hand."
    )


def _without_point(text: str, addition: Made, others: Sequence[Made]) -> str:
    """The text without the lines of the addition and the blank line before them. Its marker stays while other points
    stand below it."""
    lines = lines_of(text)
    found = find_occurrences(lines, [(one.text, one) for one in (addition, *others)])
    own = [one for one in found if one.key is addition]
    if not own:
        raise DoesNotFit(
            f"What was added to “{addition.section}” was reworded meanwhile, so it was not taken out. "
            f"Open the newest revision and remove what stands behind {addition.marker} by hand."
        )
    offsets = [0, *(end.end() for end in LINE_END.finditer(text)), len(text)]
    start, stop = own[-1].start, own[-1].start + own[-1].count
    if lines[start] == addition.marker and (stay := _run_below(lines, stop, found, others, addition.marker)):
        return text[: offsets[start + 1]] + text[offsets[stay] :]
    return text[: _blank_line_above(text, offsets[start])] + text[offsets[stop] :]


def _run_below(
    lines: Sequence[str], stop: int, found: Sequence[Occurrence[Made]], others: Sequence[Made], marker: str
) -> int:
    """The line from `stop` on where the points go on that stand below the same marker; 0 when there are none. A bullet
    may be one of the others that somebody has reworded."""
    points = {one.start for one in found if lines[one.start] != one.key.marker}
    below = lines[stop] if stop < len(lines) else ""
    if stop + 1 in points and not below.strip():
        return stop + 1
    standing = {id(one.key) for one in found}
    is_reworded = any(one.marker == marker and id(one) not in standing for one in others)
    return stop if stop in points or (is_reworded and below.startswith(BULLET)) else 0


def _without_heading(text: str, heading: str, base: str, position: int) -> str:
    """The text without the heading, if nothing stands under it, and without the line ends that were put around
    it at this place of the base."""
    if heading not in text:
        return text
    scanned = scan_sections(text)
    homes = [
        found for found in scanned.sections if scanned.line(found) == heading and _is_empty(scanned, found)
    ]
    if len(homes) != 1:
        return text
    _, lead, trail = insertion_edges(base, position)
    start, stop = homes[0].start, homes[0].body
    start = _blank_line_above(text, start) if lead else start
    if trail and not text[stop : line_stop(text, stop)].strip(BLANK):
        stop = line_stop(text, stop)
    if stop == len(text) and not base[:position].endswith(("\r", "\n")):
        return text[:start].removesuffix("\n").removesuffix("\r")
    return text[:start] + text[stop:]


def _is_empty(scanned: Scanned, section: Section) -> bool:
    """Whether nothing stands under the heading; what nothing closes stands behind additions, not under them."""
    stop = section.end
    if scanned.open_from is not None and section.body <= scanned.open_from < stop:
        stop = scanned.open_from
    return not scanned.text[section.body : stop].strip(BLANK)


def _blank_line_above(text: str, start: int) -> int:
    """Where the blank line above the line at `start` begins; `start` when there is none."""
    end = start - (2 if text[:start].endswith("\r\n") else 1)
    above = max(text.rfind("\n", 0, max(end, 0)), text.rfind("\r", 0, max(end, 0))) + 1
    return above if start and not text[above:start].strip(BLANK) else start
