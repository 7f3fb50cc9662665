"""Whom a team has invited, and what is known of who owns an account."""

import uuid
from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from reviews.models.team import Membership, Role, Team

LONGEST_ADDRESS = 254
TIME_TO_ANSWER = timedelta(days=7)


class Account(models.Model):
    """The e-mail address of an account. An account that the operator has made has no row before its owner confirms
    an address; one that began with an invitation has one from the start, and until `confirmed` only whoever
    `invited_by` is vouches for it.

    `address` is in the form of `accounts.addresses.normal_form`; "" once another account has shown that it is theirs.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account")
    address = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    confirmed = models.DateTimeField(null=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["address"], condition=~Q(address=""), name="one_account_for_each_address"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.address or 'no address'}"

    @property
    def is_unconfirmed(self) -> bool:
        """Whether nobody has shown yet that the account belongs to who it says."""
        return self.confirmed is None


class InvitationStatus(models.TextChoices):
    OPEN = "open", "Open"
    ACCEPTED = "accepted", "Accepted"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Withdrawn"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
        """Those that can be answered: not too old, and made by somebody who is an admin of the team still. Whoever
        was taken out knows the links that they have made."""
        admins = Membership.objects.filter(role=Role.ADMIN, user__is_active=True)
        inviter = admins.filter(team=OuterRef("team"), user=OuterRef("invited_by"))
        return self.filter(Exists(inviter), status=InvitationStatus.OPEN, expires__gt=timezone.now())

    def waiting_for(self, person: int, address: str) -> Self:
        """Those that the account `person` can answer; `address` is its confirmed one, "" for none."""
        mine = Q(person=person) | (Q(address=address) if address else Q())
        return self.open().filter(mine)


class Invitation(models.Model):
    """That an admin wants somebody in the team: the account `person`, or whoever has the e-mail `address`.

    Nobody belongs to a team by it before they accept. It can be answered once, until `expires`, and while `invited_by`
    is an admin of the team.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    address = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    status = models.CharField(max_length=10, choices=InvitationStatus, default=InvitationStatus.OPEN)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    answered = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} to {self.team}"

    @property
    def name(self) -> str:
        """Whom it is for: an address or a username."""
        return self.address or (self.person.get_username() if self.person else "")
