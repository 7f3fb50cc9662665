"""The lead's redirects: what models are shown of them, and which message the lead may still lead back from. Pure."""

from collections.abc import Iterable
from functools import lru_cache

from reviews.kinds.roundtable.state import RoundtableState, Turn
from reviews.kinds.support import LONGEST_READ
from reviews.language.sourcing.content import content_words
from reviews.language.wordlists import read_words

FILLER = read_words(__file__, "redirects").text("filler")
_FILLER = content_words(FILLER)
LATEST = 20
"""Turns whose words are of the topic."""


def with_redirects(now: RoundtableState, log: Iterable[Turn]) -> list[Turn]:
    """What was said with the lead's redirects between, in order: whoever speaks next has to know that the table was led
    back. A redirect is no turn."""
    return sorted((*log, *now.redirects), key=lambda turn: turn.number)


def noticed_message(now: RoundtableState) -> Turn | None:
    """The newest message of a person, whoever it addressed, if the lead has neither spoken nor led back since."""
    said = [turn for turn in now.turns if turn.is_person]
    if not said:
        return None
    newest, lead = said[-1], now.setup.lead.key
    spoken = any(
        turn.key == lead and turn.kind == "contribution" for turn in now.turns if turn.number > newest.number
    )
    led_back = any(turn.number > newest.number for turn in now.redirects)
    return None if spoken or led_back else newest


def is_beside_topic(now: RoundtableState, text: str) -> bool:
    """Whether nothing of a message is known from the notes, the topic, the people and the latest turns, so that the
    lead should have the floor too, whoever it addresses."""
    setup = now.setup
    names = " ".join(seat.name for seat in setup.cast)
    telling = content_words(text) - content_words(names) - _FILLER
    cast = (part for seat in setup.cast for part in (seat.role, seat.lens, *seat.keywords))
    near = [setup.item, setup.topic, setup.phase_title, *setup.questions, now.focus, *setup.people, *cast]
    away = {redirect.data.get("about") for redirect in now.redirects}
    talk = (turn.text for turn in now.turns[-LATEST:] if turn.number not in away)
    said = "\n".join([*near, *talk])
    notes = _words_of(tuple(note.text[:LONGEST_READ] for note in setup.notes))
    return bool(telling) and telling.isdisjoint(notes) and telling.isdisjoint(content_words(said))


@lru_cache(maxsize=16)
def _words_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(content_words, texts))
