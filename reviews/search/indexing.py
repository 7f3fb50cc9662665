"""Keeps the search index: every text gets its entries in the transaction that stores it.

What is deleted takes its entries along by triggers of the database, however it is deleted.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import batched, chain
from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model
from django.db.models.signals import post_migrate

from reviews.language.search_words import folded_words
from reviews.models import Artifact, Event, Item, SearchEntry
from reviews.models.search_entry import rows_written
from reviews.search.bulk import words_indexed_after
from reviews.search.points import OWN_OF_EVENT, PREFIX, RAISING, event_points, row_points, stored_points
from reviews.search.texts import (
    EVENT,
    KIND_OF,
    KINDS,
    Kind,
    Passage,
    document_passages,
    event_passages,
    is_loaded,
    key_text,
    passages,
    session_facts,
    stored_passages,
)

logger = logging.getLogger(__name__)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
CODE_LENGTH = 4
AT_ONCE = 500


def connect(app: AppConfig) -> None:
    """Index what is stored from now on; what is there already when the database is migrated. Can be repeated."""
    rows_written.connect(index_written, dispatch_uid="index_written")
    post_migrate.connect(complete_index, sender=app, dispatch_uid="complete_index")


def index_written(
    sender: type[Model],
    using: str,
    is_new: bool,
    rows: Sequence[Any] = (),
    keys: Sequence[Any] = (),
    **signal: Any,
) -> None:
    """Index rows that were stored or changed, in the transaction of that."""
    kind = KIND_OF[sender]
    fetched = (list(kind.rows(some, using)) for some in batched(keys, AT_ONCE))
    for some in chain(batched(rows, AT_ONCE), fetched):
        index_rows(kind, some, using, is_new=is_new)


def index_rows(kind: Kind, rows: Sequence[Any], using: str, *, is_new: bool) -> None:
    """Make the entries of these rows anew. Of a document only passages that differ."""
    if not is_new:
        SearchEntry.objects.using(using).filter(ref__in=refs_of(kind, [row.pk for row in rows])).delete()
    store_entries(written_passages(kind, rows, using), using)
    if kind.model is Artifact:
        renew_documents([row.pk for row in rows if row.current_id or not is_new], using)


def written_passages(kind: Kind, rows: Sequence[Any], using: str) -> Iterator[Passage]:
    """The texts of rows as they are in memory; what they belong to is fetched where it is not there."""
    if kind.model is Event:
        return new_event_passages(rows, using)
    if not all(is_loaded(row) for row in rows):
        rows = list(kind.rows([row.pk for row in rows], using))
    return chain(passages(rows), row_points(rows))


def new_event_passages(rows: Iterable[Event], using: str) -> Iterator[Passage]:
    """The texts of events that were stored just now, and the points of those that say something."""
    told = [row for row in rows if row.text]
    facts = session_facts(told, using)

    def values_of(names: Sequence[str]) -> list[list[Any]]:
        return [[*(getattr(row, name) for name in names), *facts[row.session_id]] for row in told]

    return chain(event_passages(values_of(EVENT)), event_points(values_of(OWN_OF_EVENT)))


def refs_of(kind: Kind, keys: Iterable[Any]) -> list[str]:
    """Those of the entries of these rows, and of the points that they are or have."""
    names = [kind.name, *([PREFIX + kind.name] if kind.name in RAISING else [])]
    return [f"{name}:{key_text(key)}" for key in keys for name in names]


def renew_documents(keys: Collection[Any], using: str) -> None:
    """Bring the passages of these artifacts' current texts up to date; those that stand there already stay."""
    if not keys:
        return
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
    for some in batched(gone, AT_ONCE):
        SearchEntry.objects.using(using).filter(pk__in=some).delete()
    store_entries(new, using)


def store_entries(found: Iterable[Passage], using: str) -> int:
    """Store an entry for each passage that has words. Returns how many."""
    entries = list(entries_of(found))
    if not entries:
        return 0
    SearchEntry.objects.using(using).bulk_create(entries, batch_size=AT_ONCE)
    return len(entries)


def entries_of(found: Iterable[Passage]) -> Iterator[SearchEntry]:
    for passage in found:
        if words := folded_words(passage.text):
            code = team_code(passage.team)
            tokens = [facet_token(code, facet) for facet in passage.facets]
            if not passage.is_point:
                tokens += [code + word for word in words]
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
    small = facet.lower()
    if small.isalnum():  # nearly all
        return f"{code}={small}"
    return f"{code}={''.join(letter if letter.isalnum() else '=' for letter in small)}"


def rebuild_index(using: str = DEFAULT_DB_ALIAS) -> int:
    """Make the whole index anew, in one transaction. Returns how many entries it has."""
    table = SearchEntry._meta.db_table
    with transaction.atomic(using=using), words_indexed_after(table, "reviews_search_words", using):
        SearchEntry.objects.using(using).all().delete()
        return sum(index_kind(kind, using) for kind in KINDS.values())


def index_kind(kind: Kind, using: str) -> int:
    """Make the entries of all rows of a kind, with their points beside them, as new rows get theirs: what is newest is
    looked for in both. Returns how many."""
    count = 0
    for some in stored_keys(kind, using):
        found = (
            document_passages(some, using) if kind.name == "document" else stored_passages(kind, some, using)
        )
        count += store_entries(chain(found, stored_points(kind, some, using)), using)
    return count


def index_points(using: str) -> int:
    """Make the entries of all points. Returns how many."""
    return sum(
        store_entries(stored_points(kind, some, using), using)
        for kind in RAISING.values()
        for some in stored_keys(kind, using)
    )


def stored_keys(kind: Kind, using: str) -> Iterator[Sequence[Any]]:
    """The keys of all rows of a kind, so many at once."""
    keys = kind.model._default_manager.using(using).order_by("pk").values_list("pk", flat=True)
    return batched(list(keys), AT_ONCE)


def complete_index(using: str, **signal: Any) -> None:
    """After a migration: put the triggers back that a rebuilt table has lost, and index what is older than the index.

    It may run at any state of the migrations, where a table is missing."""
    connection = connections[using]
    names = KINDS | {PREFIX + name: kind for name, kind in RAISING.items()}
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        if SearchEntry._meta.db_table not in tables:
            return
        for name, kind in names.items():
            for statement in forget_with(kind.model._meta.db_table, name, connection.vendor):
                cursor.execute(statement)
    entries = SearchEntry.objects.using(using)
    if not Item.objects.using(using).exists():
        return
    if not entries.exists():
        logger.info("search: %s texts indexed", rebuild_index(using))
    elif not entries.filter(ref__startswith=PREFIX).exists():
        logger.info("search: %s points indexed", index_points(using))


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
