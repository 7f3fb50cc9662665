"""What an angle, or the persona that looks from it, looks like inside a whole prompt, on a sample. Pure."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from reviews.kinds.angles import prompts
from reviews.kinds.angles.asking import evaluations, refutations, verifications
from reviews.kinds.angles.results import EvaluateResult
from reviews.kinds.angles.state import (
    SUPERVISOR,
    WORKER,
    AngleAnswer,
    AngleSpec,
    AnglesSetup,
    AnglesState,
    AnswerStatus,
    Issue,
    Modification,
    Unit,
)
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.samples import NONCE, SAMPLE
from reviews.kinds.shipped import starter_cast
from reviews.log.values import Ask
from reviews.providers.request import full_prompt
from reviews.states import Severity

ANGLE = AngleSpec("correctness", "Correctness", 1.0, "The angle's own words stand here.")
OTHER = AngleSpec("evidence", "Evidence", 1.0, "")
FOUND, MENDED = "It is significantly faster.", "It is twice as fast."


def angle_previews(angle: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The prompt in which an angle, given as `personas/preview.py` does, looks at the sample, and the shape of an
    answer, which is the same for all angles."""
    spec = AngleSpec(angle["key"], angle["name"], 1.0, angle["prompt_text"])
    schema = json.dumps(EvaluateResult.model_json_schema(), indent=1)
    cast = starter_cast()
    return [
        ("A unit, seen from this angle", _prompt_text(spec, evaluations, cast)),
        ("The shape of an answer", schema),
    ]


def persona_previews(key: str, text: PromptPersona) -> list[tuple[str, str]]:
    """Each prompt in which the supervisor or the worker is used, none for anybody else."""
    titles = {
        WORKER: [
            ("A unit, seen from an angle", evaluations),
            ("Another angle's modification", verifications),
        ],
        SUPERVISOR: [("A second look", refutations)],
    }
    return [(title, _prompt_text(ANGLE, asks_of, {key: text})) for title, asks_of in titles.get(key, ())]


def _prompt_text(
    angle: AngleSpec,
    asks_of: Callable[[AnglesState], Iterator[Ask]],
    cast: Mapping[str, PromptPersona],
) -> str:
    state = sample_state(angle, cast)
    if asks_of is not evaluations:
        state = _with_answers(state)
    return full_prompt(prompts.build(state, next(asks_of(state)), cast, NONCE))


def sample_state(angle: AngleSpec, cast: Mapping[str, PromptPersona]) -> AnglesState:
    """A review of the sample in its first pass, as one unit."""
    speakers = {key: persona.speaker for key, persona in cast.items()}
    nobody = next(iter(speakers.values()))
    setup = AnglesSetup(
        "sample",
        (SAMPLE,),
        (angle,),
        speakers.get(SUPERVISOR, nobody),
        speakers.get(WORKER, nobody),
        by_rules=False,
        designer=True,
    )
    unit = Unit("1/file:all", SAMPLE.artifact, "file:all", SAMPLE.name, "file", 1, SAMPLE.text, SAMPLE.text)
    return AnglesState(setup=setup, units=(unit,), places={unit.id: 0}, open_pass=1)


def _with_answers(state: AnglesState) -> AnglesState:
    """The same once the angle has found something, and another one has proposed what could be done."""
    angle, unit = state.setup.angles[0], state.units[0]
    issue = Issue("f", unit.id, angle.id, Severity.MEDIUM, FOUND, 3, 47, "No figure says how much.")
    proposed = Modification(unit.id, OTHER.id, FOUND, MENDED, "The figures stand in the table below.")
    answers = (
        AngleAnswer(unit.id, angle.id, 1, AnswerStatus.SUCCESS, found=("f",)),
        AngleAnswer(unit.id, OTHER.id, 2, AnswerStatus.SUCCESS, modification=proposed),
    )
    return replace(
        state,
        setup=replace(state.setup, angles=(angle, OTHER)),
        issues={"f": issue},
        answers={(unit.id, one.angle): one for one in answers},
    )
