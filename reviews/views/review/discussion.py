"""Comments on a change or a finding, and who is asked to decide: a part of its card, the same on every page."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast
from urllib.parse import urldefrag
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from reviews.access import change_for, finding_for
from reviews.changes import comments as triage
from reviews.changes.comments import Subject
from reviews.errors import ElmError
from reviews.models import Change, Comment
from reviews.uploads import disk_may_be_full
from reviews.views.review.back import back_of


@dataclass(frozen=True)
class Talk:
    """What teammates said about something, and who may be asked to decide on it.

    `trouble` says why what the reader just sent was refused, `typed` is the comment that was in it, if any.
    """

    about: Subject
    comments: Sequence[Comment]
    people: Sequence[User]
    trouble: str = ""
    typed: str | None = None

    @property
    def kind(self) -> str:
        """What it is about: "change" or "finding". Part of the addresses and of the ids on pages."""
        return "change" if isinstance(self.about, Change) else "finding"

    @property
    def anchor(self) -> str:
        """The id of the card on a page."""
        return f"{self.kind}-{self.about.pk}"

    @cached_property
    def comments_url(self) -> str:
        return reverse(f"{self.kind}-comments", args=[self.about.pk])

    @cached_property
    def assign_url(self) -> str:
        return reverse(f"{self.kind}-assign", args=[self.about.pk])

    @cached_property
    def assignee(self) -> User | None:
        """Who is asked to decide; nobody once they can't act in the team any more."""
        return next((one for one in self.people if one.pk == self.about.assignee_id), None)


def talks_of(subjects: Collection[Subject]) -> Mapping[UUID, Talk]:
    """What is said about each: three queries at most, however many there are. A change comes with its session, a
    finding with its artifact's item."""
    people = triage.assignable(triage.team_of(about) for about in subjects)
    said: dict[UUID | None, list[Comment]] = defaultdict(list)
    for name in ("change", "finding"):
        keys = [about.pk for about in subjects if isinstance(about, Change) == (name == "change")]
        for comment in commented(name, keys):
            said[comment.change_id or comment.finding_id].append(comment)
    return {about.pk: Talk(about, said[about.pk], people[triage.team_of(about)]) for about in subjects}


def commented(name: str, keys: Sequence[UUID]) -> Iterable[Comment]:
    """The comments on some changes or findings, with their authors, the oldest first."""
    return Comment.objects.filter(**{f"{name}__in": keys}).select_related("author") if keys else []


@require_POST
def change_comments(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say something about a change."""
    return say(request, change_for(request.user, pk, write=True))


@require_POST
def change_comment_delete(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Take back what one said about a change."""
    return take_back(request, change_for(request.user, pk, write=True), number)


@require_POST
def change_assign(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask somebody to decide on a change."""
    return assign(request, change_for(request.user, pk, write=True))


@require_POST
def finding_comments(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say something about a finding."""
    return say(request, finding_for(request.user, pk, write=True))


@require_POST
def finding_comment_delete(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Take back what one said about a finding."""
    return take_back(request, finding_for(request.user, pk, write=True), number)


@require_POST
def finding_assign(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask somebody to decide on a finding."""
    return assign(request, finding_for(request.user, pk, write=True))


def say(request: HttpRequest, about: Subject) -> HttpResponse:
    """Add a comment; one that is refused stays in its box."""
    typed = request.POST.get("text", "")

    def added() -> str:
        triage.comment(about, cast(User, request.user), typed)
        return "Your comment is added."

    return act(request, about, added, typed)


def take_back(request: HttpRequest, about: Subject, number: int) -> HttpResponse:
    """Delete a comment of the reader's own."""

    def deleted() -> str:
        triage.withdraw(about, cast(User, request.user), number)
        return "Your comment is deleted."

    return act(request, about, deleted)


def assign(request: HttpRequest, about: Subject) -> HttpResponse:
    """Ask the chosen person to decide."""

    def assigned() -> str:
        person = triage.assign(about, request.POST.get("person", ""))
        if person is None:
            return "It is assigned to nobody now."
        return f"It is assigned to {person.get_full_name() or person.get_username()}."

    return act(request, about, assigned)


def act(
    request: HttpRequest, about: Subject, acted: Callable[[], str], typed: str | None = None
) -> HttpResponse:
    """Do what was asked for, which gives a sentence; answer with the part of the card, or lead back to the page.

    What is refused is told where it was asked for, with what was typed; without htmx on a page of its own.
    """
    done = trouble = ""
    try:
        with disk_may_be_full():
            done = acted()
    except ElmError as error:
        trouble = str(error)
    if not trouble and not request.htmx:  # type: ignore[attr-defined]
        return redirect(back_of(request) or page_of(about))
    talk = talks_of([about])[about.pk]
    if trouble:
        talk = replace(talk, trouble=trouble, typed=typed)
    template = (
        "reviews/review/discussion.html#answer" if request.htmx else "reviews/review/discussion_refused.html"
    )  # type: ignore[attr-defined]
    context = {
        "nav": "to-review",
        "talk": talk,
        "done": done,
        "may_act": True,
        "back": urldefrag(back_of(request)).url,
        "page": page_of(about),
    }
    return render(request, template, context, status=422 if trouble else 200)


def page_of(about: Subject) -> str:
    """The address of the page that always shows it."""
    if isinstance(about, Change):
        return reverse("session-changes", args=[about.session_id]) + f"#change-{about.pk}"
    return reverse("artifact-findings", args=[about.artifact_id]) + f"#finding-{about.pk}"
