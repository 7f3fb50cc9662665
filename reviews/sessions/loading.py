"""From rows to what a machine needs: its setup, its cast and its log."""

import hashlib
import hmac
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from personas.models import PersonaVersion
from reviews.changes.authorship import read_stretches
from reviews.kinds.base import SessionKind
from reviews.kinds.folding import fold_events
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.registry import session_kind
from reviews.log import store
from reviews.models import Session
from reviews.models.kept_seats import seats_of
from reviews.models.prepared_queries import session_by_key, texts_of
from reviews.sessions.kept_states import KeptState, kept_states, size_of_event, size_of_notes
from reviews.states import Tier


@dataclass(frozen=True)
class LoadedSession:
    """What the runner needs to know once about a session. `setup` is the machine's own."""

    session_id: UUID
    kind: SessionKind
    setup: Any
    cast: dict[str, PromptPersona]
    provider: str
    nonce: str


def persona_text(version: PersonaVersion) -> PromptPersona:
    """A pinned persona as prompts need it."""
    return PromptPersona(
        key=version.key,
        name=version.name,
        role=version.role,
        text=version.prompt_text(),
        tier=Tier(version.tier),
        model=version.model,
    )


def prompt_personas(session: Session) -> dict[str, PromptPersona]:
    """The session's personas by key, in the version they were frozen in."""
    return {row.key: persona_text(row.version) for row in seats_of(session.pk)}


def notes_of(session: Session) -> tuple[Note, ...]:
    return tuple(
        Note(str(pin.artifact_id), pin.artifact.name, pin.revision.text, read_stretches(pin.added))
        for pin in texts_of.rows(session=session.pk)
    )


def setup_of(session: Session, cast: dict[str, PromptPersona] | None = None) -> Any:
    """What the session's machine needs to know from the start. `cast` spares a query where it is known."""
    return session_kind(session.kind).setup(session, cast, notes_of(session))


def nonce_for(session_id: UUID) -> str:
    """The fence's nonce: nobody outside can guess it, and it stays the same for prompt caching."""
    return hmac.new(settings.SECRET_KEY.encode(), session_id.bytes, hashlib.sha256).hexdigest()[:16]


def load_session(session_id: UUID) -> LoadedSession:
    """Everything about the session that does not change while it runs."""
    session = session_by_key.get(session=session_id)
    cast = prompt_personas(session)
    return LoadedSession(
        session_id,
        session_kind(session.kind),
        setup_of(session, cast),
        cast,
        session.provider,
        nonce_for(session_id),
    )


def folded(session: Session, earlier: Any = None) -> Any:
    """The session's state, folded from its log by its machine: an InterviewState or a RoundtableState.

    earlier: a state of the same session; then only what came since is read. So it is for the next one who asks, in
    this process, once what was read is committed.
    """
    kind = session_kind(session.kind)
    key = session.pk, repr(session.config)
    kept = kept_states.get(key)
    if kept is None and earlier is None:
        notes = notes_of(session)
        kept = KeptState(kind.machine.fold([], kind.setup(session, None, notes)), size_of_notes(notes))
    if kept is None or (earlier is not None and earlier.last_number > kept.state.last_number):
        # How large it is would have to be counted from the beginning: it is not kept.
        return fold_events(kind.machine.advance, store.after(session.pk, earlier.last_number), earlier)
    new = store.after(session.pk, kept.state.last_number)
    state = fold_events(kind.machine.advance, new, kept.state)
    # A rollback takes events back whose numbers others get then.
    size = kept.size + sum(size_of_event(event) for event in new)
    transaction.on_commit(partial(kept_states.keep, key, KeptState(state, size)))
    return state
