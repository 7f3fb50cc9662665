"""The search index: a row for each text that can be found, and the query sets that tell when one has changed."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import models, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.dispatch import Signal

rows_written = Signal()
"""Sent with the model, in the transaction that stores its rows: `rows` are these, or `keys` theirs where nobody has
them; `using` is the database, `is_new` whether they were not there before."""


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


class Indexed(models.Model):
    """A row whose texts can be searched; `searched` are the columns that they are made of."""

    searched: ClassVar[frozenset[str]]

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store it and tell so, in one transaction."""
        is_new, columns = self._state.adding, kwargs.get("update_fields")
        using = kwargs.get("using") or router.db_for_write(type(self), instance=self)
        with transaction.atomic(using=using, savepoint=False):
            super().save(*args, **kwargs)
            if columns is None or self.searched & set(columns):
                rows_written.send(type(self), rows=[self], using=using, is_new=is_new)


class IndexedQuerySet[Row: Indexed](models.QuerySet[Row]):
    """Rows whose texts can be searched: what is stored without `save` is told too."""

    def bulk_create(self, objs: Iterable[Row], *args: Any, **kwargs: Any) -> list[Row]:
        with transaction.atomic(using=self.db, savepoint=False):
            rows = super().bulk_create(objs, *args, **kwargs)
            rows_written.send(self.model, rows=rows, using=self.db, is_new=True)
        return rows

    def update(self, **columns: Any) -> int:
        if not columns.keys() & self.model.searched:
            return super().update(**columns)
        with transaction.atomic(using=self.db, savepoint=False):
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
