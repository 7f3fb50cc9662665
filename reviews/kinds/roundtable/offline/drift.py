"""Whether a person's message has left the topic: for another step, or for something that nobody here speaks of.

Careful on purpose. A false redirect silences somebody who had a point, a missed one costs a turn. So a message drifts
only when it asks, when nothing in it is known from the notes, the topic or the talk, and when it also names another
step's business, is about an everyday subject or wishes for one of its own. What a person states is a fact to be taken
up.
"""

import re
from functools import lru_cache
from itertools import pairwise

from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.nearest import CLEARLY_NEAR, nearest_passages
from reviews.kinds.roundtable.offline.table import Table
from reviews.kinds.roundtable.redirects import EVERYDAY, FILLER, noticed_message
from reviews.kinds.roundtable.results import Drift
from reviews.kinds.roundtable.state import OtherStep, Turn
from reviews.language.phrases import phrases
from reviews.language.reading import lookup
from reviews.language.wordlists import read_words
from reviews.offline.study import is_english

_WORDS = read_words(__file__, "drift")
_BUSINESS = _WORDS.texts("business")
_OF_PROJECTS, _TOO_GENERAL = (
    frozenset(lookup.stems(_WORDS.text(key))) for key in ("of_projects", "too_general")
)
_EVERYDAY, _FILLER = frozenset(lookup.stems(EVERYDAY)), frozenset(lookup.stems(FILLER))
_POINTS_HERE = phrases(__file__, "messages", gap=" ").whole("points_here")
_NAMED = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}\b")
_LEAST_NOTES = 60
_LEAST_UNKNOWN = 2
_MOSTLY = 0.5


def find_drift(table: Table) -> Drift | None:
    """How the messages of this turn have left the topic, None when any of them has not; with none to answer, how the
    newest one has that somebody else was asked. Only the lead asks."""
    if not table.is_lead:
        return None
    if table.asked:
        return message_drift(table)
    noticed = noticed_message(table.now)
    return _of_message(table, noticed) if noticed else None


def is_named(table: Table) -> bool:
    """Whether a message of this turn names the speaker: then it has to be answered, whatever it is about."""
    name = re.escape(table.speaker.first_name or "\0")
    return any(re.search(rf"\b{name}\b", said.text, re.IGNORECASE) for said in table.asked)


def message_drift(table: Table) -> Drift | None:
    """How the messages of this turn have left the topic, whoever speaks."""
    if not table.asked:
        return None
    found = [_of_message(table, said) for said in table.asked]
    return found[-1] if all(found) else None


def _of_message(table: Table, said: Turn) -> Drift | None:
    text = people.words_of(said.text)
    if len(text) > 600 or _POINTS_HERE.search(text) or not text.isascii():
        return None
    telling = frozenset(lookup.terms_of(text) - _FILLER)
    known = _known_stems(table, said.number)
    unknown = telling - known
    away = Drift(by="User", subject=people.message_subject(text, unknown))
    if unknown & _EVERYDAY and _weight(unknown) >= _weight(telling) * _MOSTLY:
        return None if nearest_passages(table.known, text, CLEARLY_NEAR) else away
    # "roll back" is the "rollback" of the topic.
    joined = (stem for pair in pairwise(text.lower().split()) for stem in lookup.stems("".join(pair)))
    if not telling or telling != unknown or not known.isdisjoint(joined):
        return None
    if not (people.is_question(text) or people.is_wish(text)):
        return None
    if step := _other_step(table, text):
        return away.model_copy(update={"belongs_to": step.title})
    return away if _is_elsewhere(table, text, unknown) else None


def _weight(words: frozenset[str]) -> float:
    return sum(map(lookup.weight, words))


def _known_stems(table: Table, number: int) -> frozenset[str]:
    """Every stem of the notes, the topic, the step's questions, the focus and the talk before message `number`, or
    beside it, when it is to be answered."""
    is_asked = number in table.respond_to
    others = (said for said in table.log if said.number not in (*table.respond_to, number))
    talk = " ".join(said.text for said in others if is_asked or said.number < number)
    cast = " ".join(f"{one.name} {one.role} {one.lens} {' '.join(one.keywords)}" for one in table.setup.cast)
    near = f"{table.topic} {' '.join(table.setup.questions)} {table.now.focus} {talk} {cast}"
    return stems_of_notes(table.notes) | frozenset(lookup.stems(near))


@lru_cache(maxsize=16)
def stems_of_notes(notes: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """Every stem of the notes (names and texts) and of what they are called."""
    return frozenset(stem for name, text in notes for stem in lookup.stems(f"{name} {text}"))


def _other_step(table: Table, text: str) -> OtherStep | None:
    """The step whose business the message names, when it is not this one's too."""
    if not table.setup.step_id:
        return None
    said = frozenset(lookup.stems(text.replace("-", " ")))
    here = [f"{step.title} {step.phase}" for step in table.setup.steps if step.step_id == table.setup.step_id]
    known = _step_stems(here[0] if here else "")
    for step in table.setup.steps:
        if step.step_id != table.setup.step_id and said & (_step_stems(step.title) - known):
            return step
    return None


@lru_cache(maxsize=128)
def _step_stems(title: str) -> frozenset[str]:
    """The stems that tell a step by its title."""
    words = title.lower().replace("-", " ")
    more = " ".join(said for word, said in _BUSINESS.items() if word in words)
    stems = lookup.terms_of(f"{title} {more}".replace("-", " "))
    return frozenset(stems) - _TOO_GENERAL


def _is_elsewhere(table: Table, text: str, unknown: frozenset[str]) -> bool:
    """Whether a message of unknown words wishes for another subject, or asks for one by its name ("Arsenal"). Any other
    question in words of its own is answered with what comes nearest: people ask after the notes in everyday words."""
    if unknown & _OF_PROJECTS or (people.is_question(text) and not _NAMED.search(text)):
        return False
    enough = sum(one.document.prose_words for one in table.studies) >= _LEAST_NOTES
    can_tell = enough and is_english(table.studies) and len(unknown) >= _LEAST_UNKNOWN
    return can_tell and not nearest_passages(table.known, text, CLEARLY_NEAR)
