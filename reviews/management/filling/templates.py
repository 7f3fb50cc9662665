"""Sessions that are really held, by the rules, and then copied: their logs fold, and their pages open."""

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from reviews.kinds import registry
from reviews.models import Artifact, Change, Event, Finding, Item, ModelCall, PinnedVersion, Session
from reviews.sessions import actions, leases
from reviews.sessions.runner import Lease, run_session
from reviews.sessions.threads import Threads
from reviews.states import State

MOST_SAID = 12
GOING_ON, DONE = "Go on.", "done"
OWNER = "filling"


class Held(NamedTuple):
    """How a template is held: how often it is copied, compared with others, with which fields it is made, and after
    how many messages of a person it is over."""

    kind: str
    share: float
    config: dict[str, Any]
    messages: int = 0


@dataclass
class Template:
    """A session as it was held. `artifact` is the id that its events may name."""

    share: float
    session: Session
    artifact: str
    events: Sequence[Event]
    calls: Sequence[ModelCall] = ()
    pins: Sequence[PinnedVersion] = ()
    changes: Sequence[Change] = ()
    findings: Sequence[Finding] = ()
    naming: Collection[int] = ()
    """The numbers of the events that name the artifact."""


def ways() -> list[Held]:
    """How the templates are held: each kind of session there is, shorter and longer."""
    found = []
    for kind in registry.kinds():
        fields = kind.config.model_fields
        topic = {"topic": "What happens when a card is declined?"}
        if "max_passes" in fields:
            found += [Held(kind.name, 7, {}), Held(kind.name, 3, {"max_passes": 1})]
        elif "max_rounds" in fields:
            found += [Held(kind.name, 45, {}), Held(kind.name, 3, {"max_rounds": 1})]
        else:
            found += [Held(kind.name, 14, topic, messages) for messages in (1, 3, 6)]
    return found


def hold(item: Item, artifact: Artifact, user: User, way: Held) -> Template:
    """Hold a session by the rules to its end. Raises ElmError when it can't be started."""
    session = actions.create_session(
        item=item, kind=way.kind, artifacts=[artifact], started_by=user, config=way.config, provider="offline"
    )
    actions.start(session, by=user)
    for said in range(MOST_SAID):
        session = run_as_far_as_it_goes(session)
        if session.state != State.WAITING:
            break
        actions.say(session, user=user, text=GOING_ON if said + 1 < way.messages else DONE)
    events = list(session.events.order_by("number"))
    return Template(
        way.share,
        session,
        str(artifact.pk),
        events,
        list(session.model_calls.order_by("pk")),
        list(session.pinned_versions.all()),
        list(session.changes.all()),
        list(session.findings.all()),
        {event.number for event in events if str(artifact.pk) in json.dumps(event.data)},
    )


def run_as_far_as_it_goes(session: Session) -> Session:
    """As the engine does it, in this process."""

    async def go() -> None:
        threads = Threads()
        try:
            if claim := await threads.run(leases.take, session.pk, OWNER):
                await run_session(claim, Lease(until=float("inf")), threads)
        finally:
            await asyncio.to_thread(threads.close)

    asyncio.run(go())
    return Session.objects.get(pk=session.pk)
