"""A form that is sent twice is answered once: the second gets what the first got, as long as that is still permitted.

Every form carries a hidden key (`reviews/templatetags/form_keys.py`). The same key, user and content within a day are
the same form; another content is a new one, and a request without a key, as scripts send it, is served as it is.
"""

import hashlib
import json
import logging
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any, cast
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.core.files.uploadedfile import UploadedFile
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from django_htmx.http import HttpResponseClientRefresh

from reviews.access import Gate, gates_noted, may_still_pass
from reviews.accounts import sent_forms
from reviews.accounts.sent_forms import Answer
from reviews.errors import ElmError
from reviews.templatetags.form_keys import FIELD
from reviews.views.http import Request
from reviews.views.problems import say_problem

logger = logging.getLogger(__name__)
MOST_BYTES = 65_536
"""The largest answer that is kept. Who repeats a form with a larger one gets the page anew."""
KEPT_HEADERS = ("Content-Type", "Location", "HX-Redirect", "HX-Trigger", "X-Last-Event")
NOT_TYPED = (FIELD, "csrfmiddlewaretoken")
SALT = "reviews.sent_forms"

type View = Callable[..., HttpResponseBase]


class AnswerOnce(MiddlewareMixin):
    """Stands last in MIDDLEWARE: when it is asked, the sender is known and the form is no forgery."""

    def process_view(
        self, request: HttpRequest, view: View, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """The answer of the view, or the one that the same form got before; None to have the view called as usual."""
        if request.method != "POST" or not request.POST.get(FIELD) or iscoroutinefunction(view):
            return None
        if not request.user.is_authenticated:
            return None
        known = cast(Request, request)
        digest = digest_of(known)
        try:
            with sent_forms.in_hand.alone(digest):
                return answer_once(known, digest, lambda: view(request, *args, **kwargs))
        except ElmError as waited:
            return say_problem(request, str(waited), status=409)


def answer_once(request: Request, digest: str, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The answer that the form got before, if its sender may still have it, else that of the view."""
    try:
        known = sent_forms.begin(request.user.pk, digest)
    except OperationalError as trouble:
        # The view meets the same trouble, has a sentence for it, and knows what to do with what was typed.
        logger.warning("a form is served without its key: %s", trouble)
        return view()
    if known and may_still_pass(request.user, known.gates):
        return repeated(request, known)
    with gates_noted() as gates:
        answer: Answer | None = None
        try:
            response = view()
            answer = answer_to_keep(request, response, gates)
        finally:
            if known is None:
                keep_or_forget(digest, answer)
    return response


def keep_or_forget(digest: str, answer: Answer | None) -> None:
    """Keep what the form was answered; a form that did nothing may be sent again."""
    try:
        if answer:
            sent_forms.finish(digest, answer)
        else:
            sent_forms.forget(digest)
    except OperationalError as trouble:
        logger.warning("the answer to a form is not kept: %s", trouble)


def digest_of(request: Request) -> str:
    """What tells this form from every other: its sender, address, key and content. Nobody can guess from it what was
    typed. A file counts by its name and bytes."""
    typed = sorted((name, values) for name, values in request.POST.lists() if name not in NOT_TYPED)
    files = [(name, [hash_of(file) for file in sent]) for name, sent in request.FILES.lists()]
    content = [request.user.pk, request.get_full_path(), request.POST[FIELD], typed, sorted(files)]
    return salted_hmac(SALT, json.dumps(content), algorithm="sha256").hexdigest()


def hash_of(file: UploadedFile) -> tuple[str, str]:
    """The name of a file, and a hash of its bytes. It can be read again afterwards."""
    made = hashlib.sha256()
    for chunk in file.chunks():
        made.update(chunk)
    file.seek(0)
    return str(file.name), made.hexdigest()


def answer_to_keep(request: Request, response: HttpResponseBase, gates: list[Gate]) -> Answer | None:
    """The answer as it is given again; None for one that says that nothing was done, or that may hold anything."""
    if not isinstance(response, HttpResponse) or response.status_code >= 400:
        return None
    leads_on = 300 <= response.status_code < 400 or "HX-Redirect" in response
    # A page with a status of 200 is a form that came back; a part of one was asked for by htmx, behind a gate.
    if not leads_on and not (request.htmx and gates and getattr(response, "is_rendered", True)):
        return None
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    body = response.content
    if len(body) > MOST_BYTES:
        headers, body = {}, b""
    notices = tuple((note.level, str(note.message)) for note in queued_notices(request))
    return Answer(response.status_code, headers, body, notices, tuple(gates))


def queued_notices(request: Request) -> list[Message]:
    """The sentences that this request leaves for the next page. Reading them in the usual way would use them up."""
    return list(getattr(messages.get_messages(request), "_queued_messages", ()))


def repeated(request: Request, answer: Answer) -> HttpResponse:
    """The first answer again. A browser that asks in another way than the first did is shown the page anew."""
    tell_again(request, answer)
    if "Location" in answer.headers:
        return redirect(answer.headers["Location"])
    if not answer.headers:
        return HttpResponseClientRefresh() if request.htmx else redirect(page_before(request))
    if not request.htmx:
        return redirect(answer.headers.get("HX-Redirect") or page_before(request))
    return HttpResponse(answer.body, status=answer.status, headers=answer.headers)


def tell_again(request: Request, answer: Answer) -> None:
    """Leave the first answer's sentences for the next page, but for those that wait there still."""
    waiting = messages.get_messages(request)
    for level, words in answer.notices:
        if Message(level, words) not in waiting:
            messages.add_message(request, level, words)


def page_before(request: Request) -> str:
    """The page of this site from which the form was sent."""
    came_from = urlsplit(request.headers.get("Referer", ""))
    if came_from.netloc != request.get_host():
        return "/"
    return came_from._replace(scheme="", netloc="").geturl() or "/"
