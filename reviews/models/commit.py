"""The commits that ELM makes in its mirrors of what people accepted."""

from django.conf import settings
from django.db import models

from reviews.models.repository import LONGEST_BRANCH, LONGEST_COMMIT, Repository
from reviews.models.session import Session


class PushState(models.TextChoices):
    NONE = "", "Not pushed"
    PUSHING = "pushing", "Pushing"
    PUSHED = "pushed", "Pushed"
    FAILED = "failed", "Could not be pushed"


class BranchCommit(models.Model):
    """A commit that ELM made of a session's accepted changes, on `branch`, from `base` of the repository.

    `artifacts` are the ids of those it changes. `push` tells of bringing it to the remote, `push_error` with
    what sentence that failed.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="commits")
    repository = models.ForeignKey(Repository, on_delete=models.CASCADE, related_name="commits")
    branch = models.CharField(max_length=LONGEST_BRANCH)
    base = models.CharField(max_length=LONGEST_COMMIT)
    commit = models.CharField(max_length=LONGEST_COMMIT)
    message = models.TextField()
    artifacts = models.JSONField(default=list)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    push = models.CharField(max_length=8, choices=PushState, default=PushState.NONE, blank=True)
    push_error = models.TextField(blank=True)
    pushed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    beat = models.DateTimeField(null=True)
    pushed = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["repository", "branch", "commit"], name="one_commit_row")
        ]

    def __str__(self) -> str:
        return f"{self.commit[:7]} on {self.branch}"

    @property
    def subject(self) -> str:
        """The first line of its message."""
        return self.message.partition("\n")[0]

    @property
    def team_id(self) -> int:
        return self.session.team_id
