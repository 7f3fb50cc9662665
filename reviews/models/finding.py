"""What is found in artifacts, and what teammates say to each other about findings and changes."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from reviews.models.artifact import Artifact, Revision
from reviews.models.decidable import Decidable
from reviews.models.outcome import Change
from reviews.models.search_entry import Indexed, IndexedQuerySet
from reviews.models.session import Session
from reviews.states import Severity


class FindingStatus(models.TextChoices):
    """`FIXED`: the newest check of the artifact does not find it any more."""

    OPEN = "open", "Open"
    ACCEPTED = "accepted", "Accepted"
    DISMISSED = "dismissed", "Dismissed"
    FIXED = "fixed", "Fixed"


class Finding(Indexed, Decidable):
    """A problem of an artifact: `claim` is what is claimed (a kind of problem), `quote` the verbatim words that
    show it, "" for one of the whole text.

    `line` and `column` are where the quote begins in the text of `revision`, both 0 without one; `section` is the
    title of the section.
    `fingerprint` is made of claim and quote: an artifact has each once, and a dismissed one stays dismissed.
    `found` and `seen` are the checks of the artifact that found it first and last. Of what an angle review found,
    `session` is the review, `pass_number` the pass that found it first, `agreed` the other angles that found it too.
    """

    moves = {
        FindingStatus.OPEN: frozenset({FindingStatus.ACCEPTED, FindingStatus.DISMISSED}),
        FindingStatus.ACCEPTED: frozenset({FindingStatus.OPEN}),
        FindingStatus.DISMISSED: frozenset({FindingStatus.OPEN}),
        # What is fixed and what is found again, checks decide.
        FindingStatus.FIXED: frozenset(),
    }

    artifact = models.ForeignKey(Artifact, on_delete=models.CASCADE, related_name="findings")
    revision = models.ForeignKey(Revision, on_delete=models.RESTRICT, related_name="findings")
    session = models.ForeignKey(Session, null=True, on_delete=models.SET_NULL, related_name="findings")
    by = models.CharField(
        max_length=40, help_text="Who found it: “offline”, or the key of an angle or a persona."
    )
    claim = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    severity = models.CharField(max_length=8, choices=[(level.value, level.title()) for level in Severity])
    quote = models.TextField(blank=True)
    line = models.PositiveIntegerField(default=0)
    column = models.PositiveIntegerField(default=0)
    description = models.TextField()
    suggestion = models.TextField(blank=True)
    confidence = models.FloatField(default=0.7)
    pass_number = models.PositiveIntegerField(default=0)
    agreed = models.JSONField(default=list, blank=True)
    found = models.PositiveIntegerField(default=1)
    seen = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=FindingStatus, default=FindingStatus.OPEN)

    objects = IndexedQuerySet["Finding"].as_manager()
    searched: ClassVar = frozenset(
        {"claim", "section", "quote", "description", "suggestion", "decision_reason"}
    )

    class Meta:
        ordering = ["artifact", "line", "column", "pk"]
        constraints = [models.UniqueConstraint(fields=["artifact", "fingerprint"], name="one_finding_each")]
        indexes = [
            models.Index(
                fields=["artifact", "claim", "severity", "status"],
                name="finding_open",
                condition=models.Q(status="open"),
            ),
            models.Index(fields=["-created"], name="finding_newest"),
            # All that figures count, so that no text is read for them.
            models.Index(
                fields=["created", "by", "status", "pass_number", "agreed", "artifact"],
                name="finding_figures",
            ),
            models.Index(
                fields=["created", "by", "decision_reason", "artifact", "status"],
                name="finding_dismissed",
                condition=models.Q(status="dismissed") & ~models.Q(decision_reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claim} in {self.artifact.name}, line {self.line}"

    @property
    def team_id(self) -> int:
        return self.artifact.team_id


class Comment(Indexed):
    """What somebody said about a change or a finding: exactly one of the two is set."""

    change = models.ForeignKey(Change, null=True, on_delete=models.CASCADE, related_name="comments")
    finding = models.ForeignKey(Finding, null=True, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=5000)
    created = models.DateTimeField(auto_now_add=True)

    objects = IndexedQuerySet["Comment"].as_manager()
    searched: ClassVar = frozenset({"text"})

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.CheckConstraint(
                name="comment_on_one_thing",
                condition=models.Q(change__isnull=True, finding__isnull=False)
                | models.Q(change__isnull=False, finding__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.text[:60]}"
