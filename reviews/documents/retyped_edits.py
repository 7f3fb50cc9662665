"""Where an edit goes whose old words stand in a text only as people and models retype them, and what it changes there:
what the edit leaves as it was stays as it stands in the text, marks, quotation marks and line ends included. Pure.
"""

import re
from dataclasses import dataclass

from reviews.language.bare_text import ELLIPSIS, BareText, bare_text
from reviews.language.matching import (
    MatchedSpan,
    balanced_span,
    find_places,
    split_at_ellipses,
    unpaired_marks,
)

NOT_FOUND = "The words to replace are not in the notes."
NOT_UNIQUE = "The words to replace stand in the notes more than once."
NOT_IN_FULL = (
    "The words to replace have to be given in full, or with the same “…” in both and one change beside it."
)
ALREADY_THERE = "It is in the notes already."
ACROSS_MARKS = (
    "The words to replace begin or end within bold words, code or a link: give them with their marks."
)
ACROSS_LINES = (
    "The words to replace run over list items, cells or headings: give them with their marks, or one by one."
)

_SPACE = re.compile(r"\s")
_BLANK_END = re.compile(r"[ \t\r]*+\n")


@dataclass(frozen=True)
class NarrowedEdit:
    """`inserted` takes the place of the characters from `start` to before `end`."""

    start: int
    end: int
    inserted: str


@dataclass(frozen=True)
class _Middle:
    """What is left of an edit without what its ends leave as it is: old[start:end] becomes `inserted`; in the bare
    text of the old words that is from character `first` to before `last`."""

    start: int
    end: int
    inserted: str
    first: int
    last: int


def find_edit(text: str, old: str, new: str) -> NarrowedEdit | str:
    """Where `old`, which does not stand in `text` character by character, becomes `new`; or a sentence that says why
    it has no place there. Line ends of `old` and `new` are "\\n"."""
    places = find_places(text, old, may_elide=False)
    if len(places) != 1:
        missing = _elided_edit(text, old, new) if ELLIPSIS in old or "..." in old else NOT_FOUND
        return NOT_UNIQUE if places else missing
    bare, retyped = bare_text(text), bare_text(old)
    if not retyped.letters:
        return NOT_FOUND  # marks and spaces alone: no words say which marks of the text they are
    if _is_there(text, retyped, new):
        return ALREADY_THERE
    begin = bare.index_of(places[0].start)
    if bare.letters[begin : begin + len(retyped.letters)] != retyped.letters:
        # Only the spacing is another, and it says what a line is: the words are known, marks and all.
        return NarrowedEdit(places[0].start, places[0].end, new)
    middle = _middle(bare, begin, retyped, new)
    if middle.first >= middle.last:
        return _inserted(bare, begin + middle.first, middle.inserted)
    return _replaced(bare, begin, retyped, middle)


def _elided_edit(text: str, old: str, new: str) -> NarrowedEdit | str:
    """The edit of the one part that `new` changes, where both leave out the same with "…"; what is left out stays."""
    parts, others = split_at_ellipses(old), split_at_ellipses(new)
    changed = [at for at, (one, other) in enumerate(zip(parts, others, strict=False)) if one != other]
    places = find_places(text, old)
    if len(places) != 1 or len(parts) != len(others) or len(changed) != 1 or not all(parts[1:-1]):
        return NOT_IN_FULL
    [at], start = changed, places[0].start
    for part in parts[: at + 1]:
        found = (
            find_places(text[start : places[0].end], part, may_elide=False) if part else [MatchedSpan(0, 0)]
        )
        begin, start = (start + found[0].start, start + found[0].end) if found else (start, start)
        if not found or (part and (_within_word(text, begin) or _within_word(text, start))):
            return NOT_IN_FULL
    within, part, other = text[begin:start], parts[at], others[at]
    if not part.strip() or not other.strip():
        return NOT_IN_FULL
    if within == part:
        return NarrowedEdit(begin, start, other)
    edit = find_edit(within, part, other)
    return (
        edit if isinstance(edit, str) else NarrowedEdit(begin + edit.start, begin + edit.end, edit.inserted)
    )


def _is_there(text: str, retyped: BareText, new: str) -> bool:
    """Whether the edit adds something to the words that is there already."""
    wanted = bare_text(new).letters
    adds = retyped.letters in wanted and wanted != retyped.letters
    return adds and bool(find_places(text, new, may_elide=False))


