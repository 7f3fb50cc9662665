"""Entries of the audit log as pages and files show them: what each was about is looked up, and may be gone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Model
from django.urls import reverse

from reviews.exports.lists import cell_of
from reviews.models import Artifact, AuditEntry, BranchCommit, Item, Repository, Session
from reviews.models.audit import Happening

LOOKED_UP: dict[str, type[Model]] = {
    model._meta.model_name or "": model for model in (Session, Item, Artifact, Repository, BranchCommit)
}
JOINED = {
    "session": "item",
    "item": "team",
    "artifact": "item",
    "repository": "team",
    "branchcommit": "repository",
}
BY_ELM = "ELM"
COLUMNS = ("at", "who", "action", "about", "detail", "subject", "team")


@dataclass(frozen=True)
class AuditRow:
    """An entry, and what its subject is called now: "" when there is none or when it is gone."""

    entry: AuditEntry
    title: str = ""
    url: str = ""

    @property
    def who(self) -> str:
        by_elm = self.entry.what == Happening.CHANGES_PUT_IN and not self.entry.who_name
        return BY_ELM if by_elm else self.entry.who_name or "Somebody"

    @property
    def told(self) -> str:
        return self.entry.told

    @property
    def kind(self) -> str:
        """What kind of thing it was about, in words; "" for a person or nothing."""
        model = LOOKED_UP.get(self.entry.subject.partition(":")[0])
        return str(model._meta.verbose_name) if model else self.entry.subject.partition(":")[0]

    @property
    def is_gone(self) -> bool:
        return bool(self.entry.subject) and not self.url

    def values(self) -> dict[str, str]:
        """Each of the COLUMNS as a text; never what the subject is called."""
        entry = self.entry
        texts = (entry.at.isoformat(), entry.who_name, entry.what, entry.about_name, entry.detail)
        return dict(zip(COLUMNS, (*texts, entry.subject, entry.team_name), strict=True))


def rows_with_subjects(entries: Sequence[AuditEntry], team_id: int) -> list[AuditRow]:
    """The entries, with what their subjects are called if they are there and of the team: a query for each kind."""
    keys: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        kind, _, key = entry.subject.partition(":")
        if kind in LOOKED_UP:
            keys[kind].add(key)
    known = {
        f"{kind}:{row.pk}": row
        for kind, found in keys.items()
        for row in living(kind, found)
        if team_of(row) == team_id
    }
    return [row_of(entry, known) for entry in entries]


def living(kind: str, keys: Iterable[str]) -> Iterable[Any]:
    """The rows that are there still."""
    model = LOOKED_UP[kind]
    rows = model._default_manager.select_related(JOINED[kind])
    return rows.filter(pk__in=[key for key in keys if is_key(model, key)])


def is_key(model: type[Model], key: str) -> bool:
    """Whether a stored key can be one of the model's."""
    try:
        model._meta.pk.to_python(key)
    except (ValueError, TypeError):
        return False
    return True


def team_of(row: Any) -> int:
    return int(row.repository.team_id if isinstance(row, BranchCommit) else row.team_id)


def row_of(entry: AuditEntry, known: Mapping[str, Any]) -> AuditRow:
    row = known.get(entry.subject)
    if row is None:
        return AuditRow(entry)
    if isinstance(row, BranchCommit):
        return AuditRow(entry, f"{row.repository.name}, {row.branch}", session_url(row.session_id))
    return AuditRow(entry, str(row), row.get_absolute_url())


def session_url(pk: UUID) -> str:
    return reverse("session-changes", args=[pk])


def csv_lines(rows: Iterable[AuditRow]) -> Iterator[list[str]]:
    """The lines of a table: the names of the columns, then each entry. No cell begins like a formula."""
    yield list(COLUMNS)
    for row in rows:
        yield [cell_of(text) for text in row.values().values()]
