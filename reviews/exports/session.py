"""A session as files: its transcript, the whole of it as plain values, and its changes as a patch.

docs/exports.md describes the JSON; the version in it grows when a field changes its meaning or goes away.
"""

from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Q, Sum

from reviews.changes import findings
from reviews.changes.authorship import read_stretches
from reviews.changes.decide import with_changes
from reviews.documents.authorship import blank_out
from reviews.documents.compared import patch_within_limits
from reviews.documents.effort import Effort
from reviews.git.names import path_bytes
from reviews.kinds import transcripts
from reviews.kinds.injection_facts import passages_to_tell
from reviews.kinds.registry import session_kind
from reviews.language.injection import find_in_message
from reviews.log import store
from reviews.models import Artifact, BranchCommit, Change, Event, Participant, Session, SessionArtifact
from reviews.models.outcome import ChangeStatus
from reviews.models.session import Outcome
from reviews.providers.base import LABELS, WITH_MODEL
from reviews.states import EventKind
from reviews.workers.lanes import RULES

FORMAT = "elm.session"
VERSION = 1


def transcript(session: Session) -> str:
    """The conversation in the format of the files that ELM writes beside notes (B1, B3). A line at the top says
    so when no model took part."""
    label = "" if session.provider in WITH_MODEL else LABELS.get(session.provider, session.provider)
    return session_kind(session.kind).transcript(session, label)


def transcript_name(session: Session) -> str:
    """{note-slug}-{YYYY-MM-DDTHH-MM-SS}.md, after the first artifact and the session's start in UTC (B2)."""
    pin = session.pins.select_related("artifact").defer("revision").first()
    return transcripts.file_name(pin.artifact.name if pin else "notes", session.created.astimezone(UTC))


def stem(session: Session) -> str:
    """The same name without its ending."""
    return transcript_name(session).removesuffix(".md")


def session_document(session: Session) -> dict[str, Any]:
    """The whole session as values that JSON can carry."""
    pins = session.pins.select_related("artifact__current", "artifact__repository", "revision").defer(
        "revision__content", "artifact__current__content"
    )
    participants = session.participants.select_related("version")
    changes = session.changes.select_related("base", "result", "decided_by", "assignee")
    changes = changes.prefetch_related("comments__author").defer("base__content", "result__content")
    commits = session.commits.select_related("repository", "made_by", "pushed_by")
    return {
        "format": FORMAT,
        "version": VERSION,
        "session": session_values(session),
        "participants": [participant_values(row) for row in participants],
        "artifacts": [artifact_values(pin) for pin in pins],
        "events": [event_values(row) for row in session.events.all()],
        "scorecard": session_kind(session.kind).scorecard(session),
        "verdict": last_of(session, EventKind.VERDICT),
        "synthesis": last_of(session, EventKind.SYNTHESIS),
        "record": last_of(session, EventKind.RECORD),
        "changes": [change_values(change) for change in changes],
        "commits": [commit_values(row) for row in commits],
        "calls": call_values(session),
    }


def sarif(session: Session) -> str:
    """What the offline reviewer finds in the revisions that the session read, and in people's messages what addresses
    the reviewer, as a SARIF 2.1.0 log. What people have dismissed since is marked as suppressed. Raises WorkEnded when
    the rules did not come to an end."""
    # Word lists and the sentence splitter take a second to load: only who asks pays for it.
    from reviews.offline.finding import Finding
    from reviews.offline.reviewed import Reviewed
    from reviews.offline.reviewer import review_text
    from reviews.offline.rules.injections import as_findings
    from reviews.offline.sarif import as_sarif

    def review(text: str, name: str) -> list[Finding]:
        return RULES.run(review_text, text, name, size=len(text))

    pins = session.pins.select_related("artifact", "revision__artifact")
    dismissed = findings.dismissed_in(pin.artifact_id for pin in pins)
    return as_sarif(
        [
            Reviewed(
                file_name(pin.artifact),
                tuple(review(blank_out(pin.revision.text, read_stretches(pin.added)), pin.artifact.name)),
                dismissed[pin.artifact_id],
            )
            for pin in pins
        ],
        said=[
            (f"message {row.number} of {row.speaker_name}", found)
            for row in session.events.filter(kind=EventKind.USER_MESSAGE)
            for found in as_findings(passages_to_tell(find_in_message(row.text)))
        ],
    )


def session_values(session: Session) -> dict[str, Any]:
    return {
        "id": str(session.pk),
        "kind": session.kind,
        "state": session.state,
        "end_reason": session.end_reason or None,
        "team": session.item.team.slug,
        "item": {"slug": session.item.slug, "title": session.item.title},
        "started_by": name_of(session.started_by),
        "continues": str(session.continues_id) if session.continues_id else None,
        "provider": session.provider,
        "provider_label": LABELS.get(session.provider, session.provider),
        "config": session.config,
        "rounds": session.rounds,
        "step_id": session.step_id or None,
        "topic": session.topic or None,
        "turns": session.turns,
        "created": utc_moment(session.created),
        "ended": utc_moment(session.ended),
    }


def participant_values(row: Participant) -> dict[str, Any]:
    version = row.version
    return {
        "key": row.key,
        "version": version.number,
        "name": version.name,
        "role": version.role,
        "tier": version.tier,
        "model": version.model or None,
    }


