"""The session page and what people do on it. What happens there arrives by socket; every action is a form."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from reviews.access import check_role, session_for
from reviews.accounts import devices
from reviews.errors import ElmError
from reviews.exports.session import event_values
from reviews.kinds.base import AlreadyLive
from reviews.kinds.registry import session_kind
from reviews.live.render import ON_A_PAGE, PAGE, live_context, page_context, past_events
from reviews.log import publish
from reviews.models import Event, Session
from reviews.models.prepared_queries import session_by_key
from reviews.pages.base import SessionPage
from reviews.pages.entries import entries_of
from reviews.pages.registry import page_of_session
from reviews.sessions import actions
from reviews.states import EventKind
from reviews.uploads import disk_may_be_full
from reviews.views import http
from reviews.views.context import answered_by
from reviews.views.http import Request, problem_with
from reviews.views.sessions import slash_commands

EARLIER_AT_ONCE = 100
MOST_EVENTS = 500


@require_safe
def show_session(request: Request, pk: UUID) -> HttpResponse:
    """The session with its newest events; with `?before=N` those before event N, and with `?at=N` those around event N
    when it is not among the newest, without what is live."""
    return render_page(request, session_for(request.user, pk))


def render_page(request: Request, found: Session, *, status: int = 200, **extra: Any) -> HttpResponse:
    """The whole page. extra: what was typed, and why it was not taken."""
    before = first_left_out(request, found)
    page = page_of_session(found)
    kind = session_kind(found.kind)
    context = page_context(page) | {
        "nav": "sessions",
        "may_act": kind.is_available and check_role(request.user, found.item.team_id).may_act,
        "may_end": kind.may_end(found, request.user),
        "answered_by": answered_by(found.provider, "This session is"),
        "is_newest": before is None,
        "seconds_between_signs": devices.seconds_between_signs(),
        "live": None if before is not None else live_now(page),
    }
    context |= shown_events(page, before) | extra
    return render(request, PAGE, context, status=status)


def first_left_out(request: Request, found: Session) -> int | None:
    """The number of the event before which the page ends, None for the newest page. A link to an event leads to the
    page that it stands on."""
    before, at = number_in(request, "before"), http.number_in(request.GET.get("at"))
    if before is None and at is not None and at <= found.last_number - ON_A_PAGE:
        return at + ON_A_PAGE // 2
    return before


def shown_events(page: SessionPage[Any], before: int | None) -> dict[str, Any]:
    """The events of a page that ends before event `before` (None: the newest)."""
    # Never beyond what the page says is its last event: the socket brings what comes after that.
    return past_events(page, page.session.last_number + 1 if before is None else before, ON_A_PAGE)


def live_now(page: SessionPage[Any]) -> dict[str, Any] | None:
    """The turn being spoken in this process, as its partial wants it."""
    turn = publish.open_turn(page.session.pk)
    return live_context(turn.number, turn.speaker, turn.text, page.avatars) if turn else None


def number_in(request: Request, name: str) -> int | None:
    """The number of an event in the address, None when it is not there. Raises Http404 for anything else."""
    value = request.GET.get(name)
    number = http.number_in(value)
    if value is not None and number is None:
        raise Http404
    return number


@require_safe
def events(request: Request, pk: UUID) -> HttpResponse:
    """The events after `?after=N`, at most 500, as partials or JSON; with `?before=N` the partials before N."""
    found = session_for(request.user, pk)
    before, after = number_in(request, "before"), number_in(request, "after") or 0
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        return JsonResponse(as_json(found, found.events.filter(number__gt=after)))
    page = page_of_session(found)
    context = page_context(page) | {"may_act": check_role(request.user, found.item.team_id).may_act}
    if before is not None:
        return render(request, f"{PAGE}#history", context | past_events(page, before, EARLIER_AT_ONCE))
    rows = found.events.filter(number__gt=after).order_by("number")[:MOST_EVENTS]
    return render(request, f"{PAGE}#list", context | {"entries": entries_of(page, rows)})


def as_json(found: Session, rows: QuerySet[Event]) -> dict[str, Any]:
    """The session, its events and the turn being spoken, in the shape that is public."""
    turn = publish.open_turn(found.pk)
    shown = ("id", "kind", "state", "end_reason")
    return {
        "session": {name: str(getattr(found, name)) for name in shown},
        "events": [event_values(row) for row in rows.order_by("number")[:MOST_EVENTS]],
        "live": {"number": turn.number, "speaker": turn.speaker, "text": turn.text} if turn else None,
    }


@require_POST
def say(request: Request, pk: UUID) -> HttpResponse:
    """Take what somebody says, or do what a slash command orders. What can't be taken stays in the box, with the
    reason.

    With `quick` a button said it, and the box is left alone.
    """
    found = session_for(request.user, pk, write=True)
    text, quick = request.POST.get("text", ""), bool(request.POST.get("quick"))
    try:
        with disk_may_be_full():
            if told := slash_commands.obey(text, by=request.user):
                return obeyed(request, found, told)
            row = actions.say(found, user=request.user, text=text)
    except ElmError as error:
        return acted(request, found, str(error)) if quick else not_taken(request, found, text, str(error))
    if not request.htmx:
        return redirect(f"{found.get_absolute_url()}#event-{row.number}")
    page = page_of_session(fresh_session(found))
    shown = {"entries": entries_of(page, [row]), "fresh": "sent", "may_act": True}
    answer = render(request, f"{PAGE}#{'pressed' if quick else 'sent'}", page_context(page) | shown)
    return dated(answer, page) if quick else answer


def dated(answer: HttpResponse, page: SessionPage[Any]) -> HttpResponse:
    """The answer with the number of the last event that it knows of: a browser that has heard more by then has newer
    buttons than these."""
    answer["X-Last-Event"] = str(page.session.last_number)
    return answer


def obeyed(request: Request, found: Session, told: str) -> HttpResponse:
    """The message box, empty again, with what a slash command has done, and the mode as the page's head shows it."""
    if not request.htmx:
        messages.success(request, told)
        return redirect(found)
    context = page_context(page_of_session(found)) | {"told": told, "fresh": "sent", "may_act": True}
    return render(request, f"{PAGE}#obeyed", context)


