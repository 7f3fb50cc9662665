"""Tags: words by which a team finds its items, artifacts and sessions again."""

from django.db import transaction
from django.db.models import Q

from reviews.errors import ElmError
from reviews.models import Artifact, Item, Session, Tag
from reviews.models.item import LONGEST_TAG

MOST_TAGS = 12

type Tagged = Item | Artifact | Session


def read_tags(text: str) -> list[str]:
    """The tags that somebody typed, separated by commas, in small letters and each once.

    Raises ElmError for too many and for one that is too long.
    """
    words = (" ".join(part.strip().lstrip("#").split()).casefold() for part in text.split(","))
    names = list(dict.fromkeys(word for word in words if word))
    if len(names) > MOST_TAGS:
        raise ElmError(f"{len(names)} tags are more than the {MOST_TAGS} that fit. Leave some out.")
    if long := next((name for name in names if len(name) > LONGEST_TAG), None):
        raise ElmError(
            f"The tag “{long[:LONGEST_TAG]}…” is longer than {LONGEST_TAG} characters. Shorten it."
        )
    if "\0" in text:
        raise ElmError("A tag has a null byte, which no text may have. Remove it.")
    return names


def tags_as_text(row: Tagged) -> str:
    """The tags of a row as they are typed."""
    return ", ".join(row.tags.values_list("name", flat=True))


def set_tags(row: Tagged, names: list[str]) -> None:
    """Give the row these tags and no others; a tag that nothing has any more is forgotten."""
    team = row.team_id
    with transaction.atomic():
        Tag.objects.bulk_create([Tag(team_id=team, name=name) for name in names], ignore_conflicts=True)
        row.tags.set(Tag.objects.filter(team=team, name__in=names))
        unused = Q(items=None, artifacts=None, sessions=None)
        Tag.objects.filter(unused, team=team).delete()


def tags_of(teams: list[int]) -> list[str]:
    """The tags of these teams in the order of the alphabet, for a filter."""
    names = Tag.objects.filter(team_id__in=teams).values_list("name", flat=True)
    return list(names.order_by("name").distinct())
