"""The facts of a roundtable as a provider of rules reads them: who sits there, what was said, what the notes hold.

Everything that may be missing or odd reads as empty, so that a rule never has to ask.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reviews.language.reading.passages import Passage, shown
from reviews.offline.study import Studied

MOST_READ = 250_000
"""Characters that are read of all notes together: rules look at every sentence, and a turn must not take a minute."""

_EARLIER_ADDITION = re.compile(r"(?m)^<!-- Elaboration: step [^\n]*-->[ \t]*\r?\n(?:[^\r\n]+\r?\n?)?")
_ADDITIONS_HEADING = re.compile(
    r"(?m)^#{1,6} (?:Elaboration Insights \(|Additional Insights from Elaboration)[^\n]*\n?"
)


@dataclass(frozen=True)
class Person:
    """A persona at the table."""

    key: str
    name: str = ""
    first_name: str = ""
    role: str = ""
    lens: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True)
class Said:
    """Something that was said. `user`: by a person, not a persona. `number` is its event's."""

    number: int
    kind: str
    key: str
    first_name: str
    text: str
    what: str = ""
    turn: int = 0
    refers_to: tuple[int, ...] = ()
    disagreement: Mapping[str, Any] = field(default_factory=dict)
    user: bool = False

    @property
    def flat(self) -> str:
        """The text on one line, as quotes are shown."""
        return " ".join(self.text.split())


@dataclass(frozen=True)
class Table(Studied):
    """What `Prompt.facts` of a roundtable says, typed. `notes` are (name, text), without what earlier roundtables
    added; `takes` are the private first takes."""

    speaker: Person
    lead: str
    cast: tuple[Person, ...]
    topic: str
    step_id: str
    questions: tuple[str, ...]
    focus: str
    notes: tuple[tuple[str, str], ...]
    targets: tuple[str, ...]
    log: tuple[Said, ...]
    takes: Mapping[str, str]
    respond_to: tuple[int, ...]
    addressed: bool
    optional: bool
    steps: tuple[Mapping[str, str], ...]
    again: bool
    uncited: tuple[int, ...]
    turn: int
    max_turns: int

    @property
    def contributions(self) -> tuple[Said, ...]:
        """What personas have said, the framing left out."""
        return tuple(said for said in self.log if said.kind == "contribution" and said.text.strip())

    @property
    def messages(self) -> tuple[Said, ...]:
        """What people have said, in order."""
        return tuple(said for said in self.log if said.user and said.text.strip())

    @property
    def asked(self) -> tuple[Said, ...]:
        """The messages that this turn answers."""
        return tuple(said for said in self.messages if said.number in self.respond_to)

    @property
    def own(self) -> tuple[Said, ...]:
        """What the speaker has contributed."""
        return tuple(said for said in self.contributions if said.key == self.speaker.key)

    @property
    def is_lead(self) -> bool:
        return self.speaker.key == self.lead

    @property
    def is_several(self) -> bool:
        """Whether a place needs the name of its file."""
        return len(self.notes) > 1

    def person(self, key: str) -> Person | None:
        """The persona with this key."""
        return next((one for one in self.cast if one.key == key), None)

    def called(self, said: Said) -> str:
        """What a person is called at the table: the first name, "User" when a persona has the same or there is none."""
        taken = {one.first_name.casefold() for one in self.cast}
        name = said.first_name.strip()
        return name if name.isalpha() and name.casefold() not in taken else "User"

    def at(self, place: Passage) -> str:
        """Where a passage stands, to be put behind its quote."""
        where = f"under “{place.section}”" if place.section else "at the start"
        return f"{where} in {shown(place.artifact)}" if self.is_several and place.artifact else where


def table_of(values: Mapping[str, Any]) -> Table:
    """The typed facts of a roundtable's prompt."""
    cast = tuple(_person(one) for one in _mappings(values.get("cast")))
    own = _mapping(values.get("speaker"))
    speaker = next((one for one in cast if one.key == own.get("key")), _person(own))
    return Table(
        speaker=speaker,
        lead=_text(values, "lead") or (cast[0].key if cast else speaker.key),
        cast=cast or (speaker,),
        topic=" ".join(_text(values, "topic").split()) or "this topic",
        step_id=_text(values, "step_id"),
        questions=_texts(values.get("questions")),
        focus=_text(values, "focus"),
        notes=_notes(values.get("notes")),
        targets=_texts(values.get("targets")),
        log=tuple(_said(one) for one in _mappings(values.get("log"))),
        takes={str(key): str(text) for key, text in _mapping(values.get("takes")).items()},
        respond_to=_numbers(values.get("respond_to")),
        addressed=bool(values.get("addressed")),
        optional=bool(values.get("optional")),
        steps=tuple({k: str(v) for k, v in one.items()} for one in _mappings(values.get("steps"))),
        again=bool(values.get("again")),
        uncited=_numbers(values.get("uncited")),
        turn=_number(values.get("turn")),
        max_turns=_number(values.get("max_turns")) or 10,
    )


def _notes(value: Any) -> tuple[tuple[str, str], ...]:
    """Name and text of each note, without what roundtables added, and no more than can be read in time."""
    left, found = MOST_READ, []
    for one in _mappings(value):
        text = _ADDITIONS_HEADING.sub("", _EARLIER_ADDITION.sub("", _text(one, "text")))[:left]
        left -= len(text)
        found.append((_text(one, "name"), text))
    return tuple(found)


def _person(one: Mapping[str, Any]) -> Person:
    name = _text(one, "name")
    first = _text(one, "first_name") or (name.split() or [""])[0]
    return Person(
        _text(one, "key"), name, first, _text(one, "role"), _text(one, "lens"), _texts(one.get("keywords"))
    )


def _said(one: Mapping[str, Any]) -> Said:
    name = _text(one, "first_name") or (_text(one, "name").split() or [""])[0]
    return Said(
        number=_number(one.get("number")),
        kind=_text(one, "kind"),
        key=_text(one, "key"),
        first_name=name,
        text=_text(one, "text"),
        what=_text(one, "what"),
        turn=_number(one.get("turn")),
        refers_to=_numbers(one.get("refers_to")),
        disagreement=_mapping(one.get("disagreement")),
        user=bool(one.get("user")) or _text(one, "key").startswith("user:"),
    )


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, (list, tuple)) else ()


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in _listed(value) if isinstance(one, Mapping)]


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(one.strip() for one in _listed(value) if isinstance(one, str) and one.strip())


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(number for number in map(_number, _listed(value)) if number)