def not_taken(request: Request, found: Session, text: str, error: str) -> HttpResponse:
    """The message box as it was, with the reason why its text was not taken."""
    extra = {"typed": text, "error": error}
    if not request.htmx:
        return render_page(request, found, status=422, **extra)
    context = page_context(page_of_session(found)) | extra | {"fresh": "refused", "may_act": True}
    return render(request, f"{PAGE}#composer", context, status=422)


def fresh_session(found: Session) -> Session:
    """The session as it is now, with its team."""
    return session_by_key.get(session=found.pk)


@require_POST
def withdraw(request: Request, pk: UUID, number: int) -> HttpResponse:
    """Take back a message that was not used yet."""
    found = session_for(request.user, pk, write=True)
    row = found.events.filter(number=number, kind=EventKind.USER_MESSAGE).first()
    if row is None:
        raise Http404
    problem = problem_with(lambda: actions.withdraw(found, user=request.user, number=number))
    if not request.htmx:
        if problem:
            messages.info(request, problem)
        return redirect(f"{found.get_absolute_url()}#event-{number}")
    page = page_of_session(fresh_session(found))
    context = page_context(page) | {
        "entry": entries_of(page, [row])[0],
        "may_act": True,
        "problem": problem,
    }
    return render(
        request, "reviews/sessions/events/message_state.html", context, status=409 if problem else 200
    )


@require_POST
def stop(request: Request, pk: UUID) -> HttpResponse:
    """Stop the session; it can be resumed."""
    return try_action(request, pk, actions.stop)


@require_POST
def resume(request: Request, pk: UUID) -> HttpResponse:
    """Go on after a stop or a failure."""
    return try_action(request, pk, actions.resume)


def try_action(request: Request, pk: UUID, action: Callable[..., None]) -> HttpResponse:
    """Do it; who was too late reads a calm sentence beside the buttons that fit now."""
    found = session_for(request.user, pk, write=True)
    return acted(request, found, problem_with(lambda: action(found, by=request.user)))


def acted(request: Request, found: Session, problem: str) -> HttpResponse:
    """The buttons that fit now, beside the reason why something was not done ("" when it was)."""
    if not request.htmx:
        if problem:
            messages.info(request, problem)
        return redirect(found)
    page = page_of_session(fresh_session(found))
    answer = render(
        request, f"{PAGE}#actions", page_context(page) | {"notice": problem}, status=409 if problem else 200
    )
    return answer if problem else dated(answer, page)


@require_POST
def deeper(request: Request, pk: UUID) -> HttpResponse:
    """Start another session that goes deeper, and go there."""
    found = session_for(request.user, pk, write=True)
    try:
        with disk_may_be_full():
            url = actions.deeper(found, by=request.user).get_absolute_url()
    except AlreadyLive as live:
        messages.info(request, str(live))
        url = live.session.get_absolute_url()
    except ElmError as error:
        messages.info(request, str(error))
        url = found.get_absolute_url()
    return go_to(request, url)


def go_to(request: Request, url: str) -> HttpResponse:
    """Have the whole page lead to `url`."""
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
