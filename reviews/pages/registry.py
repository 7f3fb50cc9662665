"""The scene of each kind of session."""

from dataclasses import replace
from typing import Any

from reviews.kinds.interview.page import InterviewScene
from reviews.kinds.roundtable.page import RoundtableScene
from reviews.models import Session
from reviews.pages.base import Scene, participants_of
from reviews.sessions import loading
from reviews.states import Kind

SCENES: dict[str, type[Scene[Any]]] = {
    Kind.INTERVIEW: InterviewScene,
    Kind.ROUNDTABLE: RoundtableScene,
}


def scene_of(session: Session, known: Scene[Any] | None = None) -> Scene[Any]:
    """The session with its personas, artifacts and folded state. The log is folded once.

    known: an earlier scene of it. Who and what takes part was frozen when it was made, so only the log has grown.
    """
    if known is not None and known.state is not None:
        return replace(known, session=session, state=loading.folded(session, known.state))
    participants = participants_of(session)
    pins = list(session.pins.select_related("artifact", "revision").defer("revision__content"))
    state = loading.folded(session) if participants else None
    return SCENES.get(session.kind, InterviewScene)(session, participants, pins, state)
