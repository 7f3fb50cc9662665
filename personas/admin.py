"""Editing personas. The pages beside the form are in admin_pages.py."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html

from personas.admin_pages import PersonaPages
from personas.forms import PersonaForm
from personas.models import Persona, PersonaVersion, Worded
from personas.origin import OriginFilter, origin_badge
from personas.outline_admin import PhaseAdmin, StepAdmin

FIELDSETS = [
    ("Who it is", {"fields": ["name", "role", "short", "key", "kind", "lens", ("is_active", "order")]}),
    ("How it thinks", {"fields": ["principles", "text"]}),
    ("How it sounds", {"fields": ["examples", "markers", "forbidden", "keywords"]}),
    ("Which model speaks for it", {"fields": ["tier", "model"]}),
    ("How it looks", {"fields": [("colour", "shape")]}),
    ("This change", {"fields": ["change_note", "based_on"]}),
]

__all__ = ["PersonaAdmin", "PersonaVersionAdmin", "PhaseAdmin", "StepAdmin"]

VERSION_FIELDS: tuple[str, ...] = (
    "persona", "number", "created", "created_by", "note", "name", "role", "tier", "model_id", "prompt"
)  # fmt: skip


def model_used(row: Worded) -> str:
    """The model id that speaks for a persona, or where it comes from."""
    return row.model or "uses the tier's default"


@admin.register(Persona)
class PersonaAdmin(PersonaPages, admin.ModelAdmin):
    form = PersonaForm
    list_display = ["name", "kind", "tier", "model_id", "version", "changed", "is_active", "key"]
    list_filter = [OriginFilter, "kind", "tier", "is_active"]
    search_fields = ["name", "key", "role", "lens", "text"]
    search_help_text = "Searches names, keys, roles, lenses and texts."
    actions = ["export_selected"]
    save_on_top = True

    class Media:
        css = {"all": ["personas/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Persona]:
        return Persona.objects.with_version()

    def get_fieldsets(self, request: HttpRequest, obj: Persona | None = None) -> Any:
        """Who may only look has no change to describe."""
        may_write = self.has_change_permission(request, obj) if obj else True
        return FIELDSETS if may_write else FIELDSETS[:-1]

    def get_readonly_fields(self, request: HttpRequest, obj: Persona | None = None) -> list[str]:
        return ["key", "kind"] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: Persona | None = None) -> bool:
        """Never: sessions point at versions for good. A persona is deactivated instead."""
        return False

    def save_model(self, request: HttpRequest, obj: Persona, form: Any, change: bool) -> None:
        before = obj.current.number if obj.current else 0
        version = obj.publish(by=request.user, note=form.cleaned_data["change_note"])
        if version.number == before:
            said = f"The words are the same, so this stays version {before}."
        else:
            said = f"This is version {version.number}. Sessions that have begun keep the version they have."
        self.message_user(request, said)

    @admin.display(description="Model id", ordering="model")
    def model_id(self, persona: Persona) -> str:
        return model_used(persona)

    @admin.display(description="Version", ordering="current__number")
    def version(self, persona: Persona) -> str:
        url = reverse("admin:personas_persona_history", args=[persona.pk])
        number = persona.current.number if persona.current else "none"
        return format_html('<a href="{}">{}</a> {}', url, number, origin_badge(persona))

    @admin.display(description="Last change", ordering="current__created")
    def changed(self, persona: Persona) -> str:
        if persona.current is None:
            return "never saved"
        day = date_format(persona.current.created, "j M Y")
        return f"{day}, by {persona.current.created_by or 'ELM'}"


@admin.register(PersonaVersion)
class PersonaVersionAdmin(admin.ModelAdmin):
    """Read-only: a version never changes."""

    list_display = ["__str__", "persona", "number", "tier", "model_id", "created", "created_by", "note"]
    list_filter = ["persona", "tier"]
    search_fields = ["name", "note", "text"]
    date_hierarchy = "created"
    list_select_related = ["persona", "created_by"]
    fields = VERSION_FIELDS
    readonly_fields = VERSION_FIELDS

    class Media:
        css = {"all": ["personas/admin.css"]}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[PersonaVersion]:
        return super().get_queryset(request).select_related("persona", "created_by")

    @admin.display(description="Model id", ordering="model")
    def model_id(self, version: PersonaVersion) -> str:
        return model_used(version)

    @admin.display(description="What the model reads")
    def prompt(self, version: PersonaVersion) -> str:
        return format_html('<pre class="persona-prompt">{}</pre>', version.prompt_text())
