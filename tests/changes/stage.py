"""Sessions that have proposals, made without a run."""

from collections.abc import Sequence

from personas.models import Persona
from reviews.documents.hunks import find_hunks
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Artifact, Change, Item, Participant, Session, SessionArtifact
from reviews.states import EventKind
from tests import factories
from tests.starter import load_starter

BASE = factories.NOTES + "\n## Owner\n\nThe payments team.\n"
BETTER = """# Payment retries

## Problem

Four in a hundred cards are declined for reasons that go away within minutes, and we lose those orders.

## Plan

We will retry each declined payment three times. Checkout succeeds for 97 of 100 buyers instead of 93.

## Owner

The payments team.

## Risks

A card may be charged twice. The bank's idempotency key prevents that.
"""


def session_with(item: Item, texts: Sequence[tuple[str | bytes, str]] = ((BASE, BETTER),)) -> Session:
    """A finished interview whose artifacts go from the first to the second text of each pair, by hunks."""
    session = factories.SessionFactory(item=item, state="finished", end_reason="ready")
    seat_personas(session)
    for content, better in texts:
        artifact = factories.ArtifactFactory(item=item, content=content)
        SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
        propose(session, artifact, better)
    return session


def seat_personas(session: Session) -> None:
    """The personas of an interview, as they are shipped."""
    if not Persona.objects.filter(key="elm").exists():
        load_starter()
    for persona in Persona.objects.filter(key__in=("elm", "answerer")):
        Participant.objects.create(session=session, version=persona.current, key=persona.key)


def propose(session: Session, artifact: Artifact, better: str) -> list[Change]:
    """Store the hunks that lead from the artifact's current text to `better` as proposals."""
    start = session.changes.count()
    return Change.objects.bulk_create(
        Change(
            session=session,
            artifact=artifact,
            base=artifact.current,
            order=start + order,
            section=hunk.section,
            position=hunk.position,
            removed=hunk.removed,
            inserted=hunk.inserted,
            reason="ELM asked for a number.",
            attribution="ELM",
            events=[1],
        )
        for order, hunk in enumerate(find_hunks(artifact.current.text, better), 1)
    )


def ask(session: Session) -> None:
    """Let ELM ask the question that the changes came from."""
    speaker = Speaker("elm", "ELM", "Executive")
    store.append(session.pk, [NewEvent(EventKind.QUESTION, "How many orders?", speaker, {"round": 1})])


def now(artifact: Artifact) -> bytes:
    """The bytes that the artifact has at this moment."""
    return bytes(Artifact.objects.select_related("current").get(pk=artifact.pk).current.content)


def statuses(session: Session) -> list[str]:
    """The status of each change, in order."""
    return list(session.changes.values_list("status", flat=True))
