"""Whether the process lives and whether it can work: for load balancers and supervisors."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from reviews.log import wakeup


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look when a page does not name its icon, as the administration's pages do not."""
    return redirect(static("reviews/favicon.svg"))


def database_answers() -> bool:
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def cache_answers() -> bool:
    """Whether what was written to the shared cache can be read back."""
    # The client takes a second to load: only who has set a cache pays for it.
    from redis.exceptions import RedisError

    try:
        cache.set("readyz", "ok", 5)
        return cache.get("readyz") == "ok"
    except (OSError, RedisError):
        return False


@login_not_required
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database, the engine and the cache, if one is set, answer, else 503; says which does not."""
    checks = {"database": database_answers(), "engine": wakeup.is_heard()}
    if settings.REDIS_URL:
        checks["cache"] = cache_answers()
    return JsonResponse(checks, status=200 if all(checks.values()) else 503)
