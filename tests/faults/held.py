"""The sessions that faults disturb: how each kind is begun and kept going, and all that it leaves behind.

What they leave is written without ids and times, so that two sessions of a kind can be compared word for word.
Django must be set up before this is imported.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reviews.changes import decide
from reviews.documents.marked_runs import point_of
from reviews.log.store import after
from reviews.log.values import Event
from reviews.models import Artifact, Change, ElaborationRecord, Finding, Item, Revision, Session
from reviews.sessions import actions
from reviews.states import ENDED, EventKind, State
from tests.faults import held_angles

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
SAID = (
    "Alex, what would it cost to space the retries over a day?",
    "",
    "Everyone: what is missing before we can start?",
    "",
    "We go for two retries within two days. Ana writes the list of final codes by Friday.",
    "done",
)
"""What people say at a table, one message whenever it waits for them: so no log depends on who was faster."""


@dataclass
class Left:
    """What a session left behind. faults: what is wrong whatever the others look like."""

    log: list[str]
    outcome: list[str] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=dict)


def copied(artifact: Artifact, user: Any) -> Artifact:
    """A copy in an item of its own: a step is discussed only once at a time (C40), no session repeats what another
    has proposed, and additions of one must not be read by the next."""
    item = Item.objects.create(
        team=artifact.item.team,
        title=artifact.item.title,
        slug=Item.objects.free_slug(artifact.item.title, artifact.item.team),
        owner=user,
    )
    copy = Artifact.objects.create(item=item, name=artifact.name, kind=artifact.kind, source=artifact.source)
    assert artifact.current
    copy.current = Revision.objects.create(artifact=copy, number=1, content=artifact.current.content)
    copy.save(update_fields=["current"])
    return copy


def begin_interview(artifact: Artifact, user: Any) -> Session:
    """An interview on a copy of the artifact."""
    copy = copied(artifact, user)
    made = actions.create_session(
        item=copy.item, kind="interview", artifacts=[copy], started_by=None, config={}
    )
    actions.start(made, by=None)
    return made


def begin_roundtable(artifact: Artifact, user: Any) -> Session:
    """A roundtable on a copy of the artifact."""
    copy = copied(artifact, user)
    config = {"step": "01-03", "max_turns": 24, "first_takes": True, "apply": "at_once", "idle_minutes": None}
    made = actions.create_session(
        item=copy.item, kind="roundtable", artifacts=[copy], started_by=user, config=config
    )
    actions.start(made, by=user)
    return made


def nudge(user: Any) -> None:
    """Say the next message at every table that waits for one."""
    for waiting in Session.objects.filter(kind="roundtable", state=State.WAITING):
        said = waiting.events.filter(kind=EventKind.USER_MESSAGE).count()
        actions.say(waiting, user=user, text=SAID[min(said, len(SAID) - 1)])


def unfinished() -> int:
    """How many sessions have not ended."""
    return Session.objects.exclude(state__in=ENDED).count()


def left_by(session: Session, user: Any) -> Left:
    """What an ended session left behind. Takes a roundtable's additions out, to see that nothing else was changed."""
    session.refresh_from_db()
    artifact = Artifact.objects.select_related("current").get(item=session.item)
    changes = list(session.changes.order_by("order"))
    ids = {str(session.pk): "SESSION", str(artifact.pk): "ARTIFACT"}
    ids |= {str(change.pk): f"CHANGE {change.order}" for change in changes}
    events = after(session.pk, 0)
    if session.kind == "angles":
        ids |= held_angles.names_of_findings(events)
        found = Left([plain(told, ids) for told in held_angles.told(events)])
        rows = [*changes, *session.findings.order_by("line", "column", "claim", "by")]
        found.outcome = [plain(columns(row) | {"events": ()}, ids) for row in rows]
        found.faults["asked again"] = held_angles.asked_again(events)
    else:
        found = Left([plain(vars_of(event), ids) for event in comparable(events)])
    found.faults["gaps"] = int([event.number for event in events] != list(range(1, len(events) + 1)))
    if session.kind == "roundtable":
        records = list(ElaborationRecord.objects.filter(session=session))
        found.outcome = [plain(columns(row), ids) for row in [*records, *changes]]
        found.outcome.append(plain(artifact.current.content.decode(), ids))
        found.faults |= {"records": abs(len(records) - 1), **additions(artifact, changes, user)}
    return found


def comparable(events: Sequence[Event]) -> list[Event]:
    """The log with its first takes sorted by speaker: they are written at the same time and come in any order."""
    takes = (event for event in events if event.kind == EventKind.FIRST_TAKE)
    by_speaker = iter(sorted(takes, key=lambda take: take.speaker.key if take.speaker else ""))
    return [next(by_speaker) if event.kind == EventKind.FIRST_TAKE else event for event in events]


def additions(artifact: Artifact, changes: list[Change], user: Any) -> dict[str, int]:
    """Whether each point stands in the artifact once and a marker once for each place (C20), and nothing else was
    changed in it."""
    text, original = artifact.current.text, artifact.revisions.get(number=1).content
    placed = {(change.marker, change.position, change.heading) for change in changes}
    runs = Counter(marker for marker, _, _ in placed)
    for change in reversed(changes):
        decide.undo(change, user)
    artifact.refresh_from_db()
    return {
        "additions": sum(text.count(point_of(change)) != 1 for change in changes),
        "markers": sum(text.count(marker) != count for marker, count in runs.items()),
        "not as before": int(artifact.current.content != original),
    }


def vars_of(event: Any) -> dict[str, Any]:
    """An event as plain values."""
    speaker = vars(event.speaker) if event.speaker else None
    return {"kind": event.kind, "speaker": speaker, "text": event.text, "data": event.data}


def columns(row: Change | ElaborationRecord | Finding) -> dict[str, Any]:
    """What a row says, without what names it."""
    dropped = {"id", "item_id", "base_id", "result_id", "revision_id", "decided", "created", "timestamp"}
    return {name: value for name, value in vars(row).items() if name not in dropped and name[0] != "_"}


def plain(value: Any, ids: dict[str, str]) -> str:
    """`value` as text without ids and times."""
    text = json.dumps(value, default=str, ensure_ascii=False, sort_keys=True)
    for found, name in ids.items():
        text = text.replace(found, name)
    return TIME.sub("TIME", text)
