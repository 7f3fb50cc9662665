"""A roundtable as rules read it: who sits there, what was said, what the notes hold."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from reviews.documents.authorship import leave_out
from reviews.kinds.notes import Note
from reviews.kinds.roundtable.offline.typed_topic import TypedTopic, read_topic
from reviews.kinds.roundtable.phrases import own_lens
from reviews.kinds.roundtable.prompts import known_takes
from reviews.kinds.roundtable.state import RoundtableSetup, RoundtableState, Seat, Turn
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage, shown
from reviews.language.standing_points import read_line
from reviews.offline.study import Studied
from reviews.providers.base import Prompt

MOST_READ = 250_000
"""Characters that are read of all notes together: rules look at every sentence, and a turn must not take a minute."""

_AUTHOR = re.compile(
    r"(?im)^[^\n]{0,60}?\b(?:owner|author|lead|contact)s?\s*:\**\s*(?P<who>[^\n.|<>;,]{2,40})"
)


@dataclass(frozen=True)
class Table(Studied):
    """What rules look at. `notes` are (name, text), without what ELM put in and nobody has accepted, and without points
    of earlier roundtables; `known` has those of them too that people decided or said, since these answer questions;
    `takes` are the first takes that the speaker may know, by key; `respond_to` are the numbers of the messages that
    this turn answers."""

    now: RoundtableState
    speaker: Seat
    notes: tuple[tuple[str, str], ...]
    known: tuple[tuple[str, str], ...]
    targets: tuple[str, ...]
    log: tuple[Turn, ...]
    takes: Mapping[str, str]
    respond_to: tuple[int, ...] = ()
    optional: bool = False
    uncited: tuple[int, ...] = ()

    @property
    def setup(self) -> RoundtableSetup:
        return self.now.setup

    @property
    def topic(self) -> str:
        return " ".join(self.setup.topic.split()) or "this topic"

    @property
    def typed(self) -> TypedTopic | None:
        """What a typed topic narrows the discussion to, None when it narrows nothing."""
        return read_topic(self.topic, self.setup.step_id, self.notes)

    @cached_property
    def heard_before(self) -> tuple[str, ...]:
        """What personas or rules said in earlier sessions and is not said again; nothing when somebody typed a topic
        that none of these was about."""
        before = self.setup.said_before
        is_new = self.typed is not None and not any(self.topic in text for text in before)
        return () if is_new else before

    def lines_beyond(self, count: int) -> bool:
        """Whether the notes have more statements than `count`."""
        return sum(len(one.entries) for one in self.indexes) > count

    @property
    def contributions(self) -> tuple[Turn, ...]:
        """What personas have said, the framing left out."""
        return tuple(said for said in self.log if said.kind == "contribution" and said.text.strip())

    @property
    def messages(self) -> tuple[Turn, ...]:
        """What people have said, in order."""
        return tuple(said for said in self.log if said.is_person and said.text.strip())

    @property
    def asked(self) -> tuple[Turn, ...]:
        """The messages that this turn answers."""
        return tuple(said for said in self.messages if said.number in self.respond_to)

    @property
    def own(self) -> tuple[Turn, ...]:
        """What the speaker has contributed."""
        return tuple(said for said in self.contributions if said.key == self.speaker.key)

    @property
    def lens(self) -> str:
        """The speaker's lens as it stands after "from": "an interface", "a user needs"."""
        return own_lens(self.speaker)

    @property
    def is_lead(self) -> bool:
        return self.speaker.key == self.setup.lead.key

    def called(self, said: Turn) -> str:
        """What a person is called at the table: the first name, "User" when a persona has the same or there is none."""
        taken = {seat.first_name.casefold() for seat in self.setup.cast}
        name = said.first_name.strip()
        return name if name.isalpha() and name.casefold() not in taken else "User"

    def at(self, place: Passage) -> str:
        """Where a passage stands, to be put after its quote."""
        where = f"under “{place.section}”" if place.section else "at the start"
        return f"{where} in {shown(place.artifact)}" if len(self.notes) > 1 and place.artifact else where

    def target(self, place: Passage) -> str:
        """Which file a point belongs to: the one that holds its passage, else the one whose name it speaks of; "" for
        none of these."""
        if place.artifact in self.targets:
            return place.artifact
        words = set(lookup.stems(place.quote))
        named = [t for t in self.targets if set(lookup.stems(t.replace("-", " ").rsplit(".", 1)[0])) & words]
        return (named or [""])[0]

    @property
    def author(self) -> str:
        """Who could answer what no kind of point knows: whoever the notes name as their author."""
        for _, text in self.notes:
            if (match := _AUTHOR.search(text[:4000])) and "{{" not in match["who"]:
                who = Passage(match["who"]).shown(6).strip("`*- ")
                is_team = who[:1].islower() and " " in who and not who.startswith("the ")
                article = "the " if is_team else ""
                return f"{article}{who} can say"
        return "whoever wrote the notes can say"


def table_of(prompt: Prompt) -> Table:
    """What rules look at to answer a prompt."""
    now, context = prompt.facts.state, prompt.facts.context
    return Table(
        now=now,
        speaker=now.setup.seat(prompt.speaker) or now.setup.lead,
        notes=_texts(now.setup.notes, _is_no_point),
        known=_texts(now.setup.notes, _is_of_people),
        targets=prompt.facts.targets,
        log=tuple(prompt.facts.log or ()),
        takes=known_takes(now, prompt.purpose, prompt.speaker),
        respond_to=tuple(context.get("about") or ()),
        optional=bool(context.get("optional")),
        uncited=tuple(context.get("uncited") or ()),
    )


def _texts(notes: Iterable[Note], keeps: Callable[[str], bool]) -> tuple[tuple[str, str], ...]:
    """Name and text of each note, without what nobody has accepted and without what of the rest ELM put in and `keeps`
    says no to; no more than can be read in time."""
    left, found = MOST_READ, []
    for note in notes:
        stays = [
            replace(one, is_accepted=one.is_accepted and keeps(note.text[one.start : one.end]))
            for one in note.added
        ]
        text = leave_out(note.text, stays)[:left] if stays else note.text[:left]
        left -= len(text)
        found.append((note.name, text))
    return tuple(found)


def _is_no_point(words: str) -> bool:
    """Whether words that ELM put in are no points of a roundtable."""
    return not any(read_line(line).by for line in words.splitlines())


def _is_of_people(words: str) -> bool:
    """The same, or points that people decided or said themselves."""
    points = [line for line in map(read_line, words.splitlines()) if line.by]
    return all(point.label == "Decision" or point.by == "User" for point in points)
