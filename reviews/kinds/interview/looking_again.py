"""The second look at what an interview came to: the lines of its verdict and its edits. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reviews.kinds.second_look import NOT_LOOKED_AT, has_words, tell_unsaid
from reviews.language.matching import squeeze_text
from reviews.log.values import ProposedChange

if TYPE_CHECKING:
    from reviews.kinds.interview.state import InterviewState

SECOND_LOOK = "interview.second_look"
BY_ELM = ("interview.question", "interview.settle", SECOND_LOOK)
"""The calls that ELM answers; the others are the answerer's."""
LOOKED = "second look"
"""What an announcement is about that has the looks."""
EDIT = "edit"
CERTIFIED = ("got_right", "improved")
"""The parts of a verdict that certify something."""
_LONGEST_EDIT = 4000
_MOST = 60


def things_to_look_at(state: InterviewState, own: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is looked at, as (kind, text): the lines of ELM's `own` verdict that certify something, and what was put
    into the notes. They are numbered from 1 for whoever looks."""
    lines = [(part, squeeze_text(str(line))) for part in CERTIFIED for line in own.get(part) or ()]
    edits = [(EDIT, edit.inserted.strip()[:_LONGEST_EDIT]) for edit in state.improvements]
    return [thing for thing in dict.fromkeys([*lines, *edits]) if thing[1]][:_MOST]


def found_looks(
    things: Iterable[tuple[str, str]], looks: Mapping[int, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """What is stored of the looks: each with the kind and the text that it is about, none for what was passed over."""
    return [
        {"kind": kind, "text": text, **_words_of(looks[number])}
        for number, (kind, text) in enumerate(things, 1)
        if number in looks
    ]


def _words_of(look: Mapping[str, Any]) -> dict[str, str]:
    return {key: squeeze_text(str(look.get(key) or "")) for key in ("unsaid", "reworded")}


def looked_line(state: InterviewState, line: str) -> tuple[str, str]:
    """A line of the verdict as it may be said after the second look, and what is against it, "" for nothing."""
    if not state.setup.looks_again:
        return line, ""
    looks = (look for look in state.looks or () if look["kind"] in CERTIFIED)
    look = next((look for look in looks if look["text"] == line), None)
    if look is None:
        return line, NOT_LOOKED_AT
    if look["reworded"] and not has_words(look["reworded"], look["unsaid"]):
        return str(look["reworded"]), ""
    return line, tell_unsaid(look["unsaid"]) if look["unsaid"] else ""


def with_looks(state: InterviewState, changes: Iterable[ProposedChange]) -> tuple[ProposedChange, ...]:
    """The changes, told where they were looked at, and those unsupported that have words which a second look says
    nobody said."""
    looks = [look for look in state.looks or () if look["kind"] == EDIT]
    seen = {str(look["text"]) for look in looks}
    unseen = {text for kind, text in things_to_look_at(state, {}) if kind == EDIT} - seen
    found = tuple(_as_looked_at(one, seen, unseen) for one in changes)
    for look in (look for look in looks if look["unsaid"]):
        found = tuple(
            _with_doubt(one, look["unsaid"]) if _is_meant(one, look, found) else one for one in found
        )
    return found


def _as_looked_at(change: ProposedChange, seen: Iterable[str], unseen: Iterable[str]) -> ProposedChange:
    """The change, told to be looked at when the edits that it is made of were."""
    is_seen = any(_has_line_of(change, text) for text in seen)
    if not is_seen or any(_has_line_of(change, text) for text in unseen):
        return change
    return replace(change, support={**change.support, "looked": True})


def _has_line_of(change: ProposedChange, text: str) -> bool:
    return any(has_words(change.inserted, line) for line in text.splitlines())


def _is_meant(change: ProposedChange, look: Mapping[str, Any], changes: Iterable[ProposedChange]) -> bool:
    """Whether a change has the words that nobody said; where none has them as they were copied, a line of the edit."""
    if any(has_words(one.inserted, look["unsaid"]) for one in changes):
        return has_words(change.inserted, look["unsaid"])
    return _has_line_of(change, str(look["text"]))


def _with_doubt(change: ProposedChange, unsaid: str) -> ProposedChange:
    sentence = change.support.get("sentence") or tell_unsaid(unsaid)
    support = {key: value for key, value in change.support.items() if key != "looked"}
    return replace(change, support={**support, "status": "unsupported", "sentence": sentence})
