"""What an earlier angle review has read to the end: its units need not be read again while they stay as they were."""

from django.core.exceptions import ValidationError

from reviews.kinds.angles.state import Outcome
from reviews.kinds.angles.strategy import text_fingerprint
from reviews.models import Artifact, Session
from reviews.sessions import loading
from reviews.states import State

READ = (Outcome.CONVERGED, Outcome.MAX_PASSES, Outcome.SKIPPED)


def last_review_of(artifacts: list[Artifact]) -> Session | None:
    """The newest finished angle review of one of the artifacts, None when there is none."""
    found = Session.objects.filter(artifacts__in=artifacts, kind="angles", state=State.FINISHED)
    return found.order_by("-created").first()


def texts_read(session_id: str) -> dict[str, dict[str, str]]:
    """Of each artifact, by the key of its unit, the fingerprint of the text that was read to the end."""
    try:
        session = Session.objects.get(pk=session_id)
    except (Session.DoesNotExist, ValidationError):
        return {}
    read: dict[str, dict[str, str]] = {}
    for unit in loading.folded(session).units:
        if unit.outcome in READ:
            read.setdefault(unit.artifact, {})[unit.key] = text_fingerprint(unit.original)
    return read
