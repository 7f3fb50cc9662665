"""From rows to what the machine of an angle review needs to know from the start."""

from collections.abc import Mapping

from personas.compositions import normalised
from personas.tools import ToolRegistry

from reviews.kinds.angles.config import AnglesConfig
from reviews.kinds.angles.earlier import texts_read
from reviews.kinds.angles.state import SUPERVISOR, WORKER, AngleSpec, AnglesSetup
from reviews.kinds.config import checked_config
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.models import PinnedVersion, Session
from reviews.providers.base import WITH_MODEL


def setup_of(session: Session, cast: Mapping[str, PromptPersona], notes: tuple[Note, ...]) -> AnglesSetup:
    chosen = checked_config(AnglesConfig, session.config)
    return AnglesSetup(
        session=str(session.pk),
        notes=notes,
        angles=pinned_angles(session, chosen.weights),
        supervisor=cast[SUPERVISOR].speaker,
        worker=cast[WORKER].speaker,
        by_rules=session.provider not in WITH_MODEL and session.provider != "scripted",
        designer=bool(chosen.designer),
        max_passes=chosen.max_passes,
        units=chosen.units,
        strategy=chosen.strategy,
        sample_rate=chosen.sample_rate,
        must_preserve=tuple(chosen.must_preserve),
        topic=chosen.topic,
        previews=pinned_previews(session),
        before=texts_read(chosen.since) if chosen.since else {},
    )


def pinned_angles(session: Session, weights: Mapping[str, float]) -> tuple[AngleSpec, ...]:
    """The angles in the versions that the session pinned, with their shares of the weights."""
    pins = session.pinned_versions.filter(what=PinnedVersion.ANGLE).select_related("version")
    texts = {pin.key: pin.version.content() for pin in pins}
    shares = normalised({key: weights.get(key, text.weight) for key, text in texts.items()})
    return tuple(
        AngleSpec(
            id=key,
            name=text.name,
            weight=shares[key],
            prompt=text.prompt_text(),
            criteria=text.evaluation_criteria,
            model=text.model,
        )
        for key, text in texts.items()
    )


def pinned_previews(session: Session) -> dict[str, str]:
    """The first lines of each tool's document, in the versions that the session pinned (P002)."""
    pins = session.pinned_versions.filter(what=PinnedVersion.TOOL).select_related("version")
    registry = ToolRegistry({pin.key: pin.version.content() for pin in pins})
    return {name: registry.get_preview(name) for name in registry.list_tools()}
