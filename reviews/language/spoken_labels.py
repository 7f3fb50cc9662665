"""Labels under which a model speaks for somebody else. A label counts only where it opens a spoken paragraph: "Owner:
Anna Berg" in a list, a table or in code is a matter of its text, and so is a label that is nobody's."""

import re
from collections.abc import Collection
from functools import lru_cache

from reviews.language.prose import fold_text
from reviews.language.reply import Fences

APP_SPEAKERS = ("ELM", "System", "Facilitator", "Moderator", "Assistant")
"""Names that stand for the app or for whoever runs a session, and for nobody who takes part in one."""
PEOPLE_SPEAKERS = ("User", "Human")
"""Names under which a model may speak for people."""


def before_other_speaker(text: str, others: Collection[str]) -> tuple[str, str]:
    """`text` up to the first paragraph, outside fenced code, that opens with the label of one of `others`
    ("Claude: …", "**System:** …", "User (Ana): …"), and that label; all of it and "" when there is none."""
    pattern = _label(frozenset(fold_text(name) for name in others if name))
    fences, opens, end = Fences(), True, 0
    for line in text.splitlines(keepends=True):
        is_code = fences.cover(line.rstrip("\r\n"))
        found = pattern.match(fold_text(line[:200])) if opens and not is_code else None
        if found:
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
        rf" {{0,3}}[*_#\[ ]{{0,6}}(?:{any_name})[*_\]]{{0,3}}\s?(?:\([^()\n]{{0,80}}\))?[*_ ]{{0,4}}[:：]"
    )
