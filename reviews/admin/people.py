"""The audit log for the people who run the server: to be read."""

from django.contrib import admin

from reviews.admin.base import History, link_to
from reviews.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(History):
    list_display = ["at", "who_name", "told", "about_name", "detail", link_to("team", ordering="team_name")]
    list_filter = ["what", "team"]
    search_fields = ["who_name", "about_name", "team_name", "detail"]
    readonly_fields = ["at"]
    ordering = ["-pk"]
    joined = ["team", "who", "about"]
