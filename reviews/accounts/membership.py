"""Who belongs to a team. A team always keeps an admin."""

from functools import partial

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from reviews.accounts import login_links
from reviews.errors import ElmError
from reviews.log import publish
from reviews.models import Membership, Team
from reviews.models.team import Role

LAST_ADMIN = "{name} is the last admin of the team. Make somebody else an admin first."


def add_member(team: Team, username: str, role: Role) -> tuple[Membership, str]:
    """Add the person with this username to the team; make an account when nobody has it.

    Returns the membership and, for a new account, the path of its login link, else "". Raises ElmError when
    they belong to the team already.
    """
    try:
        with transaction.atomic():
            user, is_new = User.objects.get_or_create(username=username, defaults={"password": "!"})
            made = Membership.objects.create(team=team, user=user, role=role)
    except IntegrityError as error:
        raise ElmError(f"{username} belongs to the team already. Change the role in the list.") from error
    return made, login_links.make(user) if is_new else ""


def change_role(team: Team, member: int, role: Role) -> Membership:
    """Give a member another role. Raises ElmError for somebody who is not a member or is the last admin."""
    with transaction.atomic():
        found = lock_membership(team, member)
        tell_open_pages(team)
        if role is not Role.ADMIN:
            keep_an_admin(found)
        Membership.objects.filter(pk=found.pk).update(role=role)
    found.role = role
    return found


def remove_member(team: Team, member: int) -> Membership:
    """Take a member out of the team; what they did stays. Raises ElmError as `change_role` does."""
    with transaction.atomic():
        found = lock_membership(team, member)
        tell_open_pages(team)
        keep_an_admin(found)
        Membership.objects.filter(pk=found.pk).delete()
    return found


def tell_open_pages(team: Team) -> None:
    """Have the open pages of the team's sessions checked again when the transaction is committed."""
    transaction.on_commit(partial(publish.membership_changed, team.pk))


def lock_membership(team: Team, member: int) -> Membership:
    """The membership. Locks the team until the end of the transaction: two admins may act at once."""
    Team.objects.select_for_update().get(pk=team.pk)
    found = Membership.objects.select_related("user", "team").filter(team=team, pk=member).first()
    if found is None:
        raise ElmError("This person does not belong to the team any more. Load the page again.")
    return found


def keep_an_admin(leaving: Membership) -> None:
    """Raise ElmError when `leaving` is the last admin of the team."""
    others = Membership.objects.filter(team=leaving.team, role=Role.ADMIN, user__is_active=True)
    if leaving.role == Role.ADMIN and not others.exclude(pk=leaving.pk).exists():
        raise ElmError(LAST_ADMIN.format(name=leaving.user.get_full_name() or leaving.user.get_username()))


def link_for(team: Team, member: int) -> tuple[Membership, str]:
    """The membership, and the path of a login link for the member.

    Raises ElmError for an account with rights outside of this team: whoever has the link has them too.
    """
    found = Membership.objects.select_related("user").filter(team=team, pk=member).first()
    if found is None:
        raise ElmError("This person does not belong to the team any more. Load the page again.")
    elsewhere = Membership.objects.filter(user=found.user).exclude(team=team).exists()
    if elsewhere or found.user.is_staff or found.user.is_superuser:
        name = found.user.get_username()
        raise ElmError(
            f"{name} can do more than what belongs to this team, so only the person who runs the server can "
            f"make this link: manage.py login_link {name}"
        )
    return found, login_links.make(found.user)
