"""What a commit of a session would be: which files, on which commit and branch, with which bytes. Stores nothing."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from reviews import uploads
from reviews.errors import RepositoryError
from reviews.git import browse
from reviews.git import commit as commits
from reviews.models import Artifact, BranchCommit, Change, Repository, Revision, Session
from reviews.models.outcome import ChangeStatus
from reviews.repositories.contents import CommitContent, commit_content, is_in
from reviews.repositories.newer import pins_of
from reviews.repositories.places import mirror_of

SHORT = 7


@dataclass(frozen=True)
class File:
    """A file of a repository that the session may change. `changes` are the accepted ones that go into a commit;
    `merged` counts those that the repository has itself by now, `unplaced` those that have no place any more."""

    artifact: Artifact
    pinned: Revision
    changes: Sequence[Change]
    merged: int = 0
    unplaced: int = 0

    @property
    def path(self) -> str:
        return self.artifact.path


@dataclass(frozen=True)
class RepositoryFiles:
    """What the session does in one repository, and the commits that were made of it, the oldest first."""

    repository: Repository
    files: Sequence[File]
    rows: Sequence[BranchCommit]

    @property
    def live(self) -> list[File]:
        return [file for file in self.files if file.changes]

    @property
    def changes(self) -> list[Change]:
        return [change for file in self.files for change in file.changes]

    @property
    def is_merged(self) -> bool:
        return any(file.merged for file in self.files)


@dataclass(frozen=True)
class Gathered:
    """What a session does to repositories, and the artifacts with accepted changes that are from none."""

    batches: Sequence[RepositoryFiles] = ()
    outside: Mapping[Artifact, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """A commit that could be made: on `branch`, which is at `tip` and started from `base` of the repository.

    contents: the bytes by path; restored: those paths that get the bytes of the base back; is_there: the branch
    has all of these bytes already.
    """

    batch: RepositoryFiles
    branch: str
    base: str
    tip: str
    contents: Mapping[str, CommitContent]
    restored: Sequence[str]
    is_there: bool

    @property
    def is_due(self) -> bool:
        """Whether there is something to commit, or a commit that no row tells of yet."""
        return not self.is_there or self.is_lost

    @property
    def is_new_branch(self) -> bool:
        return self.tip == self.base

    @property
    def is_lost(self) -> bool:
        """Whether the server ended between making the commit and telling of it."""
        told = {row.commit for row in self.batch.rows}
        return self.is_there and not self.is_new_branch and self.tip not in told

    @property
    def data(self) -> dict[str, bytes]:
        return {path: made.data for path, made in self.contents.items()}

    @property
    def mixed(self) -> list[str]:
        """The paths whose bytes have more in them than this session's changes."""
        return [path for path, made in self.contents.items() if not made.alone]


def gather_changes(session: Session) -> Gathered:
    """What the session does to repositories, as the rows say. Asks no git."""
    changed = session.changes.order_by().values("artifact_id")
    rows = Artifact.objects.filter(pk__in=changed, repository__isnull=False)
    rows = rows.select_related("repository__team", "current").order_by("repository__url", "path")
    linked = {row.pk: row for row in rows}
    if not linked:
        return Gathered()
    pins = pins_of(list(linked.values()))
    accepted: dict[UUID, list[Change]] = defaultdict(list)
    outside: dict[Artifact, int] = {}
    for change in session.changes.filter(status=ChangeStatus.APPLIED).select_related("artifact"):
        accepted[change.artifact_id].append(change)
        if change.artifact_id not in pins:
            outside[change.artifact] = len(accepted[change.artifact_id])
    made: dict[UUID, list[BranchCommit]] = defaultdict(list)
    for row in session.commits.select_related("repository", "made_by", "pushed_by"):
        made[row.repository_id].append(row)
    files: dict[Repository, list[File]] = defaultdict(list)
    for pk, artifact in linked.items():
        if artifact.repository and pk in pins:
            files[artifact.repository].append(_session_file(artifact, pins[pk], accepted[pk]))
    return Gathered(
        [RepositoryFiles(repository, some, made[repository.pk]) for repository, some in files.items()],
        outside,
    )


def _session_file(artifact: Artifact, pinned: Revision, accepted: Sequence[Change]) -> File:
    pinned.artifact = artifact
    return File(
        artifact,
        pinned,
        [change for change in accepted if is_in(change)],
        merged=sum(bool(change.upstream) for change in accepted),
        unplaced=sum(bool(change.unplaced and not change.upstream) for change in accepted),
    )


def plan_commit(session: Session, batch: RepositoryFiles) -> Plan:
    """The commit of a batch that has files to commit, or commits already.

    Raises RepositoryError: `stale` when the files are pinned to commits that don't go together, and what is wrong
    with the mirror.
    """
    mirror = mirror_of(batch.repository)
    base = _base_commit(batch)
    branch = _session_branch(session, batch, base)
    tip = commits.branch_tip(mirror, branch) or base
    contents = {file.path: commit_content(session, file.artifact, file.pinned) for file in batch.live}
    restored = [path for path in _touched_paths(batch, branch) if path not in contents]
    for path in restored:
        contents[path] = CommitContent(browse.blob(mirror, base, path, most=uploads.most_bytes()).data)
    is_there = commits.has(mirror, tip, {path: made.data for path, made in contents.items()})
    return Plan(batch, branch, base, tip, contents, restored, is_there)


def _base_commit(batch: RepositoryFiles) -> str:
    """The commit of the repository to start from: the newest that a file is pinned to, if all fit it."""
    live = batch.live
    if not live:
        return batch.rows[-1].base
    mirror = mirror_of(batch.repository)
    base = commits.newest(mirror, {file.pinned.commit for file in live})
    others = [file for file in live if file.pinned.commit != base]
    there = browse.entries(mirror, base, [file.path for file in others])
    later = [
        file.path for file in others if file.path not in there or there[file.path].id != file.pinned.blob
    ]
    if later:
        first = ", ".join(later)
        raise RepositoryError(
            f"The files are pinned to different commits, and {first} reads differently at the newest of them "
            f"({base[:SHORT]}). Move {first} to the newer commit first: the page of the artifact offers it.",
            kind="stale",
        )
    return base


def _session_branch(session: Session, batch: RepositoryFiles, base: str) -> str:
    """The session's branch; one of its own for every base but the first."""
    usual = f"elm/{session.pk}"
    same = [row.branch for row in batch.rows if row.base == base]
    if same:
        return same[-1]
    return f"{usual}-{base[:SHORT]}" if batch.rows else usual


def _touched_paths(batch: RepositoryFiles, branch: str) -> list[str]:
    """The paths that the commits of the branch have changed, without those whose changes were merged: nobody has
    taken these back."""
    ids = {pk for row in batch.rows if row.branch == branch for pk in row.artifacts}
    return [file.path for file in batch.files if str(file.artifact.pk) in ids and not file.merged]
