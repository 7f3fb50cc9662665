"""Where an artifact of a repository comes from, what is newer there, and moving it to a newer commit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from reviews.access import artifact_for, role_in
from reviews.errors import ElmError, RepositoryError
from reviews.exports import file_name
from reviews.linked import moving
from reviews.linked.moving import SHORT, Fates, Moved
from reviews.linked.newer import Newer, newer_of
from reviews.linked.places import mirror_of
from reviews.models import Artifact, Change, Revision
from reviews.reading import decode
from reviews.repos import browse, history
from reviews.repos.history import Commit
from reviews.uploads import disk_may_be_full
from reviews.views.diffs import Comparison, compare, patch_of, patch_response

MOST_COMMITS = 50
"""Commits that the page lists."""
AT_ONCE = 6
"""Of them those that are seen before somebody asks for more."""


FULL_ID = re.compile("[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True)
class Origin:
    """Where an artifact comes from. newer: None when its repository is not linked any more."""

    artifact: Artifact
    pinned: Revision
    newer: Newer | None

    @property
    def folder(self) -> str:
        """The folder that the file lies in."""
        return self.artifact.path.rpartition("/")[0]

    @property
    def is_readable(self) -> bool:
        """Whether the repository can be opened at the pinned commit."""
        return self.newer is not None and not self.newer.trouble


@dataclass(frozen=True)
class Outlook:
    """An artifact at another commit, as the page shows it before anybody moves it there.

    commits: those to choose from, the newest one of the branch first; missing: what was asked for when there is no
    such commit; problem: why the file can't be read there, "" if it can; then `data` are its bytes, `comparison`
    and `fates` say what changes in the text and with its changes, `by_hand` which revisions would stay behind.
    """

    commits: Sequence[Commit] = ()
    chosen: Commit | None = None
    missing: str = ""
    problem: str = ""
    data: bytes = b""
    comparison: Comparison | None = None
    fates: Fates | None = None
    by_hand: Sequence[int] = ()

    @property
    def waiting(self) -> int:
        """How many changes keep their place without standing in the text."""
        return self.fates.kept - self.fates.applied if self.fates else 0

    @property
    def shown(self) -> Sequence[Commit]:
        return self.commits[:AT_ONCE]

    @property
    def older(self) -> Sequence[Commit]:
        return self.commits[AT_ONCE:]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def artifact_newer(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The commits behind the pinned one, and what the text is at the newest or at `?to=`; ?format=patch downloads
    the difference. POST moves the artifact to `commit`: the one that was shown, wherever the branch is now."""
    posted = request.method == "POST"
    artifact = artifact_for(request.user, pk, write=posted)
    if posted:
        return move(request, artifact)
    return page(request, artifact, request.GET.get("to", ""))


def move(request: HttpRequest, artifact: Artifact) -> HttpResponse:
    """Move it. What stands in the way is told on the page, and nothing has changed then."""
    commit, leave = request.POST.get("commit", ""), "leave_edits" in request.POST
    before = artifact.current
    try:
        with disk_may_be_full():
            moved = moving.move(artifact, commit, cast(User, request.user), leave_edits=leave)
    except ElmError as error:
        messages.error(request, str(error))
        return page(request, artifact, commit, status=409)
    tell = messages.warning if moved.fates.lost else messages.success
    tell(request, told(artifact, moved, before))
    return redirect(artifact)


def origin_of(artifact: Artifact) -> Origin | None:
    """Where the artifact comes from; None when that is no repository."""
    pinned = artifact.pinned if artifact.path else None
    if pinned is None:
        return None
    pinned.artifact = artifact
    return Origin(artifact, pinned, newer_of(artifact))


