"""Committing what was accepted of a session, and bringing the commits to where the repository comes from."""

from collections.abc import Callable
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from reviews.access import commit_for, role_in, session_for
from reviews.errors import ElmError, RepositoryError
from reviews.models import BranchCommit, Session
from reviews.repositories import committing, pushing
from reviews.repositories.plans import SHORT
from reviews.uploads import disk_may_be_full
from reviews.views.exports.session import as_download
from reviews.views.repositories.commit_cards import line_of
from reviews.views.review import changes


@require_POST
def session_commit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Commit what is accepted: one commit for each repository."""
    session = session_for(request.user, pk, write=True)
    try:
        with disk_may_be_full():
            made = committing.commit(session, cast(User, request.user), url_of(request, session))
    except ElmError as error:
        return refused(request, session, error)
    told = ", ".join(f"{row.commit[:SHORT]} on {row.branch}" for row in made)
    messages.success(request, f"Committed: {told}.")
    return redirect(reverse("session-changes", args=[session.pk]) + "#repository")


@require_POST
def commit_push(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring the branch of a commit to the other side."""
    return act(request, pk, pushing.push)


@require_POST
def commit_stop(request: HttpRequest, pk: int) -> HttpResponse:
    """End a push."""
    return act(request, pk, pushing.stop)


@never_cache
@require_safe
def commit_state(request: HttpRequest, pk: int) -> HttpResponse:
    """How the push of a commit goes, as htmx asks for it; without htmx, the page of the changes."""
    row = commit_for(request.user, pk)
    return line(request, row) if request.htmx else to_page(row)  # type: ignore[attr-defined]


@require_safe
def commit_patch(request: HttpRequest, pk: int) -> HttpResponse:
    """The commit as a mail that `git am` takes."""
    row = commit_for(request.user, pk)
    try:
        mail = committing.mail_of(row)
    except RepositoryError as error:
        return refused(request, row.session, error)
    response = HttpResponse(mail, content_type="text/x-diff; charset=utf-8")
    return as_download(response, f"{row.repository.name}-{row.commit[:SHORT]}.patch")


def act(request: HttpRequest, pk: int, what: Callable[[BranchCommit, User], None]) -> HttpResponse:
    """Let the reader do something about the push of a commit; what goes wrong is told beside it."""
    row = commit_for(request.user, pk, write=True)
    trouble = ""
    try:
        with disk_may_be_full():
            what(row, cast(User, request.user))
    except ElmError as error:
        trouble = str(error)
    if request.htmx:  # type: ignore[attr-defined]
        return line(request, row, trouble)
    if trouble:
        messages.error(request, trouble)
    return to_page(row)


def line(request: HttpRequest, row: BranchCommit, trouble: str = "") -> HttpResponse:
    """The commit as it stands in the list."""
    role = role_in(request.user, row.session.item.team_id)
    context = {"line": line_of(row, trouble), "may_act": role is not None and role.may_act}
    status = 409 if trouble else 200
    return render(request, "reviews/repositories/commit_card.html#push", context, status=status)


def to_page(row: BranchCommit) -> HttpResponse:
    """The page of the changes, at the commit."""
    return redirect(reverse("session-changes", args=[row.session_id]) + f"#commit-{row.pk}")


def refused(request: HttpRequest, session: Session, error: ElmError) -> HttpResponse:
    """The page of the changes with what went wrong."""
    messages.error(request, str(error))
    return changes.page(request, session, status=409)


def url_of(request: HttpRequest, session: Session) -> str:
    """The whole address of the session."""
    return request.build_absolute_uri(session.get_absolute_url())