def artifact_values(pin: SessionArtifact) -> dict[str, Any]:
    """The artifact at the revision that the session read, and at the one it has now."""
    current = pin.artifact.current
    return {
        "id": str(pin.artifact_id),
        "name": pin.artifact.name,
        "origin": origin_values(pin),
        "revision": {"number": pin.revision.number, "sha256": pin.revision.sha256},
        "current": {"number": current.number, "sha256": current.sha256} if current else None,
    }


def origin_values(pin: SessionArtifact) -> dict[str, Any] | None:
    """Where the artifact comes from, and the commit that the session read, if it is from a repository."""
    artifact = pin.artifact
    if not artifact.path:
        return None
    return {
        "repository": artifact.repository.url if artifact.repository else artifact.origin,
        "branch": artifact.branch,
        "path": artifact.path,
        "commit": pin.revision.commit or None,
    }


def event_values(row: Event) -> dict[str, Any]:
    """An event, shaped as the session's live address gives it."""
    speaker = {"key": row.speaker_key, "name": row.speaker_name, "role": row.speaker_role}
    return {
        "number": row.number,
        "kind": row.kind,
        "speaker": speaker if row.speaker_key else None,
        "text": row.text,
        "data": row.data,
        "at": utc_moment(row.created),
    }


def last_of(session: Session, kind: EventKind) -> dict[str, Any] | None:
    """The last event of a kind that comes at the end, such as the verdict, or None when there is none."""
    row = session.events.filter(kind=kind).last()
    return {"event": row.number, "text": row.text, **row.data} if row else None


def change_values(change: Change) -> dict[str, Any]:
    """A change; `position` counts characters of the base revision's text."""
    return {
        "id": str(change.pk),
        "artifact": str(change.artifact_id),
        "base_revision": change.base.number,
        "section": change.section,
        "position": change.position,
        "removed": change.removed,
        "inserted": change.inserted,
        "edited": change.edited,
        "marker": change.marker or None,
        "heading": change.heading or None,
        "attribution": change.attribution,
        "reason": change.reason,
        "events": change.events,
        "status": change.status,
        "unplaced": change.unplaced or None,
        "in_repository_since": change.upstream or None,
        "assignee": name_of(change.assignee),
        "decided_by": name_of(change.decided_by),
        "decided": utc_moment(change.decided),
        "decision_reason": change.decision_reason or None,
        # Nothing was compared, or put in without a person, before there were these: older exports stay as they are.
        **({"support": change.support} if change.support else {}),
        **({"put_in_by_elm": True} if change.put_in_by_elm else {}),
        "comments": [
            {"author": name_of(said.author), "text": said.text, "at": utc_moment(said.created)}
            for said in change.comments.all()
        ],
        "resulting_revision": change.result.number if change.result else None,
    }


def commit_values(row: BranchCommit) -> dict[str, Any]:
    """A commit; `base` is the commit of the repository that its branch started from."""
    return {
        "repository": row.repository.url,
        "branch": row.branch,
        "base": row.base,
        "commit": row.commit,
        "message": row.message,
        "artifacts": row.artifacts,
        "made_by": name_of(row.made_by),
        "made": utc_moment(row.created),
        "push": row.push or None,
        "pushed_by": name_of(row.pushed_by),
        "pushed": utc_moment(row.pushed),
    }


def call_values(session: Session) -> dict[str, Any]:
    """What the session's calls took together; the prompts and replies stay in ELM."""
    sums = session.model_calls.aggregate(
        count=Count("pk"),
        failed=Count("pk", filter=Q(outcome=Outcome.ERROR)),
        tokens_in=Sum("tokens_in", default=0),
        tokens_out=Sum("tokens_out", default=0),
        tokens_cached=Sum("tokens_cached", default=0),
    )
    return {**sums, "cost_usd": session.cost_usd}


def patch(session: Session, status: ChangeStatus) -> str:
    """The changes with this status against the revisions they were made for, as `git apply` takes them; without
    those that a repository has itself, or has no place for any more. Files of several repositories stand in a folder
    for each, as clones beside each other do."""
    fitting = session.changes.filter(status=status, upstream="", unplaced="")
    changes = list(
        fitting.select_related("artifact", "base__artifact__repository", "base__artifact__current")
    )
    bases = {change.base_id: change.base for change in changes}
    several = len({base.artifact.repository_id for base in bases.values()} - {None}) > 1
    patches, effort = [], Effort()
    for pk, base in sorted(bases.items()):
        repository, old = base.artifact.repository, bytes(base.content).decode()
        folder = f"{repository.name}/" if several and repository else ""
        # A patch must name the byte order mark to fit the first line.
        mark = "\ufeff" if old.startswith("\ufeff") else ""
        mine, current = [change for change in changes if change.base_id == pk], base.artifact.current
        # Proposals are taken one by one, so each of them has its marker.
        is_in = current if status == ChangeStatus.APPLIED else None
        like = is_in.text if is_in else "\n".join(change.text for change in mine)
        new = with_changes(base.text, mine, like)
        patches.append(patch_within_limits(folder + file_name(base.artifact), old, mark + new, effort))
    return "".join(patches)


def file_name(artifact: Artifact) -> str:
    """What a patch calls the artifact: its path in the repository, if it is from one."""
    if artifact.repository_id is None:
        return artifact.name
    return path_bytes(artifact.path).decode("utf-8", "surrogateescape")


def name_of(user: User | None) -> str | None:
    return store.speaker_of(user).name if user else None


def utc_moment(when: datetime | None) -> str | None:
    """A moment in UTC, such as 2026-02-28T01:49:00Z."""
    return when.isoformat(timespec="seconds").replace("+00:00", "Z") if when else None
