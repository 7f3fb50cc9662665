"""A session with proposals and nothing else, which is all that reviewing needs."""

from reviews.models import Item, Session, SessionArtifact
from tests import factories
from tests.changes.stage import BASE, BETTER, propose


def proposing(item: Item) -> Session:
    """A finished interview about a new artifact of the item that proposes three changes."""
    session = factories.SessionFactory(item=item, state="finished", end_reason="ready")
    artifact = factories.ArtifactFactory(item=item, content=BASE)
    SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
    propose(session, artifact, BETTER)
    return session
