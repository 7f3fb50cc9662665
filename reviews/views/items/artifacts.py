"""Artifacts: adding texts, reading one, and its exact bytes."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from reviews import uploads
from reviews.access import artifact_for, item_for, may_act_in
from reviews.changes import revisions
from reviews.errors import ElmError
from reviews.forms.sessions import ArtifactForm
from reviews.models import Artifact, Item, Revision
from reviews.models.artifact import Source
from reviews.repositories import picking
from reviews.uploads import Taken
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, number_in
from reviews.views.keeping.pages import Kept
from reviews.views.repositories.move_preview import origin_of
from reviews.views.review.additions import additions_to, sheet_of
from reviews.views.review.diffs import revision_of
from reviews.views.review.finding_cards import AT_THE_TEXT, listing_of


@require_http_methods(["GET", "HEAD", "POST"])
def artifact_new(request: Request, slug: str) -> HttpResponse:
    """Add files or a pasted text to an item. Good ones are stored even when others are not."""
    item = item_for(request.user, slug, write=True)
    posted = request.method == "POST"
    form = ArtifactForm(
        request.POST if posted else None,
        request.FILES if posted else None,
        initial={"name": request.GET.get("name", "")},
        team=item.team,
    )
    taken = Taken()
    if form.is_valid():
        store_artifacts(form, item, request.user, taken)
        tell_taken(request, taken)
        if not taken.problems:
            return (
                redirect("artifact", taken.stored[0].artifact_id)
                if len(taken.stored) == 1
                else redirect(item)
            )
    context = {
        "nav": "items",
        "form": form,
        "item": item,
        "taken": taken,
        "limits": uploads.limits(),
        "repositories": item.team.repositories.all(),
    }
    return render(request, "reviews/items/artifact_new.html", context, status=422 if posted else 200)


def store_artifacts(form: ArtifactForm, item: Item, user: User, taken: Taken) -> None:
    """Store what a valid form brings; what became of it goes into `taken`."""
    try:
        files, taken.problems = uploads.from_files(form.cleaned_data["files"])
        taken.add(revisions.store_texts(item, files, user=user, source=Source.UPLOAD))
        if form.cleaned_data["text"].strip():
            paste = uploads.from_paste(form.cleaned_data["name"], form.cleaned_data["text"])
            taken.add(revisions.store_texts(item, [paste], user=user, source=Source.PASTE))
        if repository := form.cleaned_data["repository"]:
            ref, path = form.cleaned_data["ref"], form.cleaned_data["path"]
            taken.add(picking.pick(item, repository, ref, [path], user))
    except ElmError as error:
        taken.problems.append(str(error))


def tell_taken(request: Request, taken: Taken) -> None:
    """Say what was stored, what was renamed and what was there already."""
    if len(taken.stored) == 1:
        revision = taken.stored[0]
        new = "is stored" if revision.number == 1 else f"is now at revision {revision.number}"
        messages.success(request, f"{revision.artifact.name} {new}{pinned_to(taken)}.")
    elif taken.stored:
        messages.success(request, f"{len(taken.stored)} artifacts are stored{pinned_to(taken)}.")
    for name in taken.unchanged:
        messages.info(request, f"{name} is the same as its current revision, so nothing was added.")
    for remark in taken.remarks:
        messages.info(request, remark)


def pinned_to(taken: Taken) -> str:
    """The words about the commit that everything stored was taken from, "" without one."""
    commits = {revision.commit for revision in taken.stored}
    commit = commits.pop() if len(commits) == 1 else ""
    return f", pinned to commit {commit[:7]}" if commit else ""


def revision_asked(artifact: Artifact, number: str | None) -> Revision:
    """The revision that `?revision=` asks for, the current one without it. Raises Http404."""
    asked = number_in(number)
    found = revision_of(artifact, asked) if asked is not None else artifact.current
    if found is None or (number and asked is None):
        raise Http404
    found.artifact = artifact
    return found


@require_safe
def show_artifact(request: Request, pk: UUID) -> HttpResponse:
    """An artifact as a reader sees it, in its current or an older revision; with ?plain its additions are not told
    apart. The most important findings stand below it."""
    found = artifact_for(request.user, pk)
    shown = revision_asked(found, request.GET.get("revision"))
    context = {
        "nav": "items",
        "artifact": found,
        "item": found.item,
        "shown": shown,
        "origin": origin_of(found),
        "kept": Kept(found),
        "sheet": sheet_of(shown, additions_to(found.pk), is_current=shown.pk == found.current_id),
        "is_plain": "plain" in request.GET,
        "revisions": found.revisions.select_related("made_by", "session")
        .defer("content")
        .order_by("-number"),
        "findings": listing_of(found, size=AT_THE_TEXT) if found.checks or found.findings.exists() else None,
        "may_act": may_act_in(request.user, found.team_id),
    }
    return render(request, "reviews/items/artifact.html", context)


@require_safe
@noted_as_export("artifact", "file")
def artifact_raw(request: Request, pk: UUID) -> HttpResponse:
    """The exact bytes of a revision. Never shown as a page of this site: text, or a download."""
    found = artifact_for(request.user, pk)
    revision = revision_asked(found, request.GET.get("revision"))
    response = HttpResponse(bytes(revision.content), content_type="text/plain; charset=utf-8")
    wanted = "download" in request.GET
    response["Content-Disposition"] = content_disposition_header(wanted, found.name) or "inline"
    response["X-Content-Type-Options"] = "nosniff"
    response["ETag"] = f'"{revision.sha256}"'
    return response
