"""Keeps the search index: every text gets its entries in the transaction that stores it.

What is deleted takes its entries along by triggers of the database, however it is deleted.
"""

import logging
from collections.abc import Collection, Iterable, Iterator
from itertools import batched
from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model
from django.db.models.signals import post_migrate, post_save

from reviews.language.search_words import folded_words
from reviews.models import Artifact, Item, SearchEntry
from reviews.models.search_entry import rows_written
from reviews.search.texts import KINDS, Kind, Passage, document_passages, key_text, passages

logger = logging.getLogger(__name__)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
CODE_LENGTH = 4
AT_ONCE = 500
KIND_OF = {kind.model: kind for kind in KINDS.values() if kind.name != "document"}


def connect(app: AppConfig) -> None:
    """Index what is stored from now on; what is there already when the database is migrated. Can be repeated."""
    for model in KIND_OF:
        post_save.connect(index_saved, sender=model, dispatch_uid="index_saved")
    rows_written.connect(index_written, dispatch_uid="index_written")
    post_migrate.connect(complete_index, sender=app, dispatch_uid="complete_index")


def index_saved(
    sender: type[Any], instance: Any, created: bool, using: str, update_fields: Any, **signal: Any
) -> None:
    """Index a row that was saved, unless only columns were that no search reads."""
    if update_fields is None or sender.searched & set(update_fields):
        index_rows(sender, [instance.pk], using, is_new=created)


def index_written(sender: type[Model], keys: list[Any], using: str, is_new: bool, **signal: Any) -> None:
    """Index rows that were stored or changed without `save`."""
    for some in batched(keys, AT_ONCE, strict=False):
        index_rows(sender, some, using, is_new=is_new)


def index_rows(model: type[Model], keys: Collection[Any], using: str, *, is_new: bool) -> None:
    """Make the entries of these rows anew, in the current transaction. Of a document only passages that differ."""
    kind = KIND_OF[model]
    with transaction.atomic(using=using):
        if not is_new:
            SearchEntry.objects.using(using).filter(ref__in=refs_of(kind, keys)).delete()
        store_entries(passages(kind, keys, using), using)
        if model is Artifact:
            renew_documents(keys, using)


def refs_of(kind: Kind, keys: Iterable[Any]) -> list[str]:
    return [f"{kind.name}:{key_text(key)}" for key in keys]


def renew_documents(keys: Collection[Any], using: str) -> None:
    """Bring the passages of these artifacts' current texts up to date; those that stand there already stay."""
    stored = SearchEntry.objects.using(using).filter(ref__in=refs_of(KINDS["document"], keys))
    old: dict[tuple[str, str], list[int]] = {}
    for pk, ref, text in stored.values_list("pk", "ref", "text"):
        old.setdefault((ref, text), []).append(pk)
    new = []
    for passage in document_passages(keys, using):
        same = old.get((passage.ref, passage.text))
        if same:
            same.pop()
        else:
            new.append(passage)
    gone = [pk for left in old.values() for pk in left]
    for some in batched(gone, AT_ONCE, strict=False):
        SearchEntry.objects.using(using).filter(pk__in=some).delete()
    store_entries(new, using)


def store_entries(found: Iterable[Passage], using: str) -> int:
    """Store an entry for each passage that has words. Returns how many."""
    entries = list(entries_of(found))
    SearchEntry.objects.using(using).bulk_create(entries, batch_size=AT_ONCE)
    return len(entries)


def entries_of(found: Iterable[Passage]) -> Iterator[SearchEntry]:
    for passage in found:
        if words := folded_words(passage.text):
            code = team_code(passage.team)
            tokens = [
                *(facet_token(code, facet) for facet in passage.facets),
                *(code + word for word in words),
            ]
            kept = passage.text if passage.kept else ""
            yield SearchEntry(team=passage.team, ref=passage.ref, text=kept, words=" ".join(tokens))


def team_code(team: int) -> str:
    """Four letters and digits that every word of a team begins with. Teams 1,679,616 apart share them, which costs time
    and shows nothing: each entry has the id of its team besides."""
    code = ""
    for _ in range(CODE_LENGTH):
        team, digit = divmod(team, len(DIGITS))
        code = DIGITS[digit] + code
    return code


def facet_token(code: str, facet: str) -> str:
    """A facet as a word that no text has: with an equals sign."""
    return f"{code}={''.join(letter if letter.isalnum() else '=' for letter in facet.lower())}"


def rebuild_index(using: str = DEFAULT_DB_ALIAS) -> int:
    """Make the whole index anew, in one transaction. Returns how many entries it has."""
    with transaction.atomic(using=using):
        SearchEntry.objects.using(using).all().delete()
        return sum(index_kind(kind, using) for kind in KINDS.values())


def index_kind(kind: Kind, using: str) -> int:
    """Make the entries of all rows of a kind. Returns how many."""
    keys = kind.model._default_manager.using(using).order_by("pk").values_list("pk", flat=True)
    count = 0
    for some in batched(list(keys), AT_ONCE, strict=False):
        found = document_passages(some, using) if kind.name == "document" else passages(kind, some, using)
        count += store_entries(found, using)
    return count


def complete_index(using: str, **signal: Any) -> None:
    """After a migration: put the triggers back that a rebuilt table has lost, and index what is older than the index.

    It may run at any state of the migrations, where a table is missing."""
    connection = connections[using]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        if SearchEntry._meta.db_table not in tables:
            return
        for name, kind in KINDS.items():
            for statement in forget_with(kind.model._meta.db_table, name, connection.vendor):
                cursor.execute(statement)
    if not SearchEntry.objects.using(using).exists() and Item.objects.using(using).exists():
        logger.info("search: %s texts indexed", rebuild_index(using))


def forget_with(table: str, kind: str, vendor: str) -> list[str]:
    """The statements that make deleted rows of a table take their entries along."""
    name = f"reviews_forget_{kind}"
    if vendor == "sqlite":
        key = f"'{kind}:' || old.id"
        body = f"DELETE FROM reviews_searchentry WHERE ref = {key};"  # noqa: S608  names of our own
        return [f"CREATE TRIGGER IF NOT EXISTS {name} AFTER DELETE ON {table} BEGIN {body} END"]
    key = f"'{kind}:' || replace(OLD.id::text, '-', '')"
    body = f"DELETE FROM reviews_searchentry WHERE ref = {key}; RETURN NULL;"  # noqa: S608  names of our own
    return [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$",
        f"CREATE OR REPLACE TRIGGER {name} AFTER DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]
