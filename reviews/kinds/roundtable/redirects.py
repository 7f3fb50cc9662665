"""The lead's redirects: what models are shown of them, and which message the lead may still lead back from. Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache

from reviews.kinds.roundtable.state import RoundtableState, Turn
from reviews.kinds.support import LONGEST_READ
from reviews.language.sourcing.content import content_words, guess_language
from reviews.language.sourcing.plain_text import find_words, fold_word
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "redirects")
EVERYDAY, FILLER = _WORDS.text("everyday"), _WORDS.text("filler")
_EVERYDAY, _FILLER = content_words(EVERYDAY), content_words(FILLER)
_ASKS = re.compile(rf"[?？]|{any_word(_WORDS.words('wishes'))}", re.IGNORECASE)
_POINTING = frozenset(_WORDS.text("pointing").split())
_FEWEST_UNKNOWN, _MOSTLY = 2, 2 / 3
"""Words that have to be unknown, and the share of those that say something: "Alex, how much?" is about anything."""
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
    """Whether a message asks or wishes for something that no notes are about, or points at nothing here and has hardly
    a word in common with notes, topic and discussion, so that the lead should have the floor too, whoever it
    addresses. A missed one costs a turn, a false one a call."""
    if not _ASKS.search(text):
        return False
    setup, asked = now.setup, text[:LONGEST_ASKED]
    notes = tuple(note.text[:LONGEST_READ] for note in setup.notes)
    near = [setup.item, setup.topic, setup.phase_title, *setup.questions, now.focus]
    known = _words_of(notes) | content_words("\n".join(near))
    words = content_words(asked)
    if away := words & _EVERYDAY:
        return away.isdisjoint(known)
    is_here = not _POINTING.isdisjoint(fold_word(found[0]) for found in find_words(asked))
    if is_here or guess_language(asked) != guess_language("\n".join(notes)):
        return False
    cast = [f"{seat.name} {seat.role} {seat.lens} {' '.join(seat.keywords)}" for seat in setup.cast]
    said = _words_of((*cast, *(turn.text[:LONGEST_READ] for turn in now.turns)))
    telling = words - _FILLER - content_words(" ".join(seat.name for seat in setup.cast))
    unknown = telling - known - said
    return len(unknown) >= _FEWEST_UNKNOWN and len(unknown) >= len(telling) * _MOSTLY


@lru_cache(maxsize=16)
def _words_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(content_words, texts))
