"""What is stored of how far a sentence is carried by its sources, as plain values. Pure.

Shape: {"status": "supported" | "computed" | "not_checked" | "unsupported", "covered": 0 to 1, "sentence": what is in
no source, "computed": how figures follow, "sources": [{"kind", "key", "text"}, …]}, and "only_personas": true where
nobody but personas decided something, "reason": what the reason for an edit says and no source does. {} where nothing
was compared. "looked": true where a second look found it said.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from reviews.kinds.notes import Note
from reviews.language.sourcing.support import MOST_WORDS, Support, sentence_for_missing

LONGEST_READ = 200_000
"""Characters of a text that are compared; of a longer one nothing can be said to be missing."""
MOST_SOURCES = 5
LONGEST_SOURCE = 240
"""Characters of a passage that is shown beside a change."""


def plain_support(found: Support) -> dict[str, Any]:
    """What is stored of `found`."""
    told = [(one.source, one.text) for one in found.passages]
    told += [(line.source, " ".join(line.statement.plain.split())) for line in found.lines]
    places = {(source.kind, source.key, text[:LONGEST_SOURCE]): None for source, text in told}
    return {
        "status": found.status,
        "covered": found.covered,
        "sentence": sentence_for_missing(found),
        "computed": list(found.computed),
        "sources": [
            {"kind": kind, "key": key, "text": text} for kind, key, text in list(places)[:MOST_SOURCES]
        ],
        **({"only_personas": True} if found.undecided and found.only_personas else {}),
    }


FOUND_NOWHERE = "too few of its words were found in the notes or in what people said"
OTHER_WORDS = (
    "figures, dates, names and decisions are compared, but not what the other words mean where they stand"
)
FOUND_BY_LOOK = (
    "figures, dates, names and decisions are compared; by a second look the other words mean the same"
)


def tell_unchecked(support: Mapping[str, Any]) -> str:
    """Why code calls something not checked, "" for what it could compare, and where its `sentence` says more."""
    if support.get("status") != "not_checked" or support.get("sentence"):
        return ""
    if not goes_in_unseen(support):
        return FOUND_NOWHERE
    return FOUND_BY_LOOK if support.get("looked") else OTHER_WORDS


def is_partly_read(notes: Iterable[Note]) -> bool:
    """Whether of some note only the beginning is compared."""
    return any(len(note.text) > LONGEST_READ for note in notes)


def support_of_part(found: Support) -> dict[str, Any]:
    """What is stored of `found` when the notes are partly read: what was not found there is not checked, and waits."""
    support = plain_support(found)
    if found.status != "unsupported":
        return support
    return {**support, "status": "not_checked", "covered": 0.0, "sentence": ""}


def stored_support(found: Support, notes: Iterable[Note]) -> dict[str, Any]:
    """What is stored of `found`, which was compared with these notes."""
    return support_of_part(found) if is_partly_read(notes) else plain_support(found)


def passages_of(point: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The passages of the notes of this name that a point rests on."""
    sources = (point.get("support") or {}).get("sources") or ()
    return tuple(one["text"] for one in sources if (one["kind"], one["key"]) == ("notes", name))


def goes_in_unseen(support: Mapping[str, Any]) -> bool:
    """Whether an addition may go into a document before a person has seen it: code found its sources, or could not
    compare everything and found most of its words there."""
    status = support.get("status")
    return status in ("supported", "computed") or (
        status == "not_checked" and float(support.get("covered") or 0) >= MOST_WORDS
    )
