"""Joining a team: what the link of an invitation leads to. Only a click answers it."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from reviews.accounts import addresses, invitations, mail
from reviews.accounts.invitations import Opened
from reviews.errors import ElmError
from reviews.forms.accounts import NewAccountForm
from reviews.models import Invitation
from reviews.views.accounts.second_factor import log_in
from reviews.views.http import Request, is_as_shown


@login_not_required
@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request, token: str) -> HttpResponse:
    """What somebody is invited to, by whom, and the ways to answer: as who they are, as somebody new, or not at all.

    An invitation that is over, and a link that leads to none, get a page that says so.
    """
    opened = invitations.read_token(token)
    if opened is None or not Invitation.objects.open().filter(pk=opened.invitation.pk).exists():
        return render(request, "registration/join_over.html", {"opened": opened}, status=410)
    form = NewAccountForm(request.POST if request.POST.get("action") == "create" else None)
    if request.method == "POST" and is_as_shown(request):
        try:
            done = ACTIONS.get(request.POST.get("action", ""), refuse_action)(request, opened, form)
            if done is not None:
                return done
        except ElmError as error:
            messages.error(request, str(error))
    return render(
        request,
        "registration/join.html",
        {
            "invitation": opened.invitation,
            "inviter": invitations.inviter_of(opened.invitation),
            "problem": problem_with_reader(request, opened.invitation),
            "form": form,
        },
        status=422 if request.method == "POST" else 200,
    )


def problem_with_reader(request: HttpRequest, invitation: Invitation) -> str:
    """Why whoever is logged in can't accept it, "" when they can, or when nobody is."""
    try:
        if request.user.is_authenticated:
            invitations.check_owner(invitation, request.user)
    except ElmError as error:
        return str(error)
    return ""


def accept(request: Request, opened: Opened, form: NewAccountForm) -> HttpResponse | None:
    if not request.user.is_authenticated:
        raise ElmError("Log in first, or make an account.")
    made = invitations.accept(opened.invitation, request.user)
    messages.success(request, f"You belong to {made.team.name} now.")
    return redirect(f"{reverse('team')}?team={made.team.slug}")


def decline(request: Request, opened: Opened, form: NewAccountForm) -> HttpResponse | None:
    invitations.decline(opened.invitation, request.user if request.user.is_authenticated else None)
    return render(request, "registration/join_declined.html", {"invitation": opened.invitation})


def create(request: Request, opened: Opened, form: NewAccountForm) -> HttpResponse | None:
    """Make an account, unless somebody is logged in: nobody is switched to another account in silence."""
    if request.user.is_authenticated:
        raise ElmError(f"You are logged in as {request.user.get_username()}. Log out first.")
    if not form.is_valid():
        return None
    user = invitations.open_account(opened, **form.cleaned_data)
    done = log_in(request, user, reverse("dashboard"))
    if not opened.is_mailed:
        send_confirmation(request, opened.invitation.address)
    messages.success(request, f"Welcome. You belong to {opened.invitation.team.name} now.")
    return done


def refuse_action(request: Request, opened: Opened, form: NewAccountForm) -> HttpResponse | None:
    raise ElmError("Unknown action. Load the page again.")


def send_confirmation(request: Request, address: str) -> bool:
    """Mail the reader a link that confirms this address as theirs. Gives whether it was sent."""
    link = mail.link_to(request, addresses.make_link(request.user, address))
    words = mail.CONFIRMATION.format(username=request.user.get_username(), link=link)
    return mail.send(address, "Is this your e-mail address in ELM?", words)


ACTIONS: dict[str, Callable[[Request, Opened, NewAccountForm], HttpResponse | None]] = {
    "accept": accept,
    "decline": decline,
    "create": create,
}
