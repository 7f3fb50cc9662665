"""Making an angle review: which angles take part and in which versions, whether Code Designer is on, and what an
earlier review has read already."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from personas.compositions import normalised
from personas.errors import UnusableAngles
from personas.models import Angle, ToolDocument
from reviews.code_designer.switch import is_code_designer_mode
from reviews.errors import ElmError
from reviews.kinds.angles.config import MOST_PASSES, AnglesConfig
from reviews.kinds.angles.state import SUPERVISOR, WORKER, Outcome
from reviews.kinds.angles.strategy import INCREMENTAL, text_fingerprint
from reviews.kinds.base import Prepared
from reviews.models import Artifact, Item, PinnedVersion, Session
from reviews.sessions import loading
from reviews.states import State

READ = (Outcome.CONVERGED, Outcome.MAX_PASSES, Outcome.SKIPPED)


def prepare(
    chosen: AnglesConfig,
    item: Item,
    artifacts: Sequence[Artifact],
    started_by: User | None,
    provider: str,
) -> Prepared:
    """What was chosen, with everything decided that was left open. Raises ElmError when no angle can take part."""
    angles = chosen_angles(chosen)
    since = last_review_of(list(artifacts)) if chosen.strategy == INCREMENTAL else None
    decided = {
        "angles": [angle.key for angle in angles],
        "designer": is_code_designer_mode(),
        "since": str(since.pk) if since else "",
    }
    pins = [(PinnedVersion.ANGLE, angle.key, angle.current) for angle in angles if angle.current]
    tools = ToolDocument.objects.select_related("current")
    pins += [(PinnedVersion.TOOL, tool.name, tool.current) for tool in tools if tool.current]
    return Prepared(chosen.model_copy(update=decided), (SUPERVISOR, WORKER), pins=pins)


def chosen_angles(chosen: AnglesConfig) -> list[Angle]:
    """The angles that were chosen, or the default set, the weightiest first. Raises ElmError when one is missing or
    none has a weight."""
    active = Angle.objects.active()
    wanted = active.filter(key__in=chosen.angles) if chosen.angles else Angle.objects.default_set()
    angles = list(wanted)
    if missing := set(chosen.angles) - {angle.key for angle in angles}:
        raise ElmError(f"There is no active angle {', '.join(sorted(missing))}. Choose others.")
    if not angles:
        raise ElmError("No angle is in the default set. Choose some, or ask an admin to add one.")
    if len(angles) > MOST_PASSES:
        raise ElmError(f"{MOST_PASSES} angles can take part at most. Choose fewer.")
    try:
        normalised({angle.key: chosen.weights.get(angle.key, angle.weight) for angle in angles})
    except UnusableAngles as unusable:
        raise ElmError(str(unusable)) from unusable
    return angles


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
