"""What can be taken away from a session: the transcript, everything as JSON, and a patch."""

from uuid import UUID

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from reviews.access import session_for
from reviews.errors import RepositoryError, WorkEnded
from reviews.exports import session as exports
from reviews.models import Session
from reviews.models.outcome import ChangeStatus
from reviews.repositories import committing
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, as_download, patch_download


@require_safe
@noted_as_export("session", "transcript")
def transcript(request: Request, pk: UUID) -> HttpResponse:
    """The conversation as Markdown (B1, B2, B3)."""
    session = session_for(request.user, pk)
    response = HttpResponse(exports.transcript(session), content_type="text/markdown; charset=utf-8")
    return as_download(response, exports.transcript_name(session))


@require_safe
@noted_as_export("session", "JSON")
def everything(request: Request, pk: UUID) -> HttpResponse:
    """The whole session as JSON; docs/exports.md says what is in it."""
    session = session_for(request.user, pk, among=Session.objects.all())
    options = {"indent": 2, "ensure_ascii": False}
    response = JsonResponse(exports.session_document(session), json_dumps_params=options)
    return as_download(response, exports.stem(session) + ".json")


@require_safe
@noted_as_export("session", "SARIF")
def sarif(request: Request, pk: UUID) -> HttpResponse:
    """The offline reviewer's findings in what the session read, for code hosts and editors."""
    session = session_for(request.user, pk)
    try:
        response = HttpResponse(exports.sarif(session), content_type="application/sarif+json")
    except WorkEnded as ended:
        return HttpResponse(str(ended), status=503, content_type="text/plain; charset=utf-8")
    return as_download(response, exports.stem(session) + ".sarif")


@require_safe
@noted_as_export("session", "patch")
def patch(request: Request, pk: UUID) -> HttpResponse:
    """The accepted changes as a mail that `git am` takes, when all are in one repository, else as a plain patch
    against the pinned revisions; ?status=proposed: those to decide, as a plain patch."""
    session = session_for(request.user, pk)
    status = request.GET.get("status", ChangeStatus.APPLIED)
    if status not in (ChangeStatus.APPLIED, ChangeStatus.PROPOSED):
        raise Http404
    name = exports.stem(session) + ".patch"
    mail = mail_of(request, session) if status == ChangeStatus.APPLIED else b""
    return patch_download(mail or exports.patch(session, ChangeStatus(status)), name)


def mail_of(request: Request, session: Session) -> bytes:
    """The accepted changes as a mail, b"" when there can be none: a plain patch needs no mirror."""
    try:
        url = request.build_absolute_uri(session.get_absolute_url())
        return committing.mails(session, request.user, url)
    except RepositoryError:
        return b""
