"""Sentences in the place of error pages: for "500" what can't be stored or reached just now, with what was typed, to be
sent again; for htmx also what is not there any more, and what somebody may not do."""

import sys

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token
from django.views.defaults import page_not_found, permission_denied, server_error

from reviews.errors import ElmError
from reviews.templatetags.form_keys import FIELD
from reviews.uploads import trouble_of

AWAY = "The server's cache can't be reached, so nothing was stored. Wait a moment, then send it again."
GONE = (
    "This is not there any more, or it belongs to a team that you are not in. Nothing was changed. "
    "Refresh the page to see what is there now."
)
REMOVED = (
    "Somebody removed a moment ago what this belongs to, so nothing was stored. Copy what you want to keep, then see "
    "what is there now."
)
SHORT = 40
"""Characters up to which a field without blanks counts as something that was chosen, not typed."""


def sentence_for(error: BaseException | None) -> tuple[str, int]:
    """What a person is told about an error that nobody has handled, and the status of the answer; "" when there is no
    more to say than that."""
    if sentence := trouble_of(error) or (str(error) if isinstance(error, ElmError) else ""):
        return sentence, 503
    if is_removed(error):
        return REMOVED, 409
    # The client of the cache takes a second to load: where it is not loaded, the error is not its own.
    redis = sys.modules.get("redis.exceptions")
    if redis and isinstance(error, redis.RedisError):
        return AWAY, 503
    return "", 500


def is_removed(error: BaseException | None) -> bool:
    """Whether a row went between the look at it and the work with it. Both databases name a row that another one needs
    a foreign key."""
    broken_key = isinstance(error, IntegrityError) and "foreign key" in str(error).lower()
    return broken_key or isinstance(error, ObjectDoesNotExist)


@requires_csrf_token
def handle_missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer where nothing is. htmx would put a page into a part of another one, so it gets a sentence."""
    return say_problem(request, GONE, 404) if is_htmx(request) else page_not_found(request, exception)


@requires_csrf_token
def handle_refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to what somebody may not do, for htmx a sentence too."""
    if not is_htmx(request):
        return permission_denied(request, exception)
    why = str(exception) or "Your role in the team does not allow it."
    return say_problem(request, f"{why} Nothing was changed.", 403)


@requires_csrf_token
def handle_broken(request: HttpRequest) -> HttpResponse:
    """The answer to an error that nobody has handled: with its sentence and what was typed, where there is one."""
    sentence, status = sentence_for(sys.exc_info()[1])
    if not sentence:
        return server_error(request)
    # What the view was about to say did not come about.
    getattr(messages.get_messages(request), "_queued_messages", []).clear()
    try:
        return say_problem(request, sentence, status)
    except (DatabaseError, OSError):
        # Even who asks can't be told: a page that knows nobody.
        page = render_to_string("refused.html", {"title": "That did not work", "sentence": sentence})
        return HttpResponse(page, status=503)


def say_problem(request: HttpRequest, sentence: str, status: int = 503) -> HttpResponse:
    """A page with the sentence and a form that holds what was typed; for htmx the sentence alone, and the form on the
    page stays as it is."""
    if is_htmx(request):
        headers = {"HX-Reswap": "none", "X-Problem": sentence}
        told = render_to_string("problem.html#told", {"sentence": sentence})
        return HttpResponse(told, status=status, headers=headers)
    context = {"sentence": sentence, "fields": typed_fields(request), "can_send": can_send_again(request)}
    return render(request, "problem.html", context, status=status)


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks; also of a request that the middleware has not seen."""
    return request.headers.get("HX-Request") == "true"


def typed_fields(request: HttpRequest) -> list[tuple[str, str, bool]]:
    """The name and the value of each field that was sent, and whether somebody has typed it. No passwords."""
    return [
        (name, value, len(value) > SHORT or any(mark.isspace() for mark in value))
        for name, values in request.POST.lists()
        for value in values
        if name not in (FIELD, "csrfmiddlewaretoken") and "password" not in name
    ]


def can_send_again(request: HttpRequest) -> bool:
    """Whether the page can hold everything that was sent: files and passwords it can't."""
    return (
        request.method == "POST"
        and not request.FILES
        and not any("password" in name for name in request.POST)
    )
