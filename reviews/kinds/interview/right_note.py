"""Which of several notes an addition belongs to: the one whose pinned text has the words that it quotes, never simply
the first. Pure.

Only texts as they were pinned count: what this session has added itself is no reason to add more there.
"""

import re
from collections.abc import Sequence

from reviews.documents.hunks import Wanted
from reviews.documents.sections import scan_sections
from reviews.kinds.notes import Note
from reviews.language.quoted_home import count_quotes, find_home

_HEADING = re.compile(r"#{1,6}[ \t]++(?P<title>[^\n]*[^\n \t])[ \t]*\n")
_MOST_LINES = 12


def rehome_edit(
    words: Wanted, target: Note, notes: Sequence[Note], pinned: Sequence[Note]
) -> tuple[Note, Wanted]:
    """The note that an edit goes into, and the edit as it fits there.

    An edit of `target` that only adds, and that quotes another note of `pinned` and nothing of its own, is put at the
    end of that one, or of the section there that has its heading. Every other edit stays what it was.
    """
    added = added_text(words)
    here = next((place for place, note in enumerate(pinned) if note.artifact == target.artifact), None)
    texts = [note.authored for note in pinned]
    if not added or here is None or count_quotes(added, texts)[here]:
        return target, words
    home = find_home((added,), texts)
    other = next((n for n in notes if home is not None and n.artifact == pinned[home].artifact), None)
    return (other, added_edit(other.text, added, words.reason)) if other else (target, words)


def added_text(words: Wanted) -> str:
    """What an edit adds when it changes nothing that is there, else ""."""
    if not words.old:
        return words.new
    before, found, after = words.new.partition(words.old)
    return f"{before}{after}" if found and not (before.strip() and after.strip()) else ""


def added_edit(text: str, added: str, reason: str) -> Wanted:
    """The edit that puts `added` at the end of `text`, or of the section there that has the heading it begins with."""
    end, words = len(text.rstrip()), added.strip("\r\n")
    heading = _HEADING.match(f"{words}\n")
    for section in scan_sections(text).sections if heading else ():
        if heading and section.title.casefold() == heading["title"].casefold():
            end = section.start + len(text[section.start : section.end].rstrip())
            words = words[heading.end() :].strip("\r\n")
    is_list = re.match(r"[-*+] ", words) and re.match(r"\s*[-*+] ", text[text.rfind("\n", 0, end) + 1 : end])
    old = _unique_end(text, end)
    gap = "\n" if is_list else "\n\n"
    return Wanted(new=f"{old}{gap}{words}", old=old, reason=reason)


def _unique_end(text: str, end: int) -> str:
    """Whole lines up to `end` that stand in `text` once: the fewest that do, or all that stand before."""
    start = text.rfind("\n", 0, end) + 1
    for _ in range(_MOST_LINES):
        if start == 0 or text.count(text[start:end]) == 1:
            return text[start:end]
        start = text.rfind("\n", 0, start - 1) + 1
    return text[:end]
