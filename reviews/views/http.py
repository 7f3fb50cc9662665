"""What all views are given and give: a typed request, refusals as sentences, numbers of addresses, downloads."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import content_disposition_header
from django_htmx.middleware import HtmxDetails

from reviews.errors import ElmError
from reviews.uploads import disk_may_be_full


class Request(HttpRequest):
    """A request of somebody who is logged in, as the middleware leaves it."""

    htmx: HtmxDetails
    user: User


def problem_with(act: Callable[[], object]) -> str:
    """Do what was asked for; the sentence that says why it could not be done, "" when it was."""
    try:
        with disk_may_be_full():
            act()
    except ElmError as error:
        return str(error)
    return ""


def is_as_shown(request: HttpRequest) -> bool:
    """Whether who is logged in still is who the form was shown to: its field `reader` has their id, "" for nobody."""
    return request.POST.get("reader", "") == str(request.user.pk or "")


def id_in(text: str | None) -> UUID | None:
    """The id that a part of an address is; None for anything else."""
    try:
        return UUID(text or "")
    except ValueError:
        return None


def number_in(text: str | None, digits: int = 9) -> int | None:
    """The number that a part of an address or of a form is; None for anything else, and for too many digits."""
    if text and text.isascii() and text.isdigit() and len(text) <= digits:
        return int(text)
    return None


def as_download[Response: HttpResponseBase](response: Response, name: str) -> Response:
    """The response as a file of that name, never shown as a page of this site."""
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def patch_download(patch: str | bytes, name: str) -> HttpResponse:
    """A patch as a download, its line ends untouched."""
    return as_download(HttpResponse(patch, content_type="text/x-diff; charset=utf-8"), name)
