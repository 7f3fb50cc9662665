"""Editing personas. The pages beside the form that steps have too are in admin_pages.py."""

import zipfile
from io import BytesIO
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.formats import date_format
from django.utils.html import format_html

from personas.admin_pages import THIS_CHANGE, Page, VersionedAdmin, download, number_in, version_of
from personas.choices import Tier
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES
from personas.forms import ImportForm, PersonaForm
from personas.loading import as_markdown, import_files
from personas.models import Persona, PersonaVersion
from personas.origin import OriginFilter, origin_badge
from personas.outline_admin import PhaseAdmin, StepAdmin
from personas.preview import preview_sections

FIELDSETS: Any = [
    ("Who it is", {"fields": ["name", "role", "short", "key", "kind", "lens", ("is_active", "order")]}),
    ("How it thinks", {"fields": ["principles", "text"]}),
    ("How it sounds", {"fields": ["examples", "markers", "forbidden", "keywords"]}),
    ("Which model speaks for it", {"fields": ["tier", "model"]}),
    ("How it looks", {"fields": [("colour", "shape")]}),
    THIS_CHANGE,
]

__all__ = ["PersonaAdmin", "PersonaVersionAdmin", "PhaseAdmin", "StepAdmin"]

VERSION_FIELDS: tuple[str, ...] = (
    "persona", "number", "created", "created_by", "note", "name", "role", "tier", "model_id", "prompt"
)  # fmt: skip


def model_used(row: Persona | PersonaVersion) -> str:
    """The model id that speaks for a persona, or where it comes from."""
    return row.model or "uses the tier's default"


@admin.register(Persona)
class PersonaAdmin(VersionedAdmin):
    form = PersonaForm
    fieldsets = FIELDSETS
    list_display = ["name", "kind", "tier", "model_id", "version", "changed", "is_active", "key"]
    list_filter = [OriginFilter, "kind", "tier", "is_active"]
    search_fields = ["name", "key", "role", "lens", "text"]
    search_help_text = "Searches names, keys, roles, lenses and texts."
    actions = ["export_selected"]
    preview = "preview"
    preview_label = "Preview prompt"
    version_page = "admin:personas_personaversion_change"

    def pages(self) -> list[tuple[str, Page, str]]:
        """Also taking in files, and what a persona's words look like in a prompt."""
        return [
            ("import/", self.import_view, "import"),
            ("preview/", self.preview_view, "preview_new"),
            ("<int:pk>/preview/", self.preview_view, "preview"),
            *super().pages(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Persona]:
        return Persona.objects.with_version()

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

    def preview_view(self, request: HttpRequest, pk: int | None = None) -> HttpResponse:
        """The assembled prompt: of the saved persona, of ?version=N, or of what is in the form (POST)."""
        persona = self.viewable(request, pk) if pk else None
        if request.method == "POST":
            return self._preview_form(request, persona)
        if persona is None:
            raise Http404("Save the persona first, or use the button below its form.")
        number = number_in(request, "version", persona.current.number if persona.current else 0)
        context = {
            "sections": preview_sections(persona, version_of(persona, number)),
            "version_number": number,
        }
        return self.page(request, "persona/preview", f"What {persona} reads", context, persona)

    def _preview_form(self, request: HttpRequest, persona: Persona | None) -> HttpResponse:
        allowed = (
            self.has_change_permission(request, persona) if persona else self.has_add_permission(request)
        )
        if not allowed:
            raise PermissionDenied
        form = self.get_form(request, persona, change=persona is not None)(request.POST, instance=persona)
        sections = preview_sections(form.instance) if form.is_valid() else []
        title = f"What {form.instance.name or 'the persona'} would read"
        context = {"sections": sections, "form": form}
        return self.page(request, "persona/preview", title, context, persona)

    @admin.action(description="Export selected personas", permissions=["view"])
    def export_selected(self, request: HttpRequest, queryset: QuerySet[Persona]) -> HttpResponse:
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for persona in queryset:
                archive.writestr(f"{persona.key}.md", as_markdown(persona))
        return download(packed.getvalue(), "application/zip", "personas.zip")

    def import_view(self, request: HttpRequest) -> HttpResponseBase:
        """Takes files as Export writes them; on any problem says all of them and changes nothing."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
        if request.method == "POST" and form.is_valid():
            files = [(file.name, file.read(MAX_BYTES + 1)) for file in form.cleaned_data["persona_files"]]
            try:
                counts = import_files(files, by=request.user)
            except BadPersonaFile as error:
                form.add_error("persona_files", error.problems)
            else:
                self.message_user(request, f"Personas: {counts}.", messages.SUCCESS)
                return HttpResponseRedirect(self.url_of("changelist"))
        return self.page(request, "persona/import", "Import personas", {"form": form})


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
        return super().get_queryset(request).select_related("created_by")

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
