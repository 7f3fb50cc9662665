"""Making an angle review: which angles take part and in which versions, whether Code Designer is on, and what an
earlier review has read already."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from personas.angles import AngleText
from personas.compositions import compose
from personas.errors import UnusableAngles
from personas.models import Angle, ToolDocument
from reviews.code_designer.switch import is_code_designer_mode
from reviews.errors import ElmError
from reviews.kinds.angles.config import MOST_PASSES, AnglesConfig
from reviews.kinds.angles.state import SUPERVISOR, WORKER, AngleSpec, Outcome
from reviews.kinds.angles.strategy import INCREMENTAL, text_fingerprint
from reviews.kinds.base import Prepared
from reviews.models import Artifact, Item, PinnedVersion, Session
from reviews.sessions import loading
from reviews.states import State, Tier

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
    """The angles that were chosen, or the default set, the weightiest first. Raises ElmError when one is missing, two
    conflict or none has a weight."""
    active = Angle.objects.active()
    wanted = active.filter(key__in=chosen.angles) if chosen.angles else Angle.objects.default_set()
    angles = list(wanted)
    if missing := set(chosen.angles) - {angle.key for angle in angles}:
        raise ElmError(f"There is no active angle {', '.join(sorted(missing))}. Choose others.")
    if not angles:
        raise ElmError("No angle is in the default set. Choose some, or ask an admin to add one.")
    if len(angles) > MOST_PASSES:
        raise ElmError(f"{MOST_PASSES} angles can take part at most. Choose fewer.")
    specs_of({angle.key: angle.content() for angle in angles}, chosen.weights)
    return angles


def specs_of(
    texts: Mapping[str, AngleText], weights: Mapping[str, float]
) -> tuple[tuple[AngleSpec, ...], str]:
    """The angles by their keys, in this order, and the words with which one call looks from all of them. weights: where
    they differ from an angle's own. Raises ElmError when two conflict or none has a weight."""
    weighed = {key: replace(text, weight=weights.get(key, text.weight)) for key, text in texts.items()}
    try:
        composed = compose(weighed)
    except UnusableAngles as unusable:
        raise ElmError(str(unusable)) from unusable
    shares = composed.weight_distribution
    return tuple(_spec_of(key, text, shares[key]) for key, text in weighed.items()), composed.combined_prompt


def _spec_of(key: str, text: AngleText, share: float) -> AngleSpec:
    return AngleSpec(
        id=key,
        name=text.name,
        weight=share,
        prompt=text.prompt_text(),
        criteria=text.evaluation_criteria,
        tier=Tier(text.tier),
        model=text.model,
        temperature=text.temperature,
    )


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
