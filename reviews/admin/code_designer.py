"""The switch of Code Designer, for the people who run the server."""

from typing import cast

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from reviews.code_designer.mode import Source
from reviews.code_designer.switch import disable_code_designer, enable_code_designer


def show_switch(request: HttpRequest) -> HttpResponse:
    """Whether the mode is on and who says so; POST `switch`, "on" or "off", switches it until the server starts again.
    For superusers."""
    user = cast(User, request.user)
    if not user.is_superuser:
        raise PermissionDenied
    if request.method == "POST":
        wanted = request.POST.get("switch")
        if wanted not in ("on", "off"):
            raise BadRequest("The switch is either on or off.")
        mode = (
            enable_code_designer(Source.RUNTIME, by=user)
            if wanted == "on"
            else disable_code_designer(by=user)
        )
        messages.success(request, f"Code Designer is {mode}.")
        return redirect("code-designer")
    context = admin.site.each_context(request) | {"title": "Code Designer"}
    return render(request, "admin/code_designer.html", context)
