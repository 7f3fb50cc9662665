"""The pages of a linked repository: its folders, a file, the history of a path, and its branches."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from reviews.access import check_role, repository_for
from reviews.errors import RepositoryError
from reviews.git import browse, history
from reviews.models import Repository
from reviews.models.artifact import ArtifactKind
from reviews.models.team import Role
from reviews.repositories import browsing
from reviews.repositories.browsing import CommitInView, place_of
from reviews.repositories.patterns import Patterns
from reviews.uploads import most_bytes
from reviews.views.http import Request, number_in
from reviews.views.repositories import folder
from reviews.views.repositories.folder import FolderQuery, way_to
from reviews.views.repositories.readme import number_lines, render_readme

# What can be shown within the time of a page; larger files can still be picked.
MOST_RENDERED, MOST_SHOWN = 131_072, 1_048_576
MOST_BRANCHES = 100
HISTORY_STEPS = ((50, 0.15), (200, 1.0), (2000, 5.0))
"""How many commits a history shows, and how many seconds it may look for them: each step on demand."""


@never_cache
@require_safe
def show_repository(request: Request, pk: UUID) -> HttpResponse:
    """A folder of the repository; htmx asks with ?gaps= for last changes that were not found at once."""
    found, asked = repository_for(request.user, pk), FolderQuery.of(request.GET)
    if request.htmx and "gaps" in request.GET:
        return render_late(request, found, asked)
    try:
        place = place_of(found, asked.ref) if found.is_readable else None
    except RepositoryError as error:
        return render_trouble(request, found, asked, error)
    return folder_page(request, found, asked, place, longer="longer" in request.GET)


def folder_page(
    request: Request,
    found: Repository,
    asked: FolderQuery,
    place: CommitInView | None,
    *,
    status: int = 200,
    longer: bool = False,
    **extra: Any,
) -> HttpResponse:
    """A folder at a place (None: there is nothing). extra: what became of a pick that left something to say."""
    context = listing_context(request, found, asked, place) | extra
    try:
        if place:
            listing = browsing.listing(place, asked.path, start=asked.start, longer=longer)
            context |= folder_context(place, asked, listing, extra.get("chosen", ()), is_longest=longer)
    except RepositoryError as error:
        if place and error.kind == "path" and browsing.is_no_folder(place, asked.path):
            return redirect(way_to("repository-file", place, asked.path, asked.item))
        return render_trouble(request, found, asked, error, place)
    return render(request, "reviews/repositories/repository.html", context, status=status)


def listing_context(
    request: Request, found: Repository, asked: FolderQuery, place: CommitInView | None
) -> dict[str, Any]:
    role = check_role(request.user, found.team_id)
    items, item = folder.item_choices(found, asked.item) if role.may_act and place else ([], None)
    return {
        "nav": "repositories",
        "repository": found,
        "may_act": role.may_act,
        "may_manage": role is Role.ADMIN,
        "asked": asked,
        "most_files": settings.ELM_MAX_FILES,
        "place": place,
        "name": asked.path.rpartition("/")[2],
        "items": items,
        "item": item,
        "crumbs": folder.crumbs(place, asked.path, asked.item) if place else [],
        "branches_url": folder.address(
            "repository-branches", found, path=asked.path, item=asked.item, at=place.ref if place else ""
        ),
    }


def folder_context(
    place: CommitInView,
    asked: FolderQuery,
    found: browse.FolderListing,
    chosen: tuple[str, ...],
    *,
    is_longest: bool,
) -> dict[str, Any]:
    """What the page shows of a folder, with the file that tells what it is about."""
    gaps = browsing.gaps(found)
    longer = way_to("repository", place, asked.path, asked.item, start=asked.start, longer=1)
    readme = browsing.readme_of(found)
    return {
        "rows": folder.rows(place, found, asked.item, chosen),
        "horizon": browsing.day_of(found.horizon),
        "longer": longer if gaps and not is_longest else "",
        "gaps": ",".join(map(str, gaps)),
        "pages": folder.pages(place, asked.path, asked, found),
        "history": way_to("repository-history", place, asked.path, asked.item),
        "readme": readme,
        "readme_html": document_html(place, asked, readme.path) if readme else "",
        "readme_is_markdown": readme is not None and ArtifactKind.of(readme.path) is ArtifactKind.MARKDOWN,
    }


def document_html(place: CommitInView, asked: FolderQuery, path: str) -> str:
    """A small text of the repository as HTML, "" for what is none."""
    shown = browsing.text_of(place, path, most=browsing.README_BYTES)
    if shown.problem or ArtifactKind.of(path) is not ArtifactKind.MARKDOWN:
        return number_lines(shown.text) if shown.text else ""
    return render_readme(shown.text, path, lambda there: way_to("repository-file", place, there, asked.item))


def render_late(request: Request, found: Repository, asked: FolderQuery) -> HttpResponse:
    """The last changes that took longer than the page could wait for, to be put into the rows of ?gaps=."""
    wanted = {number_in(at, digits=4) for at in request.GET["gaps"].split(",")}
    context: dict[str, Any] = {"found": []}
    try:
        place = place_of(found, asked.ref)
        if place:
            listing = browsing.listing(place, asked.path, start=asked.start, longer=True)
            rows = enumerate(folder.rows(place, listing, asked.item))
            context = {
                "found": [(at, row) for at, row in rows if at in wanted],
                "horizon": browsing.day_of(listing.horizon),
                "missing": len(browsing.gaps(listing)),
            }
    except RepositoryError as error:
        context["problem"] = str(error)
    return render(request, "reviews/repositories/repository.html#late", context)


def render_trouble(
    request: Request,
    found: Repository,
    asked: FolderQuery,
    error: RepositoryError,
    place: CommitInView | None = None,
) -> HttpResponse:
    """The sentence that says what is wrong, on a page that leads on."""
    context = listing_context(request, found, FolderQuery(item=asked.item), place) | {
        "problem": str(error),
        "asked": asked,
    }
    status = 404 if error.kind in ("branch", "path") else 422
    return render(request, "reviews/repositories/repository_trouble.html", context, status=status)


@never_cache
@require_safe
def repository_file(request: Request, pk: UUID) -> HttpResponse:
    """A file as a reader sees it: rendered Markdown, else its lines; or the sentence that says why it isn't shown."""
    found, asked = repository_for(request.user, pk), FolderQuery.of(request.GET)
    try:
        place = place_of(found, asked.ref) if found.is_readable else None
        if place is None or not asked.path:
            return redirect(folder.address("repository", found, item=asked.item))
        entry = browse.entry(place.mirror, place.commit, browsing.checked_path(asked.path))
        if entry.kind == "folder":
            return redirect(way_to("repository", place, asked.path, asked.item))
        context = listing_context(request, found, asked, place)
        context |= file_seen(place, asked, entry, is_plain="plain" in request.GET)
    except RepositoryError as error:
        return render_trouble(request, found, asked, error)
    return render(request, "reviews/repositories/repository_file.html", context)


