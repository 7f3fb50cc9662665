"""Editing phases and steps."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from personas.choices import Depth
from personas.models import Phase, Step
from personas.origin import OriginFilter, origin_badge
from personas.outline_forms import PhaseForm, StepForm
from personas.outline_pages import OutlinePages

STEP_FIELDSETS: Any = [
    ("What it is", {"fields": ["step_id", "title", "is_active"]}),
    ("How it is gone through", {"fields": ["persona", "depth", "depends_on", "skip_if"]}),
    ("What it fills", {"fields": ["outputs"]}),
    ("What it asks", {"fields": ["body"]}),
]


class OutlineAdmin(OutlinePages):
    """What phases and steps have in common."""

    change_form_template = "admin/personas/outline/change_form.html"
    save_on_top = True
    fixed_field = ""

    class Media:
        css = {"all": ["personas/admin.css"]}

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Item records and sessions refer to a row by its number, so that never changes."""
        return [self.fixed_field] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only one by one, and not what ships: loading would bring it back."""
        return obj is not None and not obj.is_shipped and super().has_delete_permission(request, obj)

    @admin.display(description="Origin")
    def origin(self, row: Any) -> str:
        return origin_badge(row)


@admin.register(Phase)
class PhaseAdmin(OutlineAdmin):
    form = PhaseForm
    list_display = ["key", "title", "lead", "step_count", "origin"]
    list_display_links = ["key", "title"]
    list_select_related = ["lead"]
    search_fields = ["key", "title", "description"]
    fixed_field = "key"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("lead").annotate(step_count=Count("steps"))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never with steps in it."""
        return super().has_delete_permission(request, obj) and not obj.steps.exists()

    @admin.display(description="Steps", ordering="step_count")
    def step_count(self, phase: Any) -> int:
        return phase.step_count


@admin.register(Step)
class StepAdmin(OutlineAdmin):
    form = StepForm
    fieldsets = STEP_FIELDSETS
    list_display = ["step_id", "title", "phase", "leader", "depth", "writes", "is_active", "origin"]
    list_display_links = ["step_id", "title"]
    list_filter = [OriginFilter, "phase", "depth", "is_active"]
    search_fields = ["step_id", "title", "body"]
    search_help_text = "Searches numbers, titles and questions."
    fixed_field = "step_id"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("phase__lead", "persona")

    def save_model(self, request: HttpRequest, obj: Step, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        self.message_user(request, "Roundtables that have begun keep the questions that they began with.")

    def asked(self, row: Any) -> list[tuple[str, list[str]]]:
        """The questions per depth, as a roundtable would get them."""
        return [(str(depth.label), row.questions(depth)) for depth in Depth]

    @admin.display(description="Lead")
    def leader(self, step: Step) -> str:
        return str(step.lead or "nobody: Maya Chen leads")

    @admin.display(description="Fills")
    def writes(self, step: Step) -> str:
        return ", ".join(output["file"] for output in step.outputs)
