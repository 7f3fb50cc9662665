"""What the pages of a repository show of a folder: rows that say what can be picked, and the ways between them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import QueryDict
from django.urls import reverse

from reviews.git.browse import FolderEntry, FolderListing
from reviews.models import Artifact, Item, Repository
from reviews.repositories import browsing
from reviews.repositories.browsing import CommitInView
from reviews.repositories.patterns import Patterns
from reviews.uploads import most_bytes
from reviews.views.http import number_in

MOST_ITEMS = 200
ARTIFACTS_NAMED = 2
ICONS = {"folder": "folder", "file": "file", "link": "arrow-right", "submodule": "branch"}


@dataclass(frozen=True)
class FolderQuery:
    """What an address of these pages asks for. `item` is the slug of the item that files are picked into;
    `commit` is the one that a form was filled in at."""

    ref: str = ""
    path: str = ""
    start: int = 0
    item: str = ""
    commit: str = ""

    @classmethod
    def of(cls, given: QueryDict, *, path: str = "path") -> "FolderQuery":
        """What was sent; `path` is the name of the field with the path. A start that makes no sense is 0."""
        named = {name: given.get(name, "").strip() for name in ("ref", "item", "commit")}
        # The database takes no such character, and no slug has one.
        named["item"] = named["item"].replace("\0", "")
        return cls(path=given.get(path, "").strip("/"), start=number_in(given.get("start")) or 0, **named)


def address(name: str, repository: Repository, **parts: object) -> str:
    """The address of a page of the repository. Parts that say nothing are left out."""
    said = urlencode({key: value for key, value in parts.items() if value})
    there = reverse(name, args=[repository.pk])
    return f"{there}?{said}" if said else there


def way_to(name: str, place: CommitInView, path: str, item: str = "", **parts: object) -> str:
    """The address of a page about a path at the place."""
    return address(name, place.repository, ref=place.ref, path=path, item=item, **parts)


def rows(
    place: CommitInView, found: FolderListing, item: str, chosen: Collection[str] = ()
) -> list[dict[str, object]]:
    """The entries of a page of a folder; "reason" says why one can't be picked, "" when it can. `chosen` are the paths
    that are ticked. One query."""
    patterns = Patterns.read(place.repository.team.file_patterns)
    artifacts = artifacts_at(place, [entry.path for entry in found.entries if entry.kind == "file"])

    def row(entry: FolderEntry) -> dict[str, object]:
        is_folder, there = entry.kind == "folder", artifacts.get(entry.path, [])
        reason = reason_against(entry, patterns)
        return {
            "entry": entry,
            "url": way_to("repository" if is_folder else "repository-file", place, entry.path, item),
            "history": way_to("repository-history", place, entry.path, item),
            "reason": reason,
            "is_folder": is_folder,
            "is_refused": bool(reason) and not is_folder,
            "icon": ICONS[entry.kind],
            "is_chosen": entry.path in chosen,
            "named_artifacts": there[:ARTIFACTS_NAMED],
            "more_artifacts": max(len(there) - ARTIFACTS_NAMED, 0),
        }

    return [row(entry) for entry in found.entries]


def artifacts_at(place: CommitInView, paths: Iterable[str]) -> dict[str, list[Artifact]]:
    """The artifacts, in any item of the team, that were taken from these paths of the repository."""
    there: dict[str, list[Artifact]] = defaultdict(list)
    rows = Artifact.objects.in_use().filter(repository=place.repository, path__in=list(paths))
    for artifact in rows.select_related("item").defer("item__meta", "item__description"):
        there[artifact.path].append(artifact)
    return there


def reason_against(entry: FolderEntry, patterns: Patterns) -> str:
    """Why this entry can't become an artifact, "" when it can as far as the listing knows."""
    if entry.kind == "folder":
        return "Open the folder to choose files in it"
    if entry.kind == "link":
        return "A symbolic link, which is not followed"
    if entry.kind == "submodule":
        return "Another repository (a submodule)"
    if not patterns.allow(entry.path):
        return "Not among the files that your team takes"
    if entry.size is None or entry.size > most_bytes():
        return f"Larger than {settings.ELM_MAX_UPLOAD_MB} MB"
    return "" if entry.size else "Empty"


def crumbs(place: CommitInView, path: str, item: str) -> list[dict[str, str]]:
    """The folders from the top to the one that holds `path`, with the ways to them, the top first; none for the top
    itself."""
    parts = path.split("/") if path else []
    above = ["/".join(parts[:count]) for count in range(len(parts))]
    return [
        {
            "name": one.rpartition("/")[2] or place.repository.name,
            "url": way_to("repository", place, one, item),
        }
        for one in above
    ]


def pages(place: CommitInView, path: str, asked: FolderQuery, found: FolderListing) -> dict[str, object]:
    """Where the page of the folder begins and ends, and the ways to those around it."""
    size = browsing.ON_A_PAGE
    end = asked.start + len(found.entries)

    def page(start: int) -> str:
        return way_to("repository", place, path, asked.item, start=start)

    return {
        "first": asked.start + 1,
        "last": end,
        "total": found.total,
        "before": page(max(asked.start - size, 0)) if asked.start else "",
        "after": page(end) if found.entries and end < found.total else "",
    }


def item_choices(repository: Repository, slug: str) -> tuple[list[Item], Item | None]:
    """The team's newest items, and the one with this slug, which is among them."""
    fields = ("slug", "title", "team_id")
    found = list(Item.objects.filter(team=repository.team_id).only(*fields)[:MOST_ITEMS])
    chosen = next((item for item in found if item.slug == slug), None)
    if slug and chosen is None:
        chosen = Item.objects.filter(team=repository.team_id, slug=slug).only(*fields).first()
        found = [chosen, *found] if chosen else found
    return found, chosen
