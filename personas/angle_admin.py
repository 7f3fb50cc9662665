"""Editing angles, and what is written about the tools of a review."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from personas.admin_pages import THIS_CHANGE
from personas.admin_texts import PromptTextAdmin
from personas.forms import AngleForm, ToolDocumentForm
from personas.models import Angle, ToolDocument, Version
from personas.origin import OriginFilter
from personas.preview import Section, angle_sections
from personas.tools import ToolRegistry

ANGLE_FIELDSETS: Any = [
    ("What it is", {"fields": ["name", "key", "version", "description", "is_active"]}),
    (
        "What it counts",
        {"fields": ["in_default_set", "weight", "composable_with", "conflicts_with"]},
    ),
    (
        "What it looks at",
        {
            "fields": ["system_prompt", "evaluation_criteria", "ignores", "focus_areas"],
            "description": "The shape of an answer is the same for all angles and is not edited here.",
        },
    ),
    ("Which model looks", {"fields": ["tier", "model", "temperature"]}),
    THIS_CHANGE,
]


class ReviewTextAdmin(PromptTextAdmin):
    """What angles and tools have in common."""

    kept = "Reviews that have begun keep the version they have."

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("current__created_by")


@admin.register(Angle)
class AngleAdmin(ReviewTextAdmin):
    form = AngleForm
    fieldsets = ANGLE_FIELDSETS
    list_display = ["name", "key", "weight", "in_default_set", "version", "is_active", "origin"]
    list_filter = [OriginFilter, "in_default_set", "tier", "is_active"]
    search_fields = ["name", "key", "description", "system_prompt"]
    search_help_text = "Searches names, keys, descriptions and prompts."
    preview_label = "Try on a sample"
    preview_titles = "The prompt of {}", "The prompt of {}"

    def save_model(self, request: HttpRequest, obj: Angle, form: Any, change: bool) -> None:
        """Other angles may be named before they are there, but a slip of the pen should not go unnoticed."""
        super().save_model(request, obj, form, change)
        named = {*obj.composable_with, *obj.conflicts_with}
        known = Angle.objects.filter(key__in=named).values_list("key", flat=True)
        if unknown := sorted(named - set(known)):
            said = f"There is no angle {', '.join(unknown)}: what names one counts once it is there."
            self.message_user(request, said, messages.WARNING)

    def sections(self, row: Any, version: Version | None) -> list[Section]:
        """The prompts of all kinds of sessions that look from angles."""
        return angle_sections(row, version)


@admin.register(ToolDocument)
class ToolDocumentAdmin(ReviewTextAdmin):
    form = ToolDocumentForm
    fieldsets = [("What it is", {"fields": ["name", "full_text"]}), THIS_CHANGE]
    list_display = ["name", "summary", "origin"]
    list_filter = [OriginFilter]
    search_fields = ["name", "full_text"]
    preview_label = "Preview"
    preview_titles = "What is said of {}", "What would be said of {}"

    def sections(self, row: Any, version: Version | None) -> list[Section]:
        """What stands before a call, and where the rest is."""
        document = (version or row).content()
        shown = ToolRegistry({row.name: document}).get_preview(row.name)
        return [("What a model and people see before each call", shown), ("All of it", document.full_text)]

    @admin.display(description="Summary")
    def summary(self, row: ToolDocument) -> str:
        return str(row.content().summary)
