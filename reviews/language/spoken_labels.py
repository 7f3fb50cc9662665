"""Labels under which a model speaks for somebody else. A label counts only where it opens a spoken paragraph: "Owner:
Anna Berg" in a list, a table or in code is a matter of its text, and so is a label that is nobody's. "Ana: who owns the
budget?" asks Ana and does not speak for her."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import islice

from reviews.language.invisible import with_latin_letters
from reviews.language.prose import fold_text
from reviews.language.reply import Fences

APP_SPEAKERS = ("ELM", "System", "Facilitator", "Moderator", "Assistant", "Admin", "Administrator")
"""Names that stand for the app or for whoever runs a session, and for nobody who takes part in one."""
PEOPLE_SPEAKERS = ("User", "Human")
"""Names under which a model may speak for people."""


def as_seen(text: str) -> str:
    """`text` without what a label would hide behind: letters that nobody sees, or of another alphabet in a Latin
    word."""
    if text.isascii():
        return text
    return with_latin_letters("".join(c for c in text if unicodedata.category(c) != "Cf"))


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
    pattern = _label(frozenset(fold_text(name) for name in others if name))
    of_person = _label(frozenset(fold_text(name) for name in people if name))
    fences, opens, end = Fences(), True, 0
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        is_code = fences.cover(line.rstrip("\r\n"))
        beginning = fold_text(as_seen(line[:200])) if opens and not is_code else ""
        if pattern.match(beginning) or (of_person.match(beginning) and not asks_at(lines, number)):
            return text[:end].rstrip(), " ".join(re.split("[:：]", line, maxsplit=1)[0].split()).strip(
                "*_#[] "
            )
        opens = is_code or not line.strip()
        end += len(line)
    return text, ""


@lru_cache(maxsize=64)
def _label(names: frozenset[str]) -> re.Pattern[str]:
    any_name = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf" {{0,3}}(?:#\d{{1,4}} )?[*_#\[ ]{{0,6}}(?:{any_name})[*_\]]{{0,3}}\s?"
        r"(?:\([^()\n]{0,80}\))?[*_ ]{0,4}[:：]"
    )
