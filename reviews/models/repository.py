"""A repository that a team has linked. Its mirror lies in the data directory; nothing secret is in the row."""

import uuid
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from reviews.models.team import Team, VisibleQuerySet

LONGEST_URL, LONGEST_BRANCH, LONGEST_COMMIT = 500, 255, 64
LONGEST_PATH = 600
"""Characters of a path in text form: what a unique index of Postgres surely takes."""
DEAD_AFTER = timedelta(seconds=60)
DIED = (
    "The server stopped during the fetch. The files from before are unchanged. Fetch again to get the rest."
)


def alive_since() -> datetime:
    """A fetch or a push whose row has had no heartbeat since then has died."""
    return timezone.now() - DEAD_AFTER


class FetchState(models.TextChoices):
    """`NEW` was never fetched; `STOPPED` was stopped by a person, `FAILED` by what `error` says."""

    NEW = "new", "Not fetched yet"
    FETCHING = "fetching", "Fetching"
    READY = "ready", "Ready"
    STOPPED = "stopped", "Stopped"
    FAILED = "failed", "Failed"


class Repository(models.Model):
    """`url` is the normal form of the address (`repos.addresses`), `credential` the name of an environment
    variable of the server, "" for none. `default_branch` and `head` (a commit) are what the last fetch saw.

    `state` tells of the newest fetch, `percent` and `words` how far it is; `beat` is its newest heartbeat: one
    without any for a minute has died with its server. `error` is its sentence, `error_kind`
    what RepositoryError calls it. What an earlier fetch brought stays readable whatever became of the newest.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="repositories")
    url = models.CharField(max_length=LONGEST_URL)
    credential = models.CharField(max_length=80, blank=True)
    default_branch = models.CharField(max_length=LONGEST_BRANCH, blank=True, editable=False)
    head = models.CharField(max_length=LONGEST_COMMIT, blank=True, editable=False)
    state = models.CharField(max_length=10, choices=FetchState, default=FetchState.NEW, editable=False)
    percent = models.PositiveSmallIntegerField(default=0, editable=False)
    words = models.CharField(max_length=200, blank=True, editable=False)
    beat = models.DateTimeField(null=True, editable=False)
    stop_requested = models.BooleanField(default=False, editable=False)
    error_kind = models.CharField(max_length=20, blank=True, editable=False)
    error = models.TextField(blank=True, editable=False)
    fetched = models.DateTimeField(null=True, editable=False)
    linked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    created = models.DateTimeField(auto_now_add=True)

    objects = VisibleQuerySet["Repository"].as_manager()

    class Meta:
        ordering = ["url"]
        verbose_name_plural = "repositories"
        constraints = [models.UniqueConstraint(fields=["team", "url"], name="one_link_per_team")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("repository", args=[self.pk])

    @property
    def name(self) -> str:
        """The last part of the address, without ".git": what people call it."""
        return self.url.rstrip("/").replace(":", "/").rpartition("/")[2].removesuffix(".git") or self.url

    @property
    def has_died(self) -> bool:
        """Whether the server ended while this was fetched, so that nobody works on it any more."""
        return self.state == FetchState.FETCHING and (self.beat is None or self.beat < alive_since())

    @property
    def is_fetched_now(self) -> bool:
        """Whether a fetch goes on, or waits for its turn."""
        return self.state == FetchState.FETCHING and not self.has_died

    @property
    def problem(self) -> str:
        """The sentence that says why the newest fetch brought nothing, "" when it did."""
        return DIED if self.has_died else self.error

    @property
    def is_readable(self) -> bool:
        """Whether a fetch has ever come to its end, so that there is something to browse."""
        return self.fetched is not None
