"""The events that only roundtables have, as the page shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django.utils.text import get_text_list

from reviews.kinds.roundtable.page import RoundtablePage
from reviews.kinds.roundtable.phrases import not_added
from reviews.kinds.roundtable.synthesis.choices import side_sentence
from reviews.kinds.roundtable.synthesis.summary import KINDS
from reviews.kinds.roundtable.transcript import SPOKEN, speaker_prefix
from reviews.kinds.support import tell_unchecked
from reviews.log.values import Speaker
from reviews.pages.entries import Entry
from reviews.states import EventKind, State

TITLES: dict[str, str] = {
    EventKind.INTRODUCTION: "Introduction",
    EventKind.SYNTHESIS: "Summary of the discussion",
    EventKind.MENU: "The menu",
}
"""What is announced instead of a text of many lines."""

type Shown = dict[str, Any]


@dataclass(frozen=True)
class RoundtableEntry(Entry):
    templates: ClassVar[Mapping[str, str]] = {
        **Entry.templates,
        EventKind.INTRODUCTION: "introduction",
        EventKind.FIRST_TAKE: "takes",
        EventKind.FRAMING: "framing",
        EventKind.CONTRIBUTION: "contribution",
        EventKind.FACILITATION: "facilitation",
        EventKind.ANNOUNCEMENT: "outcome",
        EventKind.SYNTHESIS: "synthesis",
        EventKind.RECORD: "record",
        EventKind.MENU: "menu",
    }
    facilitations: ClassVar[Mapping[str, str]] = {"passes": "passes", "disagreement": "disagreement"}

    @property
    def table(self) -> RoundtablePage:
        return cast(RoundtablePage, self.page)

    @property
    def what(self) -> str:
        """Which line of the lead, or which announcement it is."""
        return str(self.data.get("what") or "")

    @property
    def template(self) -> str:
        """Takes have one line for all of them; who says nothing has a line, too. That people have the floor, or
        gave it back, is told by the line below the log."""
        if self.is_passing or (self.kind == EventKind.FIRST_TAKE and self.number < self.last_take):
            return "hidden"
        if self.kind == EventKind.USER_MESSAGE and (self.data.get("goes_on") or self.data.get("idle")):
            return "goes_on"
        if self.kind == EventKind.FACILITATION:
            return self.facilitations.get(self.what, "facilitation")
        return super().template

    @property
    def is_passing(self) -> bool:
        """Whether it is a move back or forth between the personas and the people, which nobody made."""
        moved = {self.data.get("from"), self.data.get("to")} if self.kind == EventKind.STATE else set()
        return not self.name and moved in (
            {State.RUNNING, State.WAITING},
            {State.RUNNING, State.SYNTHESIZING},
        )

    @property
    def last_take(self) -> int:
        state = self.table.state
        return state.last_take if state else 0

    @property
    def takers(self) -> str:
        """Who has written a first take, in words."""
        names = [place.seat.first_name for place in self.table.takes]
        if not names:
            return "No first take came"
        return f"{get_text_list(names, 'and')} wrote down {'their first takes' if len(names) > 1 else 'a first take'}"

    @property
    def turn(self) -> int:
        """The counter after it, 0 for what was no turn."""
        said = self.table.turns.get(self.number)
        return said.turn if said else 0

    @property
    def place(self) -> str:
        """The turn; that of a person's message is told with what became of it."""
        return f"turn {self.turn}" if self.turn and not self.message else ""

    @property
    def prefix(self) -> str:
        """ "Maya Chen (Business Analyst):", for a person "Ben:" (FR-002)."""
        if not self.name or self.kind not in SPOKEN:
            return ""
        return speaker_prefix(Speaker("", self.name, self.role))

    @property
    def next(self) -> str:
        """The persona that has the floor, after the last event."""
        state = self.table.state
        seats = self.table.up_next if state and self.number == state.last_number else []
        return f"{seats[0].name} speaks next" if seats else ""

    @property
    def label(self) -> str:
        """Lines without a card are announced as they read, and that people have the floor."""
        if self.is_passing and self.table.waits_for_people and self.data.get("to") == State.WAITING:
            return "The table waits for somebody to say something"
        if self.template == "takes":
            return "" if self.table.writing else self.takers
        if self.kind in TITLES:
            return TITLES[self.kind]
        if self.template in ("goes_on", "passes"):
            return self.line
        return super().label

    @property
    def line(self) -> str:
        """What happened, when nothing was said."""
        match self.template:
            case "goes_on":
                return (
                    f"{self.name} lets them continue"
                    if self.name
                    else "Nobody said anything, so they continue"
                )
            case "passes" if self.data.get("silent"):
                return f"{self.name} answered nothing, twice, so the discussion goes on without this turn"
            case "passes":
                return f"{self.name} has nothing to add"
        return super().line

    @property
    def used_words(self) -> str:
        """Whether a message that was used was a turn."""
        return f"Used as turn {self.turn}." if self.turn else "Used. It does not count as a turn."

    @property
    def pending_words(self) -> str:
        """Once no turn is left, or the discussion is over, there is no next turn to promise."""
        state = self.table.state
        if state is None or not (state.synthesis or state.closed or not state.left):
            return super().pending_words
        if state.synthesis:
            return "It came too late: the summary was written without it."
        if state.closed:
            return "The discussion is over. The summary takes it up if it has not been started yet."
        return "No turn is left. The summary takes it up."

    @property
    def is_pending(self) -> bool:
        """A message at the menu waits for nobody."""
        return super().is_pending and not self.data.get("menu")

    @property
    def around_focus(self) -> tuple[str, str, str]:
        """A framing in three: what leads to the focus question, the question, what follows."""
        return self.text.rpartition(str(self.data.get("focus") or "\0"))

    @property
    def paragraphs(self) -> list[str]:
        """The text without its rules."""
        lines = "\n".join(line for line in self.text.splitlines() if line.strip() != "---")
        return [part.strip() for part in lines.split("\n\n") if part.strip()]

    @property
    def references(self) -> list[Shown]:
        return self.references_to(self.data.get("refers_to") or ())

    def references_to(self, numbers: Iterable[int]) -> list[Shown]:
        """Links to those of the events that were turns, in the words "Maya, turn 3"."""
        found = filter(None, map(self.table.turns.get, numbers))
        return [{"number": turn.number, "words": f"{turn.first_name}, turn {turn.turn}"} for turn in found]

    @property
    def choices(self) -> list[Shown]:
        return [side_choice(side) for side in self.data.get("sides") or ()]

    @property
    def heading(self) -> str:
        """The summary above its first section: title, participants, turns. All of it when it has no sections."""
        return self.text.partition("\n#### ")[0] if self.sections else self.text

    @property
    def sections(self) -> list[Shown]:
        """What came out of the discussion, as the summary has it; none for a summary without points."""
        if not any(self.data.get(name) for name in KINDS):
            return []
        return [
            {
                "title": kind.heading,
                "points": [self.point(kind.also, given) for given in self.data.get(name) or ()],
            }
            for name, kind in KINDS.items()
            if self.data.get(name) or name != "action_items"
        ]

    @property
    def unchecked(self) -> list[str]:
        """What "not checked by code" means for points of a summary, each reason once."""
        given = (point for name in KINDS for point in self.data.get(name) or ())
        told = (tell_unchecked(point.get("support") or {}) for point in given)
        return list(dict.fromkeys(filter(None, told)))

    def point(self, also: str, data: Mapping[str, Any]) -> Shown:
        """One point with links to the turns that it comes from. also: what stands behind its colon."""
        text, reason = str(data.get("text")), str(data.get(also) or "")
        return {
            "text": text.rstrip(".:;,") or text if reason else text,
            "reason": reason,
            "attribution": f"[{str(data.get('attribution') or '').strip('[]')}]",
            "references": self.references_to(data.get("events") or ()),
            "support": data.get("support") or {},
        }

    @property
    def artifact_url(self) -> str:
        """The address of the artifact that an announcement is about, "" for none."""
        pins = (pin for pin in self.table.pins if str(pin.artifact_id) == self.data.get("artifact"))
        return next((pin.artifact.get_absolute_url() for pin in pins), "")

    @property
    def missing_file(self) -> str:
        """The file that an announcement says was not found, as long as nobody has made it; else ""."""
        found = self.table.still_missing if self.what == "missing" else ()
        return next((name for name in found if self.text == not_added("missing", name)), "")

    @property
    def is_trouble(self) -> bool:
        """Whether an announcement says that something was not done."""
        return self.what in ("unplaceable", "missing", "format", "unrecorded")


def side_choice(side: Mapping[str, Any]) -> Shown:
    """A side as a person would take it: who is on it, and what one says in a message who takes it."""
    name, option, brief = (str(side.get(key) or "") for key in ("name", "option", "brief"))
    return {"label": brief or option or name, "says": side_sentence(side), "name": name}
