"""What can be taken away from a session: the transcript, everything as JSON, and a patch."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from reviews import exports
from reviews.access import session_for
from reviews.models import Session
from reviews.models.outcome import ChangeStatus
from reviews.views.diffs import patch_response


@require_safe
def transcript(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The conversation as Markdown (B1, B2, B3)."""
    session = session_for(request.user, pk)
    response = HttpResponse(exports.transcript(session), content_type="text/markdown; charset=utf-8")
    return as_download(response, exports.transcript_name(session))


@require_safe
def everything(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The whole session as JSON; docs/exports.md says what is in it."""
    session = session_for(request.user, pk, among=Session.objects.all())
    options = {"indent": 2, "ensure_ascii": False}
    response = JsonResponse(exports.everything(session), json_dumps_params=options)
    return as_download(response, exports.stem(session) + ".json")


@require_safe
def sarif(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The offline reviewer's findings in what the session read, for code hosts and editors."""
    session = session_for(request.user, pk)
    response = HttpResponse(exports.sarif(session), content_type="application/sarif+json")
    return as_download(response, exports.stem(session) + ".sarif")


@require_safe
def patch(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The accepted changes as a patch against the pinned revisions; ?status=proposed: those to decide."""
    session = session_for(request.user, pk)
    status = request.GET.get("status", ChangeStatus.APPLIED)
    if status not in (ChangeStatus.APPLIED, ChangeStatus.PROPOSED):
        raise Http404
    return patch_response(exports.stem(session) + ".patch", exports.patch(session, ChangeStatus(status)))


def as_download(response: HttpResponse, name: str) -> HttpResponse:
    """The response as a file of that name, never shown as a page of this site."""
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response
