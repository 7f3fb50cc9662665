"""Who takes part in a session without having said anything in it yet, and what else has a name from the start."""

from reviews.log import store
from reviews.models import Session


def people_of(session: Session) -> tuple[str, ...]:
    """The names of who started the session and of who owns its item."""
    item = session.item
    owner = session.started_by if item.owner_id == session.started_by_id else item.owner
    known = (user for user in (session.started_by, owner) if user)
    return tuple(dict.fromkeys(store.speaker_of(user).name for user in known))


def names_of(session: Session) -> tuple[str, ...]:
    """The names of the team and the item, which need no source in it."""
    return (session.item.team.name, session.item.title)
