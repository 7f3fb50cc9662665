"""What the page of a roundtable shows beside its events: whose turn it is, how many are left, the first takes."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from django.utils.text import get_text_list

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.fold import take_up
from reviews.kinds.roundtable.state import WARN_BEFORE, RoundtableState, Seat, Turn
from reviews.pages.base import RESUME, STOP, TRY_AGAIN, Avatar, MessageBoxWords, SessionPage
from reviews.states import State

TEMPLATE = "reviews/kinds/roundtable/page.html"
PARTS = ("before", "after", "dock", "names", "moving", "panel")
COLOURS = ("blue", "teal", "green", "amber", "red", "violet", "slate")
OUTLINES = ("person", "person-square", "person-leaf")
"""Personas have filled signs, people outlined ones. 7 colours and 3 outlines have no common factor, so 21 people
whose ids follow each other all look different."""


class SeatOnPage(NamedTuple):
    """A persona at the table, and what it wrote before anybody spoke ("" for nothing)."""

    seat: Seat
    avatar: Avatar
    take: str = ""


def avatar_of_person(user_id: str) -> Avatar:
    """How a person looks: the same on every page and in every session."""
    number = int(user_id) if user_id.isdigit() else 0
    return Avatar(COLOURS[number % len(COLOURS)], OUTLINES[number % len(OUTLINES)])


class RoundtablePage(SessionPage[RoundtableState]):
    parts: ClassVar = {name: f"{TEMPLATE}#{name}" for name in PARTS}
    styles = ("reviews/roundtable.css",)
    scripts = ("reviews/mentions.js",)
    buttons: ClassVar = {
        State.RUNNING: [STOP],
        State.WAITING: [STOP],
        State.FAILED: [TRY_AGAIN],
        State.STOPPED: [RESUME],
    }

    @property
    def notes(self) -> Sequence[Note]:
        """The texts under review, as they were when the session began."""
        return self.state.setup.notes if self.state else ()

    def avatar(self, key: str) -> Avatar:
        """Personas as they were made, people by their id."""
        return avatar_of_person(key[5:]) if key.startswith("user:") else super().avatar(key)

    @property
    def topic(self) -> str:
        return self.session.name or (self.state.setup.topic if self.state else self.session.topic)

    @cached_property
    def still_missing(self) -> frozenset[str]:
        """The files of its step that the item did not have, and has not now."""
        named = self.state.setup.missing if self.state else ()
        there = self.session.item.artifacts.in_use().filter(name__in=named) if named else ()
        return frozenset(named) - {artifact.name for artifact in there}

    @property
    def words(self) -> MessageBoxWords:
        """Whom one can speak to, with a name as the example."""
        example = self.cast[-1].seat.first_name if self.cast else "Everyone"
        return MessageBoxWords(
            "Say something",
            "to everyone, or to one: @",
            f"“{example}, …” asks one of them. Anything else goes to the table.",
            "Send",
            "with nothing written, they continue",
        )

    @cached_property
    def cast(self) -> list[SeatOnPage]:
        """The personas in rotation, the lead first."""
        if self.state is None:
            return []
        takes = self.state.takes
        return [
            SeatOnPage(seat, self.avatars.get(seat.key, Avatar()), takes.get(seat.key, ""))
            for seat in self.state.setup.cast
        ]

    @cached_property
    def seats(self) -> list[dict[str, str | int]]:
        """The personas in rotation, as the lists of them show them; `place` is 1 for the lead."""
        return [
            {
                "place": place,
                "name": seat.name,
                "first_name": seat.first_name,
                "role": seat.role,
                "lens": seat.lens,
                "colour": avatar.colour,
                "shape": avatar.shape,
            }
            for place, (seat, avatar, _) in enumerate(self.cast, 1)
        ]

    @property
    def takes(self) -> list[SeatOnPage]:
        """The first takes that are written, in rotation."""
        return [place for place in self.cast if place.take]

    @property
    def writing(self) -> list[str]:
        """Who still writes a first take, by first name."""
        if self.state is None or not self.state.setup.first_takes or self.state.framing is not None:
            return []
        return [place.seat.first_name for place in self.cast if place.seat.key not in self.state.takes]

    @property
    def focus(self) -> str:
        return self.state.focus if self.state else ""

    @property
    def turn(self) -> int:
        """The turn that it has come to, 0 before the first."""
        return self.state.turn_count if self.state else self.session.turns

    @property
    def most_turns(self) -> int:
        return self.state.setup.max_turns if self.state else 0

    @property
    def left(self) -> int:
        return self.state.left if self.state else 0

    @cached_property
    def ahead(self) -> RoundtableState:
        """The state once what people have said by now is taken into account, as the machine looks ahead."""
        assert self.state is not None
        return take_up(self.state, self.state.last_number)

    @property
    def is_over(self) -> bool:
        """Whether the discussion ends with what was said by now."""
        return self.state is not None and self.ahead.ending is not None

    @property
    def is_near_end(self) -> bool:
        """Whether the end is worth a warning: the discussion goes on and few turns are left."""
        return self.is_discussing and self.left <= WARN_BEFORE

    @property
    def is_discussing(self) -> bool:
        """Whether somebody may still speak."""
        return bool(self.state and self.session.is_active and not self.is_over)

    @property
    def waits_for_people(self) -> bool:
        """Whether nothing happens until a person says something."""
        return bool(self.session.state == State.WAITING and self.state and not self.state.blocked)

    @property
    def up_next(self) -> list[Seat]:
        """Who speaks now or as soon as possible, and who after that; empty while people have the floor."""
        if self.state is None or self.session.state != State.RUNNING or self.is_over:
            return []
        if self.state.framing is None:
            return [] if self.writing else [self.state.setup.lead]
        waiting = (self.state.setup.seat(one.key) for one in self.ahead.queue)
        return [seat for seat in waiting if seat]

    @property
    def now(self) -> str:
        """What goes on while nobody speaks, in a line; "" when it says itself or nothing goes on."""
        if self.state is None or self.session.state not in (State.RUNNING, State.SYNTHESIZING):
            return ""
        if self.writing:
            several = len(self.writing) > 1
            takes = "are writing their first takes" if several else "is writing a first take"
            return f"{get_text_list(self.writing, 'and')} {takes}…"
        if self.is_over:
            return "The discussion is being summed up…"
        return f"{self.up_next[0].first_name} is about to speak…" if self.up_next else ""

    @cached_property
    def turns(self) -> dict[int, Turn]:
        """What was said in the discussion, by the number of its event."""
        return {turn.number: turn for turn in (self.state.turns if self.state else ())}

    @property
    def progress(self) -> dict[str, Any]:
        return {"turn": self.turn, "most_turns": self.most_turns}
