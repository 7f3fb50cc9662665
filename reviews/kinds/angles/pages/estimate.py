"""What a review would take, before it is started: units, calls, time and cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from reviews.code.languages import language_of
from reviews.code.reading import read_units
from reviews.code.units import Strategy
from reviews.kinds.angles.asking import EVALUATE
from reviews.kinds.angles.prompts import LONGEST_WHOLE, PURPOSES, TOGETHER
from reviews.kinds.angles.state import AngleSpec
from reviews.kinds.prompts import Purpose
from reviews.models import Artifact
from reviews.providers import registry
from reviews.providers.base import Material, Prompt, speaks_by_rules

AT_ONCE = 4
SECONDS_PER_CALL = 12
"""What a call of the execution tier takes, roughly."""
SECONDS_BY_RULES = 3
"""What the analysers take for an artifact and a pass, roughly."""
FEWEST_PASSES = 2
"""A unit has converged after two passes at the soonest."""
MOST_READ = 3_000_000
"""Characters that are split for an estimate; beyond them units are counted by length."""
USUAL_UNIT = 1_500
SYSTEM = "The rules of the call and the words of the angle. " * 120


@dataclass(frozen=True)
class Estimate:
    """Numbers for at least two passes (or the only one) and for all passes; second looks at what is found come on
    top. `is_rough`: texts were too long to be split for it."""

    artifacts: int
    units: int
    calls_least: int
    calls_most: int
    seconds_least: float
    seconds_most: float
    micros_most: int
    by_model: bool
    is_rough: bool = False

    @property
    def minutes_least(self) -> int:
        return max(1, ceil(self.seconds_least / 60))

    @property
    def minutes_most(self) -> int:
        return max(1, ceil(self.seconds_most / 60))


def estimate_review(
    artifacts: Sequence[Artifact],
    angles: Sequence[AngleSpec],
    passes: int,
    units: Strategy,
    rate: float,
    provider: str,
    together: bool = False,
) -> Estimate:
    """What a review of the artifacts takes. passes: how many; rate: the share of the units that is read, 0 to 1;
    provider: who would answer; together: all angles in one call."""
    by_model = not speaks_by_rules(provider)
    asked = [max(angles, key=lambda angle: angle.weight)] if together else angles
    purpose = TOGETHER if together else PURPOSES[EVALUATE]
    counted, dollars, left = [], 0.0, MOST_READ
    for artifact in artifacts:
        text = artifact.current.text if artifact.current else ""
        found = _count_units(artifact.name, text, units) if len(text) <= left else _guess_units(text)
        left -= len(text)
        number = max(1, round(found * rate)) if found else 0
        counted.append(number)
        if by_model:
            costs = (_cost_of_a_call(text, found, angle, purpose, provider) for angle in asked)
            dollars += number * sum(costs)
    total = sum(counted)
    least = min(FEWEST_PASSES, passes)
    calls = total * len(asked) if by_model else 0
    seconds = ceil(calls / AT_ONCE) * SECONDS_PER_CALL + len(artifacts) * SECONDS_BY_RULES
    return Estimate(
        artifacts=len(artifacts),
        units=total,
        calls_least=calls * least,
        calls_most=calls * passes,
        seconds_least=seconds * least,
        seconds_most=seconds * passes,
        micros_most=round(dollars * passes * 1_000_000),
        by_model=by_model,
        is_rough=left < 0,
    )


def _count_units(name: str, text: str, units: Strategy) -> int:
    return len(read_units(text, language_of(name, text), units).units)


def _guess_units(text: str) -> int:
    return ceil(len(text) / USUAL_UNIT)


def _cost_of_a_call(text: str, units: int, angle: AngleSpec, purpose: Purpose, provider: str) -> float:
    """The most that one call about a unit of usual length costs in US dollars, by the provider's own estimate."""
    prompt = Prompt(
        purpose=EVALUATE,
        speaker="worker",
        system=SYSTEM,
        request="",
        materials=(
            Material("text", text[:LONGEST_WHOLE]),
            Material("unit", text[: len(text) // max(units, 1)]),
        ),
        result=purpose.result,
        tier=angle.tier,
        model=angle.model,
        max_tokens=purpose.max_tokens,
    )
    return registry.provider(provider).estimate(prompt).cost_usd
