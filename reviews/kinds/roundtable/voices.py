"""Who is heard in a discussion and in what is made of it: insights come from two personas at least (SM-001), and who
is named as having said something did say it (VR-ELAB-012). Pure."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from reviews.kinds.roundtable.state import RoundtableState, Seat, Turn
from reviews.language.phrases import phrases
from reviews.states import EventKind

FEWEST_VOICES = 2
VOICES = "voices"
"""What an announcement is about that asks for a summary with more than one persona in it."""
_WORDS = phrases(__file__, "crosstalk")
_NAME = r"(?P<name>[^\W\d_][\w'-]{0,60})"
_CITES = [
    _WORDS.compile(rf"\b{_WORDS.any_of('before_name')} {_NAME}".replace(" ", r"\s++")),
    _WORDS.compile(rf"\b{_NAME}(?:['’]s)?\s++{_WORDS.any_of('after_name')}\b"),
]
_PATTERNS = _WORDS.words.sentences("patterns")
_MOST = 10_000
"""Characters of a contribution in which names are looked for."""


def heard_voices(now: RoundtableState) -> set[str]:
    """The keys of the personas that contributed."""
    return {turn.key for turn in now.contributions}


def cited_voices(now: RoundtableState, insights: Iterable[Mapping[str, Any]]) -> set[str]:
    """The keys of the personas whose turns these insights cite."""
    numbers = {number for point in insights for number in point["events"]}
    said = [turn for turn in now.turns if turn.number in numbers and turn.kind != EventKind.FACILITATION]
    return {turn.key for turn in said if now.setup.seat(turn.key)}


def has_few_voices(now: RoundtableState, insights: Iterable[Mapping[str, Any]]) -> bool:
    """Whether insights rest on fewer than two personas although two have contributed."""
    return len(cited_voices(now, insights)) < min(FEWEST_VOICES, len(heard_voices(now)))


def named_speakers(now: RoundtableState, seat: Seat, text: str) -> list[Seat]:
    """The other personas that a text of `seat` names as having said something, in the order of the table."""
    names = {found["name"].casefold() for cites in _CITES for found in cites.finditer(text[:_MOST])}
    names |= {name.removesuffix("'s") for name in names}
    return [one for one in now.setup.cast if one.key != seat.key and one.first_name.casefold() in names]


def check_references(
    now: RoundtableState, seat: Seat, text: str, numbers: Collection[int]
) -> tuple[list[int], list[str]]:
    """The turns that a contribution refers to, and the first names of those it names and has no turn of.

    Of somebody with one turn only, that one is meant; which of several is meant is for the speaker to say.
    """
    cited, unproven = set(numbers), []
    for other in named_speakers(now, seat, text):
        made = [turn.number for turn in _spoken_by(now, other)]
        if len(made) == 1:
            cited |= {*made}
        elif not cited & {*made}:
            unproven.append(other.first_name)
    return sorted(cited), unproven


def cross_talk_openings(now: RoundtableState, seat: Seat, lens: str) -> tuple[str, ...]:
    """The two openings by which `seat` refers to somebody; none while there is nobody to refer to. `lens`: its lens,
    with the article."""
    if not any(now.setup.seat(turn.key) and turn.key != seat.key for turn in now.turns):
        return ()
    pairs = list(_PATTERNS.values())
    place = next((at for at, one in enumerate(now.setup.cast) if one.key == seat.key), 0)
    pair = _PATTERNS.get(seat.key, pairs[place % len(pairs)])
    return tuple(words.replace("{lens}", lens) for words in pair)


def _spoken_by(now: RoundtableState, seat: Seat) -> list[Turn]:
    return [turn for turn in now.turns if turn.key == seat.key and turn.kind != EventKind.FACILITATION]
