"""The events that only angle reviews have, as the page shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from reviews.kinds.angles.state import Issue, Unit
from reviews.pages.entries import Entry
from reviews.states import EventKind

OWN: dict[str, str] = {
    EventKind.CONTRIBUTION: "answer",
    EventKind.FINDING: "second_look",
    EventKind.GATE: "verification",
    EventKind.PASS: "pass",
    EventKind.TOOL_CALL: "tool_call",
    EventKind.EVIDENCE: "evidence",
    EventKind.REVISION: "rollback",
    EventKind.VERDICT: "end",
}
CALLS = (EventKind.CONTRIBUTION, EventKind.FINDING, EventKind.GATE)


@dataclass(frozen=True)
class AnglesEntry(Entry):
    templates: ClassVar[Mapping[str, str]] = {**Entry.templates, **OWN}

    @property
    def include(self) -> str:
        own = self.template in OWN.values()
        return f"reviews/kinds/angles/events/{self.template}.html" if own else super().include

    @property
    def label(self) -> str:
        """Calls come by the dozen: only what people wait for is announced."""
        if self.kind == EventKind.CONTRIBUTION and self.data["status"] == "needs_input":
            return f"{self.name} asks: {self.text}"
        if self.kind in (*CALLS, EventKind.TOOL_CALL, EventKind.EVIDENCE):
            return ""
        return self.text if self.kind in (EventKind.PASS, EventKind.VERDICT) else super().label

    @property
    def place(self) -> str:
        number = self.data.get("pass_number") or self.data.get("number")
        return f"pass {number}" if number else ""

    @property
    def is_call(self) -> bool:
        """Whether it is the answer to a call, of a model or of a tool, whose messages have a page."""
        return self.kind in (*CALLS, EventKind.EVIDENCE)

    @property
    def unit(self) -> Unit | None:
        """The unit that it is about."""
        state, made = self.page.state, self.data.get("modification") or {}
        unit_id = self.data.get("unit") or made.get("unit") or (self.issue.unit if self.issue else "")
        return state.unit(unit_id) if state and unit_id in state.places else None

    @property
    def issue(self) -> Issue | None:
        """The finding that a second look was about."""
        state = self.page.state
        return state.issues.get(self.data.get("fingerprint", "")) if state else None

    @property
    def issues(self) -> list[Mapping[str, Any]]:
        return list(self.data.get("issues") or ())

    @property
    def failures(self) -> list[tuple[str, str]]:
        """The angles whose analysers did not read a text, each with why."""
        read = self.data.get("read") or {}
        state = self.page.state
        names = {angle.id: angle.name for angle in state.setup.angles} if state else {}
        return [
            (names.get(angle, angle), one["why"]) for angle, one in read.items() if one["status"] == "failed"
        ]

    @property
    def pending_words(self) -> str:
        state = self.page.state
        return (
            "Kept: no model takes part."
            if state and state.setup.by_rules
            else "Will be told to the next calls."
        )

    @property
    def used_words(self) -> str:
        return "Told to the calls since."
