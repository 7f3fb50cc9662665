"""The roundtable: personas and people discuss a step or a topic, and what comes of it is added to the artifacts."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.urls import URLPattern

from personas.content import PersonaText
from reviews.access import may_end
from reviews.errors import ElmError
from reviews.kinds.base import Origin, SessionKind
from reviews.kinds.config import checked_config
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable import item_panel, menu, page_result, prepare, prompts, setup, transcript
from reviews.kinds.roundtable import machine as roundtable_machine
from reviews.kinds.roundtable.agenda import still_usable
from reviews.kinds.roundtable.config import RoundtableConfig
from reviews.kinds.roundtable.opening import RoundtableOpening
from reviews.kinds.roundtable.page import RoundtablePage
from reviews.kinds.roundtable.page_entries import RoundtableEntry
from reviews.kinds.roundtable.payloads import SHAPES
from reviews.kinds.roundtable.prepare import check_live
from reviews.kinds.roundtable.preview import prompt_previews
from reviews.kinds.roundtable.state import RoundtableSetup, Seat
from reviews.kinds.session_result import RaisedPoint, SessionResult
from reviews.language.wording import counted
from reviews.log import store
from reviews.log.values import Machine, Speaker
from reviews.models import Item, Session
from reviews.models.kept_seats import seats_of
from reviews.sessions import loading
from reviews.states import EventKind, State


class Roundtable(SessionKind):
    name = "roundtable"
    label = "Roundtable"
    what_for = "to discuss a step"
    config = RoundtableConfig
    machine: ClassVar[Machine[Any, Any]] = roundtable_machine
    page = RoundtablePage
    opening = RoundtableOpening
    entry = RoundtableEntry
    payloads = SHAPES
    build = staticmethod(prompts.build)
    prepare = staticmethod(prepare.prepare)
    choose = staticmethod(menu.take_choice)
    item_panel = staticmethod(item_panel.panel_of)
    offline = "reviews.kinds.roundtable.offline.speakers.SPEAKERS"
    needs_artifacts = False
    has_titles = True
    changes_add = True
    estimates_again = True

    def setup(
        self, session: Session, cast: Mapping[str, PromptPersona] | None, notes: tuple[Note, ...]
    ) -> RoundtableSetup:
        return setup.setup_of(session, notes, speaks=cast is not None)

    def may_end(self, session: Session, by: User) -> bool:
        return may_end(by, session)

    def check_stop(self, session: Session, by: User) -> None:
        if not may_end(by, session):
            raise ElmError("Only the person who started this roundtable, or a team admin, can stop it.")

    def before_resume(self, session: Session) -> None:
        """Refuse when the same is being discussed in another roundtable by now (C40)."""
        Item.objects.hold(session.item_id)
        check_live(session.item, step_id=session.step_id, topic=session.topic, apart_from=session.pk)

    def message_data(self, session: Session, by: User, text: str) -> dict[str, Any]:
        """Nothing said means "let them continue" (C6)."""
        return {"goes_on": not text, "may_end": may_end(by, session)}

    def deeper_config(self, session: Session, by: User) -> dict[str, Any]:
        """What was decided for one person is decided anew for another: whose additions go in at once."""
        apply = session.config.get("apply") if by.pk == session.started_by_id else None
        seats = still_usable(session.team_id, session.config.get("personas") or [])
        decided = {"agenda": None, "apply": apply, "personas": seats}
        made = session.config.get("agenda") or {}
        if made.get("boundary") == "phase" and session.state == State.FINISHED:
            # At a phase's menu the topic is the phase (FR-001-02), whatever step came last.
            decided["step"] = made["phase"]
        return super().deeper_config(session, by) | decided

    def start_values(self, session: Session) -> dict[str, Any]:
        """The same step or topic, with those of its personas who may still sit there."""
        chosen = checked_config(RoundtableConfig, session.config)
        return {
            "step": chosen.step,
            "topic": "" if chosen.step else chosen.topic,
            "max_turns": chosen.max_turns or "",
            "first_takes": "on" if chosen.first_takes else "off",
            "personas": still_usable(session.team_id, chosen.personas),
        }

    def result(self, page: RoundtablePage) -> SessionResult:
        return page_result.result_of(page, super().result(page))

    def points(self, session: Session) -> list[RaisedPoint]:
        return page_result.points_of(session)

    def how_far(self, session: Session) -> str:
        turns = counted(session.turns, "turn") if session.turns else ""
        step = f"step {session.step_id}" if session.step_id else ""
        return " · ".join(part for part in (step, turns) if part)

    def origin(self, session: Session) -> Origin:
        return Origin(session.topic or "this item", before="the roundtable on")

    def turns(self, session: Session, numbers: set[int]) -> Mapping[int, int]:
        """A person's message is a turn, but its event does not say which."""
        if not session.events.filter(kind=EventKind.USER_MESSAGE, number__in=numbers).exists():
            return {}
        return {turn.number: turn.turn for turn in loading.folded(session).turns}

    def urls(self) -> list[URLPattern]:
        from reviews.kinds.roundtable.views import urlpatterns

        return urlpatterns

    def transcript(self, session: Session, provider: str) -> str:
        """The discussion, its synthesis and its first takes (FR-002-04)."""
        rows = seats_of(session.pk)
        cast = [Speaker(row.key, row.version.name, row.version.role) for row in rows]
        turns = {turn.number: turn.turn for turn in loading.folded(session).turns} if cast else {}
        events = store.after(session.pk, 0)
        return transcript.write(events, topic=session.topic, turns=turns, cast=cast, provider=provider)

    def preview(self, persona: Mapping[str, Any], text: PromptPersona) -> list[tuple[str, str]]:
        return prompt_previews(text, str(persona.get("lens") or "")) if persona["kind"] == self.name else []

    def without_model(self, persona: Mapping[str, Any]) -> str:
        if persona["kind"] != self.name:
            return ""
        from reviews.kinds.roundtable.offline.by_rules import what_it_does

        words = PersonaText.from_stored(persona)
        return what_it_does(
            Seat(persona["key"], words.name, words.role, words.lens, words.short, words.keywords)
        )
