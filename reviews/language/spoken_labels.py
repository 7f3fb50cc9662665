"""Labels under which a model speaks for somebody else. A label counts only where it opens a spoken paragraph: "Owner:
Anna Berg" in a list, a table or in code is a matter of its text, and so is a label that is nobody's. "Ana: who owns the
budget?" asks Ana and does not speak for her."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import islice

from reviews.language.invisible import LOOKALIKES
from reviews.language.prose import fold_text
from reviews.language.reply import Fences

APP_SPEAKERS = ("ELM", "System", "Facilitator", "Moderator", "Assistant", "Admin", "Administrator")
"""Names that stand for the app or for whoever runs a session, and for nobody who takes part in one."""
PEOPLE_SPEAKERS = ("User", "Human")
"""Names under which a model may speak for people."""
_LONGEST = 200
"""Characters of a line in which a label stands."""
_BLANKS = re.compile(r"\s+")
_COLONS = re.compile("[：︓﹕∶꞉ː]")
_PICTURES = re.compile(r"^(?P<marks>[\s*_#~\\\[|>]*+)[\U0001f000-\U0001faff\u2600-\u26ff\ufe0f]++\s*+")
_MARKED = re.compile("[<`\"']")
_TAGS = re.compile(r"</?(?:b|strong|em|i|u|span|font|p|h[1-6])\b[^<>]{0,40}>", re.IGNORECASE)
_MARKED_LABEL = re.compile(
    r"^(?P<before>[\s*_#~\\\[|>]*+)[\"“”„'‘«`](?P<name>[^\"“”„'‘’«»`:]{1,80}+)"
    r"(?::[*_]{0,3}[\"”“’'»`]|[\"”“’'»`][*_]{0,3} ?:)"
)


def without_unseen(text: str) -> str:
    """`text` without letters that nobody sees, behind which a label would hide."""
    return text if text.isascii() else "".join(c for c in text if unicodedata.category(c) != "Cf")


def plain_line(line: str) -> str:
    """The line without what may stand before and around a label and says nothing: letters that nobody sees, tags, marks
    of code or of a quotation around the label alone, pictures; with simple blanks and colons where it would stand."""
    seen = unicodedata.normalize("NFC", without_unseen(line))
    beginning = _BLANKS.sub(" ", seen[:_LONGEST])
    if not beginning.isascii() or _MARKED.search(beginning):
        beginning = _PICTURES.sub("", _COLONS.sub(":", _TAGS.sub("", beginning)))
        beginning = _MARKED_LABEL.sub(r"\g<before>\g<name>:", beginning)
    return beginning + seen[_LONGEST:]


def fold_letters(text: str) -> str:
    """`text` folded letter by letter, so that places stay what they are; a letter of another alphabet that looks like a
    Latin one is that one."""
    return "".join(map(_even_letter, text))


@lru_cache(maxsize=4096)
def _even_letter(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    apart = unicodedata.normalize("NFKD", letter)
    base, marks = apart[:1], apart[1:]
    if base.isalnum() and all(unicodedata.combining(mark) for mark in marks):
        letter = LOOKALIKES.get(base, base)
    folded = fold_text(letter)
    return LOOKALIKES.get(folded, folded) if len(folded) == 1 else letter


def names_of_people(names: Iterable[str]) -> frozenset[str]:
    """What people are called in a label: by their whole names and by their first ones."""
    return frozenset(called for name in names for called in (name.strip(), *name.split()[:1]) if called)


def asks_at(lines: Sequence[str], start: int) -> bool:
    """Whether the paragraph that begins with line `start` ends as a question."""
    last = ""
    for line in islice(lines, start, None):
        if not line.strip():
            break
        last = line
    return last.rstrip(' \t\r\n*_"”»)').endswith(("?", "？"))


def before_other_speaker(text: str, others: Collection[str], people: Collection[str] = ()) -> tuple[str, str]:
    """`text` up to the first paragraph, outside fenced code, that opens with the label of one of `others` or, unless it
    asks them, of `people` ("Claude: …", "**System:** …", "User (Ana): …"), and that label; all of it and "" when there
    is none."""
    pattern = _label(frozenset(fold_letters(name) for name in others if name))
    of_person = _label(frozenset(fold_letters(name) for name in people if name))
    fences, opens, end = Fences(), True, 0
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        is_code = fences.cover(line.rstrip("\r\n"))
        beginning = fold_letters(plain_line(line)[:_LONGEST]) if opens and not is_code else ""
        if pattern.match(beginning) or (of_person.match(beginning) and not asks_at(lines, number)):
            return text[:end].rstrip(), " ".join(plain_line(line).split(":")[0].split()).strip("*_#[] ")
        opens = is_code or not line.strip()
        end += len(line)
    return text, ""


@lru_cache(maxsize=64)
def _label(names: frozenset[str]) -> re.Pattern[str]:
    any_name = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf" {{0,3}}(?:#\d{{1,4}} )?[*_#\[ ]{{0,6}}(?:{any_name})[*_\]]{{0,3}}\s?"
        r"(?:\([^()\n]{0,80}\))?[*_ ]{0,4}:"
    )
