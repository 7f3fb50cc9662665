"""Committing what was accepted of a session, and bringing the commits to where the repository comes from."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from reviews.access import commit_for, may_act_in, session_for
from reviews.errors import RepositoryError
from reviews.models import BranchCommit, Session
from reviews.repositories import committing
from reviews.repositories.plans import SHORT
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, patch_download, problem_with
from reviews.views.repositories.commit_cards import line_of
from reviews.views.review import changes


@require_POST
def session_commit(request: Request, pk: UUID) -> HttpResponse:
    """Commit what is accepted: one commit for each repository."""
    session = session_for(request.user, pk, write=True)
    url = request.build_absolute_uri(session.get_absolute_url())

    def commit() -> None:
        made = committing.commit(session, request.user, url)
        told = ", ".join(f"{row.commit[:SHORT]} on {row.branch}" for row in made)
        messages.success(request, f"Committed: {told}.")

    if problem := problem_with(commit):
        return render_refused(request, session, problem)
    return redirect(reverse("session-changes", args=[session.pk]) + "#repository")


@never_cache
@require_safe
def commit_state(request: Request, pk: int) -> HttpResponse:
    """How the push of a commit goes, as htmx asks for it; without htmx, the page of the changes."""
    row = commit_for(request.user, pk)
    return render_line(request, row) if request.htmx else to_page(row)


@require_safe
@noted_as_export("commit", "patch")
def commit_patch(request: Request, pk: int) -> HttpResponse:
    """The commit as a mail that `git am` takes."""
    row = commit_for(request.user, pk)
    try:
        mail = committing.mail_of(row)
    except RepositoryError as error:
        return render_refused(request, row.session, str(error))
    return patch_download(mail, f"{row.repository.name}-{row.commit[:SHORT]}.patch")


@require_POST
def commit_act(request: Request, pk: int, act: Callable[[BranchCommit, User], None]) -> HttpResponse:
    """Push the branch of a commit, or end its push; what goes wrong is told beside it."""
    row = commit_for(request.user, pk, write=True)
    trouble = problem_with(lambda: act(row, request.user))
    if request.htmx:
        return render_line(request, row, trouble)
    if trouble:
        messages.error(request, trouble)
    return to_page(row)


def render_line(request: Request, row: BranchCommit, trouble: str = "") -> HttpResponse:
    context = {"line": line_of(row, trouble), "may_act": may_act_in(request.user, row.team_id)}
    status = 409 if trouble else 200
    return render(request, "reviews/repositories/commit_card.html#push", context, status=status)


def to_page(row: BranchCommit) -> HttpResponse:
    return redirect(reverse("session-changes", args=[row.session_id]) + f"#commit-{row.pk}")


def render_refused(request: Request, session: Session, problem: str) -> HttpResponse:
    messages.error(request, problem)
    return changes.render_page(request, session, status=409)
