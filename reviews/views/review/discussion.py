"""Comments on a change or a finding, and who is asked to decide: a part of its card, the same on every page."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urldefrag, urlsplit, urlunsplit
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from reviews.access import change_for, finding_for
from reviews.changes import comments
from reviews.changes.comments import Subject
from reviews.models import Change, Comment
from reviews.templatetags.elm import person
from reviews.views.http import Request, problem_with


@dataclass(frozen=True)
class Discussion:
    """What teammates said about something, and who may be asked to decide on it.

    `trouble` says why what the reader just sent was refused, `typed` is the comment that was in it, if any.
    """

    about: Subject
    comments: Sequence[Comment]
    people: Sequence[User]
    trouble: str = ""
    typed: str | None = None

    @cached_property
    def comments_url(self) -> str:
        return reverse(f"{self.about.kind}-comments", args=[self.about.pk])

    @cached_property
    def assign_url(self) -> str:
        return reverse(f"{self.about.kind}-assign", args=[self.about.pk])

    @cached_property
    def assignee(self) -> User | None:
        """Who is asked to decide; nobody once they can't act in the team any more."""
        return next((one for one in self.people if one.pk == self.about.assignee_id), None)


def discussions_of(subjects: Collection[Subject]) -> Mapping[UUID, Discussion]:
    """What is said about each: three queries at most, however many there are. A change comes with its session, a
    finding with its artifact's item."""
    people = comments.assignable(about.team_id for about in subjects)
    said: dict[UUID | None, list[Comment]] = defaultdict(list)
    for kind in ("change", "finding"):
        keys = [about.pk for about in subjects if about.kind == kind]
        rows = Comment.objects.filter(**{f"{kind}__in": keys}).select_related("author")
        for comment in rows if keys else ():
            said[comment.change_id or comment.finding_id].append(comment)
    return {about.pk: Discussion(about, said[about.pk], people[about.team_id]) for about in subjects}


def subject_for(user: User, kind: str, pk: UUID) -> Subject:
    """The change or the finding, for somebody who may act on it."""
    return (change_for if kind == "change" else finding_for)(user, pk, write=True)


@require_POST
def comment(request: Request, kind: str, pk: UUID) -> HttpResponse:
    """Say something about a change or a finding; a comment that is refused stays in its box."""
    about, typed = subject_for(request.user, kind, pk), request.POST.get("text", "")
    problem = problem_with(lambda: comments.add_comment(about, request.user, typed))
    return answer(request, about, problem, "Your comment is added.", typed)


@require_POST
def delete_comment(request: Request, kind: str, pk: UUID, number: int) -> HttpResponse:
    """Take back what one said about a change or a finding."""
    about = subject_for(request.user, kind, pk)
    problem = problem_with(lambda: comments.delete_comment(about, request.user, number))
    return answer(request, about, problem, "Your comment is deleted.")


@require_POST
def assign(request: Request, kind: str, pk: UUID) -> HttpResponse:
    """Ask somebody to decide on a change or a finding."""
    about = subject_for(request.user, kind, pk)
    problem = problem_with(lambda: comments.assign(about, request.POST.get("person", "")))
    chosen = None if problem else about.assignee
    return answer(request, about, problem, f"It is assigned to {person(chosen) if chosen else 'nobody now'}.")


def answer(
    request: Request, about: Subject, problem: str, done: str, typed: str | None = None
) -> HttpResponse:
    """The part of the card with what was `done`, or the way back to the page.

    What is refused is told where it was asked for, with what was typed; without htmx on a page of its own.
    """
    if not problem and not request.htmx:
        return redirect(back_of(request) or page_of(about))
    discussion = discussions_of([about])[about.pk]
    context = {
        "nav": "to-review",
        "discussion": replace(discussion, trouble=problem, typed=typed) if problem else discussion,
        "done": "" if problem else done,
        "may_act": True,
        "back": urldefrag(back_of(request)).url,
        "page": page_of(about),
    }
    template = "discussion.html#answer" if request.htmx else "discussion_refused.html"
    return render(request, f"reviews/review/{template}", context, status=422 if problem else 200)


def page_of(about: Subject) -> str:
    """The address of the page that always shows it."""
    if isinstance(about, Change):
        return reverse("session-changes", args=[about.session_id]) + f"#{about.anchor}"
    return reverse("artifact-findings", args=[about.artifact_id]) + f"#{about.anchor}"


def back_of(request: Request) -> str:
    """The address that a form's field `back` leads to: the page of everything to review, with its filter and place;
    "" for any other.

    What a form sends is anybody's: nothing of it but a query and a fragment of that one page is used.
    """
    try:
        sent = urlsplit(request.POST.get("back", ""))
    except ValueError:
        return ""
    if sent.scheme or sent.netloc or sent.path != reverse("to-review"):
        return ""
    return urlunsplit(("", "", sent.path, sent.query, sent.fragment))
