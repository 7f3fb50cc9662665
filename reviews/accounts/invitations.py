"""Inviting people: nobody belongs to a team, and no account is made, before its owner says yes.

The link of an invitation stands in two places that must not be mixed up. The one in the mail shows that whoever opens
it reads the mails of that address; the one that an admin hands over shows nothing, since the admin knows it too.
"""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from reviews.accounts import addresses, audit, mail
from reviews.errors import ElmError
from reviews.models import Account, Invitation, Membership, Team
from reviews.models.audit import Happening
from reviews.models.joining import TIME_TO_ANSWER, InvitationStatus
from reviews.models.team import Role

SIGNER = Signer(salt="reviews.invitations", sep=".")
MAILED, HANDED_OVER = "m", "h"
OVER = "This invitation was answered, withdrawn, or is too old. Ask {name} for another."


@dataclass(frozen=True)
class Opened:
    """An invitation whose link somebody has opened. `is_mailed`: it is the link out of the mail."""

    invitation: Invitation
    is_mailed: bool


class Unvouched(ElmError):
    """An account that nobody but `account.invited_by` vouches for: whoever invites it should know."""

    def __init__(self, account: Account) -> None:
        super().__init__(f"Nobody has confirmed yet whose account {account.user.get_username()} is.")
        self.account = account


def make_path(invitation: Invitation, how: str = HANDED_OVER) -> str:
    """The path of the invitation's link, as it is handed over or as it is mailed."""
    return reverse("join", args=[SIGNER.sign(f"{invitation.pk.hex}{how}")])


def read_token(token: str) -> Opened | None:
    """The invitation that a link leads to, answered or not; None for nonsense."""
    try:
        told = SIGNER.unsign(token)
        pk, how = UUID(told[:-1]), told[-1:]
    except (BadSignature, ValueError):
        return None
    rows = Invitation.objects.select_related("team", "person", "invited_by")
    found = rows.filter(pk=pk).first()
    return Opened(found, how == MAILED) if found and how in (MAILED, HANDED_OVER) else None


def invite(team: Team, by: User, wanted: str, role: Role, *, is_sure: bool = False) -> Invitation:
    """Invite the account with this username, or whoever has this e-mail address.

    Raises ElmError when there is no such account, it belongs to the team or is invited already, or too many mails
    were sent; Unvouched, unless the admin `is_sure`, for an account that nobody but its inviter vouches for.
    """
    audit.check_mail_rate(by)
    if "@" in wanted:
        # Always an address: whoever could choose it as a username would be invited instead of its owner.
        invited = Invitation(team=team, address=addresses.normal_form(wanted))
    else:
        invited = Invitation(team=team, person=find_person(wanted, is_sure=is_sure))
    check_not_there(invited)
    invited.role, invited.invited_by = role, by
    invited.expires = timezone.now() + TIME_TO_ANSWER
    with transaction.atomic():
        invited.save()
        audit.note(
            Happening.INVITED, who=by, team=team, about=invited.person, name=invited.address, detail=role
        )
    return invited


def find_person(username: str, *, is_sure: bool) -> User:
    """The account that has the username. Raises ElmError."""
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise ElmError(
            f"Nobody has the username {username}. To invite somebody new, enter their e-mail address."
        )
    account = addresses.account_of(found)
    if account and account.is_unconfirmed and not is_sure:
        raise Unvouched(account)
    return found


def check_not_there(invited: Invitation) -> None:
    """Raise ElmError for somebody who belongs to the team or has an open invitation to it."""
    team, person = invited.team, invited.person
    if person and Membership.objects.filter(team=team, user=person).exists():
        raise ElmError(f"{person.get_username()} belongs to the team already. Change the role in the list.")
    same = Invitation.objects.open().filter(team=team, person=person, address=invited.address)
    if same.exists():
        raise ElmError(f"{invited.name} is invited already. Withdraw that invitation to make another.")


