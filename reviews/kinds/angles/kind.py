"""The angle review: weighted angles pass over the units of a text until nothing changes any more."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from django.urls import URLPattern, reverse
from django.utils.http import urlencode

from reviews.kinds.angles import evidence, preview, prompts, setup, tools, transcript
from reviews.kinds.angles import machine as angles_machine
from reviews.kinds.angles.config import AnglesConfig
from reviews.kinds.angles.form import AnglesOpening, values_again
from reviews.kinds.angles.page import AnglesPage
from reviews.kinds.angles.page_entries import AnglesEntry
from reviews.kinds.angles.pages import board
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.prepare import prepare
from reviews.kinds.angles.state import AnglesSetup
from reviews.kinds.base import Origin, SessionKind
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.session_result import NextStep, RaisedPoint, SessionResult
from reviews.language.wording import counted
from reviews.log import store
from reviews.log.values import Ask, Failed, Machine, NewEvent, ProposedChange, Ran, RunTool
from reviews.models import Session
from reviews.sessions import loading


class Angles(SessionKind):
    name = "angles"
    label = "Angle review"
    what_for = "to have angles pass over the artifacts until nothing changes"
    config = AnglesConfig
    machine: ClassVar[Machine[Any, Any]] = angles_machine
    seats = ("supervisor", "worker")
    page = AnglesPage
    opening = AnglesOpening
    entry = AnglesEntry
    payloads = SHAPES
    build = staticmethod(prompts.build)
    prepare = staticmethod(prepare)
    at_once = 4
    takes_passes = True
    estimates_again = True

    def setup(
        self, session: Session, cast: Mapping[str, PromptPersona] | None, notes: tuple[Note, ...]
    ) -> AnglesSetup:
        return setup.setup_of(session, loading.prompt_personas(session) if cast is None else cast, notes)

    def missed(self, state: Any, ask: Ask, failed: Failed) -> tuple[NewEvent, ...]:
        return angles_machine.failed(state, ask, failed)

    def run_tool(self, state: Any, command: RunTool) -> Ran:
        return tools.run_tool(state, command)

    def ran(self, state: Any, command: RunTool, ran: Ran) -> tuple[NewEvent, ...]:
        return evidence.evidence_events(state, command, ran)

    def kept_changes(self, state: Any) -> tuple[ProposedChange, ...]:
        return () if state.proposals else angles_machine.proposed_changes(state)

    def points(self, session: Session) -> list[RaisedPoint]:
        """Its findings that stand, known by place and words as in `pages/comparing.py`."""
        state = loading.folded(session)
        return [
            RaisedPoint(
                row.issue.fingerprint, row.issue.description, f"{row.artifact}, {row.place}", f"by {row.by}"
            )
            for row in board.finding_rows(state, state.findings)
        ]

    def start_values(self, session: Session) -> dict[str, Any]:
        return values_again(session)

    def how_far(self, session: Session) -> str:
        return counted(session.rounds, "pass", "passes") if session.rounds else ""

    def result(self, page: AnglesPage) -> SessionResult:
        """Why it stopped and what stands, with what angles asked and nobody answered."""
        plain = super().result(page)
        if page.state is None:
            return plain
        questions = [f"{name}, about {unit}: {question}" for name, unit, question in page.unanswered]
        return replace(
            plain,
            outcome="" if page.why_ended else plain.outcome,
            summary=page.why_ended,
            open_questions=questions,
            event=page.state.verdict,
            advice="Decide on the findings" if page.artifacts_to_decide_on else "",
            next_steps=next_steps(page),
        )

    def origin(self, session: Session) -> Origin:
        return Origin(self.one)

    def call_url(self, session: Session, number: int) -> str:
        return reverse("angles-call", args=[session.pk, number])

    def urls(self) -> list[URLPattern]:
        from reviews.kinds.angles.pages.views import urlpatterns

        return urlpatterns

    def transcript(self, session: Session, provider: str) -> str:
        return transcript.write(loading.folded(session), store.after(session.pk, 0), provider)

    def preview(self, persona: Mapping[str, Any], text: PromptPersona) -> list[tuple[str, str]]:
        return preview.persona_previews(persona["key"], text)

    def angle_preview(self, angle: Mapping[str, Any]) -> list[tuple[str, str]]:
        return preview.angle_previews(angle)


def next_steps(page: AnglesPage) -> list[NextStep]:
    """The findings of each artifact, and a review of what changes from here."""
    stored = page.artifacts_to_decide_on
    found = [
        NextStep(
            f"Findings in {pin.artifact.name}", reverse("artifact-findings", args=[pin.artifact.pk]), "search"
        )
        for pin in page.pins
        if str(pin.artifact.pk) in stored
    ]
    session = page.session
    query = urlencode({"item": session.item.slug, "kind": session.kind, "strategy": "incremental"})
    return [
        *found,
        NextStep("Review what changes from here", f"{reverse('session-new')}?{query}", "plus", acts=True),
    ]
