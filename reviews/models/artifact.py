"""Artifacts and their revisions. A revision keeps the bytes that came in, exactly, and never changes."""

import hashlib
import uuid
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.urls import reverse

from reviews.models.item import Item
from reviews.models.team import AnyUser
from reviews.reading import Text, decode


class Source(models.TextChoices):
    UPLOAD = "upload", "Uploaded file"
    PASTE = "paste", "Pasted text"
    REPOSITORY = "repository", "Repository"


class ArtifactKind(models.TextChoices):
    MARKDOWN = "markdown", "Markdown"
    TEXT = "text", "Plain text"

    @classmethod
    def of(cls, name: str) -> "ArtifactKind":
        """Markdown by the usual endings, else plain text."""
        return cls.MARKDOWN if name.lower().endswith((".md", ".markdown", ".mdown")) else cls.TEXT


class ArtifactQuerySet(models.QuerySet["Artifact"]):
    def visible_to(self, user: AnyUser) -> Self:
        """The artifacts of the teams that `user` belongs to."""
        return self.filter(item__team__memberships__user_id=user.pk)


class Artifact(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="artifacts")
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=ArtifactKind)
    source = models.CharField(max_length=10, choices=Source)
    current = models.ForeignKey("Revision", null=True, on_delete=models.RESTRICT, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    objects = ArtifactQuerySet.as_manager()

    class Meta:
        ordering = ["created", "name"]
        constraints = [models.UniqueConstraint(fields=["item", "name"], name="one_artifact_per_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("artifact", args=[self.pk])


class Revision(models.Model):
    artifact = models.ForeignKey(Artifact, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    parent = models.ForeignKey("self", null=True, on_delete=models.RESTRICT, related_name="children")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    session = models.ForeignKey(
        "reviews.Session", null=True, on_delete=models.SET_NULL, related_name="revisions"
    )
    note = models.CharField(max_length=200, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["artifact", "number"]
        constraints = [models.UniqueConstraint(fields=["artifact", "number"], name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"{self.artifact.name}, revision {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new revision. A stored one is never written again."""
        if not self._state.adding:
            raise TypeError("A revision never changes.")
        self.sha256 = hashlib.sha256(bytes(self.content)).hexdigest()
        super().save(*args, **kwargs)

    @property
    def read(self) -> Text:
        """The content as text, with what is needed to give the same bytes back."""
        return decode(bytes(self.content), self.artifact.name)

    @property
    def text(self) -> str:
        return self.read.text
