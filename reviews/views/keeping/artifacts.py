"""Artifacts: renaming, archiving and deleting."""

from functools import partial
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from reviews.access import artifact_for, check_may_delete
from reviews.errors import IllegalMove
from reviews.forms.keeping import ArtifactEditForm
from reviews.keeping import archive, belongings, delete
from reviews.keeping.tags import set_tags
from reviews.models import Artifact
from reviews.models.artifact import ArtifactKind
from reviews.views.http import Request
from reviews.views.keeping.pages import Kept, act_on, delete_page, edit_page


@require_http_methods(["GET", "HEAD", "POST"])
def artifact_edit(request: Request, pk: UUID) -> HttpResponse:
    """Name and tags."""
    found = artifact_for(request.user, pk, write=True)
    form = ArtifactEditForm(request.POST or None, row=found)
    return edit_page(request, Kept(found), form, lambda: rename(found, form))


def rename(artifact: Artifact, form: ArtifactEditForm) -> None:
    """Store what a valid form brings. Raises IllegalMove for an artifact that was deleted meanwhile."""
    name = form.cleaned_data["name"]
    with transaction.atomic():
        rows = Artifact.objects.kept().filter(pk=artifact.pk)
        if not rows.update(name=name, kind=ArtifactKind.of(name)):
            raise IllegalMove(f"{artifact.name} was deleted. Nothing was changed.")
        set_tags(artifact, form.cleaned_data["tags"])


@require_POST
def artifact_archive(request: Request, pk: UUID) -> HttpResponse:
    """Take an artifact out of its item's lists; what runs on it is stopped."""
    found = artifact_for(request.user, pk, write=True)
    return act_on(request, Kept(found), partial(archive.archive_artifact, found, request.user), "archived")


@require_POST
def artifact_restore(request: Request, pk: UUID) -> HttpResponse:
    """Take an artifact back into its item."""
    found = artifact_for(request.user, pk, write=True)
    return act_on(request, Kept(found), partial(archive.restore_artifact, found, request.user), "restored")


@require_http_methods(["GET", "HEAD", "POST"])
def artifact_delete(request: Request, pk: UUID) -> HttpResponse:
    """Ask whether to delete an artifact, and what stays of it; by POST with its name typed, do so."""
    found = artifact_for(request.user, pk, write=True)
    made_by = found.revisions.order_by("number").values_list("made_by", flat=True).first()
    check_may_delete(request.user, found.team_id, found.item.owner_id, made_by)
    act = partial(delete.delete_artifact, found, request.user)
    back = found.item.get_absolute_url()
    return delete_page(request, Kept(found), belongings.of_artifact(found), act, back)
