"""What waits for the reader, for pages that ask by themselves."""

from django.http import JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from reviews.figures.waiting import count_waiting
from reviews.models.team import teams_of
from reviews.views.http import Request


@never_cache
@require_safe
def show_waiting(request: Request) -> JsonResponse:
    """How many things wait: {"changes", "findings", "sessions", "total", "stamp"}; the stamp is another one when the
    upper half of the dashboard is."""
    waiting = count_waiting(request.user, teams_of(request.user))
    return JsonResponse(
        {
            "changes": waiting.changes,
            "findings": waiting.findings,
            "sessions": waiting.sessions,
            "total": waiting.total,
            "stamp": waiting.stamp,
        }
    )