def page(request: HttpRequest, artifact: Artifact, to: str, *, status: int = 200) -> HttpResponse:
    """The page of what is newer. to: the commit to look at, the newest one without it."""
    origin = origin_of(artifact)
    if origin is None:
        raise Http404
    sides = request.GET.get("view") == "sides"
    outlook = outlook_of(origin, to, sides) if origin.newer and origin.newer.tip else Outlook()
    if request.GET.get("format") == "patch" and outlook.chosen and not outlook.problem:
        name = f"{artifact.name}-{origin.pinned.commit[:SHORT]}-{outlook.chosen.id[:SHORT]}.patch"
        return patch_response(name, patch_of(file_name(artifact), bytes(origin.pinned.content), outlook.data))
    role = role_in(request.user, artifact.item.team_id)
    context = {
        "artifact": artifact,
        "origin": origin,
        "outlook": outlook,
        "may_act": role is not None and role.may_act,
    }
    return render(request, "reviews/artifact_newer.html", context, status=status)


def outlook_of(origin: Origin, to: str, sides: bool) -> Outlook:
    """What the artifact would be at the commit `to`; at the newest one when there is no such commit."""
    artifact, pinned = origin.artifact, origin.pinned
    try:
        commits, chosen = choices(origin, to)
    except RepositoryError as error:
        return Outlook(problem=str(error))
    missing = to if to not in ("", chosen.id) else ""
    try:
        data = moving.bytes_at(artifact, chosen.id).data
        fates = moving.foresee(artifact, chosen.id)
    except ElmError as error:
        return Outlook(commits, chosen, missing, str(error))
    names = (f"{artifact.name} at {pinned.commit[:SHORT]}", f"{artifact.name} at {chosen.id[:SHORT]}")
    comparison = compare(pinned.text, decode(data, artifact.name).text, names, sides)
    return Outlook(commits, chosen, missing, "", data, comparison, fates, moving.by_hand(artifact))


def choices(origin: Origin, to: str) -> tuple[list[Commit], Commit]:
    """The commits to choose from, the branch's newest one first, and the chosen one."""
    assert origin.newer
    assert origin.artifact.repository
    mirror, tip = mirror_of(origin.artifact.repository), origin.newer.tip
    listed: list[Commit] = []
    if origin.newer.count:
        old = origin.pinned.commit
        listed = history.commits_between(mirror, old, tip, origin.artifact.path, most=MOST_COMMITS)
    wanted = to if is_commit(mirror, to) else tip
    others = {tip, wanted} - {commit.id for commit in listed}
    found = {commit.id: commit for commit in [*listed, *history.details(mirror, others)]}
    return [found[tip], *(commit for commit in listed if commit.id != tip)], found[wanted]


def is_commit(mirror: Path, to: str) -> bool:
    """Whether `to` is the full id of a commit that the mirror has."""
    return FULL_ID.fullmatch(to) is not None and bool(browse.known(mirror, [to]))


def told(artifact: Artifact, moved: Moved, before: Revision | None) -> SafeString:
    """What a move did, with links to what changed and to what could not be placed."""
    fates = moved.fates
    parts = [
        counted(fates.kept, "change is placed again", "changes are placed again"),
        counted(fates.upstream, "is in the repository itself", "are in the repository itself"),
        counted(moved.findings_lost, "finding could not be placed", "findings could not be placed"),
        *lost_in(fates.lost),
    ]
    diff = reverse("artifact-diff", args=[artifact.pk, before.number if before else 1, moved.current.number])
    return format_html(
        '{} is at commit {} now. {} <a href="{}">See what changed</a>',
        artifact.name,
        moved.origin.commit[:SHORT],
        format_html_join("", "{}. ", ([part] for part in parts if part)),
        diff,
    )


def counted(count: int, one: str, several: str) -> str:
    """The count with its words; "" for none."""
    return f"{count} {one if count == 1 else several}" if count else ""


def lost_in(lost: Sequence[Change]) -> Iterator[SafeString]:
    """For each session how many of its changes could not be placed, with a link to the first of them."""
    by_session: dict[UUID, list[Change]] = {}
    for change in lost:
        by_session.setdefault(change.session_id, []).append(change)
    for pk, changes in by_session.items():
        kind = changes[0].session.get_kind_display().lower()
        words = (
            f"{counted(len(changes), 'change', 'changes')} of {'an' if kind[0] in 'aeiou' else 'a'} {kind}"
        )
        place = reverse("session-changes", args=[pk])
        yield format_html('<a href="{}#change-{}">{}</a> could not be placed', place, changes[0].pk, words)
