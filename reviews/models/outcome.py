"""What a session leaves behind on its artifacts."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from reviews.models.artifact import Artifact, Revision
from reviews.models.decidable import Decidable
from reviews.models.item import Item
from reviews.models.repository import LONGEST_COMMIT
from reviews.models.search_entry import Indexed, IndexedQuerySet
from reviews.models.session import Session


class ChangeStatus(models.TextChoices):
    PROPOSED = "proposed", "Proposed"
    APPLIED = "applied", "Accepted"
    REJECTED = "rejected", "Rejected"
    UNDONE = "undone", "Undone"


class Change(Indexed, Decidable):
    """A proposal: `removed`, at character `position` of the base revision's text, becomes `inserted`.

    Moving the artifact to another commit places the change anew: `base` is then the revision of that commit, or
    `unplaced` the sentence that says why it has no certain place there. `upstream` is the commit from which on
    the repository has the change itself.

    `edited` is what a person made of `inserted` before accepting it, or None; `wordings` are all that it was ever
    accepted with, because a later session may have read any of them. An addition of a roundtable begins
    with its `marker` line and stands below `heading`; whoever composes the text puts both there once.

    `support` says how far its sources carry it (see `kinds/support.py`), {} for what was never compared.
    `put_in_by_elm`: it went in at once, as the team has set it, and no person decided.
    """

    moves = {
        ChangeStatus.PROPOSED: frozenset({ChangeStatus.APPLIED, ChangeStatus.REJECTED}),
        ChangeStatus.APPLIED: frozenset({ChangeStatus.UNDONE}),
        # A rejection must be undone first, which makes the change a proposal again: accepting it from an old page
        # would overrule somebody unseen.
        ChangeStatus.REJECTED: frozenset({ChangeStatus.PROPOSED}),
        ChangeStatus.UNDONE: frozenset({ChangeStatus.APPLIED, ChangeStatus.REJECTED}),
    }
    is_ours = models.Q(upstream="")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="changes")
    artifact = models.ForeignKey(Artifact, on_delete=models.CASCADE, related_name="changes")
    base = models.ForeignKey(Revision, on_delete=models.RESTRICT, related_name="changes")
    order = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    removed = models.TextField(blank=True)
    inserted = models.TextField(blank=True)
    edited = models.TextField(null=True, blank=True)  # noqa: DJ001  "" is an edit that deletes the insertion
    wordings = models.JSONField(default=list, editable=False)
    marker = models.CharField(max_length=80, blank=True)
    heading = models.CharField(max_length=320, blank=True)
    attribution = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True)
    events = models.JSONField(default=list)
    upstream = models.CharField(max_length=LONGEST_COMMIT, blank=True, editable=False)
    support = models.JSONField(default=dict, editable=False)
    put_in_by_elm = models.BooleanField(default=False, editable=False)
    status = models.CharField(max_length=10, choices=ChangeStatus, default=ChangeStatus.PROPOSED)
    result = models.ForeignKey(Revision, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = IndexedQuerySet["Change"].as_manager()
    searched: ClassVar = frozenset(
        {"section", "heading", "removed", "inserted", "edited", "reason", "decision_reason"}
    )

    class Meta:
        ordering = ["session", "order"]
        constraints = [models.UniqueConstraint(fields=["session", "order"], name="one_change_per_order")]
        indexes = [
            models.Index(fields=["session"], name="change_proposed", condition=models.Q(status="proposed")),
            # All that is looked at to count what waits, so that no text is read for it.
            models.Index(
                fields=["artifact", "session", "assignee", "upstream", "status"],
                name="change_to_decide",
                condition=models.Q(status="proposed"),
            ),
            models.Index(fields=["-created"], name="change_newest"),
            # All that figures of additions look at, so that no text is read for them.
            models.Index(
                fields=["created", "marker", "attribution", "status", "put_in_by_elm", "artifact"],
                name="change_figures",
                condition=~models.Q(marker=""),
            ),
        ]

    def __str__(self) -> str:
        return f"Change {self.order} of {self.artifact.name}"

    @property
    def team_id(self) -> int:
        return self.session.team_id

    @property
    def cited_events(self) -> list[int]:
        """The numbers of the events that it came from, and of those that its words were found in."""
        found = [number_said_in(source) for source in self.support.get("sources", ())]
        return [*self.events, *(number for number in found if number is not None)]

    @property
    def text(self) -> str:
        """What is put in when the change is applied."""
        return self.inserted if self.edited is None else self.edited

    @property
    def point(self) -> str:
        """The words of an addition, without the marker before them and the mark of its list."""
        return self.text.removeprefix(self.marker).strip().removeprefix("- ")


def number_said_in(source: Mapping[str, Any]) -> int | None:
    """The number of the event in which a stored source ("kind", "key", "text") was said; None for what stands in a
    file or a title, whatever that is called."""
    return int(source["key"]) if source["kind"] in ("person", "turn") else None


class RecordOutcome(models.TextChoices):
    COMPLETE = "complete", "Complete"
    MINIMAL = "minimal", "Ended early"
    DEGRADED = "degraded", "Key takeaway only"


class ElaborationRecord(Indexed):
    """What a roundtable came to, in a line: append-only, in the order of time, several of a step are fine
    (FR-009). `session` is None for an imported one; `extra` keeps fields that ELM does not know."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="elaborations")
    session = models.OneToOneField(
        Session, null=True, on_delete=models.SET_NULL, related_name="elaboration_record"
    )
    step_id = models.CharField(max_length=5, blank=True)
    topic = models.CharField(max_length=200, blank=True)
    turn_count = models.PositiveIntegerField()
    personas_active = models.JSONField(default=list)
    timestamp = models.DateTimeField()
    synthesis_summary = models.TextField()
    outcome = models.CharField(max_length=10, choices=RecordOutcome, default=RecordOutcome.COMPLETE)
    extra = models.JSONField(default=dict)

    objects = IndexedQuerySet["ElaborationRecord"].as_manager()
    searched: ClassVar = frozenset({"step_id", "topic", "synthesis_summary"})

    class Meta:
        ordering = ["item", "pk"]

    def __str__(self) -> str:
        return f"{self.step_id or self.topic}: {self.synthesis_summary}"


class BlindReview(models.Model):
    """How well somebody told the personas of a roundtable apart without their names (NFR-002)."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="blind_reviews")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="blind_reviews"
    )
    answers = models.JSONField(default=dict)
    correct = models.PositiveIntegerField()
    total = models.PositiveIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return f"{self.correct} of {self.total} by {self.by}"

    @property
    def percent(self) -> int:
        return 100 * self.correct // self.total if self.total else 0
