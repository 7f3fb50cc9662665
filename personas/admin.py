"""Editing personas. The pages beside the form that others have too are in admin_pages.py and admin_texts.py."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.html import format_html

from personas.admin_pages import THIS_CHANGE
from personas.admin_texts import PromptTextAdmin
from personas.angle_admin import AngleAdmin, ToolDocumentAdmin
from personas.choices import Tier
from personas.forms import PersonaForm
from personas.models import Persona, PersonaVersion, Version
from personas.origin import OriginFilter, origin_badge
from personas.outline_admin import PhaseAdmin, StepAdmin
from personas.preview import Section, preview_sections

FIELDSETS: Any = [
    ("Who it is", {"fields": ["name", "role", "short", "key", "kind", "lens", ("is_active", "order")]}),
    ("How it thinks", {"fields": ["principles", "text"]}),
    ("How it sounds", {"fields": ["examples", "markers", "forbidden", "keywords"]}),
    ("Which model speaks for it", {"fields": ["tier", "model"]}),
    ("How it looks", {"fields": [("colour", "shape")]}),
    THIS_CHANGE,
]

__all__ = [
    "AngleAdmin",
    "PersonaAdmin",
    "PersonaVersionAdmin",
    "PhaseAdmin",
    "StepAdmin",
    "ToolDocumentAdmin",
]

VERSION_FIELDS: tuple[str, ...] = (
    "persona", "number", "created", "created_by", "note", "name", "role", "tier", "model_id", "prompt"
)  # fmt: skip


def model_used(row: Persona | PersonaVersion) -> str:
    """The model id that speaks for a persona, or where it comes from."""
    return row.model or "uses the tier's default"


@admin.register(Persona)
class PersonaAdmin(PromptTextAdmin):
    form = PersonaForm
    fieldsets = FIELDSETS
    list_display = ["name", "kind", "team", "tier", "model_id", "version", "changed", "is_active", "key"]
    list_filter = [OriginFilter, "kind", "tier", "is_active"]
    search_fields = ["name", "key", "role", "lens", "text"]
    search_help_text = "Searches names, keys, roles, lenses and texts."
    preview_label = "Preview prompt"
    version_page = "admin:personas_personaversion_change"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Persona]:
        return Persona.objects.seen_by_staff(request.user).with_version().select_related("team")

    def get_readonly_fields(self, request: HttpRequest, obj: Persona | None = None) -> list[str]:
        return ["key", "kind"] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: Persona | None = None) -> bool:
        """Never: sessions point at versions for good. A persona is deactivated instead."""
        return False

    @admin.display(description="Model id", ordering="model")
    def model_id(self, persona: Persona) -> str:
        return model_used(persona)

    @admin.display(description="Version", ordering="current__number")
    def version(self, persona: Persona) -> str:
        number = persona.current.number if persona.current else "none"
        url = self.url_of("history", persona.pk)
        return format_html('<a href="{}">{}</a> {}', url, number, origin_badge(persona))

    @admin.display(description="Last change", ordering="current__created")
    def changed(self, persona: Persona) -> str:
        if persona.current is None:
            return "never saved"
        day = date_format(persona.current.created, "j M Y")
        return f"{day}, by {persona.current.created_by or 'ELM'}"

    def sections(self, row: Any, version: Version | None) -> list[Section]:
        """The prompts of all kinds of sessions that seat the persona."""
        return preview_sections(row, version)


class TierFilter(admin.SimpleListFilter):
    title = "tier"
    parameter_name = "tier"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in Tier.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(words__tier=self.value()) if self.value() else queryset


@admin.register(PersonaVersion)
class PersonaVersionAdmin(admin.ModelAdmin):
    """Read-only: a version never changes."""

    list_display = ["__str__", "persona", "number", "tier", "model_id", "created", "created_by", "note"]
    list_filter = ["key", TierFilter]
    search_fields = ["words__name", "note", "words__text"]
    date_hierarchy = "created"
    list_select_related = ["created_by"]
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
        hidden = Persona.objects.exclude(pk__in=Persona.objects.seen_by_staff(request.user).values("pk"))
        found = super().get_queryset(request).exclude(key__in=hidden.values("key"))
        return found.select_related("created_by")

    @admin.display(description="Persona", ordering="key")
    def persona(self, version: PersonaVersion) -> str:
        return version.key

    @admin.display(description="Name")
    def name(self, version: PersonaVersion) -> str:
        return version.name

    @admin.display(description="Role")
    def role(self, version: PersonaVersion) -> str:
        return version.role

    @admin.display(description="Tier", ordering="words__tier")
    def tier(self, version: PersonaVersion) -> str:
        return str(Tier(version.tier).label)

    @admin.display(description="Model id", ordering="words__model")
    def model_id(self, version: PersonaVersion) -> str:
        return model_used(version)

    @admin.display(description="What the model reads")
    def prompt(self, version: PersonaVersion) -> str:
        return format_html('<pre class="persona-prompt">{}</pre>', version.prompt_text())
