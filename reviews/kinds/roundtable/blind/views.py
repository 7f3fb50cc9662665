"""The blind review of a roundtable: who said what, without the names (NFR-002)."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from reviews.access import check_role, session_for
from reviews.exports import session
from reviews.kinds.roundtable.blind import hints
from reviews.kinds.roundtable.blind import review as blind
from reviews.kinds.roundtable.prepare import NAME
from reviews.models import BlindReview, Session
from reviews.models.team import Role
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, as_download, problem_with

NOT_YET = "The blind review opens when the discussion has ended."


@require_http_methods(["GET", "HEAD", "POST"])
def session_blind(request: Request, pk: UUID) -> HttpResponse:
    """The contributions to tell apart; once told, the score with the right answers."""
    found = roundtable_for(request.user, pk, write=request.method == "POST")
    if not found.has_ended:
        messages.info(request, NOT_YET)
        return redirect(found)
    if request.method != "POST":
        return render_page(request, found)
    if problem := problem_with(lambda: blind.score(found, request.user, posted_answers(request))):
        return render_page(request, found, status=422, error=problem)
    return redirect("session-blind", found.pk)


@require_safe
@noted_as_export("session", "blind review")
def session_blind_text(request: Request, pk: UUID) -> HttpResponse:
    """The same contributions as a text without names, to hand to somebody who was not involved."""
    found = roundtable_for(request.user, pk)
    if not found.has_ended:
        raise Http404
    text = blind.as_text(blind.samples(found, request.user), [seat.version for seat in blind.seats(found)])
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return as_download(response, session.stem(found) + "-blind.txt")


def roundtable_for(user: User, pk: UUID, *, write: bool = False) -> Session:
    """The roundtable, if `user` may see it (or act on it); other kinds have no voices to tell apart."""
    found = session_for(user, pk, write=write)
    if found.kind != NAME:
        raise Http404
    return found


def posted_answers(request: Request) -> dict[int, str]:
    """Who was chosen for each event; the fields are called `said-<number>`."""
    named = (
        (name.removeprefix("said-"), value) for name, value in request.POST.items() if name[:5] == "said-"
    )
    return {
        int(number): str(key)
        for number, key in named
        if number.isascii() and number.isdigit() and len(number) < 10
    }


def render_page(request: Request, found: Session, *, status: int = 200, error: str = "") -> HttpResponse:
    """The form with what was chosen, or the result."""
    user = request.user
    role = check_role(user, found.item.team_id)
    mine = blind.review_of(found, user)
    speakers = blind.speaker_ids(found)
    seats = list(blind.seats(found))
    names = {seat.key: seat.version.name for seat in seats}
    context: dict[str, Any] = {
        "nav": "sessions",
        "session": found,
        "seats": seats,
        "cards": blind_cards(found, user, mine, posted_answers(request), names),
        "told": shown_result(mine, speakers) if mine else None,
        "results": [shown_result(row, speakers) for row in found.blind_reviews.select_related("by")],
        "spoke": user.pk in speakers,
        "may_act": role.may_act,
        "hints": hints.hints(found) if role is Role.ADMIN else None,
        "threshold": blind.THRESHOLD,
        "error": error,
    }
    return render(request, "reviews/kinds/roundtable/blind.html", context, status=status)


def blind_cards(
    found: Session, user: User, mine: BlindReview | None, chosen: dict[int, str], names: dict[str, str]
) -> list[dict[str, Any]]:
    """A card for each contribution, in the reader's own order: what was chosen for it, and once that is stored what
    is right."""
    stored = {int(number): key for number, key in mine.answers.items()} if mine else chosen
    return [
        {
            "sample": sample,
            "chosen": stored.get(sample.number, ""),
            "chosen_name": names.get(stored.get(sample.number, ""), ""),
            "right": names.get(sample.key, sample.key) if mine else "",
            "is_right": mine is not None and stored.get(sample.number) == sample.key,
        }
        for sample in blind.samples(found, user)
    ]


def shown_result(row: BlindReview, speakers: set[int]) -> dict[str, Any]:
    """A score as the page shows it."""
    return {
        "row": row,
        "sentence": blind.score_sentence(row),
        "reached": blind.is_threshold_reached(row),
        "spoke": row.by_id in speakers,
    }
