"""Filling a persona's lines: the variants of its lens, rather one that has not been heard at this table."""

from collections.abc import Iterable, Mapping, Sequence

from reviews.kinds.roundtable.offline import picking, saying
from reviews.kinds.roundtable.offline.lenses import lens_family
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading.passages import Passage
from reviews.language.wording import capital, join_with_and, pick_variant
from reviews.language.wordlists import read_words

type Lines = dict[str, tuple[str, ...]]

_ANSWERS = read_words(__file__, "answers")
FOUND, EXTRA, STOPS = _ANSWERS.sentences("found"), _ANSWERS.sentences("extra"), _ANSWERS.texts("stops")
NOT_FOUND, WOULD_TAKE = _ANSWERS.sentences("not_found"), _ANSWERS.sentences("would_take")
KNOWN_GAP, TAKEN_ON = _ANSWERS.sentences("known_gap"), _ANSWERS.sentences("taken_on")
SETTLED, CHOSEN = _ANSWERS.sentences("settled"), _ANSWERS.sentences("chosen")
STATED, STATED_NEW = _ANSWERS.sentences("stated"), _ANSWERS.sentences("stated_new")
SO_FAR, NOTHING_LEFT = _ANSWERS.sentences("so_far"), _ANSWERS.sentences("nothing_left")


def so_far(table: Table, lines: Lines, own_only: bool = False) -> str:
    """The points that were made, each with its name."""
    said = table.own if own_only else table.contributions
    made = [(one.first_name, remark) for one in said for remark in picking.made_in(table, one.text)[:1]]
    labels = [(name, saying.worded(table, remark, "label")) for name, remark in dict.fromkeys(made)][-3:]
    parts = [label if own_only else f"{name} raised {label}" for name, label in labels]
    return say(table, lines, {"made": join_with_and(parts) or "what the notes leave open"}, table.topic)


def at(table: Table, place: Passage) -> dict[str, str]:
    return {"at": table.at(place), "At": capital(table.at(place))}


def say(table: Table, lines: Lines, known: Mapping[str, str], about: str) -> str:
    variants = lines[lens_family(table.speaker)]
    return fresh_variant(variants, table.contributions, about + table.speaker.key).format(
        **{"lens": table.lens, **known}
    )


def fresh_variant(variants: Sequence[str], said: Iterable[Turn], about: str) -> str:
    """One of the variants, rather one that has not been said."""
    heard = [turn.flat for turn in said]
    unheard = [one for one in variants if not any(saying.fixed_words(one) in text for text in heard)]
    return pick_variant(unheard or variants, about)
