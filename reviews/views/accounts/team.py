"""The team: who belongs to it, what they may do, and its limits."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from reviews.access import role_in, team_for
from reviews.accounts import membership
from reviews.errors import ElmError
from reviews.forms.sessions import MemberForm, TeamForm
from reviews.models import Membership, Team
from reviews.models.team import Role
from reviews.repositories import authors
from reviews.templatetags.elm import person
from reviews.uploads import disk_may_be_full
from reviews.views.http import Request, number_in

LONGEST_FORMAT = 200
type Forms = dict[str, MemberForm | TeamForm]


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
    return {
        "nav": "team",
        "team": Team.objects.get(pk=found.pk),
        "teams": Team.objects.visible_to(request.user),
        "members": Membership.objects.filter(team=found).select_related("user").order_by("created", "pk"),
        "roles": Role.choices,
        "manages": role_in(request.user, found.pk) is Role.ADMIN,
        "author": preview_author(request, str(forms["team_form"]["commit_author"].value() or "")),
        **forms,
    }


@require_safe
def team_author(request: Request) -> HttpResponse:
    """Who the reader's commits would be by with the format of ?commit_author=, in words."""
    team_for(request.user, request.GET.get("team", ""), manage=True)
    preview = preview_author(request, request.GET.get("commit_author", "")[:LONGEST_FORMAT])
    return render(request, "reviews/accounts/team.html#author", {"author": preview})


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


def tell_link(request: Request, name: str, path: str) -> None:
    """Show a login link once, to be passed on."""
    link = request.build_absolute_uri(path)
    messages.success(request, f"Send {name} this link. It logs in once, within ten minutes: {link}")


def save_settings(request: Request, found: Team, forms: Forms) -> bool:
    form = forms["team_form"] = TeamForm(request.POST, instance=found)
    if form.is_valid():
        form.save()
        messages.success(request, "The team's settings are saved.")
    return form.is_valid()


def add_member(request: Request, found: Team, forms: Forms) -> bool:
    form = forms["member_form"] = MemberForm(request.POST)
    if not form.is_valid():
        return False
    chosen = form.cleaned_data
    try:
        made, path = membership.add_member(found, chosen["username"], Role(chosen["role"]))
    except ElmError as error:
        form.add_error("username", str(error))
        return False
    if path:
        tell_link(request, made.user.get_username(), path)
    else:
        messages.success(request, f"{person(made.user)} is now in the team.")
    return True


def change_role(request: Request, found: Team, forms: Forms) -> bool:
    role = request.POST.get("role", "")
    if role not in Role:
        raise ElmError("There is no such role. Choose viewer, member or admin.")
    changed = membership.change_role(found, member_id(request), Role(role))
    messages.success(request, f"{person(changed.user)} is now {changed.get_role_display().lower()}.")
    return True


def remove_member(request: Request, found: Team, forms: Forms) -> bool:
    gone = membership.remove_member(found, member_id(request))
    messages.success(request, f"{person(gone.user)} is no longer in the team.")
    return True


def make_link(request: Request, found: Team, forms: Forms) -> bool:
    member, path = membership.link_for(found, member_id(request))
    tell_link(request, person(member.user), path)
    return True


def refuse_action(request: Request, found: Team, forms: Forms) -> bool:
    raise ElmError("Unknown action. Load the page again.")


type Action = Callable[[Request, Team, Forms], bool]
ACTIONS: dict[str, Action] = {
    "settings": save_settings,
    "add": add_member,
    "role": change_role,
    "remove": remove_member,
    "link": make_link,
}
