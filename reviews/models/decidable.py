"""What people decide about: who is asked to, what they decided, when and why."""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

LONGEST_REASON = 500


class Decidable(models.Model):
    """A change or a finding. Each has a `status`; `moves` says to which one people may take it from each, as long
    as `is_ours` holds.

    `section` is the title of its section; `unplaced` is the sentence that says why it has no certain place in the
    newest text. `assignee` is who is asked to decide.
    """

    moves: ClassVar[Mapping[str, frozenset[str]]]
    is_ours: ClassVar[models.Q] = models.Q()

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    section = models.CharField(max_length=300, blank=True)
    unplaced = models.TextField(blank=True, editable=False)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decision_reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    @property
    def kind(self) -> str:
        """What it is, as addresses and pages name it: "change" or "finding"."""
        return str(self._meta.model_name)

    @property
    def anchor(self) -> str:
        """The id of its card on a page."""
        return f"{self.kind}-{self.pk}"

    def decide(self, status: str, by: User | None, **also: Any) -> bool:
        """Take it to `status` by one guarded update that sets the columns `also` too. False when it is in no status
        that leads there any more: somebody was quicker."""
        columns = {
            "status": status,
            "decided_by": by,
            "decided": timezone.now(),
            "decision_reason": "",
            **also,
        }
        sources = [old for old, targets in self.moves.items() if status in targets]
        rows = type(self)._default_manager.filter(self.is_ours, models.Q(status__in=sources), pk=self.pk)
        if not rows.update(**columns):
            return False
        for name, value in columns.items():
            setattr(self, name, value)
        return True
