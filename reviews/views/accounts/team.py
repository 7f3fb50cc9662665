"""The team: who belongs to it, what they may do, and its limits."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from reviews.access import role_in, team_for
from reviews.accounts import audit, invitations, login_links, mail, membership
from reviews.errors import ElmError
from reviews.forms.accounts import MemberForm
from reviews.forms.sessions import TeamForm
from reviews.models import AuditEntry, Invitation, Membership, Team
from reviews.models.audit import OF_JOINING, Happening
from reviews.models.team import Role
from reviews.repositories import authors
from reviews.templatetags.elm import person
from reviews.uploads import disk_may_be_full
from reviews.views.http import Request, number_in

LONGEST_FORMAT = 200
NEWEST_ENTRIES = 30
NOT_MAILED = (
    "No mail could be sent. The person who runs the server can make this link: manage.py login_link {name}"
)
type Forms = dict[str, Any]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_team(request: Request) -> HttpResponse:
    """The reader's team, or the one of ?team=. Its admins change it by POST with an `action`."""
    posted = request.method == "POST"
    found = team_for(request.user, request.GET.get("team", ""), manage=posted)
    forms: Forms = {"member_form": MemberForm(), "team_form": TeamForm(instance=found)}
    if posted:
        try:
            with disk_may_be_full():
                done = ACTIONS.get(request.POST.get("action", ""), refuse_action)(request, found, forms)
            if done:
                return redirect(f"{reverse('team')}?team={found.slug}")
        except ElmError as error:
            messages.error(request, str(error))
    return render(
        request, "reviews/accounts/team.html", team_page(request, found, forms), status=422 if posted else 200
    )


def team_page(request: Request, found: Team, forms: Forms) -> dict[str, object]:
    manages = role_in(request.user, found.pk) is Role.ADMIN
    members = Membership.objects.filter(team=found).select_related("user__account__invited_by")
    return {
        "nav": "team",
        "team": Team.objects.get(pk=found.pk),
        "teams": Team.objects.visible_to(request.user),
        "members": members.order_by("created", "pk"),
        "roles": Role.choices,
        "manages": manages,
        "invited": open_invitations(request, found) if manages else [],
        "entries": joined_and_left(found) if manages else [],
        "author": preview_author(request, str(forms["team_form"]["commit_author"].value() or "")),
        **forms,
    }


def joined_and_left(team: Team) -> QuerySet[AuditEntry]:
    """The newest entries of the audit log about who is in the team."""
    return AuditEntry.objects.filter(team=team, what__in=OF_JOINING).order_by("-pk")[:NEWEST_ENTRIES]


@require_safe
def team_author(request: Request) -> HttpResponse:
    """Who the reader's commits would be by with the format of ?commit_author=, in words."""
    team_for(request.user, request.GET.get("team", ""), manage=True)
    preview = preview_author(request, request.GET.get("commit_author", "")[:LONGEST_FORMAT])
    return render(request, "reviews/accounts/team.html#author", {"author": preview})


@never_cache
@require_safe
def team_limits(request: Request) -> HttpResponse:
    """How far the limits of the team are used up, now."""
    found = team_for(request.user, request.GET.get("team", ""))
    return render(request, "reviews/accounts/limits.html", {"team": found})


def preview_author(request: Request, form: str) -> str:
    """The author that a format gives for the reader, "" when it gives none."""
    try:
        checked = authors.check(form) if form.strip() else ""
    except ElmError:
        return ""
    return authors.shown(authors.author_of(checked, request.user))


def member_id(request: Request) -> int:
    """The membership that a form names. Raises ElmError for nonsense."""
    number = number_in(request.POST.get("member"), digits=18)
    if number is None:
        raise ElmError("The form named no member. Load the page again.")
    return number


def open_invitations(request: Request, found: Team) -> list[tuple[Invitation, str]]:
    """What can be accepted still, each with its link for who made it: nobody else could be made to forget it."""
    rows = Invitation.objects.open().filter(team=found).select_related("person__account", "invited_by")
    return [
        (
            row,
            request.build_absolute_uri(invitations.make_path(row)) if row.invited_by == request.user else "",
        )
        for row in rows
    ]


def save_settings(request: Request, found: Team, forms: Forms) -> bool:
    form = forms["team_form"] = TeamForm(request.POST, instance=found)
    if form.is_valid():
        with transaction.atomic():
            form.save()
            if told := form.changes_told:
                audit.note(Happening.SETTINGS_CHANGED, who=request.user, team=found, detail=told)
        messages.success(request, "The team's settings are saved.")
    return form.is_valid()


def invite_member(request: Request, found: Team, forms: Forms) -> bool:
    form = forms["member_form"] = MemberForm(request.POST)
    if not form.is_valid():
        return False
    chosen = form.cleaned_data
    try:
        with disk_may_be_full():
            made = invitations.invite(
                found, request.user, chosen["username"], Role(chosen["role"]), is_sure=chosen["sure"]
            )
    except invitations.Unvouched as error:
        forms["unvouched"] = error.account
        return False
    except ElmError as error:
        form.add_error("username", str(error))
        return False
    link = mail.link_to(request, invitations.make_path(made, invitations.MAILED))
    if invitations.send(made, link):
        messages.success(request, f"{made.name} is invited by mail. You can also hand over the link below.")
    else:
        messages.success(request, f"{made.name} is invited. No mail was sent: hand over the link below.")
    return True


def withdraw_invitation(request: Request, found: Team, forms: Forms) -> bool:
    try:
        number = UUID(request.POST.get("invitation", ""))
    except ValueError as error:
        raise ElmError("The form named no invitation. Load the page again.") from error
    gone = invitations.withdraw(found, number, request.user)
    messages.success(request, f"The invitation of {gone.name} is withdrawn. Its link works no more.")
    return True


def change_role(request: Request, found: Team, forms: Forms) -> bool:
    role = request.POST.get("role", "")
    if role not in Role:
        raise ElmError("There is no such role. Choose viewer, member or admin.")
    changed = membership.change_role(found, member_id(request), Role(role), request.user)
    messages.success(request, f"{person(changed.user)} is now {changed.get_role_display().lower()}.")
    return True


def remove_member(request: Request, found: Team, forms: Forms) -> bool:
    gone = membership.remove_member(found, member_id(request), request.user)
    messages.success(request, f"{person(gone.user)} is no longer in the team.")
    return True


def send_link(request: Request, found: Team, forms: Forms) -> bool:
    """Mail a member a login link. Who asks for it never sees it."""
    user, address, path = membership.make_link_for(found, member_id(request), request.user)
    words = mail.LOGIN_LINK.format(
        asker=invitations.name_with_username(request.user),
        username=user.get_username(),
        minutes=login_links.MINUTES,
        link=mail.link_to(request, path),
    )
    if not mail.send(address, "Your login link for ELM", words):
        raise ElmError(NOT_MAILED.format(name=user.get_username()))
    messages.success(request, f"A login link was mailed to {person(user)}.")
    return True


def refuse_action(request: Request, found: Team, forms: Forms) -> bool:
    raise ElmError("Unknown action. Load the page again.")


type Action = Callable[[Request, Team, Forms], bool]
ACTIONS: dict[str, Action] = {
    "settings": save_settings,
    "add": invite_member,
    "withdraw": withdraw_invitation,
    "role": change_role,
    "remove": remove_member,
    "link": send_link,
}
