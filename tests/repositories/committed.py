"""Sessions about files of a repository whose changes are decided on, and clones of what came of them."""

import subprocess
from pathlib import Path

from reviews.changes import decide
from reviews.models import Artifact, Session, SessionArtifact
from reviews.repositories.places import mirror_of
from tests import factories
from tests.changes.stage import propose
from tests.changes.table import add
from tests.git.making import Upstream, plain
from tests.repositories.stage import PLAN

BETTER = (
    PLAN.decode().replace("go away within minutes", "go away within 10 minutes").replace("None.", "Many.")
)
URL = "https://elm.example.org/sessions/1/"
POINTS = ("- [Maya] Ask the bank.", "- [Alex] Log each try.")


def interview(*artifacts: Artifact, better: str = BETTER, **values) -> Session:
    """A finished interview that would have each artifact read `better`."""
    session = factories.SessionFactory(item=artifacts[0].item, state="finished", end_reason="ready", **values)
    for artifact in artifacts:
        artifact.refresh_from_db()
        SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
        propose(session, artifact, better)
    return session


def roundtable(artifact: Artifact, at, points=POINTS, title: str = "Plan") -> Session:
    """A finished roundtable with additions to the artifact as it is now."""
    artifact.refresh_from_db()
    session = factories.SessionFactory(
        item=artifact.item, kind="roundtable", state="finished", end_reason="user-initiated"
    )
    SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
    add(session, artifact, points, title=title, step_id="01-03", at=at)
    return session


def accepted(session: Session, by, *orders: int) -> Session:
    """The session with the changes of these orders accepted, all of them when none is given."""
    if not orders:
        decide.accept_all(session, by)
    for change in session.changes.filter(order__in=orders).order_by("order"):
        decide.accept(change, by)
    return session


def clone(upstream: Upstream, where: Path, base: str = "main") -> Path:
    """Somebody's plain clone, on a branch of its own at `base`."""
    where.mkdir(parents=True, exist_ok=True)
    plain(where, "clone", "-q", str(upstream.path), "clone")
    plain(where / "clone", "checkout", "-q", "-b", "mine", base)
    return where / "clone"


def am(folder: Path, mail: bytes) -> None:
    """What somebody does who was sent the mail."""
    plain(folder, "am", "-q", stdin=mail)


def in_mirror(repository, commit: str, path: str) -> bytes:
    """The bytes of a file in ELM's own copy."""
    return subprocess.run(
        ["git", "cat-file", "blob", f"{commit}:{path}"],
        cwd=mirror_of(repository),
        check=True,
        capture_output=True,
    ).stdout
