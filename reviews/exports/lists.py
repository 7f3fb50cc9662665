"""Lists of sessions and items as CSV and JSON, made while they are sent."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import batched
from typing import Any

from django.db.models import Model, QuerySet

from reviews.exports.session import name_of, utc_moment
from reviews.exports.tables import csv_text
from reviews.kinds.registry import session_kind
from reviews.models import Item, Session

AT_ONCE = 200
SESSION_COLUMNS = (
    "id", "kind", "title", "item", "item_slug", "team", "state", "end_reason", "started_by", "created", "ended",
    "provider", "rounds", "turns", "cost_usd", "tags", "archived",
)  # fmt: skip
ITEM_COLUMNS = (
    "slug", "title", "description", "team", "owner", "artifacts", "sessions", "tags", "created", "archived",
)  # fmt: skip


def read_in_parts[Row: Model](rows: QuerySet[Row], size: int = AT_ONCE) -> Iterator[Row]:
    """The rows in their order, `size` of them at a time. Their keys are read at first: a query that is left open while
    somebody with a slow line reads would keep the database from clearing its log."""
    keys = list(rows.values_list("pk", flat=True))
    for some in batched(keys, size):
        yield from list(rows.filter(pk__in=some))


def session_rows(found: QuerySet[Session]) -> Iterator[dict[str, Any]]:
    """The columns SESSION_COLUMNS of each session, read a part at a time."""
    rows = found.select_related("item__team", "started_by").prefetch_related("tags")
    for row in read_in_parts(rows):
        yield {
            "id": str(row.pk),
            "kind": row.kind,
            "title": session_kind(row.kind).title(row),
            "item": row.item.title,
            "item_slug": row.item.slug,
            "team": row.item.team.slug,
            "state": row.state,
            "end_reason": row.end_reason or None,
            "started_by": name_of(row.started_by),
            "created": utc_moment(row.created),
            "ended": utc_moment(row.ended),
            "provider": row.provider,
            "rounds": row.rounds,
            "turns": row.turns,
            "cost_usd": row.cost_usd,
            "tags": [tag.name for tag in row.tags.all()],
            "archived": utc_moment(row.archived),
        }


def item_rows(found: QuerySet[Item]) -> Iterator[dict[str, Any]]:
    """The columns ITEM_COLUMNS of each item; `found` has `artifact_count` and `session_count`."""
    rows = found.select_related("team", "owner").prefetch_related("tags")
    for row in read_in_parts(rows):
        yield {
            "slug": row.slug,
            "title": row.title,
            "description": row.description,
            "team": row.team.slug,
            "owner": name_of(row.owner),
            "artifacts": row.artifact_count,  # type: ignore[attr-defined]
            "sessions": row.session_count,  # type: ignore[attr-defined]
            "tags": [tag.name for tag in row.tags.all()],
            "created": utc_moment(row.created),
            "archived": utc_moment(row.archived),
        }


def as_csv(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """A head and a line for each row."""
    names = list(columns)
    yield csv_text([names]).encode()
    for some in batched(rows, AT_ONCE):
        yield csv_text([row[name] for name in names] for row in some).encode()


def as_json(name: str, rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """An object with one key, `name`: the rows."""
    yield f'{{"{name}": ['.encode()
    between = "\n"
    for some in batched(rows, AT_ONCE):
        yield (between + ",\n".join(json.dumps(row, ensure_ascii=False) for row in some)).encode()
        between = ",\n"
    yield b"\n]}\n"
