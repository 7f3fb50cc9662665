"""Picking files of a repository into an item, an existing one or a new one."""

from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from reviews.access import item_for, repository_for
from reviews.errors import ElmError, RepositoryError
from reviews.forms.sessions import ItemForm
from reviews.models import Item, Repository
from reviews.repositories import picking
from reviews.repositories.browsing import place_of
from reviews.repositories.choosing import fitting_paths
from reviews.uploads import Taken, disk_may_be_full
from reviews.views.http import Request
from reviews.views.items.artifacts import tell_taken
from reviews.views.items.items import create_item
from reviews.views.repositories.browsing import folder_page, render_trouble
from reviews.views.repositories.folder import FolderQuery

NO_FILE = "Tick the files that you want to pick. Or write a pattern that they fit."
NO_ITEM = "Choose an item, or give a new one a title."


@never_cache
@require_POST
def repository_pick(request: Request, pk: UUID) -> HttpResponse:
    """Pick the files of the fields `path`, and those of the folder that fit `pattern`, as they are at `ref` (or its
    `commit`), into `item`, or into a new item that is called `title`. Good ones are stored even when others are
    not."""
    found = repository_for(request.user, pk, write=True)
    asked, paths, taken = FolderQuery.of(request.POST, path="folder"), request.POST.getlist("path"), Taken()
    item = None
    try:
        paths += files_of_pattern(request, found, asked)
        item = pick_files(request, found, asked, paths, taken)
    except ElmError as error:
        taken.problems.append(str(error))
    tell_taken(request, taken)
    if item and not taken.problems:
        taken_from = item.artifacts.in_use().filter(repository=found, path__in=paths)[:2]
        return redirect(taken_from[0] if len(taken_from) == 1 else item)
    try:
        place = place_of(found, asked.ref, commit=asked.commit) if found.is_readable else None
    except RepositoryError as error:
        return render_trouble(request, found, asked, error)
    title = request.POST.get("title", "")
    stored = {revision.artifact.path for revision in taken.stored}
    still_ticked = tuple(path for path in paths if path not in stored)
    return folder_page(
        request, found, asked, place, status=422, taken=taken, title=title, chosen=still_ticked
    )


def files_of_pattern(request: Request, found: Repository, asked: FolderQuery) -> list[str]:
    """The files of the shown folder and below that fit the field `pattern`. Raises ElmError."""
    pattern = request.POST.get("pattern", "").strip()
    place = place_of(found, asked.ref, commit=asked.commit) if pattern else None
    return fitting_paths(place, asked.path, pattern) if place else []


def pick_files(
    request: Request, found: Repository, asked: FolderQuery, paths: list[str], taken: Taken
) -> Item | None:
    """The item that the good files were stored in, None without one. Raises ElmError, with nothing stored."""
    if not paths:
        raise ElmError(NO_FILE)
    if asked.item:
        item = item_for(request.user, asked.item, write=True)
        taken.add(picking.pick(item, found, asked.ref, paths, request.user, commit=asked.commit))
        return item
    form = ItemForm({"title": request.POST.get("title", "")})
    if not form.is_valid():
        too_long = (
            [str(error) for error in form.errors.get("title", ())] if form["title"].value().strip() else []
        )
        raise ElmError(" ".join(too_long) or NO_ITEM)
    choice = picking.read(found, asked.ref, paths, taken, commit=asked.commit)
    if not choice.files:
        return None
    with disk_may_be_full(), transaction.atomic():
        item = create_item(form, found.team, request.user)
        picking.store(item, choice, request.user, taken)
    return item
