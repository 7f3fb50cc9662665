"""What people chose of two sides that the lead put to them, read off the log by code. Pure.

A message chooses when it is the sentence of a side's button, or picks one side in words of picking
(`language/choice_intent.py`). After anything less clear the choice is open.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from reviews.kinds.roundtable.phrases import side_parts
from reviews.kinds.roundtable.state import RoundtableState, Turn
from reviews.language.choice_intent import NamedSide, asks_back, moves_on, picked_side
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.plain_text import keep_words
from reviews.language.wording import capital
from reviews.states import EventKind

_NAMED = 0.5
"""The share of a side's words that names it in an open question."""

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
    def text(self) -> str:
        """The decision that it is, in the words of its sides."""
        taken, other = (side_parts(dict(side))["option"] for side in (self.side, self.other))
        return f"{capital(taken)}, rather than {other}"

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
        taken = taken_side(now, said)
        if put and taken is not None:
            sides = sides_of(put)
            held = next((turn for turn in now.turns if turn.number == put.data.get("about")), None)
            made[put.number] = MadeChoice(sides[taken], sides[1 - taken], said, put, held)
    return list(made.values())


def unmade_choices(now: RoundtableState, points: Mapping[str, Iterable[Mapping[str, Any]]]) -> list[Turn]:
    """The turns that saw something differently where people were given the choice and made none, and that no decision
    and no open question is about."""
    made = {choice.put.number for choice in find_choices(now)}
    told = {n for kind in ("decisions", "open_questions") for point in points[kind] for n in point["events"]}
    put = [turn for turn in now.turns if turn.what == "disagreement" and turn.number not in made | told]
    held = {turn.data.get("about") for turn in put} - told
    return [turn for turn in now.turns if turn.number in held]


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


def taken_side(now: RoundtableState, said: Turn) -> int | None:
    """The place of the side that a person takes of the disagreement that was put last, None when that is not clear."""
    put = last_put(now, said.number)
    if put is None:
        return None
    since = [turn for turn in now.turns if put.number < turn.number < said.number]
    return pick_side(said.text, sides_of(put), is_answer=_is_still_asked(now, since))


def _is_still_asked(now: RoundtableState, since: Sequence[Turn]) -> bool:
    """Whether a choice is what people answer next: no persona has spoken since it was put, or only to people who asked
    back for more on it, and without a question of its own."""
    said = [turn for turn in since if turn.is_person]
    replies = [turn for turn in since if turn.kind == EventKind.CONTRIBUTION]
    asked_back = said and all(asks_for_more(now, turn) for turn in said)
    return not any("?" in turn.text for turn in replies) if asked_back else len(said) == len(since)


def pick_side(text: str, sides: Sequence[Side], *, is_answer: bool = True) -> int | None:
    """The place of the one of two sides that a message takes, None when that is not clear. is_answer: whether they are
    what it answers."""
    if len(sides) != 2:
        return None
    flat = keep_words(text)
    said_by_button = [flat == keep_words(side_sentence(side)) for side in sides]
    if sum(said_by_button) == 1:
        return said_by_button.index(True)
    return picked_side(text, [_named_side(side) for side in sides], is_answer=is_answer)


def _named_side(side: Side) -> NamedSide:
    labels = [str(side.get(key) or "") for key in ("option", "brief")]
    return NamedSide(str(side.get("name") or ""), tuple(label for label in labels if label))


def first_answers(now: RoundtableState) -> set[int]:
    """The numbers of what people said right after a choice was put to them, where it says something; what only asks
    back for more on it says nothing."""
    return {
        turn.number
        for before, turn in pairwise((*now.turns, *now.late_turns))
        if before.what == "disagreement" and turn.is_person and not moves_on(turn.text)
        if not asks_for_more(now, turn)
    }


def asks_for_more(now: RoundtableState, said: Turn) -> bool:
    """Whether a person only asks personas back for more on what was said ("Maya, why?")."""
    return asks_back(said.text, [seat.first_name for seat in now.setup.cast])


def is_unanswered(now: RoundtableState) -> bool:
    """Whether the last turn put a choice to people who have said nothing since, not even that it may go on."""
    if not now.turns or now.turns[-1].what != "disagreement":
        return False
    put = now.turns[-1].number
    return not any(message.number > put and message.used for message in now.messages)


def asks_again(point: Mapping[str, Any], made: MadeChoice) -> bool:
    """Whether an open question asks what a choice has answered: it is about the disagreement and names both sides, or
    it is this choice in words for which code found no source."""
    events = set(point["events"])
    if made.said.number in events:
        return bool(point.get("why_by_app")) and _is_only(point, made)
    if not made.about & events:
        return False
    said = set(keep_words(f"{point['text']} {point.get('why') or ''}").split())
    return all(_is_mentioned(said, side) for side in (made.side, made.other))


def _is_only(point: Mapping[str, Any], made: MadeChoice) -> bool:
    """Whether a point names the side that was taken and tells nothing besides."""
    taken, other = (
        f"{side.get('option') or ''} {side.get('brief') or ''}" for side in (made.side, made.other)
    )
    more = content_words(point["text"]) - content_words(f"{taken} {other}")
    figures = set(filter(str.isdigit, keep_words(point["text"]).split())) - set(keep_words(taken).split())
    return len(more) <= 1 and not figures and _is_mentioned(set(keep_words(point["text"]).split()), made.side)


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
