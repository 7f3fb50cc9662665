"""What a persona does at a table without a model: what rules look for in its place, or that it would be silent."""

from reviews.kinds.roundtable.offline.lenses import OWN, lens_family, sought_words
from reviews.kinds.roundtable.state import Seat
from reviews.language.wording import join_with_and
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "by_rules")
_SPEAKS, _SILENT = _WORDS.texts("speaks"), _WORDS.texts("silent")
_MOST_NAMED = 6


def is_silent(person: Seat) -> bool:
    """Whether rules have nothing to go by: neither a lens that they know nor words to look for."""
    return lens_family(person) == OWN and not sought_words(person)


def silence_of(person: Seat) -> str:
    """The sentence that says why it would be silent, "" when it would speak."""
    return _SILENT["said"].format(name=person.name) if is_silent(person) else ""


def what_it_does(person: Seat) -> str:
    """A sentence that says what it does without a model."""
    named = [f"“{word}”" for word in sought_words(person)[:_MOST_NAMED]]
    return silence_of(person) or _SPEAKS[lens_family(person)].format(words=join_with_and(named))
