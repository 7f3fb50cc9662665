"""Sessions: a name of their own, archiving, deleting."""

from functools import partial
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from reviews.access import check_may_delete, session_for
from reviews.forms.keeping import SessionEditForm
from reviews.keeping import archive, belongings, deletions
from reviews.keeping.tags import set_tags
from reviews.models import Session
from reviews.views.http import Request
from reviews.views.keeping.pages import Kept, act_on, delete_page, edit_page, gone_since_asked


@require_http_methods(["GET", "HEAD", "POST"])
def session_edit(request: Request, pk: UUID) -> HttpResponse:
    """What people call it, and its tags."""
    found = session_for(request.user, pk, write=True)
    form = SessionEditForm(request.POST or None, row=found)
    return edit_page(request, Kept(found), form, lambda: rename(found, form))


def rename(session: Session, form: SessionEditForm) -> None:
    """Store what a valid form brings, and nothing that a run writes at the same time."""
    with transaction.atomic():
        Session.objects.filter(pk=session.pk).update(name=form.cleaned_data["name"])
        set_tags(session, form.cleaned_data["tags"])


@require_POST
def session_archive(request: Request, pk: UUID) -> HttpResponse:
    """Take a session out of the lists, stopped first if it runs."""
    found = session_for(request.user, pk, write=True)
    return act_on(request, Kept(found), partial(archive.archive_session, found, request.user), "archived")


@require_POST
def session_restore(request: Request, pk: UUID) -> HttpResponse:
    """Take a session back into the lists."""
    found = session_for(request.user, pk, write=True)
    return act_on(request, Kept(found), partial(archive.restore_session, found, request.user), "restored")


@require_http_methods(["GET", "HEAD", "POST"])
def session_delete(request: Request, pk: UUID) -> HttpResponse:
    """Ask whether to delete a session, and what stays of it; by POST with the word typed, do so."""
    if gone_since_asked(request, Session.objects.filter(pk=pk)):
        return HttpResponseClientRedirect(reverse("sessions"))
    found = session_for(request.user, pk, write=True)
    check_may_delete(request.user, found.team_id, found.started_by_id)
    act = partial(deletions.begin, found, request.user)
    back = found.item.get_absolute_url()
    return delete_page(request, Kept(found), belongings.of_session(found), act, back)
