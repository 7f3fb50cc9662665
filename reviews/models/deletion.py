"""What is being deleted in the background, because much belongs to it. Such a row goes with what it is about."""

import uuid

from django.conf import settings
from django.db import models

from reviews.models.team import Team


class DeletionQuerySet(models.QuerySet["Deletion"]):
    def of(self, row: models.Model) -> "Deletion | None":
        """How far the deletion of a row is, None when it is not being deleted."""
        return self.filter(kind=row._meta.model_name, key=str(row.pk)).first()


class Deletion(models.Model):
    """Of the row `key` of the model `kind` ("item", "session", "team"): `done` of `total` rows that belong to it are
    gone. `beat` is the newest heartbeat of whoever deletes, null while nobody does; `told` is what the audit log says
    in the end, `error` why it has not gone on, "" while it does."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="deletions")
    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=40)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    told = models.CharField(max_length=254, blank=True)
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    beat = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)

    objects = DeletionQuerySet.as_manager()

    class Meta:
        ordering = ["created"]
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_deletion_each")]

    def __str__(self) -> str:
        return f"Deletion of {self.kind} {self.key}"

    @property
    def percent(self) -> int:
        """How far it is; the row itself is last, so never all."""
        return min(99, 100 * self.done // self.total) if self.total else 0
