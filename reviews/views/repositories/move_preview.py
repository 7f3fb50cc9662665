"""What an artifact of a repository would be at another commit, of another branch or as another file."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from reviews.documents.encoding import decode_text
from reviews.errors import ElmError, RepositoryError
from reviews.git import browse, history
from reviews.git.history import Commit
from reviews.git.mirror import FULL_ID
from reviews.models import Artifact, Revision
from reviews.repositories import moving
from reviews.repositories.browsing import place_of
from reviews.repositories.moving import MoveEffects
from reviews.repositories.newer import Newer, newer_of
from reviews.repositories.places import mirror_of
from reviews.repositories.plans import SHORT
from reviews.views.review.diffs import Comparison, compare_texts

MOST_COMMITS = 50
"""Commits that the page lists."""
AT_ONCE = 6
"""Of them those that are seen before somebody asks for more."""


@dataclass(frozen=True)
class ArtifactOrigin:
    """Where an artifact comes from. newer: None when its repository is not linked any more."""

    artifact: Artifact
    pinned: Revision
    newer: Newer | None

    @property
    def folder(self) -> str:
        return self.artifact.path.rpartition("/")[0]

    @property
    def address(self) -> str:
        """The name and the branch, as a link back to them says it."""
        return f"{self.artifact.path} on {self.artifact.branch}"

    @property
    def is_lost(self) -> bool:
        """Whether nothing is known of the file on its branch, or the pinned commit is not part of it any more."""
        return self.newer is None or not self.newer.tip or self.newer.rewritten or self.newer.gone

    @property
    def is_readable(self) -> bool:
        """Whether the repository can be opened at the pinned commit."""
        return self.newer is not None and not self.newer.trouble


@dataclass(frozen=True)
class MoveTarget:
    """What an address of the page asks for: the commit `to`, and another `branch` or `path` than the artifact's."""

    to: str = ""
    branch: str = ""
    path: str = ""

    @classmethod
    def of(cls, given: QueryDict, *, to: str = "to") -> "MoveTarget":
        """What was sent; `to` is the name of the field with the commit."""
        return cls(*(given.get(name, "").strip() for name in (to, "branch", "path")))

    @property
    def query(self) -> str:
        """The part of an address that leads to the same branch and path, with "&" at its end if there is one."""
        said = urlencode({name: value for name in ("branch", "path") if (value := getattr(self, name))})
        return f"{said}&" if said else ""


@dataclass(frozen=True)
class MovePreview:
    """An artifact at another commit, as the page shows it before anybody moves it there.

    commits: those to choose from, the newest one of the branch first; missing: what was asked for when there is no
    such commit; problem: why the file can't be read there, "" if it can; then `data` are its bytes, `comparison`
    and `effects` say what changes in the text and with its changes, `by_hand` which revisions would stay behind.
    """

    commits: Sequence[Commit] = ()
    chosen: Commit | None = None
    missing: str = ""
    problem: str = ""
    data: bytes = b""
    comparison: Comparison | None = None
    effects: MoveEffects | None = None
    by_hand: Sequence[int] = ()

    @property
    def waiting(self) -> int:
        """How many changes keep their place without standing in the text."""
        return self.effects.kept - self.effects.applied if self.effects else 0

    @property
    def shown(self) -> Sequence[Commit]:
        return self.commits[:AT_ONCE]

    @property
    def older(self) -> Sequence[Commit]:
        return self.commits[AT_ONCE:]


def origin_of(artifact: Artifact) -> ArtifactOrigin | None:
    """Where the artifact comes from; None when that is no repository."""
    pinned = artifact.pinned if artifact.path else None
    if pinned is None:
        return None
    pinned.artifact = artifact
    return ArtifactOrigin(artifact, pinned, newer_of(artifact))


def origin_following(origin: ArtifactOrigin, way: MoveTarget) -> ArtifactOrigin:
    """The artifact as if it followed what is asked for. Raises ElmError for what can't be."""
    there = moving.as_if_following(origin.artifact, way.branch, way.path)
    if (there.branch, there.path) == (origin.artifact.branch, origin.artifact.path):
        return origin
    return ArtifactOrigin(there, origin.pinned, newer_of(there))


def hint_of(there: ArtifactOrigin) -> MoveTarget:
    """Where to look when the branch, or the file on it, is gone: the branch shown first, the file's new name."""
    artifact, newer = there.artifact, there.newer
    branch, path = artifact.branch, artifact.path
    if newer and newer.branch_gone and artifact.repository:
        place = place_of(artifact.repository)
        branch = place.branch if place else branch
    elif newer and newer.gone and artifact.repository:
        mirror = mirror_of(artifact.repository)
        path = history.renamed(mirror, there.pinned.commit, newer.tip, path) or path
    return MoveTarget(branch=branch, path=path)


def preview_of(origin: ArtifactOrigin, to: str, sides: bool) -> MovePreview:
    """What the artifact would be at the commit `to`; at the newest one when there is no such commit."""
    artifact, pinned = origin.artifact, origin.pinned
    try:
        commits, chosen = commit_choices(origin, to)
    except RepositoryError as error:
        return MovePreview(problem=str(error))
    missing = to if to not in ("", chosen.id) else ""
    try:
        data = moving.bytes_at(artifact, chosen.id).data
        effects = moving.preview_move(artifact, chosen.id)
    except ElmError as error:
        return MovePreview(commits, chosen, missing, str(error))
    names = (f"{artifact.name} at {pinned.commit[:SHORT]}", f"{artifact.name} at {chosen.id[:SHORT]}")
    comparison = compare_texts(pinned.text, decode_text(data, artifact.name).text, names, sides)
    return MovePreview(commits, chosen, missing, "", data, comparison, effects, moving.by_hand(artifact))


def commit_choices(origin: ArtifactOrigin, to: str) -> tuple[list[Commit], Commit]:
    """The commits to choose from, the branch's newest one first, and the chosen one."""
    assert origin.newer
    assert origin.artifact.repository
    mirror, tip = mirror_of(origin.artifact.repository), origin.newer.tip
    listed: list[Commit] = []
    if origin.newer.count:
        old = origin.pinned.commit
        listed = history.commits_between(mirror, old, tip, origin.artifact.path, most=MOST_COMMITS)
    is_commit = FULL_ID.fullmatch(to) is not None and bool(browse.known(mirror, [to]))
    wanted = to if is_commit else tip
    others = {tip, wanted} - {commit.id for commit in listed}
    found = {commit.id: commit for commit in [*listed, *history.commit_details(mirror, others)]}
    return [found[tip], *(commit for commit in listed if commit.id != tip)], found[wanted]
