"""People and the audit log, for those who run the server."""

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.accounts import second_factor
from reviews.admin.base import History, link_to
from reviews.models import AuditEntry
from reviews.views.http import Request

# Their pages show and change keys and codes, which are their owners' alone.
admin.site.unregister([User, TOTPDevice, StaticDevice])


@admin.register(AuditEntry)
class AuditEntryAdmin(History):
    list_display = ["at", "who_name", "told", "about_name", "detail", link_to("team", ordering="team_name")]
    list_filter = ["what", "team"]
    search_fields = ["who_name", "about_name", "team_name", "detail"]
    readonly_fields = ["at"]
    ordering = ["-pk"]
    joined = ["team", "who", "about"]


@admin.register(User)
class PeopleAdmin(UserAdmin):
    actions = ["reset_second_factor"]

    @admin.action(permissions=["change"], description="Turn off the second factor of selected users")
    def reset_second_factor(self, request: Request, queryset: QuerySet[User]) -> None:
        """For who has lost their phone and their recovery codes."""
        done = [str(user) for user in queryset if second_factor.turn_off(user, by=request.user)]
        told = f"Turned off for {', '.join(done)}." if done else "Nobody of them has a second factor."
        self.message_user(request, told, messages.SUCCESS if done else messages.WARNING)
