"""Asking the archive: what the reader's teams raised before about the same matter as a sentence."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.access import session_for
from reviews.language.reading.likeness import LONGEST_POINT, telling_terms
from reviews.models import Session
from reviews.models.team import teams_of
from reviews.pages.precedents import ask_archive
from reviews.views.http import Request, id_in

PAGE = "reviews/items/archive.html"


@require_safe
def show_archive(request: Request) -> HttpResponse:
    """What was raised before and is like ?q=, in all teams of the reader; with ?session= in its team, and not by that
    session itself. To htmx the answers alone."""
    text = request.GET.get("q", "").replace("\x00", "")[:LONGEST_POINT].strip()
    session = asked_from(request)
    teams = [session.team_id] if session else list(teams_of(request.user))
    context = {
        "text": text,
        "session": session,
        "says_enough": bool(telling_terms(text, 1)),
        "precedents": ask_archive(teams, text, [session.pk.hex] if session else []),
        "nav": "sessions" if session else "",
    }
    return render(request, f"{PAGE}#answers" if request.htmx else PAGE, context)


def asked_from(request: Request) -> Session | None:
    """The session in whose side it was asked. Raises Http404 for one that the reader can't see."""
    given = request.GET.get("session", "")
    if not given:
        return None
    key = id_in(given)
    if key is None:
        raise Http404
    return session_for(request.user, key)
