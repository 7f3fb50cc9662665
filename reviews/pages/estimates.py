"""What a session would take before it is started: calls and, at most, dollars."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from personas.models import Persona
from reviews.forms.sessions import StartForm
from reviews.kinds.prompts import Purpose
from reviews.models import Team
from reviews.providers import registry
from reviews.providers.base import Material, Prompt, speaks_by_rules
from reviews.sessions.budget import Limit, limits_of, to_micros
from reviews.states import Tier

SYSTEM = "The rules of the call and the words of the persona. " * 120
SAID_IN_A_CALL = "What was said in a call before this one. " * 30
"""About 300 tokens: what an answer of usual length adds to all later calls."""


@dataclass(frozen=True)
class CallPlan:
    """So many calls for one purpose, by speakers with these tiers and models; `before` is how many answers each of them
    reads, in the mean."""

    count: int
    purpose: Purpose
    speakers: Sequence[tuple[Tier, str]]
    before: int = 0


@dataclass(frozen=True)
class StartEstimate:
    """How many calls at least and at most, what all of them cost at most in millionths of a dollar, and a sentence that
    says what was counted. `by_model`: a model speaks; if not, it costs nothing. `exceeds` are the limits of which less
    is left than it may cost."""

    calls_least: int
    calls_most: int
    micros_most: int
    by_model: bool
    basis: str = ""
    exceeds: Sequence[Limit] = ()


def speakers_of(people: Iterable[Persona]) -> list[tuple[Tier, str]]:
    """The tier and the model of each persona."""
    return [(Tier(persona.tier), persona.model) for persona in people]


def texts_of(form: StartForm) -> list[str]:
    """The texts of the artifacts that a valid form names."""
    return [artifact.current.text for artifact in form.chosen_artifacts() if artifact.current]


def estimate_start(
    team: Team, texts: Iterable[str], plans: Sequence[CallPlan], provider: str, *, least: int, basis: str
) -> StartEstimate:
    """The estimate for calls about `texts`. team: whose limits count; least: the fewest calls that there can be."""
    if speaks_by_rules(provider):
        return StartEstimate(0, 0, 0, by_model=False)
    materials = tuple(Material(f"text {number}", text) for number, text in enumerate(texts, 1))
    dollars = sum(_cost_of(plan, materials, provider) for plan in plans)
    most = sum(plan.count for plan in plans)
    micros = to_micros(dollars)
    exceeds = exceeded_limits(team, micros)
    return StartEstimate(min(least, most), most, micros, by_model=True, basis=basis, exceeds=exceeds)


def exceeded_limits(team: Team, micros: int) -> list[Limit]:
    """The team's limits of which less is left than that many millionths of a dollar."""
    return [limit for limit in limits_of(team) if limit.most is not None and micros > limit.left]


def _cost_of(plan: CallPlan, materials: tuple[Material, ...], provider: str) -> float:
    """The most that the calls of a plan cost in US dollars, by the provider's own estimate of each."""
    said = Material("transcript", SAID_IN_A_CALL * plan.before, "transcript")
    speakers = plan.speakers or [(Tier.STRATEGIC, "")]
    each = [
        registry.provider(provider).estimate(
            Prompt(
                purpose="estimate",
                speaker="",
                system=SYSTEM,
                request="",
                materials=(*materials, said),
                result=plan.purpose.result,
                tier=tier,
                model=model,
                max_tokens=plan.purpose.max_tokens,
            )
        )
        for tier, model in speakers
    ]
    return plan.count * sum(one.cost_usd for one in each) / len(each)