def send(invitation: Invitation, link: str) -> bool:
    """Mail the invitation to whom it is for, with the whole address of its mailed link. Gives whether it was sent:
    not to an account whose address nobody knows, and not without a mail server."""
    address = invitation.address or (
        addresses.confirmed_address(invitation.person) if invitation.person else ""
    )
    if not address:
        return False
    words = mail.INVITATION.format(
        inviter=inviter_of(invitation),
        team=invitation.team.name,
        role=invitation.get_role_display().lower(),
        until=invitation.expires,
        link=link,
    )
    return mail.send(address, f"An invitation to “{invitation.team.name}” in ELM", words)


def inviter_of(invitation: Invitation) -> str:
    """Who invites, so that nobody takes one for another: the name and the username."""
    return name_with_username(invitation.invited_by)


def name_with_username(user: User | None) -> str:
    """ "Ana Belo (ana)", or "ana" when that is all; "someone who left" for an account that is gone."""
    if user is None:
        return "someone who left"
    full, username = user.get_full_name(), user.get_username()
    return f"{full} ({username})" if full and full != username else username


def answer(invitation: Invitation, status: InvitationStatus, by: User | None) -> None:
    """Give the invitation its one answer. Raises ElmError when it has one, or is too old."""
    open_one = Invitation.objects.open().filter(pk=invitation.pk)
    if not open_one.update(status=status, answered=timezone.now(), answered_by=by):
        raise ElmError(OVER.format(name=inviter_of(invitation)))


def check_owner(invitation: Invitation, user: User) -> None:
    """Raise ElmError when the invitation is for another account than `user`."""
    owner = invitation.person or addresses.owner_of(invitation.address)
    if owner and owner != user:
        raise ElmError("This invitation is for another account. Log in with the account that it is for.")


def accept(invitation: Invitation, user: User) -> Membership:
    """Make `user` a member of the team. Raises ElmError when the invitation is over or not for them, or when they
    belong to the team already."""
    check_owner(invitation, user)
    try:
        with transaction.atomic():
            answer(invitation, InvitationStatus.ACCEPTED, user)
            made = Membership.objects.create(team=invitation.team, user=user, role=invitation.role)
            note(Happening.ACCEPTED, invitation, user)
    except IntegrityError as error:
        raise ElmError("You belong to this team already.") from error
    return made


def open_account(opened: Opened, *, username: str, name: str, password: str) -> User:
    """Make the account of somebody new, and make them a member of the team.

    The e-mail address is that of the invitation, and confirmed if its mailed link was opened. Raises ElmError when
    the invitation is over or for an account that is there, or the username or the address is taken.
    """
    invitation = opened.invitation
    if invitation.person:
        raise ElmError("This invitation is for an account that is there already. Log in with it.")
    # Hashing takes long: others should be able to write meanwhile.
    user = User(username=username, first_name=name, password=make_password(password))
    try:
        with transaction.atomic():
            user.save()
            addresses.claim(
                user, invitation.address, is_proved=opened.is_mailed, invited_by=invitation.invited_by
            )
            accept(invitation, user)
    except IntegrityError as error:
        raise ElmError(f"The username {username} is taken. Choose another.") from error
    return user


def decline(invitation: Invitation, by: User | None) -> None:
    """Say no for good; `by` is None for somebody without an account. Raises ElmError when it is over."""
    if by:
        check_owner(invitation, by)
    with transaction.atomic():
        answer(invitation, InvitationStatus.DECLINED, by)
        note(Happening.DECLINED, invitation, by)


def withdraw(team: Team, pk: UUID, by: User) -> Invitation:
    """Take an open invitation of the team back. Raises ElmError when there is none."""
    found = Invitation.objects.filter(team=team, pk=pk).select_related("team", "person", "invited_by").first()
    if found is None:
        raise ElmError("There is no such invitation any more. Load the page again.")
    with transaction.atomic():
        answer(found, InvitationStatus.WITHDRAWN, by)
        note(Happening.WITHDRAWN, found, by)
    return found


def note(what: Happening, invitation: Invitation, by: User | None) -> None:
    """Add to the audit log what became of the invitation."""
    audit.note(
        what,
        who=by,
        team=invitation.team,
        about=invitation.person,
        name=invitation.address,
        detail=invitation.role,
    )
