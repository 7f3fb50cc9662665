"""Everything of a team as a zip, made while it is sent: never more than one session or one text is in memory.

`team.json` has the team and its people, `audit.csv` its audit log. Each item has a folder `items/<slug>/` with
`item.json`, every revision of its artifacts, `sessions.jsonl` (the JSON of each session on a line of its own) and
`transcripts.md`. A zip has a list of its files, so sessions share files: there may be very many of them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import QuerySet
from django.utils import timezone

from reviews.errors import ElmError
from reviews.exports import session as session_export
from reviews.exports.lists import as_csv, read_in_parts
from reviews.exports.session import name_of, utc_moment
from reviews.models import Artifact, AuditEntry, Finding, Item, Membership, Session, Team

FORMAT, VERSION = "elm.team", 1
AT_ONCE = 50
AUDIT_COLUMNS = ("at", "who", "what", "about", "detail")
UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f]')

type Part = tuple[str, Iterable[bytes]]


class Sink:
    """What a zip is written to: it keeps what was written since it was last emptied, and can't be read or moved in."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self) -> bytes:
        """What was written, which is forgotten here."""
        taken = b"".join(self.parts)
        self.parts.clear()
        return taken


def zip_chunks(parts: Iterable[Part]) -> Iterator[bytes]:
    """A zip of files, each given by its name and its bytes in pieces; no chunk is empty."""
    sink = Sink()
    now = timezone.localtime().timetuple()[:6]
    with ZipFile(sink, "w", ZIP_DEFLATED) as made:  # type: ignore[call-overload]
        for name, pieces in parts:
            info = ZipInfo(name, now)
            info.compress_type = ZIP_DEFLATED
            with made.open(info, "w", force_zip64=True) as file:
                for piece in pieces:
                    file.write(piece)
                    if chunk := sink.take():
                        yield chunk
    if chunk := sink.take():
        yield chunk


def team_parts(team: Team) -> Iterator[Part]:
    """The files of a team, one after another, read from the database when they are asked for."""
    yield "team.json", [as_bytes(team_values(team))]
    yield "audit.csv", as_csv(AUDIT_COLUMNS, audit_rows(team))
    for item in read_in_parts(Item.objects.filter(team=team).select_related("owner"), AT_ONCE):
        folder = f"items/{item.slug}"
        yield f"{folder}/item.json", [as_bytes(item_values(item))]
        for artifact in item.artifacts.all():
            yield from revision_parts(folder, artifact)
        sessions = item.sessions.select_related("item__team", "started_by").order_by("created")
        if sessions.exists():
            yield f"{folder}/sessions.jsonl", session_lines(sessions)
            yield f"{folder}/transcripts.md", transcripts(sessions)


def revision_parts(folder: str, artifact: Artifact) -> Iterator[Part]:
    """Every revision of an artifact, byte for byte. The number before the name keeps two apart that differ in signs
    that no file may have in its name."""
    name = UNSAFE.sub("_", artifact.name)
    for pk, number in list(artifact.revisions.order_by("number").values_list("pk", "number")):
        content = artifact.revisions.values_list("content", flat=True).get(pk=pk)
        yield f"{folder}/artifacts/{str(artifact.pk)[:8]}/{number:04}-{name}", [bytes(content)]


def session_lines(sessions: QuerySet[Session]) -> Iterator[bytes]:
    """The JSON of each session, as docs/exports.md has it, on a line of its own."""
    for session in read_in_parts(sessions, AT_ONCE):
        yield json.dumps(session_export.session_document(session), ensure_ascii=False).encode() + b"\n"


def transcripts(sessions: QuerySet[Session]) -> Iterator[bytes]:
    """The conversations one after another, for people to read. A kind without transcripts is left out."""
    for session in read_in_parts(sessions, AT_ONCE):
        try:
            yield f"{session_export.transcript(session)}\n\n---\n\n".encode()
        except ElmError:
            continue


def team_values(team: Team) -> dict[str, Any]:
    members = Membership.objects.filter(team=team).select_related("user").order_by("created", "pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        "made": utc_moment(timezone.now()),
        "name": team.name,
        "slug": team.slug,
        "keep_archived_days": team.keep_archived_days,
        "members": [
            {"username": one.user.get_username(), "name": name_of(one.user), "role": one.role}
            for one in members
        ],
        "repositories": list(team.repositories.order_by("url").values_list("url", flat=True)),
    }


def item_values(item: Item) -> dict[str, Any]:
    artifacts = item.artifacts.select_related("repository").defer("current")
    return {
        "slug": item.slug,
        "title": item.title,
        "description": item.description,
        "owner": name_of(item.owner),
        "created": utc_moment(item.created),
        "archived": utc_moment(item.archived),
        "tags": names_of(item),
        "steps_completed": item.steps_completed,
        "depth_overrides": item.depth_overrides,
        "max_turns": item.max_turns,
        "artifacts": [artifact_values(artifact) for artifact in artifacts],
    }


def artifact_values(artifact: Artifact) -> dict[str, Any]:
    return {
        "id": str(artifact.pk),
        "name": artifact.name,
        "source": artifact.source,
        "repository": artifact.repository.url if artifact.repository else artifact.origin or None,
        "path": artifact.path or None,
        "archived": utc_moment(artifact.archived),
        "deleted": utc_moment(artifact.removed),
        "tags": names_of(artifact),
        "findings": [finding_values(row) for row in artifact.findings.prefetch_related("comments__author")],
    }


def finding_values(row: Finding) -> dict[str, Any]:
    columns = ("by", "claim", "severity", "quote", "line", "description", "suggestion", "status")
    said = [{"by": name_of(one.author), "text": one.text} for one in row.comments.all()]
    return {**{name: getattr(row, name) for name in columns}, "comments": said}


def audit_rows(team: Team) -> Iterator[dict[str, Any]]:
    """The team's audit log, the oldest entry first."""
    for entry in read_in_parts(AuditEntry.objects.filter(team=team).order_by("at", "pk"), AT_ONCE):
        yield {
            "at": utc_moment(entry.at),
            "who": entry.who_name,
            "what": entry.what,
            "about": entry.about_name,
            "detail": entry.detail,
        }


def names_of(row: Item | Artifact) -> list[str]:
    return list(row.tags.values_list("name", flat=True))


def as_bytes(values: dict[str, Any]) -> bytes:
    return json.dumps(values, indent=2, ensure_ascii=False).encode() + b"\n"
