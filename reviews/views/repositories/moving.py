"""Where an artifact of a repository comes from, what is newer there, and moving it to a newer commit."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from reviews.access import artifact_for, may_act_in
from reviews.errors import ElmError
from reviews.exports.session import file_name
from reviews.kinds.registry import session_kind
from reviews.language.wording import counted
from reviews.models import Artifact, Change, Revision
from reviews.repositories import moving
from reviews.repositories.moving import Moved
from reviews.repositories.plans import SHORT
from reviews.views.http import Request, patch_download, problem_with
from reviews.views.repositories.move_preview import (
    MovePreview,
    MoveTarget,
    hint_of,
    origin_following,
    origin_of,
    preview_of,
)
from reviews.views.review.diffs import patch_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def artifact_newer(request: Request, pk: UUID) -> HttpResponse:
    """The commits after the pinned one, and what the text is at the newest or at `?to=`, of another `?branch=` or
    `?path=` if the artifact is to follow that; ?format=patch downloads the difference. POST moves the artifact to
    `commit`: the one that was shown, wherever the branch is now."""
    posted = request.method == "POST"
    artifact = artifact_for(request.user, pk, write=posted)
    if posted:
        return move_artifact(request, artifact, MoveTarget.of(request.POST, to="commit"))
    return render_page(request, artifact, MoveTarget.of(request.GET))


def move_artifact(request: Request, artifact: Artifact, way: MoveTarget) -> HttpResponse:
    """Move it. What stands in the way is told on the page, and nothing has changed then."""
    if problem := problem_with(lambda: moved_to(request, artifact, way)):
        messages.error(request, problem)
        return render_page(request, artifact, way, status=409)
    return redirect(artifact)


def moved_to(request: Request, artifact: Artifact, way: MoveTarget) -> None:
    """Move it and say what that did. Raises ElmError, with nothing stored."""
    pinned = artifact.pinned
    if pinned and pinned.commit == way.to and way.branch not in ("", artifact.branch) and not way.path:
        moving.follow(artifact, way.branch)
        messages.success(request, f"{artifact.name} follows {way.branch} now. Its text is the same.")
        return
    before, leave = artifact.current, "leave_edits" in request.POST
    where = {"branch": way.branch, "path": way.path}
    moved = moving.move(artifact, way.to, request.user, leave_edits=leave, **where)
    tell = messages.warning if moved.effects.lost else messages.success
    tell(request, move_sentence(artifact, moved, before))


def render_page(request: Request, artifact: Artifact, way: MoveTarget, *, status: int = 200) -> HttpResponse:
    """The page of what is newer. A branch or a path that can't be is told, and its own are shown."""
    origin = origin_of(artifact)
    if origin is None:
        raise Http404
    there, problem = origin, ""
    try:
        there = origin_following(origin, way)
    except ElmError as error:
        problem = str(error)
    sides = request.GET.get("view") == "sides"
    preview = preview_of(there, way.to, sides) if there.newer and there.newer.tip else MovePreview()
    if request.GET.get("format") == "patch" and preview.chosen and not preview.problem:
        name = f"{artifact.name}-{origin.pinned.commit[:SHORT]}-{preview.chosen.id[:SHORT]}.patch"
        patch = patch_of(file_name(there.artifact), bytes(origin.pinned.content), preview.data)
        return patch_download(patch, name)
    context = {
        "nav": "items",
        "artifact": artifact,
        "origin": origin,
        "there": there,
        "problem": problem if status == 200 else "",
        "way": way,
        "hint": hint_of(there),
        "preview": preview,
        "tip_is_elsewhere": bool(there.newer and 0 < there.newer.count < len(preview.commits)),
        "may_act": may_act_in(request.user, artifact.team_id),
    }
    return render(request, "reviews/repositories/artifact_newer.html", context, status=status)


def move_sentence(artifact: Artifact, moved: Moved, before: Revision | None) -> SafeString:
    """What a move did, with links to what changed and to what could not be placed."""
    effects = moved.effects
    counts = (
        (effects.kept, "change is placed again", "changes are placed again"),
        (effects.upstream, "is in the repository itself", "are in the repository itself"),
        (moved.findings_lost, "finding could not be placed", "findings could not be placed"),
    )
    parts = [*(counted(*words) for words in counts if words[0]), *lost_in(effects.lost)]
    diff = reverse("artifact-diff", args=[artifact.pk, before.number if before else 1, moved.current.number])
    return format_html(
        '{} is at commit {} now. {} <a href="{}">See what changed</a>',
        artifact.name,
        moved.origin.commit[:SHORT],
        format_html_join("", "{}. ", ([part] for part in parts)),
        diff,
    )


def lost_in(lost: Sequence[Change]) -> Iterator[SafeString]:
    """For each session how many of its changes could not be placed, with a link to the first of them."""
    by_session: dict[UUID, list[Change]] = {}
    for change in lost:
        by_session.setdefault(change.session_id, []).append(change)
    for pk, changes in by_session.items():
        kind, place = session_kind(changes[0].session.kind), reverse("session-changes", args=[pk])
        words = f"{counted(len(changes), 'change')} of {kind.one}"
        yield format_html('<a href="{}#change-{}">{}</a> could not be placed', place, changes[0].pk, words)
