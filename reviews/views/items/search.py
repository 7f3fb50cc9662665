"""The search page, and the results that the palette shows while somebody types."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.models.team import teams_of
from reviews.search import search_in
from reviews.views.http import Request
from reviews.views.items.search_cards import cards_for
from reviews.views.items.search_filter import filter_of

LONGEST = 200
ON_A_PAGE = 20
IN_THE_PALETTE = 8


@require_safe
def show_search(request: Request) -> HttpResponse:
    """What the words of ?q= find in the reader's teams, narrowed by ?kind=, ?session=, ?item= and ?who=.

    With ?palette, to htmx, the first few as options of a list.
    """
    text = request.GET.get("q", "").replace("\x00", "")[:LONGEST]
    teams = list(teams_of(request.user))
    if request.htmx and "palette" in request.GET:
        found = search_in(teams, text)
        context = {"text": text, "found": found, "cards": cards_for(found.hits[:IN_THE_PALETTE], found)}
        return render(request, "reviews/items/search_palette.html", context)
    chosen = filter_of(request.GET, text, teams)
    found = search_in(teams, text, chosen.facets)
    page = Paginator(found.hits, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "text": text,
        "found": found,
        "filter": chosen,
        "choices": list(chosen.choices(found)),
        "page": page,
        "cards": cards_for(page.object_list, found),
        "sessions": [] if chosen.facets else found.of_items,
    }
    return render(request, "reviews/items/search.html", context)