def _middle(bare: BareText, begin: int, retyped: BareText, new: str) -> _Middle:
    """The edit without the ends that stay: those that `new` has as the old words have them, or as the text does."""
    old, shown = retyped.original, _as_shown(bare, begin, retyped)
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and new[start] in (old[start], shown[start]):
        start += 1
    while start and (_within_word(old, start) or _within_word(new, start)):
        start -= 1
    # A cut within a character or within marks goes to their outer side, so that they are replaced whole.
    marks_start, marks_end = retyped.gap_before(retyped.index_behind(start))
    start = marks_end if start >= marks_end else marks_start
    kept = 0
    while kept < shorter - start and new[-1 - kept] in (old[-1 - kept], shown[-1 - kept]):
        kept += 1
    while kept and (_within_word(old, len(old) - kept) or _within_word(new, len(new) - kept)):
        kept -= 1
    end = len(old) - kept
    marks_start, marks_end = retyped.gap_before(retyped.index_of(end))
    end = marks_start if end <= marks_start else marks_end
    inserted = new[start : len(new) - (len(old) - end)]
    return _Middle(start, end, inserted, retyped.index_behind(start), retyped.index_of(end))


def _as_shown(bare: BareText, begin: int, retyped: BareText) -> str:
    """The old words with each character as the text has it, where one stands for one."""
    shown = list(retyped.original)
    for index, (start, end) in enumerate(zip(retyped.starts, retyped.ends, strict=True), begin):
        if end - start == bare.ends[index] - bare.starts[index] == 1:
            shown[start] = bare.original[bare.starts[index]]
    return "".join(shown)


def _within_word(words: str, at: int) -> bool:
    return 0 < at < len(words) and words[at - 1].isalnum() and words[at].isalnum()


def _inserted(bare: BareText, index: int, words: str) -> NarrowedEdit | str:
    """An edit that only adds: right behind the character before; words that begin with a space go behind the marks
    that end there too."""
    if not words:
        return ALREADY_THERE
    position = bare.ends[index - 1] if index else bare.starts[0]
    ends_word = index and (bare.letters[index - 1].isalnum() or bare.letters[index : index + 1] in ("", " "))
    if words[0].isspace() and ends_word:
        position += len(bare.left_out(index).rstrip())
    return NarrowedEdit(position, position, words)


def _replaced(bare: BareText, begin: int, retyped: BareText, middle: _Middle) -> NarrowedEdit | str:
    first, last = begin + middle.first, begin + middle.last
    if _line_marks(bare, first, last) > _line_marks(retyped, middle.first, middle.last):
        return ACROSS_LINES
    span = _with_edges(bare, retyped, begin, middle)
    unpaired = _unpaired(bare, first, last, span)
    given = _unpaired(retyped, middle.first, middle.last, MatchedSpan(middle.start, middle.end))
    if unpaired and "[" not in unpaired and not given:
        # Words that are all that is bold lose their marks, as they do when those are within.
        span = balanced_span(bare, first, last)
        unpaired = _unpaired(bare, first, last, span)
    return ACROSS_MARKS if unpaired != given else NarrowedEdit(span.start, span.end, middle.inserted)


def _unpaired(bare: BareText, first: int, last: int, span: MatchedSpan) -> frozenset[str]:
    """The marks without a partner within a span that has the bare characters from `first` to before `last`."""
    lead, tail = bare.original[span.start : bare.starts[first]], bare.original[bare.ends[last - 1] : span.end]
    # Beyond a space are bullets and line ends.
    return unpaired_marks((*bare.marks(first, last), _SPACE.split(lead)[-1], _SPACE.split(tail)[0]))


def _with_edges(bare: BareText, retyped: BareText, begin: int, middle: _Middle) -> MatchedSpan:
    """The original's span of the middle: with the marks and the line end at its ends where the old words have such
    there too, and with the backticks around it when it is all of a code span."""
    first, last = begin + middle.first, begin + middle.last
    start, end = bare.starts[first], bare.ends[last - 1]
    before, behind = bare.left_out(first).lstrip(), bare.left_out(last).rstrip()
    is_code = before.endswith("`") and behind.startswith("`") and "`" not in middle.inserted
    lead = retyped.original[middle.start : retyped.starts[middle.first]].strip()
    tail = retyped.original[retyped.ends[middle.last - 1] : middle.end]
    if lead:
        start = _line_start(bare.original, start - len(before))
    elif is_code:
        start -= len(before) - len(before.rstrip("`"))
    if tail.strip():
        end += len(behind)
    elif is_code:
        end += len(behind) - len(behind.lstrip("`"))
    if "\n" in tail and (line_end := _BLANK_END.match(bare.original, end)):
        end = line_end.end()
    return MatchedSpan(start, end)


def _line_start(text: str, position: int) -> int:
    """Where the line of `position` begins if only bullets, hashes and the like stand before it, else `position`."""
    start = text.rfind("\n", 0, position) + 1
    return position if bare_text(text[start:position]).letters else start


def _line_marks(bare: BareText, first: int, last: int) -> int:
    """How many of the spaces between words are bullets, cells, headings and the like in the original."""
    gaps = (index for index in range(first, last) if bare.letters[index] == " ")
    return sum(bool(bare.original[bare.starts[index] : bare.ends[index]].strip()) for index in gaps)
