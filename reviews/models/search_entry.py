"""The search index: a row for each text that can be found, and the query sets that tell when one has changed."""

from collections.abc import Iterable
from typing import Any

from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.dispatch import Signal

rows_written = Signal()
"""Sent with the model, in the transaction that stores its rows: `keys` are those of the rows, `using` the database,
`is_new` whether they were not there before."""


class WordsField(models.TextField):
    """Words with a space between them, for a word index: a tsvector on Postgres, plain text elsewhere."""

    def deconstruct(self) -> Any:
        """Text to migrations, which import nothing of ours; the one that makes the index takes care of Postgres."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "tsvector" if connection.vendor == "postgresql" else "text"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        if connection.vendor == "postgresql" and value is not None:
            return " ".join(f"'{word}':{place}" for place, word in enumerate(value.split(" "), 1))
        return value


class IndexedQuerySet[Row: models.Model](models.QuerySet[Row]):
    """Rows whose texts can be searched: what is stored without `save` is told too. The model's `searched` are the
    columns that its texts are made of."""

    def bulk_create(self, objs: Iterable[Row], *args: Any, **kwargs: Any) -> list[Row]:
        with transaction.atomic(using=self.db):
            rows = super().bulk_create(objs, *args, **kwargs)
            keys = [row.pk for row in rows]
            rows_written.send(self.model, keys=keys, using=self.db, is_new=True)
        return rows

    def update(self, **columns: Any) -> int:
        if not columns.keys() & self.model.searched:  # type: ignore[attr-defined]  each such model has it
            return super().update(**columns)
        with transaction.atomic(using=self.db):
            keys = list(self.values_list("pk", flat=True))
            count = super().update(**columns)
            rows_written.send(self.model, keys=keys, using=self.db, is_new=False)
        return count


class SearchEntry(models.Model):
    """A text that can be found. `ref` says whose it is: a kind of thing and its id, "event:17"; a long text has several
    entries. `team` is the id of its team. `text` is the passage itself, "" where the row at `ref` has it.

    `words` are the words of the text and of what it can be filtered by, each behind the code of its team, so that a
    search reads nothing that belongs to another team. The database's word index is made of them.
    """

    team = models.PositiveBigIntegerField()
    ref = models.CharField(max_length=60)
    text = models.TextField(blank=True)
    words = WordsField()

    class Meta:
        indexes = [
            models.Index(fields=["ref"], name="search_entry_of"),
            models.Index(fields=["team", "-id"], name="search_entry_newest"),
        ]

    def __str__(self) -> str:
        return self.ref
