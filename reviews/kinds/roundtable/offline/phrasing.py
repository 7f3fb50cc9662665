"""Filling a persona's lines: the variants of its lens, rather one that has not been heard at this table."""

from collections.abc import Iterable, Mapping, Sequence

from reviews.kinds.roundtable.offline import picking, saying
from reviews.kinds.roundtable.offline.lenses import lens_family
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.state import Turn
from reviews.language.reading.passages import Passage
from reviews.language.wording import capital, join_with_and, pick_variant
from reviews.language.wordlists import read_words

_ANSWERS = read_words(__file__, "answers")
_LINES = {
    name: _ANSWERS.sentences(name)
    for name in (
        "not_found", "nearest", "agreed", "known_gap", "taken_on", "settled", "settled_whole",
        "chosen",
        "decided", "stated", "stated_new", "so_far", "nothing_left",
    )
}  # fmt: skip
_NEAR_TASK, _BESIDE = (_ANSWERS.text(name) for name in ("near_task", "beside"))


def say(table: Table, name: str, known: Mapping[str, str], about: str) -> str:
    """What the speaker says on an occasion, a table of answers.toml; `about` picks among its variants."""
    line = fresh_variant(
        _LINES[name][lens_family(table.speaker)], table.contributions, about + table.speaker.key
    )
    return line.format(**{"lens": table.lens, **known})


def near_task(table: Table, place: Passage | None, words: int) -> str:
    """The passage that a task is about, in a sentence; "" for none."""
    return _NEAR_TASK.format(quote=place.shown(words), **at(table, place)) if place else ""


def beside(said: str, answer: str) -> str:
    """What is said to one part of a message and the answer to the question beside it."""
    return _BESIDE.format(said=said, answer=answer)


def at(table: Table, place: Passage) -> dict[str, str]:
    return {"at": table.at(place), "At": capital(table.at(place))}


def so_far(table: Table, name: str, own_only: bool = False) -> str:
    """The points that were made, each with its name, on the occasion `name`."""
    said = table.own if own_only else table.contributions
    made = [(one.first_name, remark) for one in said for remark in picking.made_in(table, one.text)[:1]]
    labels = [(who, saying.worded(table, remark, "label")) for who, remark in dict.fromkeys(made)][-3:]
    parts = [label if own_only else f"{who} raised {label}" for who, label in labels]
    return say(table, name, {"made": join_with_and(parts) or "what the notes leave open"}, table.topic)


def is_line(text: str, name: str) -> bool:
    """Whether a text is one that somebody says on the occasion `name`."""
    lines = (line for variants in _LINES[name].values() for line in variants)
    return any(saying.fixed_words(line) in text for line in lines)


def fresh_variant(variants: Sequence[str], said: Iterable[Turn], about: str) -> str:
    """One of the variants, rather one that has not been said."""
    heard = [turn.flat for turn in said]
    unheard = [one for one in variants if not any(saying.fixed_words(one) in text for text in heard)]
    return pick_variant(unheard or variants, about)
