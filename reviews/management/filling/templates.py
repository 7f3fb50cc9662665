"""Sessions that are really held, by the rules, and then copied: their logs fold, and their pages open."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Model

from reviews.accounts.sample import FOLDER
from reviews.kinds import registry
from reviews.models import (
    Artifact,
    Change,
    ElaborationRecord,
    Event,
    Finding,
    Item,
    ModelCall,
    PinnedVersion,
    Revision,
    Session,
    Team,
)
from reviews.sessions import actions, leases
from reviews.sessions.runner import Lease, run_session
from reviews.sessions.threads import Threads
from reviews.states import ACTIVE, State

TITLE = "Held to be copied"
MOST_SAID = 12
GOING_ON, DONE = "Go on.", "done"
OWNER = "filling"
NOTE = FOLDER / "payment-retry-note.md"
BELONGING = (PinnedVersion, Event, ModelCall, Change, Finding, ElaborationRecord)


class Held(NamedTuple):
    """How a template is held: how often it is copied, compared with others, with which fields it is made, after how
    many messages of a person it is over, and the state in which it is left before its end."""

    kind: str
    share: float
    config: dict[str, Any]
    messages: int = 0
    left: State | None = None


@dataclass
class Template:
    """A session as it was held, with the rows that belong to it. `artifact` is the one that these may name."""

    share: float
    session: Session
    artifact: Artifact
    rows: Mapping[type[Model], Sequence[Any]]

    @property
    def is_open(self) -> bool:
        return self.session.state in ACTIVE

    def __len__(self) -> int:
        return len(self.rows[Event])


def ways() -> list[Held]:
    """How the templates are held: each kind of session there is, shorter and longer; and waiting for a person, or with
    an answer that nobody has read yet."""
    found = []
    for kind in registry.kinds():
        fields = kind.config.model_fields
        config = {"topic": "What happens when a card is declined?"}
        if "max_passes" in fields:
            found += [Held(kind.name, 7, {}), Held(kind.name, 3, {"max_passes": 1})]
            continue
        if "max_rounds" in fields:
            found += [Held(kind.name, 45, {}), Held(kind.name, 3, {"max_rounds": 1})]
            config = {"answered_by": "me"}
        else:
            found += [Held(kind.name, 14, config, messages) for messages in (1, 3, 6)]
        found += [Held(kind.name, 0, config, left=state) for state in (State.WAITING, State.RUNNING)]
    return found


def hold_templates(team: Team, user: User) -> list[Template]:
    """The sessions that are copied, each held on an item of its own."""
    return [hold(note_of(team, user), user, way) for way in ways()]


def note_of(team: Team, user: User) -> Artifact:
    """A new item with the note."""
    slug = Item.objects.free_slug(TITLE, team)
    item = Item.objects.create(team=team, title=TITLE, slug=slug, owner=user)
    artifact = Artifact.objects.create(item=item, name="notes.md", kind="markdown", source="paste")
    artifact.current = Revision.objects.create(artifact=artifact, number=1, content=NOTE.read_bytes())
    artifact.save(update_fields=["current"])
    return artifact


def hold(artifact: Artifact, user: User, way: Held) -> Template:
    """Hold a session by the rules, to its end or to where it is left. Raises ElmError when it can't be started."""
    session = actions.create_session(
        item=artifact.item,
        kind=way.kind,
        artifacts=[artifact],
        started_by=user,
        config=way.config,
        provider="offline",
    )
    actions.start(session, by=user)
    for said in range(MOST_SAID):
        session = run_as_far_as_it_goes(session)
        if session.state != State.WAITING or way.left == State.WAITING:
            break
        actions.say(session, user=user, text=GOING_ON if said + 1 < way.messages or way.left else DONE)
        if way.left == State.RUNNING:
            session.refresh_from_db()
            break
    rows: dict[type[Model], Sequence[Any]] = {
        model: list(model._default_manager.filter(session=session).order_by("pk")) for model in BELONGING
    }
    return Template(way.share, session, artifact, rows)


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
