"""What a session proposes: reading the changes and deciding on each."""

from collections.abc import Callable, Iterable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from reviews.access import change_for, may_act_in, session_for
from reviews.changes import comments
from reviews.changes import decide as apply
from reviews.models import Change, Revision, Session
from reviews.states import EventKind
from reviews.views.http import Request, problem_with
from reviews.views.repositories.commit_cards import section_of
from reviews.views.review import queue
from reviews.views.review.cards import (
    Trouble,
    card_of,
    cards_of,
    counts_of,
    groups_of,
    tally_of,
    trouble_with,
)
from reviews.views.review.discussion import back_of, page_of


@never_cache
@require_safe
def session_changes(request: Request, pk: UUID) -> HttpResponse:
    """Every change that the session proposes, by artifact. Never cached: Back must show what was decided since."""
    return render_page(request, session_for(request.user, pk))


@require_POST
def accept(request: Request, pk: UUID) -> HttpResponse:
    """Put a change in; with `text`, worded as a person has edited it."""
    typed = request.POST.get("text")
    return decide(request, pk, partial(apply.accept, text=typed), typed=typed)


@require_POST
def reject(request: Request, pk: UUID) -> HttpResponse:
    """Say no to a change; `reason` says why."""
    typed = request.POST.get("reason")
    return decide(
        request, pk, lambda change, by: apply.reject(change, by, comments.reason_of(typed or "")), why=typed
    )


@require_POST
def undo(request: Request, pk: UUID) -> HttpResponse:
    return decide(request, pk, apply.undo)


@require_POST
def accept_all(request: Request, pk: UUID) -> HttpResponse:
    """Put every undecided change in, or none."""
    return decide_all(
        request, pk, lambda *who: f"Every change is accepted: {names_of(apply.accept_all(*who))}."
    )


@require_POST
def reject_rest(request: Request, pk: UUID) -> HttpResponse:

    def rejected(session: Session, by: User) -> str:
        count = apply.reject_rest(session, by)
        return "1 change is rejected." if count == 1 else f"{count} changes are rejected."

    return decide_all(request, pk, rejected)


@require_POST
def undo_all(request: Request, pk: UUID) -> HttpResponse:
    """Take every accepted change out, or none."""
    return decide_all(request, pk, lambda *who: f"Everything is undone: {names_of(apply.undo_all(*who))}.")


def names_of(revisions: Iterable[Revision]) -> str:
    return ", ".join(f"{revision.artifact.name} at revision {revision.number}" for revision in revisions)


def decide_all(request: Request, pk: UUID, act: Callable[[Session, User], str]) -> HttpResponse:
    """Let the reader `act` on all changes of the session at once; it returns a sentence that says what was done."""
    session = session_for(request.user, pk, write=True)
    if problem := problem_with(lambda: messages.success(request, act(session, request.user))):
        messages.error(request, problem)
        return render_page(request, session, status=409)
    return redirect("session-changes", session.pk)


def decide(
    request: Request,
    pk: UUID,
    act: Callable[[Change, User], object],
    *,
    typed: str | None = None,
    why: str | None = None,
) -> HttpResponse:
    """Let the reader `act` on the change. What goes wrong is told in its card, and what was typed is kept."""
    change = change_for(request.user, pk, write=True)
    trouble = trouble_with(lambda: act(change, request.user), change, typed=typed, why=why)
    if trouble and not Change.objects.filter(pk=pk).exists():
        return render_gone(request, change, trouble)
    if request.POST.get("back") == "artifact":
        return to_artifact(request, change, trouble)
    if back_of(request):
        return queue.answer_decision(request, change, trouble)
    if request.htmx:
        return render_card(request, change, trouble)
    if trouble:
        return render_page(request, change.session, trouble=trouble, status=409)
    left = change.session.changes.filter(status="proposed")
    following = left.filter(order__gt=change.order).first() or left.first() or change
    return redirect(page_of(following))


def render_gone(request: Request, change: Change, trouble: Trouble) -> HttpResponse:
    """The page again, without the card: the session has made newer proposals meanwhile."""
    messages.error(request, trouble.sentence)
    if request.htmx:
        return HttpResponseClientRefresh()
    return redirect(back_of(request) or reverse("session-changes", args=[change.session_id]))


def to_artifact(request: Request, change: Change, trouble: Trouble | None) -> HttpResponse:
    """Back to the page of the artifact, where an addition was taken back."""
    if trouble:
        messages.error(request, trouble.sentence)
    else:
        messages.success(
            request, "It is undone. You can accept it again on the page of the session’s changes."
        )
    return redirect(change.artifact)


def render_page(
    request: Request, session: Session, *, trouble: Trouble | None = None, status: int = 200
) -> HttpResponse:
    """The page of all changes; `trouble` is shown in the card it is about."""
    cards = cards_of(session, trouble=trouble)
    context = {
        "nav": "sessions",
        "session": session,
        "groups": groups_of(cards),
        "progress": counts_of([card.change for card in cards]),
        "commits": section_of(session),
        "may_act": may_act_in(request.user, session.team_id),
        "unproposed": 0 if cards else unproposed_edits(session),
    }
    return render(request, "reviews/review/changes.html", context, status=status)


def unproposed_edits(session: Session) -> int:
    """How many improvements a session without changes has made that nobody was ever asked about: it failed before, or
    was stopped when stopping did not keep them."""
    if not session.has_ended or session.events.filter(kind=EventKind.CHANGE).exists():
        return 0
    made = session.events.filter(kind=EventKind.REVISION).values_list("data", flat=True)
    return sum(len(data.get("edits") or ()) for data in made)


def render_card(request: Request, change: Change, trouble: Trouble | None = None) -> HttpResponse:
    """One card and the counter, as htmx swaps them in."""
    columns = ("artifact_id", "section", "status", "session_id", "unplaced", "upstream", "base__number")
    rows = list(change.session.changes.select_related("base").only(*columns))
    card, same = card_of(change, trouble), [row for row in rows if row.artifact_id == change.artifact_id]
    context = {
        "session": change.session,
        "card": card,
        "progress": counts_of(rows),
        "commits": section_of(change.session),
        "tally": tally_of(same),
        "group": {
            "artifact": card.change.artifact,
            "base": max((row.base for row in same), key=lambda base: base.number),
        },
        "may_act": True,
    }
    return render(request, "reviews/review/changes.html#decided", context, status=409 if trouble else 200)
