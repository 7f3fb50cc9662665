"""Running sessions that no engine serves: what happens in them the tests write by hand."""

from django.contrib.auth.models import User

from reviews.log import store
from reviews.models import Item, Session
from reviews.sessions import actions
from reviews.states import State
from tests import factories
from tests.starter import load_starter


def running_session(kind: str, item: Item, starter: User, artifact: dict[str, str], **config) -> Session:
    """A session that `starter` has started on an artifact with these fields, on which nobody works."""
    load_starter()
    made = actions.create_session(
        item=item,
        kind=kind,
        artifacts=[factories.ArtifactFactory(item=item, **artifact)],
        started_by=starter,
        config=config,
        provider="offline",
    )
    store.move(made.pk, State.RUNNING, user=starter)
    return Session.objects.select_related("item__team", "started_by").get(pk=made.pk)
