"""The search page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.search import search_teams as find

LONGEST = 200


@require_safe
def show_search(request: HttpRequest) -> HttpResponse:
    """What the words of ?q= find in the reader's teams."""
    text = request.GET.get("q", "").replace("\x00", "")[:LONGEST]
    return render(request, "reviews/items/search.html", {"text": text, "found": find(request.user, text)})
