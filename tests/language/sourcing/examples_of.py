"""The labelled examples: what honest writers and inventors make of the same sources."""

import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from reviews.kinds.support import goes_in_unseen, plain_support
from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import Support

FOLDER = Path(__file__).parent / "examples"


@dataclass(frozen=True)
class Example:
    """A claim about a place."""

    claim: str
    sources: tuple[ClaimSource, ...]
    known: tuple[str, ...]
    today: date

    def checked(self) -> Support:
        return check_claim(self.claim, self.sources, known=self.known, today=self.today)


def goes_in(found: Support) -> bool:
    """Whether what was compared may be put in before a person has seen it, in whatever words it is."""
    return goes_in_unseen(plain_support(found))


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def sources_of(place: dict[str, Any]) -> tuple[ClaimSource, ...]:
    people = [ClaimSource("person", f"event {number}", text) for number, text in enumerate(place["people"])]
    turns = [ClaimSource("turn", f"turn {number}", text) for number, text in enumerate(place["turns"])]
    return (
        ClaimSource("topic", "topic", place["topic"]),
        ClaimSource("notes", "notes.md", place["notes"]),
        *people,
        *turns,
    )


def examples_in(places: dict[str, Any], rows: list[dict[str, str]]) -> list[Example]:
    return [
        Example(row["claim"], sources_of(places[row["on"]]), tuple(places["known"]), places["today"])
        for row in rows
    ]


def honest() -> list[Example]:
    return examples_in(read_toml("places"), read_toml("honest")["example"])


def inventions() -> list[Example]:
    return examples_in(read_toml("places"), read_toml("inventions")["example"])


def held_out(label: str) -> list[Example]:
    """`label`: "honest" or "invention"."""
    everything = read_toml("held_out")
    return examples_in(everything, everything[label])


def exchange(label: str) -> list[Example]:
    """What is made of people's messages, each a reply to the one before. `label`: "honest" or "invention"."""
    places = read_toml("exchanges")
    return [
        Example(row["claim"], _messages_of(places[row["on"]]), tuple(places["known"]), places["today"])
        for row in places[label]
    ]


def _messages_of(place: dict[str, Any]) -> tuple[ClaimSource, ...]:
    before = ["", *(text for _, _, text in place["messages"])]
    people = [
        ClaimSource("person", f"event {number}", text, before[number], who, day)
        for number, (who, day, text) in enumerate(place["messages"])
    ]
    turns = [ClaimSource("turn", f"turn {number}", text) for number, text in enumerate(place["turns"])]
    return (ClaimSource("notes", "notes.md", place["notes"]), *people, *turns)


NOTES_OF_RETURNS = """# Returns

Customers send back 18 % of all orders, most of them shoes.

| Depot | Returns a day | Staff | Cost of a return |
|---|---|---|---|
| Gdansk | 310 | 12 | 6.10 euros |
| Porto | 145 | 9 | 9.80 euros |
| Lyon | 220 | 14 | 8.20 euros |

Only customers with an account can return shoes without a receipt.

Legal has not yet answered whether photos of parcels may be kept.
"""
"""A table with a row for each of three depots, a rule for some, and an open question."""
