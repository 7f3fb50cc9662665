"""What roundtables left behind on an item: meta.json in and out, and how far the steps are."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Q

from reviews.documents.markers import utc_timestamp
from reviews.errors import ElmError
from reviews.exports import meta
from reviews.exports.meta import Meta
from reviews.language.wording import counted
from reviews.models import ElaborationRecord, Item, Team

BASELINE = ("description", "source", "source_id", "slug", "created_at", "codebase_hash")
"""The fields that every meta.json has, beside those that ELM counts itself."""


@dataclass(frozen=True)
class Imported:
    """How many records a file added, how many the item had already, and what was left out, in sentences."""

    added: int
    known: int
    left_out: tuple[str, ...]

    @property
    def sentence(self) -> str:
        had = f", {self.known} known already" if self.known else ""
        return f"meta.json is read: {counted(self.added, 'new record')}{had}."


def import_meta(item: Item, raw: Mapping[str, Any]) -> Imported:
    """Take over what a meta.json says of `item`. Records are only ever appended (FR-009), each once; completed
    steps are added to those that ELM knows; a field of the file replaces the one that was imported before."""
    found = meta.read_meta(raw)
    with transaction.atomic():
        stored = Item.objects.hold(item.pk)
        new = new_records(stored, found.records)
        for record in new:
            record.item = stored
        ElaborationRecord.objects.bulk_create(new)
        set_columns(stored, found)
        stored.save(update_fields=["steps_completed", "depth_overrides", "max_turns", "meta"])
    item.refresh_from_db()
    return Imported(len(new), len(found.records) - len(new), found.left_out)


def item_named(raw: Mapping[str, Any], team: Team | None) -> Item | None:
    """The item that a meta.json is about, by its slug; of `team` only, if one is given."""
    slug = raw.get("slug")
    if not isinstance(slug, str) or not slug:
        return None
    items = Item.objects.all() if team is None else Item.objects.filter(team=team)
    return items.filter(Q(slug=slug) | Q(meta__slug=slug)).order_by("pk").first()


def new_item(raw: Mapping[str, Any], team: Team) -> Item:
    """An item of `team` for a meta.json that is about none yet, with its description and, if free, its slug.

    Raises ElmError when the file does not name what it is about.
    """
    slug, description = raw.get("slug"), raw.get("description")
    if not isinstance(slug, str) or not slug:
        raise ElmError("The file has no slug, so it names no item. Say which one with --item.")
    text = description if isinstance(description, str) and description.strip() else slug
    title = text.strip().splitlines()[0][:200]
    free = Item.objects.free_slug(slug, team)
    return Item.objects.create(team=team, title=title, slug=free, description=text[:5000])


def set_columns(item: Item, found: Meta) -> None:
    """Set the columns of `item` to what a file says, without storing it."""
    item.steps_completed = merge_words(item.steps_completed, found.steps_completed)
    item.depth_overrides = {**item.depth_overrides, **found.depth_overrides}
    phases = merge_words(item.meta.get("phases_completed", ()), found.phases_completed)
    item.meta = {**item.meta, **found.other, "phases_completed": phases}
    if found.config is not None:
        item.max_turns = found.max_turns
        item.meta[meta.CONFIG] = dict(found.config)


def merge_words(old: Iterable[str], new: Iterable[str]) -> list[str]:
    """The words of both, each once, in order."""
    return list(dict.fromkeys([*old, *new]))


def new_records(item: Item, records: Iterable[ElaborationRecord]) -> list[ElaborationRecord]:
    """Those of `records` that the item does not have. Equal ones are told apart by how often they occur."""
    had = Counter(record_fingerprint(row) for row in item.elaborations.all())
    new = []
    for record in records:
        mark = record_fingerprint(record)
        if not had[mark]:
            new.append(record)
        had[mark] = max(0, had[mark] - 1)
    return new


def record_fingerprint(record: ElaborationRecord) -> str:
    """What is written of a record: two that read the same are the same."""
    return json.dumps(meta.record_values(record), sort_keys=True)


def export_meta(item: Item) -> dict[str, Any]:
    """The meta.json of an item: what ELM knows, and every other field of an imported one as it came."""
    kept = dict(item.meta)
    config = kept.pop(meta.CONFIG, None)
    phases = kept.pop("phases_completed", ())
    found = Meta(
        steps_completed=tuple(item.steps_completed),
        depth_overrides=item.depth_overrides,
        phases_completed=tuple(phases),
        records=tuple(item.elaborations.all()),
        max_turns=meta.turn_limit(item.max_turns),
        config=config,
    )
    return meta.write_meta(replace(found, other=item_baseline(item) | kept))


def item_baseline(item: Item) -> dict[str, Any]:
    """What ELM knows of an item that no file was imported for."""
    values = (item.description or item.title, "manual", None, item.slug, utc_timestamp(item.created), None)
    return dict(zip(BASELINE, values, strict=True))
