"""Which of several texts some words are about: the one that has what they quote. Standard library only."""

from collections.abc import Collection, Iterable, Sequence

from reviews.language.matching import quoted_in
from reviews.language.quotation_marks import quotation_pattern

MOST_QUOTES = 20
"""Quotes of a text that are looked up."""
_QUOTED = quotation_pattern(4, 400)


def find_home(texts: Iterable[str], notes: Sequence[str]) -> int | None:
    """The place of the note that `texts` are about, None when that is not clear.

    texts: most telling first; the first that quotes words of one note more often than of any other decides. notes:
    their texts as they were pinned.
    """
    if len(notes) < 2:
        return None
    for text in texts:
        hits = count_quotes(text, notes)
        most = max(hits)
        if most and hits.count(most) == 1:
            return hits.index(most)
    return None


def clear_home(text: str, notes: Sequence[str], told: Iterable[Collection[int | None]]) -> int | None:
    """The place of the only note that `text` quotes or says something of, None when there is none or several.

    told: of each thing that `text` says the places of all notes that say it too, None for a source that belongs to no
    note for certain. What several say tells nothing.
    """
    quoted = [[place] for place, hits in enumerate(count_quotes(text, notes)) if hits]
    homes = {place for places in (*quoted, *told) if len(set(places)) == 1 for place in places} - {None}
    return homes.pop() if len(homes) == 1 else None


def quoted_words(text: str) -> list[str]:
    """What stands between quotation marks in `text`, in order, without dots that cut it short."""
    found = [match[1].strip().strip("… ").rstrip(".") for match in _QUOTED.finditer(text)]
    return [words for words in found if words][:MOST_QUOTES]


def count_quotes(text: str, notes: Sequence[str]) -> list[int]:
    """How many quotes of `text` each note has, those left out that several have."""
    hits = [0] * len(notes)
    for quote in quoted_words(text):
        having = [place for place, note in enumerate(notes) if quoted_in(quote, [note])]
        if len(having) == 1:
            hits[having[0]] += 1
    return hits
