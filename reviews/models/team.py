"""Teams and who belongs to them. Everything else is visible through a membership only."""

from typing import Self, cast

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models

type AnyUser = AbstractBaseUser | AnonymousUser

COMMIT_AUTHOR = "{name} <{email}>"


class Synthesis(models.TextChoices):
    """When what a roundtable adds is put into the artifacts."""

    OWNER = "owner", "At once when the item’s owner started it, else after review"
    AT_ONCE = "at_once", "At once"
    REVIEW = "review", "After review"


class VisibleQuerySet[Row: models.Model](models.QuerySet[Row]):
    """Rows that are visible through a membership in the team that is at `path_to_team`."""

    path_to_team = "team"

    def visible_to(self, user: AnyUser) -> Self:
        return self.filter(**{f"{self.path_to_team}__memberships__user_id": user.pk})


class TeamQuerySet(models.QuerySet["Team"]):
    def visible_to(self, user: AnyUser) -> Self:
        return self.filter(memberships__user_id=user.pk)


class Team(models.Model):
    """A group of people who share items and sessions. Money is in millionths of a US dollar.

    `month` is the month in which something was spent last, such as "2026-11", and `month_spent_micros` what was spent
    in it. What calls have reserved counts for the whole and for the month that it is.
    """

    name = models.CharField(max_length=100)
    slug = models.SlugField(max_length=60, unique=True)
    budget_micros = models.BigIntegerField(
        null=True,
        blank=True,
        verbose_name="budget",
        help_text="The most all sessions together may cost, in millionths of a US dollar. Empty: no limit.",
    )
    spent_micros = models.BigIntegerField(default=0, editable=False)
    reserved_micros = models.BigIntegerField(default=0, editable=False)
    month_budget_micros = models.BigIntegerField(
        null=True,
        blank=True,
        verbose_name="budget of a month",
        help_text="The most that sessions may cost in a calendar month, in millionths of a US dollar. Empty: no limit.",
    )
    month = models.CharField(max_length=7, blank=True, default="", editable=False)
    month_spent_micros = models.BigIntegerField(default=0, editable=False)
    max_rounds = models.PositiveIntegerField(
        null=True,
        blank=True,
        verbose_name="round limit",
        help_text="A safety limit for interviews of this team. Empty: ELM decides when to stop.",
    )
    synthesis = models.CharField(
        max_length=10,
        choices=Synthesis,
        default=Synthesis.OWNER,
        verbose_name="additions of a roundtable",
        help_text="When the additions of a roundtable are put into its artifacts. They can always be undone.",
    )
    default_branch = models.CharField(
        max_length=255,
        blank=True,
        help_text="The branch of a repository that is shown first, if it has it. Empty: the repository’s own.",
    )
    file_patterns = models.TextField(
        blank=True,
        max_length=2000,
        help_text="Which files of repositories may become artifacts, a pattern on each line. Empty: all texts.",
    )
    commit_author = models.CharField(
        max_length=200,
        blank=True,
        default=COMMIT_AUTHOR,
        help_text="Who commits are by: {name}, {username} and {email} are those of the person who commits.",
    )
    sample_offered = models.BooleanField(default=False, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    objects = TeamQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    VIEWER = "viewer", "Viewer"
    MEMBER = "member", "Member"
    ADMIN = "admin", "Admin"

    @property
    def may_act(self) -> bool:
        return self is not Role.VIEWER


def teams_of(user: AnyUser) -> dict[int, Role]:
    """The ids of the teams that `user` belongs to, each with what they may do there."""
    rows = Membership.objects.filter(user=cast(int, user.pk)).values_list("team_id", "role")
    return {team: Role(role) for team, role in rows}


class Membership(models.Model):
    """That a user belongs to a team, and what they may do there."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["team", "user"]
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="one_membership_each")]

    def __str__(self) -> str:
        return f"{self.user} in {self.team} ({self.role})"
