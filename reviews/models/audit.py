"""The audit log: who did what, in a team or for everybody. Rows are only added; they hold no titles and no texts."""

from typing import Any, NoReturn, Self

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
    RECOVERY_CODE_USED = "recovery_code_used", "used a recovery code of"
    SIGNED_IN = "signed_in", "signed in"
    SIGNED_OUT = "signed_out", "signed out"
    PASSWORD_REFUSED = "password_refused", "gave a wrong password of"
    CODE_REFUSED = "code_refused", "gave a wrong code of the second factor of"
    PASSWORD_SET = "password_set", "set a password"
    SETTINGS_CHANGED = "settings_changed", "changed the team’s settings:"
    STARTED = "started", "started"
    CHANGES_ACCEPTED = "changes_accepted", "accepted"
    CHANGES_REJECTED = "changes_rejected", "rejected"
    CHANGES_UNDONE = "changes_undone", "took back"
    CHANGES_REOPENED = "changes_reopened", "reopened"
    CHANGES_PUT_IN = "changes_put_in", "put in at once"
    FINDING_ACCEPTED = "finding_accepted", "accepted"
    FINDING_DISMISSED = "finding_dismissed", "dismissed"
    FINDING_REOPENED = "finding_reopened", "reopened"
    EXPORTED = "exported", "exported"
    ITEM_ARCHIVED = "item_archived", "archived the item"
    ITEM_RESTORED = "item_restored", "restored the item"
    ITEM_DELETED = "item_deleted", "deleted the item"
    ARTIFACT_ARCHIVED = "artifact_archived", "archived the artifact"
    ARTIFACT_RESTORED = "artifact_restored", "restored the artifact"
    ARTIFACT_DELETED = "artifact_deleted", "deleted the artifact"
    SESSION_ARCHIVED = "session_archived", "archived the session"
    SESSION_RESTORED = "session_restored", "restored the session"
    SESSION_DELETED = "session_deleted", "deleted the session"
    TEAM_DOWNLOADED = "team_downloaded", "downloaded everything of the team"
    COMMITTED = "committed", "committed changes of"
    PUSHED = "pushed", "pushed a branch to"
    REPOSITORY_LINKED = "repository_linked", "linked"
    CREDENTIAL_CHANGED = "credential_changed", "changed the credential of"
    DELETED = "deleted", "deleted"
    ADDED_BY_STAFF = "added_by_staff", "added in the administration:"
    CHANGED_BY_STAFF = "changed_by_staff", "changed in the administration:"
    DELETED_BY_STAFF = "deleted_by_staff", "deleted in the administration:"
    PERSONA_SAVED = "persona_saved", "saved the persona"
    PERSONA_RETIRED = "persona_retired", "retired the persona"
    PERSONA_BACK = "persona_back", "brought back the persona"
    PERSONA_DELETED = "persona_deleted", "deleted the persona"
    SEATS_CHOSEN = "seats_chosen", "chose the"


OF_JOINING = (
    Happening.INVITED,
    Happening.ACCEPTED,
    Happening.DECLINED,
    Happening.WITHDRAWN,
    Happening.ROLE_CHANGED,
    Happening.REMOVED,
    Happening.LEFT,
    Happening.LINK_MADE,
)
"""What the team's page tells of who joined and left."""
FOR_EVERYBODY = (
    Happening.CODE_DESIGNER_ON,
    Happening.CODE_DESIGNER_OFF,
    Happening.ADDED_BY_STAFF,
    Happening.CHANGED_BY_STAFF,
    Happening.DELETED_BY_STAFF,
)
"""What concerns all teams when it names none, such as a persona that all of them use."""


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def shown_to(self, team: Team) -> Self:
        """What the admins of a team read, the newest first: what happened in it, and what concerns all teams."""
        own = models.Q(team=team) | models.Q(team=None, team_name="", what__in=FOR_EVERYBODY)
        return self.filter(own).order_by("-pk")

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log is only added to.")

    def delete(self) -> NoReturn:
        raise TypeError("The audit log is only added to.")


class AuditEntry(models.Model):
    """One thing that happened: `who` did `what` `at` a time in `team`, to or for `about`; `detail` is a role, an
    address, a number of changes or the form of a file. The names are those of that time, and stay when the rows that
    they belong to are gone. `subject` is the row that it was done to, as "session:" and its key: what that is called is
    read when it is shown.

    `who` is null for the person who runs the server, for ELM itself, and for somebody who was not logged in.
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
    subject = models.CharField(max_length=60, blank=True, default="")

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["team", "-id"], name="audit_of_team")]

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
