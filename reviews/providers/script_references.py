"""How a script refers to turns, whose numbers it can't know. Pure.

In `refers_to` and `events` a script may write, beside numbers, "framing" or "<which>:<who>": which is "first", "last"
or a count from 1, who is a persona's key, "user" for people or "any". Contributions and people's messages count, in
the order in which they were taken up.
"""

import re
from collections.abc import Sequence
from typing import Any, Protocol

KEYS = ("refers_to", "events")
FORM = re.compile(r"framing|(first|last|[1-9]\d*):([\w-]+)")
SPOKEN = ("contribution", "user_message")


class Said(Protocol):
    """A turn or a line of the log, as far as a script can refer to it."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def is_person(self) -> bool: ...


type Log = Sequence[Said]


def with_numbers(data: Any, log: Log) -> Any:
    """`data` with each reference as a number of the log. A reference to no turn is dropped, and so is a point that
    cites it: a script sums up only what happened."""
    match data:
        case dict():
            return {
                key: _event_numbers(part, log) if key in KEYS else with_numbers(part, log)
                for key, part in data.items()
            }
        case list():
            return [with_numbers(part, log) for part in data if _was_said(part, log)]
    return data


def check_references(data: Any) -> None:
    """Raises ValueError for a reference in `data` that has no known form."""
    if isinstance(data, list):
        for part in data:
            check_references(part)
    for key, part in data.items() if isinstance(data, dict) else ():
        if key not in KEYS:
            check_references(part)
        elif not isinstance(part, list) or not all(map(_is_reference, part)):
            raise ValueError(
                f'{key} is {part!r}; write a list of numbers or such as "last:solutions-architect"'
            )


def _is_reference(one: Any) -> bool:
    return isinstance(one, int) or bool(isinstance(one, str) and FORM.fullmatch(one))


def _event_numbers(references: Sequence[int | str], log: Log) -> list[int]:
    found = [_event_number(one, log) for one in references]
    return [number for number in found if number is not None]


def _was_said(part: Any, log: Log) -> bool:
    if not isinstance(part, dict) or "events" not in part:
        return True
    return len(_event_numbers(part["events"], log)) == len(part["events"])


def _event_number(reference: int | str, log: Log) -> int | None:
    if isinstance(reference, int):
        return reference
    if reference == "framing":
        return next((turn.number for turn in log if turn.kind == "framing"), None)
    which, _, who = reference.partition(":")
    said = [
        turn.number
        for turn in log
        if turn.kind in SPOKEN and (who in ("any", turn.key) or (who == "user" and turn.is_person))
    ]
    index = {"first": 0, "last": len(said) - 1}.get(which)
    index = int(which) - 1 if index is None else index
    return said[index] if 0 <= index < len(said) else None
