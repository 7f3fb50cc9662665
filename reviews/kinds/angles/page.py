"""What the page of an angle review shows beside its events: progress, units, findings, coverage, charts."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from reviews.kinds.angles.asking import open_questions
from reviews.kinds.angles.pages import board
from reviews.kinds.angles.pages.charts import Chart, findings_chart, size_chart
from reviews.kinds.angles.state import AnglesState
from reviews.kinds.angles.verdict import verdict_words
from reviews.kinds.notes import Note
from reviews.log.values import ANGLE
from reviews.pages.base import RESUME, STOP, TRY_AGAIN, Avatar, MessageBoxWords, SessionPage
from reviews.states import EndReason, State

TEMPLATE = "reviews/kinds/angles/page.html"
MOST_ROWS = 60
"""Rows of a table on the session's page, which is drawn anew with every event; the others have pages of their own."""
COLOURS = ("blue", "teal", "amber", "violet", "green", "red", "slate")
ANSWERING = MessageBoxWords(
    "Your answer",
    "to the question above",
    "What was asked for, in your own words.",
    "Answer",
    "the review goes on with it",
)
TELLING = MessageBoxWords(
    "Say something",
    "told to the next calls",
    "A fact, a wish, a correction: every call from now on is told of it.",
    "Send",
)
NOBODY_READS = MessageBoxWords(
    "Add a note",
    "kept with the session",
    "No model takes part, so nobody reads it: it stands in the log and the transcript.",
    "Add",
)


class AnglesPage(SessionPage[AnglesState]):
    parts: ClassVar = {
        name: f"{TEMPLATE}#{name}" for name in ("before", "after", "facts", "moving", "dock", "panel")
    }
    styles = ("reviews/angles.css",)
    follows_log = False
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
        """Personas as they were made, each angle in a colour of its own."""
        if not key.startswith(ANGLE) or self.state is None:
            return super().avatar(key)
        ids = [angle.id for angle in self.state.setup.angles]
        angle = key.removeprefix(ANGLE)
        place = ids.index(angle) if angle in ids else 0
        return Avatar(COLOURS[place % len(COLOURS)], "hexagon")

    @property
    def words(self) -> MessageBoxWords:
        """What a message does: it answers a question, is told to the next calls, or is only kept."""
        if self.asked:
            return ANSWERING
        return NOBODY_READS if self.state and self.state.setup.by_rules else TELLING

    # Progress

    @cached_property
    def far(self) -> board.Progress | None:
        return board.progress_of(self.state) if self.state else None

    @property
    def bounds(self) -> list[board.Bound]:
        return board.bounds(self.state) if self.state else []

    @property
    def unanswered(self) -> list[tuple[str, str, str]]:
        """What angles have asked people and nobody has answered: the angle's name, the unit's, and the words."""
        if self.state is None:
            return []
        setup, unit, asked = self.state.setup, self.state.unit, open_questions(self.state)
        return [(setup.angle(one.angle).name, unit(one.unit).name, one.question) for one in asked]

    @property
    def asked(self) -> list[tuple[str, str, str]]:
        """The same, while it can be answered."""
        return self.unanswered if self.session.is_active else []

    @property
    def signals(self) -> tuple[str, ...]:
        """What was unhealthy about the last pass."""
        return self.state.closed[-1].signals if self.state and self.state.closed else ()

    @property
    def why_ended(self) -> str:
        """Why it stopped and what there is, in sentences; "" while it goes on."""
        if self.state is None or not (self.state.reason or self.session.has_ended):
            return ""
        reason = self.session.end_reason or self.state.reason
        return verdict_words(self.state, EndReason(reason)) if reason else ""

    # Tables

    @cached_property
    def units(self) -> list[board.UnitRow]:
        """The first of the units, those that are worked on before the others."""
        if self.state is None:
            return []
        return board.unit_rows(self.state, board.open_first(self.state.units)[:MOST_ROWS])

    @property
    def more_units(self) -> int:
        return max(0, len(self.state.units) - MOST_ROWS) if self.state else 0

    @property
    def done_units(self) -> int:
        return len(self.state.units) - len(self.state.open_units) if self.state else 0

    @cached_property
    def standing(self) -> tuple[Any, ...]:
        return self.state.findings if self.state else ()

    @cached_property
    def findings(self) -> list[board.FindingRow]:
        """The first of what stands, the worst before the others."""
        return board.finding_rows(self.state, self.standing[:MOST_ROWS]) if self.state else []

    @cached_property
    def artifacts_to_decide_on(self) -> set[str]:
        """The ids of the artifacts that have findings for people to decide on."""
        if self.state is None or not self.state.kept:
            return set()
        return {self.state.unit(one.unit).artifact for one in self.standing if one.pinned}

    @property
    def more_findings(self) -> int:
        return max(0, len(self.standing) - MOST_ROWS)

    @cached_property
    def all_refuted(self) -> list[Any]:
        return board.refuted_issues(self.state) if self.state else []

    @property
    def refuted(self) -> list[board.FindingRow]:
        return board.finding_rows(self.state, self.all_refuted[:MOST_ROWS]) if self.state else []

    @property
    def receipts(self) -> list[board.Receipt]:
        return board.receipts(self.state) if self.state and self.state.units else []

    @cached_property
    def found_chart(self) -> Chart | None:
        return findings_chart(self.state) if self.state else None

    @cached_property
    def size_chart(self) -> Chart | None:
        return size_chart(self.state) if self.state else None

    @property
    def found_table(self) -> list[tuple[int, list[int], int]]:
        """The numbers of the chart: the pass, what each angle found, what stood in all."""
        if self.state is None:
            return []
        angles = [angle.id for angle in self.state.setup.angles]
        return [(one.number, [one.found.get(a, 0) for a in angles], one.open) for one in self.state.closed]

    @property
    def progress(self) -> dict[str, Any]:
        far = self.far
        if far is None:
            return {}
        return {"pass": far.pass_number, "most_passes": far.last_pass, "percent": far.percent}
