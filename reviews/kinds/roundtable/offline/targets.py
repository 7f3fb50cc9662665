"""Which file a point belongs to, and the pieces of a message that a point is made of."""

import re
from collections.abc import Iterator

from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.table import Table
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage
from reviews.language.reading.sentences import blank, spans

_AUTHOR = re.compile(
    r"(?im)^[^\n]{0,60}?\b(?:owner|author|lead|contact)s?\s*:\**\s*(?P<who>[^\n.|<>;,]{2,40})"
)


def resolver(table: Table) -> str:
    """Who could answer what no kind of point says: whoever the notes name as their author."""
    for _, text in table.notes:
        if match := _AUTHOR.search(text[:4000]):
            who = Passage(match["who"]).shown(6).strip("`* ")
            article = "the " if who[:1].islower() and not who.startswith("the ") else ""
            return f"{article}{who} can say"
    return "whoever wrote the notes can say"


def artifact(table: Table, place: Passage) -> str:
    """Which target a point belongs to: the one that holds its passage, else the one whose name it speaks of."""
    if place.artifact in table.targets:
        return place.artifact
    words = set(lookup.stems(place.quote))
    named = [t for t in table.targets if set(lookup.stems(t.replace("-", " ").rsplit(".", 1)[0])) & words]
    return (named or list(table.targets) or [""])[0]


def sentences_of(text: str) -> Iterator[str]:
    plain = blank(text)
    return (text[start:end] for start, end in spans(plain, text))


def one_line(text: str) -> str:
    return " ".join(people.words_of(text).split())
