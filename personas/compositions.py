"""Several angles as one, and what each of them counts (P009). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import fsum, isfinite

from personas.angles import SEVERITIES, AngleText, FocusArea, focus_text
from personas.choices import Severity
from personas.content import listed_section
from personas.errors import UnusableAngles

TOGETHER = (
    "You review from several angles at once. Go through the text once for each of them, keep them apart, and say of "
    "each issue from which angle you see it. What one angle leaves to others is still yours when another of them "
    "asks for it."
)


@dataclass(frozen=True)
class CompositeAngle:
    """Angles that one call looks from. `weight_distribution` adds up to 1."""

    source_angles: tuple[str, ...]
    merged_focus_areas: tuple[FocusArea, ...]
    combined_prompt: str
    weight_distribution: Mapping[str, float]


def compose(angles: Mapping[str, AngleText]) -> CompositeAngle:
    """The angles, by their keys, as one. Raises UnusableAngles when two conflict or none has a weight.

    It is enough that one of two names the other as a conflict; the names of angles that are not here say nothing.
    """
    if clash := next(
        ((key, one) for key in angles for one in angles[key].conflicts_with if one in angles), None
    ):
        first, second = (angles[key].name for key in clash)
        raise UnusableAngles(f"“{first}” and “{second}” conflict. Leave one of them out.")
    shares = normalised({key: angle.weight for key, angle in angles.items()})
    areas = _merged([area for angle in angles.values() for area in angle.focus_areas])
    return CompositeAngle(tuple(angles), areas, _combined_prompt(angles, areas), shares)


def normalised(weights: Mapping[str, float]) -> dict[str, float]:
    """The weights in the same proportions, adding up to 1. Raises UnusableAngles when there is none above 0, or one
    that is no number from 0 on."""
    if wrong := [key for key, weight in weights.items() if not (isfinite(weight) and weight >= 0)]:
        raise UnusableAngles(f"The weight of “{wrong[0]}” is not a number from 0 on. Correct it.")
    largest = max(weights.values(), default=0)
    if largest == 0:
        raise UnusableAngles("No angle has a weight above 0. Give at least one of them a weight.")
    # Weights may be so large that their sum is infinite, or so small that it loses digits.
    scaled = {key: weight / largest for key, weight in weights.items()}
    total = fsum(scaled.values())
    return {key: weight / total for key, weight in scaled.items()}


def _merged(areas: list[FocusArea]) -> tuple[FocusArea, ...]:
    """Each id once: the indicators of all that have it, and the worst severity."""
    merged: dict[str, FocusArea] = {}
    for area in areas:
        known = merged.get(area.id, area)
        merged[area.id] = replace(
            known,
            indicators=tuple(dict.fromkeys(known.indicators + area.indicators)),
            severity_if_violated=max(
                known.severity_if_violated, area.severity_if_violated, key=_severity_rank
            ),
        )
    return tuple(merged.values())


def _severity_rank(severity: str) -> int:
    return SEVERITIES.index(Severity(severity))


def _combined_prompt(angles: Mapping[str, AngleText], areas: tuple[FocusArea, ...]) -> str:
    """One angle reads as it does alone."""
    if len(angles) == 1:
        return next(angle.prompt_text() for angle in angles.values())
    sections = [TOGETHER]
    for key, angle in angles.items():
        sections += [
            f"# {angle.name} (`{key}`)",
            angle.description,
            angle.system_prompt,
            listed_section("What you judge by", [f"- {line}" for line in angle.evaluation_criteria]),
            listed_section("What this angle leaves to others", [f"- {line}" for line in angle.ignores]),
        ]
    return "\n\n".join(section for section in [*sections, focus_text(areas)] if section)
