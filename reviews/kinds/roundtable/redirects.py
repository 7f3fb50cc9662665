"""The lead's redirects: what models are shown of them, and which message the lead may still lead back from. Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache

from reviews.kinds.roundtable.state import RoundtableState, Turn
from reviews.kinds.support import LONGEST_READ
from reviews.language.sourcing.content import content_words
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "redirects")
EVERYDAY, FILLER = _WORDS.text("everyday"), _WORDS.text("filler")
_EVERYDAY = content_words(EVERYDAY)
_ASKS = re.compile("[?？]")
LONGEST_ASKED = 600
"""Characters of a message that are looked through; a longer one is no question in passing."""


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
    """Whether a message asks after something that no notes are about and that these don't speak of, so that the lead
    should have the floor too, whoever it addresses. A missed one costs a turn, a false one a call."""
    away = content_words(text[:LONGEST_ASKED]) & _EVERYDAY
    if not away or not _ASKS.search(text):
        return False
    setup = now.setup
    near = "\n".join([setup.item, setup.topic, setup.phase_title, *setup.questions, now.focus])
    notes = _words_of(tuple(note.text[:LONGEST_READ] for note in setup.notes))
    return away.isdisjoint(notes) and away.isdisjoint(content_words(near))


@lru_cache(maxsize=16)
def _words_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(content_words, texts))
