"""Logging in and out."""

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from reviews.accounts import login_links
from reviews.forms.sessions import LoginForm
from reviews.views.http import Request, problem_with


@method_decorator(login_not_required, name="dispatch")
class Login(LoginView):
    authentication_form = LoginForm
    redirect_authenticated_user = True


@login_not_required
@never_cache
@require_safe
def login_link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Log in by a link that works once, within ten minutes. Any other link gets a page that says so."""
    user = login_links.use(uidb64, token)
    if user is None:
        return render(request, "registration/link_used.html", {"minutes": login_links.MINUTES}, status=410)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("dashboard")


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: Request) -> HttpResponse:
    """Change the password, or set a first one for an account that was made with a login link."""
    user, has_one = request.user, request.user.has_usable_password()
    form = (PasswordChangeForm if has_one else SetPasswordForm)(
        user, request.POST if request.method == "POST" else None
    )
    if form.is_valid() and (problem := problem_with(form.save)):
        form.add_error(None, problem)
    if form.is_valid():
        update_session_auth_hash(request, user)
        messages.success(request, "The password is set. Other browsers have been logged out.")
        return redirect("dashboard")
    return render(request, "registration/password.html", {"form": form, "has_one": has_one})
