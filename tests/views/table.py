"""A roundtable that was held, made without a run."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User

from personas.models import Persona, Phase, Step
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Item, Participant, Session
from reviews.states import EventKind
from tests import factories
from tests.personas.factories import make_persona

MAYA = Speaker("business-analyst", "Maya Chen", "Business Analyst")
ALEX = Speaker("solutions-architect", "Alex Rivera", "Solutions Architect")
JORDAN = Speaker("system-designer", "Jordan Park", "System Designer")
VOICES: dict[str, dict[str, Any]] = {
    MAYA.key: {"markers": ["who needs"], "forbidden": ["endpoint"], "keywords": ["user", "why", "criteria"]},
    ALEX.key: {"markers": ["tradeoff"], "forbidden": ["button"], "keywords": ["tradeoff", "risk", "option"]},
    JORDAN.key: {"markers": ["contract"], "keywords": ["interface", "contract", "error"]},
}
BODY = ("Brief Mode", "Standard Mode", "Deep Mode", "Validation", "Artifacts")
STEPS = (
    ("01-02", "User Needs", ["requirements-spec.md"]),
    ("01-05", "Quality & Risk", ["requirements-spec.md", "nfr-matrix.md"]),
    ("02-01", "Blast Radius", ["impact-analysis.md"]),
)
SAID = (
    (MAYA, "Who needs the retry, and why?"),
    (ALEX, "Building on Maya's point: the tradeoff is speed against risk."),
    (JORDAN, "Jordan here. The contract returns an error after three tries."),
    (MAYA, "What would a user of ours see?"),
    (ALEX, "An option is to stop after one."),
)


def held(
    item: Item,
    by: User,
    *,
    said: Iterable[tuple[Speaker, str]] = SAID,
    state: str = "finished",
    topic: str = "User Journeys",
) -> Session:
    """A roundtable of Maya, Alex and Jordan in which these contributions were made, from turn 2 on."""
    agenda = {"title": topic, "lead": MAYA.key}
    session = factories.SessionFactory(
        item=item, started_by=by, kind="roundtable", state=state, topic=topic, config={"agenda": agenda}
    )
    for who in (MAYA, ALEX, JORDAN):
        persona = make_persona(who.key, name=who.name, role=who.role, **VOICES[who.key])
        Participant.objects.create(session=session, version=persona.current, key=who.key)
    framing = {"turn": 1, "focus": "What matters?", "ask_first": ALEX.key}
    store.append(session.pk, [NewEvent(EventKind.FRAMING, "We just covered it.", MAYA, framing)])
    for turn, (who, text) in enumerate(said, 2):
        store.append(session.pk, [NewEvent(EventKind.CONTRIBUTION, text, who, {"turn": turn})])
    return Session.objects.get(pk=session.pk)


def steps(maya: Persona | None = None) -> None:
    """Two phases with three steps between them, led by Maya when she is there."""
    body = "\n\n".join(f"## {name}\n\n- What is it?" for name in BODY)
    for key, slug, title in (
        ("01", "01-requirements", "Requirements"),
        ("02", "02-impact-analysis", "Impact"),
    ):
        Phase.objects.create(key=key, slug=slug, title=title, description="…", lead=maya)
    for step_id, title, files in STEPS:
        phase = Phase.objects.get(key=step_id[:2])
        outputs = [{"file": file, "sections": ["Risks"]} for file in files]
        Step.objects.create(step_id=step_id, phase=phase, title=title, outputs=outputs, body=body)
