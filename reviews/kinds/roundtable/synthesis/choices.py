"""What people chose of two sides that the lead put to them, read off the log by code. Pure.

A message chooses when it is the sentence of a side's button, or names one side and not the other. Anything less clear
is left to whoever sums the discussion up.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviews.kinds.roundtable.state import RoundtableState, Turn
from reviews.language.phrases import phrases
from reviews.language.sourcing.plain_text import keep_words
from reviews.states import EventKind

_WORDS = phrases(__file__, "choices")
_CHOOSES, _UNCLEAR = _WORDS.whole("chooses"), _WORDS.whole("unclear")
_MOST = 2_000
"""Characters of a message in which a choice is looked for."""
_NAMED = 0.5
"""The share of a side's own words that names it."""

type Side = Mapping[str, Any]


@dataclass(frozen=True)
class MadeChoice:
    """What a person chose: the side that was taken and the other one, the turns that said so, that put both sides to
    people and that saw it differently (None when that is not in the log)."""

    side: Side
    other: Side
    said: Turn
    put: Turn
    held: Turn | None

    @property
    def about(self) -> frozenset[int]:
        """The numbers of the turns that were about the choice before it was made."""
        return frozenset(turn.number for turn in (self.put, self.held) if turn)


def side_sentence(side: Side) -> str:
    """What a person says who takes this side by its button."""
    name, option, brief = (str(side.get(key) or "") for key in ("name", "option", "brief"))
    return f"I choose {option or brief}." if option or brief else f"I agree with {name}."


def find_choices(now: RoundtableState) -> list[MadeChoice]:
    """What people chose, the last word on each disagreement only, in the order in which they were put."""
    made: dict[int, MadeChoice] = {}
    for said in people_turns(now):
        put = last_put(now, said.number)
        sides = sides_of(put) if put else ()
        taken = pick_side(said.text, sides) if len(sides) == 2 else None
        if put and taken is not None:
            held = next((turn for turn in now.turns if turn.number == put.data.get("about")), None)
            made[put.number] = MadeChoice(sides[taken], sides[1 - taken], said, put, held)
    return list(made.values())


def people_turns(now: RoundtableState) -> list[Turn]:
    """What people said, in order, with what came after the last turn."""
    said = [turn for turn in (*now.turns, *now.late_turns) if turn.is_person]
    return sorted(said, key=lambda turn: turn.number)


def last_put(now: RoundtableState, number: int) -> Turn | None:
    """The disagreement that was put to people last before event `number`."""
    put = [turn for turn in now.turns if turn.what == "disagreement" and turn.number < number]
    return put[-1] if put else None


def sides_of(put: Turn) -> Sequence[Side]:
    """The sides of a disagreement that was put to people."""
    return tuple(put.data.get("sides") or ())


def pick_side(text: str, sides: Sequence[Side]) -> int | None:
    """The place of the side that a message takes, None when that is not clear."""
    flat = keep_words(text)
    said_by_button = [flat == keep_words(side_sentence(side)) for side in sides]
    if sum(said_by_button) == 1:
        return said_by_button.index(True)
    if "?" in text or len(text) > _MOST or _UNCLEAR.search(text):
        return None
    named = [_names_side(text, flat, side, other) for side, other in (sides, sides[::-1])]
    return named.index(True) if sum(named) == 1 else None


def _names_side(text: str, flat: str, side: Side, other: Side) -> bool:
    """Whether a message names a side by most of its own words, or by who is on it."""
    own = _words_of(side) - _words_of(other)
    said = set(flat.split())
    by_words = bool(own) and len(own & said) / len(own) > _NAMED
    name = keep_words(str(side.get("name") or ""))
    addressed = re.match(rf"\W{{0,200}}{re.escape(name)}\b\s*[,:]", text, re.IGNORECASE) if name else None
    return by_words or bool(name and name in said and not addressed and _CHOOSES.search(text))


def _words_of(side: Side) -> set[str]:
    return set(keep_words(str(side.get("option") or side.get("brief") or "")).split())


def is_unanswered(now: RoundtableState) -> bool:
    """Whether the last turn put a choice to people who have said nothing since, not even that it may go on."""
    if not now.turns or now.turns[-1].what != "disagreement":
        return False
    put = now.turns[-1].number
    return not any(message.number > put and message.used for message in now.messages)


def asks_again(point: Mapping[str, Any], made: MadeChoice) -> bool:
    """Whether an open question asks what a choice has answered: it is about the disagreement, names both sides, and
    does not rest on the answer."""
    events = set(point["events"])
    if made.said.number in events or not made.about & events:
        return False
    said = set(keep_words(f"{point['text']} {point.get('why') or ''}").split())
    return all(_is_mentioned(said, side) for side in (made.side, made.other))


def _is_mentioned(said: set[str], side: Side) -> bool:
    words = [set(keep_words(str(side.get(key) or "")).split()) for key in ("option", "brief")]
    return any(own and len(own & said) / len(own) > _NAMED for own in words)


def speaking_keys(now: RoundtableState, events: Iterable[int], *, decided: bool) -> set[str]:
    """The keys of whoever said what these turns say. A line that puts a choice to people speaks for both sides, never
    for the lead; where it is `decided`, only for the side that was taken, and no persona that spoke after the people
    who decided it has a part in it."""
    numbers = set(events)
    turns = {turn.number: turn for turn in (*now.turns, *now.late_turns)}
    cited = [turns[number] for number in numbers if number in turns]
    last = max((turn.number for turn in cited if turn.is_person and decided), default=None)
    keys = {
        turn.key
        for turn in cited
        if turn.kind != EventKind.FACILITATION and (last is None or turn.number <= last)
    }
    puts = [turn for turn in now.turns if turn.what == "disagreement"]
    for put in puts:
        about = {put.number, put.data.get("about")} & numbers
        sides = {str(side.get("key") or "") for side in sides_of(put)}
        if put.number in numbers:
            keys |= sides
        if decided and about:
            keys = _decided_keys(now, put, numbers, keys)
    return keys


def _decided_keys(now: RoundtableState, put: Turn, numbers: set[int], keys: set[str]) -> set[str]:
    """Who a decision on a disagreement comes from: the person who made it and whose side was taken, as far as code
    knows, and no persona that only took it up; everybody who is cited while no person is."""
    if not any(turn.number in numbers and turn.number > put.number for turn in people_turns(now)):
        return keys
    made = next((one for one in find_choices(now) if one.put.number == put.number), None)
    taken = {str(made.side.get("key") or "")} if made and made.said.number in numbers else set[str]()
    return {key for key in keys if key.startswith("user:")} | taken