def file_seen(
    place: CommitInView, asked: FolderQuery, entry: browse.FolderEntry, *, is_plain: bool
) -> dict[str, Any]:
    shown = browsing.text_of(place, asked.path, most=most_bytes())
    is_markdown = ArtifactKind.of(asked.path) is ArtifactKind.MARKDOWN
    is_rendered = is_markdown and not is_plain and len(shown.text) <= MOST_RENDERED
    sized = replace(entry, size=shown.size)
    context = {
        "entry": entry,
        "shown": shown,
        "is_markdown": is_markdown,
        "is_plain": is_plain,
        "is_rendered": is_rendered,
        "is_too_long": len(shown.text) > MOST_SHOWN,
        "has_other_view": is_markdown and not shown.problem and len(shown.text) <= MOST_SHOWN,
        "reason": folder.reason_against(sized, Patterns.read(place.repository.team.file_patterns)),
        "last": browsing.last_change(place, asked.path),
        "artifacts": folder.artifacts_at(place, [asked.path]).get(asked.path, []),
        "history": way_to("repository-history", place, asked.path, asked.item),
        "other_view": way_to("repository-file", place, asked.path, asked.item, plain="" if is_plain else 1),
        "folder_path": asked.path.rpartition("/")[0],
    }
    if is_rendered:
        context["html"] = render_readme(
            shown.text, asked.path, lambda there: way_to("repository-file", place, there, asked.item)
        )
    elif not context["is_too_long"]:
        context["html"] = number_lines(shown.text)
    return context


@never_cache
@require_safe
def repository_history(request: Request, pk: UUID) -> HttpResponse:
    """The commits that touched a path, newest first, each with the ways to the tree and the file as it left them."""
    found, asked = repository_for(request.user, pk), FolderQuery.of(request.GET)
    step = {"1": 1, "2": 2}.get(request.GET.get("more", ""), 0)
    most, seconds = HISTORY_STEPS[step]
    try:
        place = place_of(found, asked.ref) if found.is_readable else None
        if place is None:
            return redirect(found)
        path = browsing.checked_path(asked.path)
        past = history.history(place.mirror, place.commit, path, most=most, seconds=seconds)
        if path and not past.commits and past.complete:
            raise RepositoryError(f"No commit up to {place.short} touched “{path}”.", kind="path")
    except RepositoryError as error:
        return render_trouble(request, found, asked, error)
    context = listing_context(request, found, asked, place) | {
        "past": past,
        "rows": [(commit, *ways_at(place, path, asked.item, commit.id)) for commit in past.commits],
        "is_file": bool(path),
        "more": way_to("repository-history", place, path, asked.item, more=step + 1)
        if not past.complete and step + 1 < len(HISTORY_STEPS)
        else "",
    }
    return render(request, "reviews/repositories/repository_history.html", context)


def ways_at(place: CommitInView, path: str, item: str, commit: str) -> tuple[str, str]:
    """The ways to the path, and to the top of the tree, as a commit left them."""
    there = CommitInView(place.repository, commit, commit, place.branch)
    return way_to("repository", there, path, item), way_to("repository", there, "", item)


@never_cache
@require_safe
def repository_branches(request: Request, pk: UUID) -> HttpResponse:
    """The branches whose names have all the words of ?ref=, newest first: a part of the picker, or a page."""
    found, asked = repository_for(request.user, pk), FolderQuery.of(request.GET)
    some: list[browse.Branch] = []
    total, problem = 0, ""
    try:
        if found.is_readable:
            some, total = browsing.branches(found, asked.ref, most=MOST_BRANCHES)
    except RepositoryError as error:
        problem = str(error)
    # A branch whose name can't be typed is reached by its commit.
    refs = [one.commit if "\\" in one.name else one.name for one in some]
    ways = [folder.address("repository", found, ref=ref, path=asked.path, item=asked.item) for ref in refs]
    context = {
        "nav": "repositories",
        "repository": found,
        "asked": asked,
        "at": request.GET.get("at", ""),
        "rows": list(zip(some, ways, strict=True)),
        "total": total,
        "problem": problem,
    }
    part = "#branches" if request.htmx else ""
    return render(
        request,
        f"reviews/repositories/repository_branches.html{part}",
        context,
        status=422 if problem else 200,
    )
