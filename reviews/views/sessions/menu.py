"""The menu that follows a session: another one, on with the next step, or words for the one after."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from reviews.access import session_for
from reviews.errors import ElmError
from reviews.kinds.base import AlreadyLive, MenuAnswer
from reviews.kinds.registry import session_kind
from reviews.live.render import page_context
from reviews.models import Session
from reviews.pages.entries import entries_of
from reviews.pages.registry import page_of_session
from reviews.states import EventKind
from reviews.uploads import disk_may_be_full
from reviews.views.sessions import slash_commands
from reviews.views.sessions.session import Request, go_to, render_page


@require_POST
def take_choice(request: Request, pk: UUID) -> HttpResponse:
    """Do what was chosen, or take down what was typed, and go where that leads."""
    found, posted = session_for(request.user, pk, write=True), request.POST
    try:
        with disk_may_be_full():
            if told := slash_commands.obey(posted.get("text", ""), by=request.user):
                messages.success(request, told)
                return go_to(request, found.get_absolute_url())
            place = session_kind(found.kind).choose(
                found, by=request.user, choice=posted.get("choice", ""), text=posted.get("text", "")
            )
    except AlreadyLive as live:
        messages.info(request, live.joined)
        place = live.session
    except ElmError as error:
        return render_refused(request, found, str(error))
    if isinstance(place, MenuAnswer) and place.told:
        messages.info(request, place.told)
    address = address_of(place)
    if address == found.get_absolute_url():
        address = menu_again(found)
    return go_to(request, address)


def address_of(place: Session | MenuAnswer | str) -> str:
    """Where a choice leads."""
    if isinstance(place, MenuAnswer):
        return place.address
    return place.get_absolute_url() if isinstance(place, Session) else place


def menu_again(found: Session) -> str:
    """The address of the newest menu, where whoever has just typed there goes on. The number makes it another
    address than that of the page: a link to a place on the same page would only scroll."""
    number = found.events.filter(kind=EventKind.MENU).latest("number").number
    return f"{found.get_absolute_url()}?at={number}#event-{number}"


def render_refused(request: Request, found: Session, problem: str) -> HttpResponse:
    """The menu as it was, with what was typed and the reason."""
    extra: dict[str, Any] = {"menu_typed": request.POST.get("text", ""), "menu_error": problem}
    row = found.events.filter(kind=EventKind.MENU).last()
    if not request.htmx or row is None:
        return render_page(request, found, status=422, **extra)
    page = page_of_session(found)
    context = page_context(page) | extra | {"may_act": True, "entry": entries_of(page, [row])[0]}
    return render(request, "reviews/sessions/events/menu.html", context, status=422)
