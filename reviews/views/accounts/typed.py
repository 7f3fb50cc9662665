"""Words that were sent after the log-in had ended come back on the log-in page, to be copied, or stay in their box: no
form loses them."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from reviews.forms.sessions import LoginForm
from reviews.views.problems import say_problem

LOGGED_OUT = (
    "You are logged out, so nothing was stored. What you typed stays here: copy it, log in, send it again."
)


class LoginRequired(LoginRequiredMiddleware):
    """Asks for a log-in. htmx would put the log-in page in the place of the form with the words, so it gets a
    sentence; a session's page has a door of its own (session.js)."""

    def handle_no_permission(self, request: Any, view_func: Any) -> Any:
        """The way to the log-in page, or that page with the words that were sent."""
        typed = typed_words(request) if request.method == "POST" else []
        if not typed:
            return super().handle_no_permission(request, view_func)
        if request.htmx:
            return say_problem(request, LOGGED_OUT, status=401)
        shown = {"form": LoginForm(request), "next": page_before(request), "typed": typed}
        return render(request, "registration/login.html", shown, status=401)


def typed_words(request: HttpRequest) -> list[str]:
    """What somebody has written into a form, of several words each; never a password."""
    sent = ((name, text) for name, texts in request.POST.lists() for text in texts)
    return [text for name, text in sent if "password" not in name and len(text.split(None, 1)) > 1]


def page_before(request: HttpRequest) -> str:
    """The address of the page that the form was on, "/" when that was none of this site."""
    address = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}):
        return "/"
    parts = urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")
