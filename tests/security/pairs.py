"""What of the product looks at two foreign texts at once, each with the pairs that it is slowest at."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from personas.compare import _marked
from reviews.code.comparing import same_units
from reviews.code.units import place_of, split_units
from reviews.documents.authorship import WrittenByElm, find_added
from reviews.documents.diff import inline_diff, side_by_side, unified_patch
from reviews.documents.hunks import Wanted, find_hunks, place_edits, rebase
from reviews.documents.insert import compose_text, keeps_lines, plan_additions
from reviews.documents.kept_sections import lost_section
from reviews.documents.quotes import Ground, place
from reviews.documents.rebase import put
from reviews.documents.retyped_edits import find_edit
from reviews.documents.sections import choose_section
from reviews.kinds.interview.settling.unknowns import same_unknown
from reviews.kinds.roundtable.blind.review import masked
from reviews.language.matching import find_places, quoted_in
from reviews.language.quoted_home import find_home
from reviews.language.reading.likeness import likeness
from reviews.language.repetition import all_repeat, near_identical, shared_words
from reviews.language.search_words import read_question
from reviews.language.sourcing.claims import check_claim, read_sources
from reviews.language.sourcing.sources import ClaimSource
from reviews.search.excerpts import mark_text
from tests.documents.slow_pairs import never_out_of_anchors, slow_to_compare
from tests.security.hostile import Unit

BETWEEN = "\x1e\x1e"
"""Stands between the two texts of a pair, which are measured as one."""
WHEN = datetime(2027, 5, 3, tzinfo=UTC)
LONGEST_TITLE = 300
"""Characters of a title or topic that anybody may type."""
type Made = Callable[[int], tuple[str, str]]


@dataclass(frozen=True)
class Pair:
    """Two texts of any length, made for a size of both together."""

    name: str
    make: Made

    def text(self, size: int) -> str:
        return BETWEEN.join(self.make(size))


def words(size: int) -> tuple[str, str]:
    """Lines whose words are the same ones again and again."""
    count = max(1, size // 400)
    return ("a " * 99 + "z\n") * count, ("a x " * 50 + "\n") * count


def nearly(size: int) -> tuple[str, str]:
    """A quote that stands everywhere in the text but for its end."""
    return "a " * (size // 3), "a " * (size // 6) + "b"


def backwards(size: int) -> tuple[str, str]:
    numbers = [f"Line {k}.\n" for k in range(size // 20)]
    return "".join(numbers), "".join(reversed(numbers))


def figures(size: int) -> tuple[str, str]:
    """One sentence full of figures, told in other words."""
    count = size // 30
    return "".join(f"alpha{k % 7} 1 " for k in range(count)), "".join(f"beta{k % 7} 1 " for k in range(count))


def sections(size: int) -> tuple[str, str]:
    """Headings, and a text that has lost the last of them."""
    old = "".join(f"## Part {k}\n\nWords {k}.\n\n" for k in range(size // 60))
    return old, old.rpartition("## ")[0]


def same(unit: Unit) -> Pair:
    """The text of a unit twice, but for its last words."""
    return Pair(f"{unit.body!r} twice", lambda size: (unit.text(size // 2), unit.text(size // 2) + "\nend"))


WORST = (
    Pair("gaps", lambda size: slow_to_compare(size // 2)),
    Pair("anchors", lambda size: never_out_of_anchors(size // 3)),
    *(Pair(made.__name__, made) for made in (words, nearly, backwards, figures, sections)),
)


def _edits(text: str, other: str) -> object:
    return place_edits(text, [Wanted("new", old=other), Wanted("new", after=other)])


def _rebased(base: str, current: str) -> object:
    return [rebase(hunk, base, current) for hunk in find_hunks(base, base + "\nend\n")]


def _claims(claim: str, source: str) -> object:
    return check_claim(claim, [ClaimSource("notes", "a", source)])


def _claims_read(claims: str, source: str) -> object:
    read = read_sources([ClaimSource("person", "1", source, speaker="Ana")])
    return [read.check(claim) for claim in claims.split("\n")[:20]]


def _quoted_place(text: str, before: str) -> object:
    return place(Ground(text), before[:300], "Part 1", lambda: (before, 0))


def _added(text: str, points: str) -> object:
    found = plan_additions(
        text,
        step_id="01-start",
        title="Start",
        at=WHEN,
        points=[f"- {one}" for one in points.split("\n")[:20]],
    )
    return compose_text(text, found)


def _put(current: str, base: str) -> object:
    return put(current, base, plan_additions(base, step_id="", title="Start", at=WHEN, points=["- A point."]))


def _units(before: str, after: str) -> object:
    return same_units(split_units(before, ""), before, split_units(after, ""), after)


def _repeat(one: str, other: str) -> object:
    return all_repeat(one.split("\n")[:20], other.split("\n")[:20])


PAIRS: dict[str, Callable[[str, str], object]] = {
    "inline_diff": inline_diff,
    "side_by_side": side_by_side,
    "unified_patch": lambda one, other: unified_patch("a.md", one, other),
    "find_hunks": find_hunks,
    "personas.compare": lambda one, other: list(_marked(one.split("\n"), other.split("\n"))),
    "place_edits": _edits,
    "rebase": _rebased,
    "find_edit": lambda text, other: find_edit(text, other, "new"),
    "lost_section": lost_section,
    "choose_section": lambda text, title: choose_section(text, title[:LONGEST_TITLE]),
    "keeps_lines": keeps_lines,
    "find_added": lambda text, other: find_added(text, [WrittenByElm("a", other)]),
    "place": _quoted_place,
    "plan_additions": _added,
    "put": _put,
    "find_places": find_places,
    "place_of": place_of,
    "quoted_in": lambda text, quote: quoted_in(quote, [text]),
    "find_home": lambda text, other: find_home([text], [other, text]),
    "near_identical": near_identical,
    "all_repeat": _repeat,
    "shared_words": shared_words,
    "likeness": likeness,
    "same_unknown": same_unknown,
    "check_claim": _claims,
    "ReadSources.check": _claims_read,
    "same_units": _units,
    "mark_text": lambda text, other: mark_text(text, read_question(other)),
    "masked": lambda text, other: masked(text, [other[:60]]),
}


def call_with_both(function: Callable[[str, str], object]) -> Callable[[str], object]:
    """The function for the text of a pair."""

    def call(text: str) -> object:
        one, _, other = text.partition(BETWEEN)
        return function(one, other)

    return call
