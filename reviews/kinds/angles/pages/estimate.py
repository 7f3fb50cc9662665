"""What a review would take, before it is started: units, calls, time and cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, median

from reviews.code.languages import language_of
from reviews.code.reading import read_units
from reviews.code.units import Strategy
from reviews.kinds.angles.asking import EVALUATE
from reviews.kinds.angles.nearby import LONGEST_WHOLE
from reviews.kinds.angles.prompts import PURPOSES, TOGETHER
from reviews.kinds.angles.state import AngleSpec
from reviews.kinds.prompts import Purpose
from reviews.models import Artifact, ModelCall, Team
from reviews.models.session import Outcome
from reviews.money import MICROS
from reviews.pages.estimates import StartEstimate, exceeded_limits
from reviews.providers import registry
from reviews.providers.base import Material, Prompt, speaks_by_rules

AT_ONCE = 4
SECONDS_PER_CALL = 12
"""What a call takes of a model that has answered none yet: a guess."""
MOST_MEASURED = 500
"""Of the newest calls, those that tell how long a model takes."""
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
    top. `is_rough`: texts were too long to be split for it; `measured`: how many earlier calls say how long one takes,
    0 when that is a guess."""

    artifacts: int
    units: int
    calls_least: int
    calls_most: int
    seconds_least: float
    seconds_most: float
    micros_most: int
    by_model: bool
    is_rough: bool = False
    measured: int = 0

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
    durations = call_durations(provider, asked, purpose) if by_model else Durations()
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
    seconds = ceil(calls / AT_ONCE) * durations.seconds + len(artifacts) * SECONDS_BY_RULES
    return Estimate(
        artifacts=len(artifacts),
        units=total,
        calls_least=calls * least,
        calls_most=calls * passes,
        seconds_least=seconds * least,
        seconds_most=seconds * passes,
        micros_most=round(dollars * passes * MICROS),
        by_model=by_model,
        is_rough=left < 0,
        measured=durations.measured,
    )


def start_estimate(team: Team, made: Estimate) -> StartEstimate:
    """The estimate as every kind of session tells it in a line. team: whose limits count."""
    exceeds = exceeded_limits(team, made.micros_most) if made.by_model else ()
    return StartEstimate(
        made.calls_least, made.calls_most, made.micros_most, by_model=made.by_model, exceeds=exceeds
    )


@dataclass(frozen=True)
class Durations:
    """How many seconds a call takes, and how many earlier ones say so, 0 for a guess."""

    seconds: float = SECONDS_PER_CALL
    measured: int = 0


def call_durations(provider: str, angles: Sequence[AngleSpec], purpose: Purpose) -> Durations:
    """How long a call of one of these angles takes: the mean of their models, of each the median of the calls that it
    has answered lately. A guess when one of the models has answered none."""
    of_newest = ModelCall.objects.order_by("-pk").values_list(
        "provider", "purpose", "outcome", "model", "last_token_ms"
    )[:MOST_MEASURED]
    fitting = [
        (model, ms / 1000)
        for by, why, outcome, model, ms in of_newest
        if (by, why, outcome) == (provider, EVALUATE, Outcome.OK) and ms is not None
    ]
    wanted = [registry.provider(provider).model_for(_usual_prompt("", 1, one, purpose)) for one in angles]
    # A model may answer under a longer name than it is asked for by.
    seconds = [[took for name, took in fitting if name.startswith(model)] for model in wanted]
    if not all(seconds):
        return Durations()
    measured = sum(name.startswith(tuple(wanted)) for name, _ in fitting)
    return Durations(fmean(median(one) for one in seconds), measured)


def _count_units(name: str, text: str, units: Strategy) -> int:
    return len(read_units(text, language_of(name, text), units).units)


def _guess_units(text: str) -> int:
    return ceil(len(text) / USUAL_UNIT)


def _cost_of_a_call(text: str, units: int, angle: AngleSpec, purpose: Purpose, provider: str) -> float:
    """The most that one call about a unit of usual length costs in US dollars, by the provider's own estimate."""
    return registry.provider(provider).estimate(_usual_prompt(text, units, angle, purpose)).cost_usd


def _usual_prompt(text: str, units: int, angle: AngleSpec, purpose: Purpose) -> Prompt:
    """A prompt about a unit of usual length in a text of so many units."""
    return Prompt(
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
