"""The turn limit of an item's roundtables, a file that one did not find, and the addresses of all pages that only
roundtables have. A discussion never makes a file (C26); a person may afterwards."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from reviews.access import item_for, session_for
from reviews.changes.revisions import store_texts
from reviews.kinds.roundtable.blind import views as blind_views
from reviews.kinds.roundtable.config import Agenda, RoundtableConfig
from reviews.kinds.roundtable.form import ADVISORY, DEFAULT_TURNS, MANY_TURNS, TurnLimitForm
from reviews.kinds.roundtable.item_panel import panel_of
from reviews.models import Artifact, Session
from reviews.models.artifact import Source
from reviews.uploads import from_paste
from reviews.views.http import Request, problem_with
from reviews.views.items.items import item_page


@require_POST
def item_turn_limit(request: Request, slug: str) -> HttpResponse:
    """Set the turn limit of the item's roundtables; empty: the default (FR-007-03)."""
    found = item_for(request.user, slug, write=True)
    form = TurnLimitForm(request.POST, instance=found)
    if form.is_valid() and (problem := problem_with(form.save)):
        form.add_error("max_turns", problem)
    if not form.is_valid():
        return item_page(request, found, status=422, panel=panel_of(found, may_act=True, form=form))
    limit = form.cleaned_data["max_turns"]
    messages.success(request, f"Roundtables on this item have {limit or DEFAULT_TURNS} turns from now on.")
    if limit and limit > MANY_TURNS:
        messages.warning(request, ADVISORY)
    return redirect(found)


def agenda_of(session: Session) -> Agenda | None:
    """What the roundtable was made for."""
    return RoundtableConfig.model_validate(session.config).agenda


def empty_file(agenda: Agenda, name: str) -> str:
    """A file of the step with its headings and nothing below them."""
    title = name.rpartition(".")[0].replace("-", " ").replace("_", " ").strip().capitalize() or name
    sections = [section for output in agenda.outputs if output.file == name for section in output.sections]
    return "".join([f"# {title}\n", *(f"\n## {section}\n" for section in sections)])


@require_POST
def session_create_file(request: Request, pk: UUID) -> HttpResponse:
    """Create the file of the field `name`, which the roundtable did not find, with its headings; then show it."""
    session = session_for(request.user, pk, write=True)
    agenda, name = agenda_of(session), request.POST.get("name", "")
    if agenda is None or name not in agenda.missing:
        raise Http404
    there = session.item.artifacts.in_use().filter(name=name).first()
    if there:
        messages.info(request, f"{name} is there already.")
        return lead_to(request, there)

    def create() -> None:
        incoming = from_paste(name, empty_file(agenda, name))
        store_texts(session.item, [incoming], user=request.user, source=Source.PASTE)

    if problem := problem_with(create):
        messages.error(request, problem)
        return lead_to(request, session)
    messages.success(
        request,
        f"{name} is created with its headings. What the discussion came to is in its summary; the next roundtable on "
        "this step adds to the file.",
    )
    return lead_to(request, session.item.artifacts.in_use().get(name=name))


def lead_to(request: Request, row: Artifact | Session) -> HttpResponse:
    """The way to the page of a row, for htmx too."""
    return HttpResponseClientRedirect(row.get_absolute_url()) if request.htmx else redirect(row)


urlpatterns: list[URLPattern] = [
    path("items/<slug:slug>/turn-limit/", item_turn_limit, name="item-turn-limit"),
    path("sessions/<uuid:pk>/create-file/", session_create_file, name="session-create-file"),
    path("sessions/<uuid:pk>/blind/", blind_views.session_blind, name="session-blind"),
    path("sessions/<uuid:pk>/blind.txt", blind_views.session_blind_text, name="session-blind-text"),
]
