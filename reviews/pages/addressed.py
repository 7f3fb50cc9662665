"""Passages that address the reviewer, as the session's page shows them."""

from collections.abc import Iterable
from typing import NamedTuple

from reviews.kinds.injection_facts import passages_to_tell
from reviews.kinds.notes import Note
from reviews.language.injection import SAYS, Injection, find_in_document, find_in_message

LONGEST_SHOWN = 200


class AddressedPassage(NamedTuple):
    """quote: its words, what is not seen written out; says: what it does, as "addresses the reviewer"; name, line:
    where it begins, the name "" in a message; artifact: the id of the one that has it."""

    quote: str
    says: str
    name: str
    line: int
    artifact: str = ""


def addressed_passages(note: Note) -> list[AddressedPassage]:
    """Those of a text under review."""
    return _shown_passages(find_in_document(note.text), note.name, note.artifact)


def said_to_reviewer(message: str) -> list[AddressedPassage]:
    """Those of a person's message in a session."""
    return _shown_passages(find_in_message(message), "")


def _shown_passages(found: Iterable[Injection], name: str, artifact: str = "") -> list[AddressedPassage]:
    return [
        AddressedPassage(_visible_words(one.spells or one.quote), SAYS[one.kind], name, one.line, artifact)
        for one in passages_to_tell(found)
    ]


def _visible_words(words: str) -> str:
    """The words in one line, each unseen character as its number, so that nothing hides here again."""
    flat = " ".join(words.split())
    shown = flat[:LONGEST_SHOWN] + ("…" if len(flat) > LONGEST_SHOWN else "")
    return "".join(c if c.isprintable() or c == " " else f"[U+{ord(c):04X}]" for c in shown)
