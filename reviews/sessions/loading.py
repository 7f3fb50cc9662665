"""From rows to what a machine needs: its setup, its cast and its log."""

import hashlib
import hmac
from dataclasses import dataclass
from functools import reduce
from typing import Any
from uuid import UUID

from django.conf import settings

from personas.models import PersonaVersion
from reviews.kinds.config import read
from reviews.kinds.interview import transcript
from reviews.kinds.interview.machine import Note, Setup
from reviews.kinds.interview.prompts import PersonaText
from reviews.kinds.registry import Game, game_of
from reviews.kinds.roundtable import setup as seating
from reviews.log import store
from reviews.log.values import Speaker
from reviews.models import Session
from reviews.states import Kind, Tier


@dataclass(frozen=True)
class Casting:
    """What the runner needs to know once about a session. `setup` is the machine's own."""

    session_id: UUID
    game: Game
    setup: Any
    cast: dict[str, PersonaText]
    provider: str
    nonce: str


def persona_text(version: PersonaVersion) -> PersonaText:
    """A pinned persona as prompts need it."""
    return PersonaText(
        key=version.persona.key,
        name=version.name,
        role=version.role,
        text=version.prompt_text(),
        tier=Tier(version.tier),
        model=version.model,
    )


def seats(session: Session) -> dict[str, PersonaText]:
    """The session's personas by key, in the version they were frozen in."""
    rows = session.participants.select_related("version__persona")
    return {row.key: persona_text(row.version) for row in rows}


def answerer_label() -> str:
    """What the setting says should stand before an answer in a transcript (B1), "" for the persona's name."""
    return settings.ELM_ANSWERER_LABEL


def transcript_label(session: Session) -> str:
    """What stands before an answer in the session's transcript (B1): the person's name when a person answers,
    else the setting, else the name that the answering persona had."""
    if session.config.get("answered_by") == "me" and session.started_by:
        return store.speaker_of(session.started_by).name
    seat = session.participants.select_related("version").filter(key="answerer").first()
    return answerer_label() or (seat.version.name if seat else "Claude")


def speaker(persona: PersonaText, name: str = "") -> Speaker:
    """A persona as a speaker."""
    return Speaker(persona.key, name or persona.name, persona.role)


def notes_of(session: Session) -> tuple[Note, ...]:
    """The pinned texts of the session."""
    pins = session.pins.select_related("artifact", "revision__artifact")
    return tuple(Note(str(pin.artifact_id), pin.artifact.name, pin.revision.text) for pin in pins)


def setup_of(session: Session, cast: dict[str, PersonaText] | None = None) -> Any:
    """What the session's machine needs to know from the start. `cast` spares a query where it is known."""
    if session.kind == Kind.ROUNDTABLE:
        return seating.setup_of(session, notes_of(session))
    return interview_setup(session, seats(session) if cast is None else cast)


def interview_setup(session: Session, cast: dict[str, PersonaText]) -> Setup:
    """What the interview machine needs to know from the start."""
    chosen = read(session.config)
    return Setup(
        notes=notes_of(session),
        answered_by=chosen.answered_by,
        max_rounds=chosen.max_rounds or session.item.team.max_rounds,
        elm=speaker(cast["elm"]),
        answerer=speaker(cast["answerer"], answerer_label()),
        provider=session.provider,
        deeper=chosen.deeper,
        previous=previous_transcript(session),
        topic=chosen.topic,
    )


def previous_transcript(session: Session) -> str:
    """What was said in the session that this one continues, "" when it continues none."""
    if session.continues is None:
        return ""
    return transcript.write(
        store.after(session.continues.pk, 0), answerer=transcript_label(session.continues)
    )


def nonce_for(session_id: UUID) -> str:
    """The fence's nonce: nobody outside can guess it, and it stays the same for prompt caching."""
    return hmac.new(settings.SECRET_KEY.encode(), session_id.bytes, hashlib.sha256).hexdigest()[:16]


def casting_of(session_id: UUID) -> Casting:
    """Everything about the session that does not change while it runs."""
    session = Session.objects.select_related("item__team", "started_by").get(pk=session_id)
    cast = seats(session)
    return Casting(
        session_id,
        game_of(session.kind),
        setup_of(session, cast),
        cast,
        session.provider,
        nonce_for(session_id),
    )


def folded(session: Session, earlier: Any = None) -> Any:
    """The session's state, folded from its log by its machine: an InterviewState or a RoundtableState.

    earlier: a state of the same session; then only what came since is read.
    """
    game = game_of(session.kind)
    state = game.fold([], setup_of(session)) if earlier is None else earlier
    return reduce(game.advance, store.after(session.pk, state.last_number), state)
