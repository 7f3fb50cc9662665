"""What belongs to the reader alone: their teams, what they are invited to, their e-mail address, and where they are
logged in."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from reviews.access import team_for
from reviews.accounts import addresses, audit, devices, invitations, membership, second_factor
from reviews.errors import ElmError
from reviews.figures.digest import want_digest
from reviews.forms.accounts import AddressForm
from reviews.models import Device, Digest, Invitation, Membership
from reviews.models.audit import Happening
from reviews.views.accounts.joining import send_confirmation
from reviews.views.http import Request


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def your_teams(request: Request) -> HttpResponse:
    """The reader's memberships, invitations, address and browsers, which they change by POST with an `action`."""
    posted = request.method == "POST"
    account = addresses.account_of(request.user)
    known = account.address if account else request.user.email
    form = AddressForm(
        request.POST if request.POST.get("action") == "email" else None, initial={"email": known}
    )
    if posted:
        try:
            if ACTIONS.get(request.POST.get("action", ""), refuse_action)(request, form):
                return redirect("your-teams")
        except ElmError as error:
            messages.error(request, str(error))
    memberships = Membership.objects.filter(user=request.user).select_related("team")
    context = {
        "memberships": memberships.order_by("created", "pk"),
        "invited": [(row, invitations.inviter_of(row)) for row in own_invitations(request)],
        "confirmed": addresses.confirmed_address(request.user),
        "account": account,
        "has_second_factor": second_factor.app_of(request.user) is not None,
        "wants_digest": Digest.objects.filter(user=request.user).exists(),
        "devices": own_devices(request),
        "form": form,
    }
    return render(request, "reviews/accounts/your_teams.html", context, status=422 if posted else 200)


def own_devices(request: Request) -> list[tuple[Device, str, bool]]:
    """The browsers in which the reader is logged in, each with its name and whether it is the one that asks."""
    here = request.session.session_key
    return [
        (one, devices.describe_agent(one.agent), one.session_key == here)
        for one in devices.devices_of(request.user)
    ]


def own_invitations(request: Request) -> list[Invitation]:
    """The open invitations that are the reader's to answer."""
    address = addresses.confirmed_address(request.user)
    rows = Invitation.objects.waiting_for(request.user.pk, address)
    return list(rows.select_related("team", "invited_by", "person"))


def own_invitation(request: Request) -> Invitation:
    """The invitation that a form names. Raises ElmError for any that is not the reader's to answer."""
    try:
        number = UUID(request.POST.get("invitation", ""))
    except ValueError as error:
        raise ElmError("The form named no invitation. Load the page again.") from error
    found = next((row for row in own_invitations(request) if row.pk == number), None)
    if found is None:
        raise ElmError("This invitation was withdrawn, or is too old. Ask for another.")
    return found


def accept(request: Request, form: AddressForm) -> bool:
    made = invitations.accept(own_invitation(request), request.user)
    messages.success(request, f"You belong to {made.team.name} now.")
    return True


def decline(request: Request, form: AddressForm) -> bool:
    found = own_invitation(request)
    invitations.decline(found, request.user)
    messages.success(request, f"You have declined the invitation to {found.team.name}.")
    return True


def leave(request: Request, form: AddressForm) -> bool:
    team = team_for(request.user, request.POST.get("team", "") or "-")
    membership.leave(team, request.user)
    messages.success(request, f"You have left {team.name}. Nothing there is visible to you any more.")
    return True


def ask_address(request: Request, form: AddressForm) -> bool:
    """Mail a link to the address of the form. It is the reader's when they have opened it, and not before."""
    if not form.is_valid():
        return False
    audit.check_mail_rate(request.user)
    address = addresses.normal_form(form.cleaned_data["email"])
    if address == addresses.confirmed_address(request.user):
        messages.info(request, "This address is confirmed already.")
        return True
    audit.note(Happening.ADDRESS_ASKED, who=request.user, about=request.user, detail=address)
    if send_confirmation(request, address):
        messages.success(request, f"A link was mailed to {address}. Open it within a day.")
    else:
        messages.warning(
            request,
            "No mail was sent from this server. The link may stand on the console of whoever runs it.",
        )
    return True


def log_out(request: Request, form: AddressForm) -> bool:
    number = request.POST.get("device", "")
    if not number.isdecimal() or len(number) > 18:
        raise ElmError("The form named no browser. Load the page again.")
    devices.log_out(request.user, int(number), request.session.session_key or "")
    messages.success(request, "You are logged out there.")
    return True


def log_out_elsewhere(request: Request, form: AddressForm) -> bool:
    devices.log_out_elsewhere(request.user, request.session.session_key or "")
    messages.success(request, "You are logged out everywhere but here.")
    return True


def choose_digest(request: Request, form: AddressForm) -> bool:
    """Ask for the mail of what waits, or for no more of them."""
    wanted = request.POST.get("wanted") == "yes"
    want_digest(request.user, wanted=wanted)
    told = "What waits for you will be mailed to you." if wanted else "You get no more mails of what waits."
    messages.success(request, told)
    return True


def refuse_action(request: Request, form: AddressForm) -> bool:
    raise ElmError("Unknown action. Load the page again.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: Request, token: str) -> HttpResponse:
    """Confirm an e-mail address by the link that was mailed to it: by a click, and by the account that asked."""
    try:
        address = addresses.read_link(request.user, token)
        if request.method == "POST":
            addresses.confirm(request.user, token)
            messages.success(request, f"{address} is confirmed as your e-mail address.")
            return redirect("your-teams")
    except ElmError as error:
        return render(request, "registration/address.html", {"problem": str(error)}, status=410)
    return render(request, "registration/address.html", {"address": address})


ACTIONS: dict[str, Callable[[Request, AddressForm], bool]] = {
    "accept": accept,
    "decline": decline,
    "leave": leave,
    "email": ask_address,
    "digest": choose_digest,
    "log_out": log_out,
    "log_out_elsewhere": log_out_elsewhere,
}
