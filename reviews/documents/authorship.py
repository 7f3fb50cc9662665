"""Which stretches of a text ELM wrote, found by the words that are stored of its changes, and the text without them.
Pure; linear in the text and the changes, and once more in the text for each change that was reformatted.

A marker that somebody types tells nothing, and neither does one that is gone: only words that a stored change has are
ELM's, where it has them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from reviews.documents.headings import every_line
from reviews.documents.hunks import Replacement
from reviews.documents.lines import drop_lines
from reviews.documents.occurrences import Occurrence, find_occurrences, lines_of
from reviews.documents.retyped_additions import marker_and_point, point_places, with_its_lines
from reviews.documents.sections import Scanned, scan_sections
from reviews.language.bare_text import bare_text
from reviews.language.line_index import LINE_END
from reviews.language.matching import MatchedSpan


@dataclass(frozen=True)
class WrittenByElm:
    """The words of a change that is in a text: `words` are whole lines, `heading` the line that was put above them, ""
    for none. `by`: the person who accepted them, "" when nobody knows who."""

    key: str
    words: str
    heading: str = ""
    is_accepted: bool = False
    by: str = ""


@dataclass(frozen=True)
class AddedStretch:
    """The characters from `start` to before `end` of a text, which ELM wrote."""

    start: int
    end: int
    is_accepted: bool = False
    by: str = ""


def _nothing_before(_key: str) -> str:
    return ""


def find_added(
    text: str, written: Sequence[WrittenByElm], text_before: Callable[[str], str] = _nothing_before
) -> tuple[AddedStretch, ...]:
    """Where the words stand in `text`, in order, each at one place: as stretches of whole lines, or within a line for a
    point that somebody has reformatted. A heading that was put for them is a stretch too, as long as nothing else
    stands below it.

    written: oldest first; text_before: the text that an addition was made for, by its key. It is asked of those alone
    that don't stand in `text` word for word.
    """
    lines, scanned = lines_of(text), scan_sections(text)
    offsets = [0, *(end.end() for end in LINE_END.finditer(text)), len(text)]
    exact = _one_place_each(scanned, offsets, find_occurrences(lines, [(one.words, one) for one in written]))
    found = [(one.key, MatchedSpan(offsets[one.start], offsets[one.start + one.count])) for one in exact]
    found += _find_retyped(scanned, written, found, text_before)
    stretches = [AddedStretch(span.start, span.end, one.is_accepted, one.by) for one, span in found]
    waiting = [one for one in stretches if not one.is_accepted]
    put = {one.heading for one, _ in found if not one.is_accepted}
    headings = _empty_headings(scanned, offsets, lines, _whole_lines(offsets, waiting), put)
    return tuple(sorted([*stretches, *headings], key=lambda one: one.start))


def _find_retyped(
    scanned: Scanned,
    written: Sequence[WrittenByElm],
    found: Iterable[tuple[WrittenByElm, MatchedSpan]],
    text_before: Callable[[str], str],
) -> Iterator[tuple[WrittenByElm, MatchedSpan]]:
    """The additions that stand nowhere word for word, and where their points do. A point that the author had in the
    text before is the author's, and one that a person has accepted anywhere is nobody's to accept again."""
    standing, taken = set(), bytearray(len(scanned.text))
    for one, span in found:
        standing.add(one.key)
        taken[span.start : span.end] = b"\1" * (span.end - span.start)
    if len(standing) == len(written):
        return
    for point, same in _by_point(written):
        missing = [one for one in same if one.key not in standing]
        accepted = [one for one in same if one.is_accepted]
        looked_for = [one for one in missing if one.is_accepted or not accepted]
        if not looked_for or not (places := point_places(scanned.text, point)):
            continue
        if point_places(text_before(same[0].key), point):
            continue
        free = [place for place in places if taken.find(1, place.start, place.end) < 0]
        for one in looked_for[: len(free)]:
            place = min(free, key=lambda place: not _is_home(scanned, place.start, one))
            free.remove(place)
            span = with_its_lines(scanned.text, place, marker_and_point(one.words)[0])
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
            yield one, span


def _by_point(written: Iterable[WrittenByElm]) -> list[tuple[str, list[WrittenByElm]]]:
    """The additions by what their points say, the longest first: a short one may stand within a long one."""
    same: dict[str, list[WrittenByElm]] = {}
    points: dict[str, str] = {}
    for one in written:
        if point := marker_and_point(one.words)[1]:
            letters = bare_text(point).letters
            points.setdefault(letters, point)
            same.setdefault(letters, []).append(one)
    return [(points[letters], same[letters]) for letters in sorted(same, key=len, reverse=True)]


def _is_home(scanned: Scanned, at: int, one: WrittenByElm) -> bool:
    """Whether a character stands below the heading that the addition was put under."""
    title = one.heading.lstrip("#").strip()
    return bool(title) and scanned.title_above(at) == title


def _whole_lines(offsets: Sequence[int], stretches: Iterable[AddedStretch]) -> set[int]:
    """The lines of which nothing stands outside of the stretches."""
    return {
        line
        for one in stretches
        for line in range(bisect_left(offsets, one.start), bisect_right(offsets, one.end) - 1)
    }


def _one_place_each(
    scanned: Scanned, offsets: Sequence[int], found: Iterable[Occurrence[WrittenByElm]]
) -> list[Occurrence[WrittenByElm]]:
    """The first place of each, below its own heading if it stands there: whoever copies it elsewhere writes it."""
    best: dict[str, tuple[bool, Occurrence[WrittenByElm]]] = {}
    for one in found:
        is_home = _is_home(scanned, offsets[one.start], one.key)
        if one.key.key not in best or (is_home and not best[one.key.key][0]):
            best[one.key.key] = is_home, one
    return [one for _, one in best.values()]


def _empty_headings(
    scanned: Scanned,
    offsets: Sequence[int],
    lines: Sequence[str],
    taken: Collection[int],
    headings: Collection[str],
) -> Iterator[AddedStretch]:
    """The headings below which only the lines `taken` stand."""
    starts = {offset: number for number, offset in enumerate(offsets[:-1])}
    for at, section in enumerate(scanned.sections):
        if scanned.line(section) not in headings or section.body not in starts:
            continue
        stop = scanned.sections[at + 1].start if at + 1 < len(scanned.sections) else len(scanned.text)
        if scanned.open_from is not None and section.body <= scanned.open_from < stop:
            stop = scanned.open_from  # what nothing closes stands behind additions, not under their heading
        below = range(starts[section.body], starts.get(stop, len(lines)))
        worded = [number for number in below if lines[number].strip()]
        if worded and all(number in taken for number in worded):
            yield AddedStretch(section.start, section.body)


def blank_out(text: str, stretches: Iterable[AddedStretch]) -> str:
    """`text` with spaces in the place of what nobody has accepted: every other character keeps its place."""
    pieces, done = [], 0
    for one in _waiting(stretches):
        start = max(one.start, done)
        kept = (c if c in "\r\n" else " " for c in text[start : one.end])
        pieces += [text[done:start], "".join(kept)]
        done = max(done, one.end)
    return "".join([*pieces, text[done:]])


def leave_out(text: str, stretches: Iterable[AddedStretch]) -> str:
    """`text` without the lines that nobody has accepted, and without the blank lines that came with them."""
    blanked = every_line(blank_out(text, stretches))
    gone = [left != line and not left.strip() for line, left in zip(every_line(text), blanked, strict=True)]
    return _joined_without(blanked, gone)


def leave_out_blanked(blanked: str) -> str:
    """The same of a text that has spaces in the place of what is left out, maybe edited since: without its lines of
    nothing but spaces."""
    lines = every_line(blanked)
    return _joined_without(lines, [bool(line.strip("\r\n")) and not line.strip() for line in lines])


def _joined_without(lines: Sequence[str], gone: Sequence[bool]) -> str:
    kept, is_gone_last = drop_lines(lines, gone)
    while is_gone_last and kept and not kept[-1].strip():
        kept.pop()
    return "".join(kept)


def edit_of_whole(text: str, edit: Replacement) -> Replacement | None:
    """An edit of the text that has spaces in the place of what is left out, as it is made in `text` itself; None when
    it would take out words that are left out."""
    if text.startswith(edit.removed, edit.position):
        return edit
    lead = _count_alike(edit.removed, edit.inserted)
    tail = _count_alike(edit.removed[lead:][::-1], edit.inserted[lead:][::-1])
    stands, end = text[edit.position : edit.end], len(edit.removed) - tail
    if stands[lead:end] != edit.removed[lead:end]:
        return None
    inserted = stands[:lead] + edit.inserted[lead : len(edit.inserted) - tail] + stands[end:]
    return Replacement(edit.position, stands, inserted)


def _count_alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def shift_stretches(
    stretches: Iterable[AddedStretch], edits: Iterable[Replacement]
) -> tuple[AddedStretch, ...]:
    """The stretches in the text with `edits` made, those that the edits add as lines of their own among them: nobody
    has accepted these yet."""
    made = sorted((_without_context(edit) for edit in edits), key=lambda edit: (edit.position, edit.end))
    old = [replace(one, start=_moved(one.start, made, 1), end=_moved(one.end, made, 0)) for one in stretches]
    new = [
        AddedStretch(start, start + len(edit.inserted))
        for edit in made
        if not edit.removed and "\n" in edit.inserted
        for start in [_moved(edit.position, made, 0)]
    ]
    return tuple(sorted([*old, *new], key=lambda one: one.start))


def _moved(position: int, edits: Iterable[Replacement], behind: int) -> int:
    """Where a character stands after the edits; `behind` is 1 when what is inserted right there goes before it."""
    return position + sum(
        len(edit.inserted) - len(edit.removed)
        for edit in edits
        if (edit.end if edit.removed else edit.position - behind + 1) <= position
    )


def _without_context(edit: Replacement) -> Replacement:
    """An edit that only adds, without the words around that it repeats; any other as it is."""
    if not edit.removed or len(edit.inserted) < len(edit.removed):
        return edit
    same = _count_alike(edit.removed, edit.inserted)
    rest = edit.removed[same:]
    if not edit.inserted.endswith(rest):
        return edit
    return Replacement(edit.position + same, "", edit.inserted[same : len(edit.inserted) - len(rest)])


def _waiting(stretches: Iterable[AddedStretch]) -> list[AddedStretch]:
    return sorted((one for one in stretches if not one.is_accepted), key=lambda one: one.start)
