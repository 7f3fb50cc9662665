"""The page of a session, as its kind shows it."""

from dataclasses import replace
from typing import Any

from reviews.kinds.registry import session_kind
from reviews.models import Session
from reviews.models.prepared_queries import pins_of
from reviews.pages.base import SessionPage, participants_of
from reviews.sessions import loading


def page_of_session(session: Session, known: SessionPage[Any] | None = None) -> SessionPage[Any]:
    """The session with its personas, artifacts and folded state. The log is folded once.

    known: an earlier one of it. Who and what takes part was frozen when it was made, so only the log has grown.
    """
    if known is not None and known.state is not None:
        return replace(known, session=session, state=loading.folded(session, known.state))
    kind, participants = session_kind(session.kind), participants_of(session)
    pins = pins_of.rows(session=session.pk)
    state = loading.folded(session) if participants and kind.is_available else None
    page: SessionPage[Any] = kind.page(session, participants, pins, state)
    return page
