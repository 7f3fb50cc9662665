"""The interview: ELM, a sceptical executive, asks until satisfied; an answering persona or a person answers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, cast

from django.contrib.auth.models import User

from reviews.kinds.base import Origin, SessionKind
from reviews.kinds.config import checked_config
from reviews.kinds.interview import machine as interview_machine
from reviews.kinds.interview import prompts, setup, transcript, wrapping_up
from reviews.kinds.interview.attribution import with_worder
from reviews.kinds.interview.config import InterviewConfig
from reviews.kinds.interview.form import InterviewOpening
from reviews.kinds.interview.page import WRAP_UP, InterviewPage
from reviews.kinds.interview.page_entries import InterviewEntry
from reviews.kinds.interview.payloads import SHAPES
from reviews.kinds.interview.preview import prompt_previews
from reviews.kinds.interview.state import InterviewSetup
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.session_result import GO_ON, SessionResult
from reviews.language.wording import counted
from reviews.log import store
from reviews.log.values import Machine, ProposedChange
from reviews.models import Session
from reviews.pages.entries import entry_of
from reviews.sessions import loading
from reviews.states import State

WRAP_UP_OR_GO_ON = f"{GO_ON}, or wrap it up with a verdict"


class Interview(SessionKind):
    name = "interview"
    label = "Interview"
    what_for = "to see which questions the artifacts leave open"
    config = InterviewConfig
    estimates_again = True
    machine: ClassVar[Machine[Any, Any]] = interview_machine
    seats = ("elm", "answerer")
    page = InterviewPage
    opening = InterviewOpening
    entry = InterviewEntry
    payloads = SHAPES
    build = staticmethod(prompts.build)
    offline = "reviews.kinds.interview.offline.speakers.SPEAKERS"

    def setup(
        self, session: Session, cast: Mapping[str, PromptPersona] | None, notes: tuple[Note, ...]
    ) -> InterviewSetup:
        return setup.setup_of(session, loading.prompt_personas(session) if cast is None else cast, notes)

    def kept_changes(self, state: Any) -> tuple[ProposedChange, ...]:
        return interview_machine.unproposed_changes(state)

    def message_data(self, session: Session, by: User, text: str) -> dict[str, Any]:
        """A message may wrap the interview up: whoever may stop it may do that too."""
        data = super().message_data(session, by, text)
        if text == wrapping_up.MY_ANSWER:
            wrapping_up.check_my_answer(loading.folded(session))
        answering = session.config.get("answered_by") == "me"
        return data | wrapping_up.wrap_up_data(text, answering=answering)

    def start_values(self, session: Session) -> dict[str, Any]:
        chosen = checked_config(InterviewConfig, session.config)
        return {
            "answered_by": chosen.answered_by,
            "topic": chosen.topic,
            "max_turns": chosen.max_rounds or "",
        }

    def shown_name(self, session: Session, key: str) -> str:
        return transcript.shown_name(key, session.provider)

    def shown_attribution(self, session: Session, attribution: str) -> str:
        name = transcript.shown_name("answerer", session.provider)
        return with_worder(attribution, name) if name else attribution

    def result(self, page: InterviewPage) -> SessionResult:
        """The verdict, with its parts; of one that was stopped or failed after how much, and what is open so far."""
        plain = super().result(page)
        if page.state is None:
            return plain
        if page.session.state != State.FINISHED or page.state.verdict is None:
            return replace(
                plain,
                outcome=", ".join(filter(None, (plain.outcome, page.after))),
                open_questions=list(page.state.outstanding),
                advice=WRAP_UP_OR_GO_ON if plain.advice and WRAP_UP in page.actions else plain.advice,
            )
        row = page.session.events.get(number=page.state.verdict.number)
        entry = cast(InterviewEntry, entry_of(page, row))
        unknowns = list(entry.data.get("unknowns") or ())
        return replace(
            plain,
            title="Verdict",
            outcome=page.after,
            has_verdict=True,
            parts=entry.verdict,
            open_questions=unknowns,
            event=row.number,
            advice="Find out what is open and go deeper" if unknowns else "",
        )

    def how_far(self, session: Session) -> str:
        return counted(session.rounds, "round") if session.rounds else ""

    def origin(self, session: Session) -> Origin:
        return Origin(self.one)

    def transcript(self, session: Session, provider: str) -> str:
        events = store.after(session.pk, 0)
        return transcript.write(events, answerer=setup.transcript_label(session), provider=provider)

    def scorecard(self, session: Session) -> dict[str, Any]:
        return dict(loading.folded(session).scorecard.plain())

    def preview(self, persona: Mapping[str, Any], text: PromptPersona) -> list[tuple[str, str]]:
        return prompt_previews(persona["kind"], text)
