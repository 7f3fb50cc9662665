"""Editing phases and steps."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from personas.admin_pages import THIS_CHANGE, Page, VersionedAdmin, number_in, version_of
from personas.choices import Depth
from personas.forms import PhaseForm, StepForm
from personas.models import Persona, Phase, Step
from personas.origin import OriginFilter
from personas.outline import step_questions

STEP_FIELDSETS: Any = [
    ("What it is", {"fields": ["step_id", "title", "is_active"]}),
    ("How it is gone through", {"fields": ["persona", "depth", "depends_on", "skip_if"]}),
    ("What it fills", {"fields": ["outputs"]}),
    ("What it asks", {"fields": ["body"]}),
    THIS_CHANGE,
]
PHASE_FIELDSETS: Any = [
    ("What it is", {"fields": ["key", "slug", "title", "lead", "description"]}),
    THIS_CHANGE,
]


class OutlineAdmin(VersionedAdmin):
    """What phases and steps have in common."""

    kept = ""

    def pages(self) -> list[tuple[str, Page, str]]:
        """Also what a step asks."""
        return [("<int:pk>/questions/", self.questions_view, "questions"), *super().pages()]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Steps are for all teams, so nobody leads one who is one team's own."""
        if db_field.remote_field.model is Persona:
            kwargs["queryset"] = Persona.objects.for_all()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def questions_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What the step asks at each depth, or asked in ?version=N."""
        step = self.viewable(request, pk)
        if not isinstance(step, Step):
            raise Http404("A phase asks nothing itself; its steps do.")
        number = number_in(request, "version", 0)
        body = version_of(step, number).content().body if number else step.body
        asked = [(str(depth.label), step_questions(body, depth)) for depth in Depth]
        context = {"asked": asked, "version_number": number}
        return self.page(request, "questions", f"What {step} asks", context, step)


@admin.register(Phase)
class PhaseAdmin(OutlineAdmin):
    form = PhaseForm
    fieldsets = PHASE_FIELDSETS
    list_display = ["key", "title", "lead", "step_count", "origin"]
    list_display_links = ["key", "title"]
    list_select_related = ["lead"]
    search_fields = ["key", "title", "description"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found = super().get_queryset(request).select_related("lead", "current__created_by")
        return found.annotate(step_count=Count("steps"))

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
    preview = "questions"
    preview_label = "Preview questions"
    kept = "Roundtables that have begun keep the questions that they began with."

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("phase__lead", "persona", "current__created_by")

    @admin.display(description="Lead")
    def leader(self, step: Step) -> str:
        return str(step.lead or "nobody: Maya Chen leads")

    @admin.display(description="Fills")
    def writes(self, step: Step) -> str:
        return ", ".join(output["file"] for output in step.outputs)
