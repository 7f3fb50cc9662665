"""People and the audit log, for those who run the server."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.accounts import second_factor
from reviews.admin.base import History, link_to
from reviews.admin.filters import month_filter, newest_values, team_filter
from reviews.models import AuditEntry
from reviews.views.http import Request

# Their pages show and change keys and codes, which are their owners' alone.
admin.site.unregister([User, TOTPDevice, StaticDevice])


@admin.register(AuditEntry)
class AuditEntryAdmin(History):
    list_display = ["at", "who_name", "told", "about_name", "detail", link_to("team", ordering="team_name")]
    list_filter = [team_filter("team"), month_filter("at"), *newest_values("what")]
    search_fields = ["who_name", "about_name", "team_name", "detail", "subject"]
    help = "Who did what. It is only added to, here and in the database; the names are those of that time."
    readonly_fields = ["at"]
    ordering = ["-pk"]
    joined = ["team", "who", "about"]


@admin.register(User)
class PeopleAdmin(UserAdmin):
    actions = ["reset_second_factor"]
    # Django's pairs of boxes have signs whose names no screen reader tells.
    filter_horizontal = ()
    for_root = ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only who runs the server gives permissions."""
        shown = super().get_readonly_fields(request, obj)
        return shown if cast(User, request.user).is_superuser else [*shown, *self.for_root]

    @admin.action(permissions=["change"], description="Turn off the second factor of selected users")
    def reset_second_factor(self, request: Request, queryset: QuerySet[User]) -> None:
        """For who has lost their phone and their recovery codes."""
        allowed = [user for user in queryset if self.has_change_permission(request, user)]
        done = [str(user) for user in allowed if second_factor.turn_off(user, by=request.user)]
        told = f"Turned off for {', '.join(done)}." if done else "Nobody of them has a second factor."
        self.message_user(request, told, messages.SUCCESS if done else messages.WARNING)
