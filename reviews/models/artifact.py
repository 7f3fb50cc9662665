"""Artifacts and their revisions. A revision keeps the bytes that came in, exactly, and never changes."""

import hashlib
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from reviews.documents.encoding import DecodedText, decode_text
from reviews.models.item import Item
from reviews.models.repository import (
    LONGEST_BRANCH,
    LONGEST_COMMIT,
    LONGEST_PATH,
    LONGEST_URL,
    Repository,
)
from reviews.models.search_entry import IndexedQuerySet
from reviews.models.team import VisibleQuerySet


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


class ArtifactQuerySet(IndexedQuerySet["Artifact"], VisibleQuerySet["Artifact"]):
    path_to_team = "item__team"


class Artifact(models.Model):
    """A text of an item. One from a repository is the file `path` (text form, `repos.names`) of `branch`; which
    commit it is pinned to, its newest revision with a `commit` says. `origin` is the address of a repository that
    is not linked any more: linking it again takes the artifact back.

    `checks` counts how often the rules have read it, `checked` is the revision that they read last.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="artifacts")
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=ArtifactKind)
    source = models.CharField(max_length=10, choices=Source)
    current = models.ForeignKey("Revision", null=True, on_delete=models.RESTRICT, related_name="+")
    repository = models.ForeignKey(
        Repository, null=True, blank=True, on_delete=models.SET_NULL, related_name="artifacts"
    )
    branch = models.CharField(max_length=LONGEST_BRANCH, blank=True, editable=False)
    path = models.CharField(max_length=LONGEST_PATH, blank=True, editable=False)
    origin = models.CharField(max_length=LONGEST_URL, blank=True, editable=False)
    checks = models.PositiveIntegerField(default=0, editable=False)
    checked = models.ForeignKey(
        "Revision", null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    created = models.DateTimeField(auto_now_add=True)

    objects = ArtifactQuerySet.as_manager()
    searched = frozenset({"name", "path", "current"})

    class Meta:
        ordering = ["created", "name"]
        constraints = [
            models.UniqueConstraint(fields=["item", "name"], name="one_artifact_per_name"),
            models.UniqueConstraint(
                fields=["item", "repository", "path"],
                name="one_artifact_per_path",
                condition=models.Q(repository__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("artifact", args=[self.pk])

    @property
    def team_id(self) -> int:
        return self.item.team_id

    @property
    def pinned(self) -> "Revision | None":
        """The newest revision that came from a commit, without its content; None when none did."""
        return self.revisions.exclude(commit="").defer("content").order_by("number").last()

    @property
    def lineage(self) -> models.QuerySet["Artifact"]:
        """This artifact, and those of the team's other items that are the same file of the same repository."""
        if self.repository_id is None:
            return Artifact.objects.filter(pk=self.pk)
        return Artifact.objects.filter(repository=self.repository_id, path=self.path)


class Revision(models.Model):
    """`commit` and `blob` (object ids of git) say where the bytes of a repository's file came from."""

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
    commit = models.CharField(max_length=LONGEST_COMMIT, blank=True)
    blob = models.CharField(max_length=LONGEST_COMMIT, blank=True)
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
    def read(self) -> DecodedText:
        """The content as text, with what is needed to give the same bytes back."""
        return decode_text(bytes(self.content), self.artifact.name)

    @property
    def text(self) -> str:
        return self.read.text
