"""Letting people in, with a code where they have a second factor, and setting that up."""

import io
import time
from collections.abc import Callable

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.accounts import audit, devices, second_factor
from reviews.accounts.login_sessions import BACKEND
from reviews.errors import ElmError
from reviews.forms.accounts import CodeForm, PasswordForm
from reviews.models.audit import Happening
from reviews.views.http import Request, problem_with

AWAITED = "awaited_code"
"""Where a login session keeps who has given their password, or used a login link, and has to enter a code."""
CODE_SECONDS = 600
SHOWN_UNTIL = "recovery_codes_until"
"""Where a login session keeps until when it shows new recovery codes: a page that is loaded again has them still."""
SHOWN_SECONDS = 120
SETTING_UP = "app_being_set_up"
"""Where the login session that has begun a setup keeps which: no other browser of the same person is shown its key."""


def log_in(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Log in whoever has shown that they are `user`, or ask for the code of their second factor first. Every log-in
    goes through here. `then` is the page that it leads to."""
    if second_factor.app_of(user) is None:
        let_in(request, user)
        return redirect(then)
    request.session[AWAITED] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "until": time.time() + CODE_SECONDS,
        "then": then,
    }
    return redirect("login-code")


def let_in(request: HttpRequest, user: User) -> None:
    """Log `user` in, and note it."""
    with transaction.atomic():
        login(request, user, backend=BACKEND)
        audit.note_in_teams(Happening.SIGNED_IN, user)


def awaited_user(request: HttpRequest) -> User | None:
    """Who has only the code to enter in this browser; None after ten minutes, or when the password has changed."""
    told = request.session.get(AWAITED)
    if told is None or time.time() > told["until"]:
        return None
    user = User.objects.filter(pk=told["user"], is_active=True).first()
    return user if user and constant_time_compare(user.get_session_auth_hash(), told["hash"]) else None


@login_not_required
@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_code(request: HttpRequest) -> HttpResponse:
    """The second half of a log-in: the code of the app, or a recovery code."""
    user = awaited_user(request)
    if user is None:
        return redirect("login")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            is_recovery = second_factor.use_code(user, form.cleaned_data["code"])
        except ElmError as error:
            form.add_error("code", str(error))
        else:
            then = request.session.pop(AWAITED)["then"]
            let_in(request, user)
            if is_recovery:
                left = len(second_factor.recovery_codes_of(user))
                messages.warning(request, f"You have used a recovery code. {left} are left.")
            return redirect(then)
    return render(
        request, "registration/code.html", {"form": form, "owner": user}, status=422 if form.is_bound else 200
    )


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor_page(request: Request) -> HttpResponse:
    """The reader's second factor, which they set up and turn off by POST with an `action`."""
    action = request.POST.get("action", "") if request.method == "POST" else ""
    forms: dict[str, CodeForm | PasswordForm] = {"code": CodeForm(), "password": PasswordForm(request)}
    if request.method == "POST":
        name = "code" if action == "confirm" else "password"
        form = forms[name] = CodeForm(request.POST) if name == "code" else PasswordForm(request, request.POST)
        if form.is_valid() and (problem := problem_with(lambda: act_on(request, action, form.cleaned_data))):
            form.add_error(None, problem)
        if form.is_valid():
            return redirect("second-factor")
    setup = setup_in(request)
    context = {
        "app": second_factor.app_of(request.user),
        "key": second_factor.key_to_type(setup) if setup else "",
        "codes": second_factor.recovery_codes_of(request.user),
        "is_shown": time.time() < request.session.get(SHOWN_UNTIL, 0),
        "forms": forms,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "reviews/accounts/second_factor.html", context, status=status)


def setup_in(request: Request) -> TOTPDevice | None:
    """The app that is being set up in this browser."""
    app = second_factor.app_being_set_up(request.user)
    return app if app and app.pk == request.session.get(SETTING_UP) else None


def act_on(request: Request, action: str, typed: dict[str, str]) -> None:
    """Do what the reader asked for. Raises ElmError with the sentence that says why not."""
    ACTIONS.get(action, refuse_action)(request, typed)


def begin(request: Request, typed: dict[str, str]) -> None:
    request.session[SETTING_UP] = second_factor.begin_setup(request.user).pk


def confirm(request: Request, typed: dict[str, str]) -> None:
    """Turn it on. Other browsers, where no code was asked for, are logged out."""
    second_factor.turn_on(setup_in(request), typed["code"])
    devices.log_out_elsewhere(request.user, request.session.session_key or "")
    show_codes(request)
    messages.success(request, "The second factor is on. Other browsers have been logged out.")


def make_codes(request: Request, typed: dict[str, str]) -> None:
    if second_factor.app_of(request.user) is None:
        raise ElmError("You have no second factor.")
    second_factor.make_recovery_codes(request.user)
    show_codes(request)


def show_codes(request: Request) -> None:
    request.session[SHOWN_UNTIL] = time.time() + SHOWN_SECONDS


def turn_off(request: Request, typed: dict[str, str]) -> None:
    second_factor.turn_off(request.user, by=request.user)
    messages.success(request, "The second factor is off. A log-in asks for no code.")


def refuse_action(request: Request, typed: dict[str, str]) -> None:
    raise ElmError("Unknown action. Load the page again.")


ACTIONS: dict[str, Callable[[Request, dict[str, str]], None]] = {
    "begin": begin,
    "confirm": confirm,
    "codes": make_codes,
    "turn_off": turn_off,
}


@never_cache
@require_safe
def setup_picture(request: Request) -> HttpResponse:
    """The key that is being set up, as a QR code for the app."""
    app = setup_in(request)
    if app is None:
        raise Http404
    picture = io.BytesIO()
    segno.make(app.config_url, micro=False).save(picture, kind="svg", scale=5, light="white")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
