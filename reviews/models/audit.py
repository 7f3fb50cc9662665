"""The audit log: who joined, left and was let in, by whom; who switched the mode. Rows are only added."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from reviews.models.team import Team

LONGEST_NAME = 254


class Happening(models.TextChoices):
    """What an entry tells, and its words between who did it and whom it is about. A stored value keeps its meaning."""

    INVITED = "invited", "invited"
    ACCEPTED = "accepted", "accepted the invitation of"
    DECLINED = "declined", "declined the invitation of"
    WITHDRAWN = "withdrawn", "withdrew the invitation of"
    ROLE_CHANGED = "role_changed", "changed the role of"
    REMOVED = "removed", "removed"
    LEFT = "left", "left the team"
    LINK_MADE = "link_made", "made a login link for"
    LINK_USED = "link_used", "used a login link of"
    ADDRESS_ASKED = "address_asked", "asked to confirm the e-mail of"
    ADDRESS_CONFIRMED = "address_confirmed", "confirmed the e-mail of"
    CODE_DESIGNER_ON = "code_designer_on", "switched Code Designer on"
    CODE_DESIGNER_OFF = "code_designer_off", "switched Code Designer off"
    SECOND_FACTOR_ON = "second_factor_on", "turned on the second factor of"
    SECOND_FACTOR_OFF = "second_factor_off", "turned off the second factor of"
    RECOVERY_CODES_MADE = "recovery_codes_made", "made recovery codes for"
    ITEM_ARCHIVED = "item_archived", "archived the item"
    ITEM_RESTORED = "item_restored", "restored the item"
    ITEM_DELETED = "item_deleted", "deleted the item"
    ARTIFACT_ARCHIVED = "artifact_archived", "archived the artifact"
    ARTIFACT_RESTORED = "artifact_restored", "restored the artifact"
    ARTIFACT_DELETED = "artifact_deleted", "deleted the artifact"
    SESSION_ARCHIVED = "session_archived", "archived the session"
    SESSION_RESTORED = "session_restored", "restored the session"
    SESSION_DELETED = "session_deleted", "deleted the session"
    RETENTION_SET = "retention_set", "set how long archived items are kept:"
    TEAM_DOWNLOADED = "team_downloaded", "downloaded everything of the team"
    RECOVERY_CODE_USED = "recovery_code_used", "used a recovery code of"


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log is only added to.")

    def delete(self) -> NoReturn:
        raise TypeError("The audit log is only added to.")


class AuditEntry(models.Model):
    """One thing that happened: `who` did `what` `at` a time in `team`, to or for `about`; `detail` is a role or an
    address. The names are those of that time, and stay when the rows that they belong to are gone.

    `who` is null for the person who runs the server, and for somebody who was not logged in.
    """

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    what = models.CharField(max_length=30)
    who = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="audit_entries"
    )
    who_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    team = models.ForeignKey(Team, null=True, on_delete=models.SET_NULL, related_name="audit_entries")
    team_name = models.CharField(max_length=100, blank=True)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    about_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    detail = models.CharField(max_length=LONGEST_NAME, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.who_name or 'Somebody'} {self.told} {self.about_name}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only ever inserts."""
        if not self._state.adding:
            raise TypeError("The audit log is only added to.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log is only added to.")

    @property
    def told(self) -> str:
        """What happened, in words."""
        return Happening(self.what).label if self.what in Happening else self.what
