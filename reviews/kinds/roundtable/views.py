"""The turn limit of an item's roundtables, and the addresses of all pages that only roundtables have."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from reviews.access import item_for
from reviews.kinds.roundtable.blind import views as blind_views
from reviews.kinds.roundtable.form import ADVISORY, DEFAULT_TURNS, MANY_TURNS, TurnLimitForm
from reviews.kinds.roundtable.item_panel import panel_of
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


urlpatterns: list[URLPattern] = [
    path("items/<slug:slug>/turn-limit/", item_turn_limit, name="item-turn-limit"),
    path("sessions/<uuid:pk>/blind/", blind_views.session_blind, name="session-blind"),
    path("sessions/<uuid:pk>/blind.txt", blind_views.session_blind_text, name="session-blind-text"),
]
