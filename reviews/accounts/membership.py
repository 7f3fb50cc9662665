"""Who belongs to a team. A team always keeps an admin."""

from functools import partial

from django.contrib.auth.models import User
from django.db import transaction

from reviews.accounts import addresses, audit, login_links
from reviews.errors import ElmError
from reviews.log import publish
from reviews.models import Membership, Team
from reviews.models.audit import Happening
from reviews.models.team import Role

LAST_ADMIN = "{name} is the last admin of the team. Make somebody else an admin first."
GONE = "This person does not belong to the team any more. Load the page again."


def change_role(team: Team, member: int, role: Role, by: User) -> Membership:
    """Give a member another role. Raises ElmError for somebody who is not a member or is the last admin."""
    with transaction.atomic():
        found = lock_membership(team, member)
        tell_open_pages(team)
        if role is not Role.ADMIN:
            keep_an_admin(found)
        Membership.objects.filter(pk=found.pk).update(role=role)
        audit.note(Happening.ROLE_CHANGED, who=by, team=team, about=found.user, detail=role)
    found.role = role
    return found


def remove_member(team: Team, member: int, by: User) -> Membership:
    """Take a member out of the team; what they did stays. Raises ElmError as `change_role` does."""
    with transaction.atomic():
        found = lock_membership(team, member)
        audit.note(Happening.REMOVED, who=by, team=team, about=found.user, detail=found.role)
        take_out(found)
    return found


def leave(team: Team, user: User) -> None:
    """Take `user` out of the team, as they want. Raises ElmError as `change_role` does."""
    with transaction.atomic():
        own = Membership.objects.filter(team=team, user=user).values_list("pk", flat=True).first()
        found = lock_membership(team, own or 0)
        audit.note(Happening.LEFT, who=user, team=team, detail=found.role)
        take_out(found)


def take_out(found: Membership) -> None:
    """Delete a locked membership, unless it is that of the last admin."""
    tell_open_pages(found.team)
    keep_an_admin(found)
    Membership.objects.filter(pk=found.pk).delete()


def tell_open_pages(team: Team) -> None:
    """Have the open pages of the team's sessions checked again when the transaction is committed."""
    transaction.on_commit(partial(publish.membership_changed, team.pk))


def lock_membership(team: Team, member: int) -> Membership:
    """The membership. Locks the team until the end of the transaction: two admins may act at once."""
    Team.objects.select_for_update().get(pk=team.pk)
    found = Membership.objects.select_related("user", "team").filter(team=team, pk=member).first()
    if found is None:
        raise ElmError(GONE)
    return found


def keep_an_admin(leaving: Membership) -> None:
    """Raise ElmError when `leaving` is the last admin of the team."""
    others = Membership.objects.filter(team=leaving.team, role=Role.ADMIN, user__is_active=True)
    if leaving.role == Role.ADMIN and not others.exclude(pk=leaving.pk).exists():
        raise ElmError(LAST_ADMIN.format(name=leaving.user.get_full_name() or leaving.user.get_username()))


def make_link_for(team: Team, member: int, by: User) -> tuple[User, str, str]:
    """The member, the e-mail address that is known to be theirs, and the path of a login link to mail there.

    Raises ElmError when no address is known: a link logs in as its owner, so nobody else ever gets to see it.
    """
    found = Membership.objects.select_related("user").filter(team=team, pk=member).first()
    if found is None:
        raise ElmError(GONE)
    audit.check_mail_rate(by)
    name, address = found.user.get_username(), addresses.confirmed_address(found.user)
    if not address:
        raise ElmError(
            f"{name} has confirmed no e-mail address, so only the person who runs the server can make this "
            f"link: manage.py login_link {name}"
        )
    return found.user, address, login_links.make(found.user, by=by, team=team)
