"""What personas may bring up without a source: a name for a part of the work, and a day of the week as an example."""

import re

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.statements import Statement

_SHARE, _FEWEST = 0.3, 2
"""The share and the number of words that a turn has with the sentence that says the same."""
_ANY_DAY = re.compile(r"(?<![^\W_])(?:a|an|any|some|eine[mnrs]?|un|une)[ \n]$", re.IGNORECASE)
_NEAR = 8


def is_proposed(fact: Fact, statement: Statement, near: list[NearLine]) -> bool:
    """Whether a persona's turn about the same has what `fact` names: a word that it writes as code (`Mismatch`), or
    the day of the week in a sentence about any such day ("on a Saturday night")."""
    if fact.kind not in ("name", "date"):
        return False
    if fact.kind == "date" and not (fact.value.startswith("weekday") and _is_about_any_day(statement)):
        return False
    return any(_brings_up(fact, one) for one in near if not one.line.trusted)


def _is_about_any_day(statement: Statement) -> bool:
    starts = [each.start - statement.start for each in statement.facts if each.value.startswith("weekday")]
    return any(_ANY_DAY.search(statement.plain, max(0, start - _NEAR), start) for start in starts)


def _brings_up(fact: Fact, one: NearLine) -> bool:
    if one.shared < _FEWEST or one.share < _SHARE:
        return False
    line = one.line.statement
    if fact.kind == "date":
        return any(each.value == fact.value for each in line.facts)
    return f"`{fact.text}`" in one.line.source.text[max(0, line.start - 1) : line.end + 1]
