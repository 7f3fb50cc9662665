"""Roundtables that have additions, made without a run."""

from datetime import UTC, datetime, timedelta

from reviews.documents.insert import plan_additions
from reviews.models import Artifact, Change, Item, Session, SessionArtifact
from tests import factories

SPEC = """# Requirements

## 1. User Journeys

A buyer pays with a card.

## 2. Risks

None.
"""
AT = datetime(2026, 2, 20, 14, 30, tzinfo=UTC)
HEADING = "### Elaboration Insights (Step 01-03: User Journeys)"
POINTS = (
    "- [Maya] One.",
    "- **Decision** [All] Two: because.",
    "- **Open question** [User/Alex] Three?: later",
)


def held(item: Item, content: str | bytes = SPEC, points=POINTS, **how) -> Session:
    """A finished roundtable about a new artifact with these bytes, whose points are proposed."""
    return held_about(factories.ArtifactFactory(item=item, content=content), points, **how)


def held_about(artifact: Artifact, points=POINTS, *, title="User Journeys", step_id="01-03") -> Session:
    """A finished roundtable about the artifact as it is now."""
    artifact.refresh_from_db()
    count = Session.objects.count()
    session = factories.SessionFactory(
        item=artifact.item, kind="roundtable", state="finished", end_reason="user-initiated"
    )
    SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
    add(session, artifact, points, title=title, step_id=step_id, at=AT + timedelta(minutes=count))
    return session


def add(session: Session, artifact: Artifact, points, **how) -> None:
    """Store what the session adds to the artifact as it is now."""
    start = session.changes.count()
    Change.objects.bulk_create(
        Change(
            session=session,
            artifact=artifact,
            base=artifact.current,
            order=start + order,
            position=found.position,
            inserted=found.inserted,
            heading=found.heading,
            marker=found.marker,
            section=found.section,
            attribution="Maya",
            events=[1],
        )
        for order, found in enumerate(plan_additions(artifact.current.text, points=points, **how), 1)
    )


def block(*numbers: int, minute: int = 30, heading: str = HEADING) -> str:
    """What the points of these numbers (counted from 1) look like in the artifact."""
    marker = f"<!-- Elaboration: step 01-03, 2026-02-20T14:{minute}:00.000Z -->"
    return f"{heading}\n\n{marker}\n" + "".join(f"{POINTS[number - 1]}\n" for number in numbers)
