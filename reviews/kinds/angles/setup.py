"""From rows to what the machine of an angle review needs to know from the start."""

from collections.abc import Mapping

from personas.tools import ToolRegistry
from reviews.kinds.angles.config import AnglesConfig
from reviews.kinds.angles.prepare import specs_of, texts_read
from reviews.kinds.angles.state import SUPERVISOR, WORKER, AngleSpec, AnglesSetup
from reviews.kinds.config import checked_config
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.models import PinnedVersion, Session
from reviews.providers.base import speaks_by_rules


def setup_of(session: Session, cast: Mapping[str, PromptPersona], notes: tuple[Note, ...]) -> AnglesSetup:
    chosen = checked_config(AnglesConfig, session.config)
    angles, together = pinned_angles(session, chosen.weights)
    return AnglesSetup(
        session=str(session.pk),
        notes=notes,
        angles=angles,
        supervisor=cast[SUPERVISOR].speaker,
        worker=cast[WORKER].speaker,
        by_rules=speaks_by_rules(session.provider),
        designer=bool(chosen.designer),
        max_passes=chosen.max_passes,
        units=chosen.units,
        strategy=chosen.strategy,
        sample_rate=chosen.sample_rate,
        early_exit=chosen.early_exit,
        together=together if chosen.together else "",
        must_preserve=tuple(chosen.must_preserve),
        topic=chosen.topic,
        previews=pinned_previews(session),
        before=texts_read(chosen.since) if chosen.since else {},
    )


def pinned_angles(session: Session, weights: Mapping[str, float]) -> tuple[tuple[AngleSpec, ...], str]:
    """The angles in the versions that the session pinned, with their shares of the weights, and the words for all of
    them in one call."""
    pins = session.pinned_versions.filter(what=PinnedVersion.ANGLE).select_related("version")
    return specs_of({pin.key: pin.version.content() for pin in pins}, weights)


def pinned_previews(session: Session) -> dict[str, str]:
    """The first lines of each tool's document, in the versions that the session pinned (P002)."""
    pins = session.pinned_versions.filter(what=PinnedVersion.TOOL).select_related("version")
    registry = ToolRegistry({pin.key: pin.version.content() for pin in pins})
    return {name: registry.get_preview(name) for name in registry.list_tools()}
