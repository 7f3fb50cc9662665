"""Logging in and out."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from reviews.accounts import audit, login_links
from reviews.forms.accounts import OldPasswordForm
from reviews.forms.sessions import LoginForm
from reviews.models.audit import Happening
from reviews.views.accounts.second_factor import log_in
from reviews.views.http import Request, is_as_shown, problem_with


@method_decorator(login_not_required, name="dispatch")
class Login(LoginView):
    authentication_form: type[AuthenticationForm] = LoginForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return log_in(self.request, form.get_user(), self.get_success_url())


class LogOut(LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log out, and note it."""
        user = request.user
        if isinstance(user, User):
            audit.note_in_teams(Happening.SIGNED_OUT, user)
        return super().post(request, *args, **kwargs)


class AdminLogin(Login):
    """The log-in of the administration: Django's page, and the same way in."""

    authentication_form = AdminAuthenticationForm
    template_name = "admin/login.html"
    next_page = "admin:index"
    redirect_authenticated_user = False

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if admin.site.has_permission(request):
            return redirect(self.get_success_url())
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What that page of Django's shows."""
        shown = {"title": "Log in", "subtitle": None, "app_path": self.request.get_full_path()}
        who = {"username": self.request.user.get_username(), self.redirect_field_name: self.get_success_url()}
        return super().get_context_data(**kwargs) | admin.site.each_context(self.request) | shown | who


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Log in by a link that works once, within ten minutes, by a click: looking at it spends nothing.

    Somebody who is logged in as another is asked, and the answer counts for what was asked. Any other link gets a
    page that says so.
    """
    user = login_links.read(uidb64, token)
    if user is not None and request.user == user:
        return redirect("dashboard")
    if user is not None and request.method == "POST" and is_as_shown(request):
        user = login_links.use(uidb64, token)
        if user is not None:
            return log_in(request, user, reverse("dashboard"))
    if user is None:
        return render(request, "registration/link_used.html", {"minutes": login_links.MINUTES}, status=410)
    return render(request, "registration/link.html", {"owner": user})


@login_not_required
@never_cache
@require_safe
def who_is_here(request: HttpRequest) -> JsonResponse:
    """Who is logged in in this browser: {"user": 3}, or null. To ask is to be active: the log-in lasts longer by it."""
    if request.user.is_authenticated:
        request.session.modified = True
    return JsonResponse({"user": request.user.pk})


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: Request) -> HttpResponse:
    """Change the password, or set a first one for an account that was made with a login link."""
    user, has_one = request.user, request.user.has_usable_password()
    form = password_form(request, user, has_one=has_one)
    if form.is_valid() and (problem := problem_with(form.save)):
        form.add_error(None, problem)
    if form.is_valid():
        update_session_auth_hash(request, user)
        audit.note_in_teams(Happening.PASSWORD_SET, user)
        messages.success(request, "The password is set. Other browsers have been logged out.")
        return redirect("dashboard")
    return render(request, "registration/password.html", {"form": form, "has_one": has_one})


def password_form(request: HttpRequest, user: User, *, has_one: bool) -> SetPasswordForm:
    data = request.POST if request.method == "POST" else None
    return OldPasswordForm(request, user, data) if has_one else SetPasswordForm(user, data)
