"""The pages beside a persona's form: its versions, restoring one, the prompt preview, import and export."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse

from personas.compare import FieldChange, compare
from personas.content import CONTENT_FIELDS
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES
from personas.forms import ImportForm
from personas.loading import as_markdown, import_files
from personas.models import Persona, PersonaVersion
from personas.preview import preview_sections

VERSIONS_PER_PAGE = 50

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Persona]
else:
    Base = object


class PersonaPages(Base):
    def get_urls(self) -> list[Any]:
        pages: dict[str, Callable[..., HttpResponseBase]] = {
            "import/": self.import_view,
            "preview/": self.preview_view,
            "<int:pk>/preview/": self.preview_view,
            "<int:pk>/export/": self.export_view,
            "<int:pk>/versions/<int:number>/restore/": self.restore_view,
        }
        names = ["import", "preview_new", "preview", "export", "restore"]
        return [
            path(route, self.admin_site.admin_view(view), name=f"personas_persona_{name}")
            for (route, view), name in zip(pages.items(), names, strict=True)
        ] + super().get_urls()

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """All versions, and what differs between two of them (?from=1&to=3; the newest two by default)."""
        persona = self._viewable(request, object_id)
        versions = persona.versions.select_related("created_by").defer(*CONTENT_FIELDS)
        newest = persona.current.number if persona.current else 0
        old, new = _number(request, "from", max(newest - 1, 1)), _number(request, "to", newest)
        context = {
            "versions": Paginator(versions, VERSIONS_PER_PAGE).get_page(request.GET.get("p")),
            "from_number": old,
            "to_number": new,
            "changes": _changes(_version(persona, old), _version(persona, new)) if old != new else None,
            "may_restore": self.has_change_permission(request, persona),
        }
        return self._page(request, "versions", f"Versions of {persona}", context, persona)

    def restore_view(self, request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
        """Asks first, and restores on POST."""
        persona = self._viewable(request, pk)
        if not self.has_change_permission(request, persona):
            raise PermissionDenied
        version = _version(persona, number)
        if request.method != "POST":
            changes = _changes(persona, version)
            title = f"Restore version {number} of {persona}?"
            return self._page(request, "restore", title, {"version": version, "changes": changes}, persona)
        current = persona.restore(version, by=request.user)
        self.log_change(request, persona, f"Restored version {number} as version {current.number}.")
        self.message_user(
            request, f"{persona} has the words of version {number} again, as version {current.number}."
        )
        return HttpResponseRedirect(reverse("admin:personas_persona_history", args=[persona.pk]))

    def preview_view(self, request: HttpRequest, pk: int | None = None) -> HttpResponse:
        """The assembled prompt: of the saved persona, of ?version=N, or of what is in the form (POST)."""
        persona = self._viewable(request, pk) if pk else None
        if request.method == "POST":
            return self._preview_form(request, persona)
        if persona is None:
            raise Http404("Save the persona first, or use the button below its form.")
        number = _number(request, "version", persona.current.number if persona.current else 0)
        context = {"sections": preview_sections(persona, _version(persona, number)), "version_number": number}
        return self._page(request, "preview", f"What {persona} reads", context, persona)

    def _preview_form(self, request: HttpRequest, persona: Persona | None) -> HttpResponse:
        allowed = (
            self.has_change_permission(request, persona) if persona else self.has_add_permission(request)
        )
        if not allowed:
            raise PermissionDenied
        form = self.get_form(request, persona, change=persona is not None)(request.POST, instance=persona)
        sections = preview_sections(form.instance) if form.is_valid() else []
        title = f"What {form.instance.name or 'the persona'} would read"
        return self._page(request, "preview", title, {"sections": sections, "form": form}, persona)

    def export_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The persona as one file."""
        persona = self._viewable(request, pk)
        return download(as_markdown(persona).encode(), "text/markdown; charset=utf-8", f"{persona.key}.md")

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
                return HttpResponseRedirect(reverse("admin:personas_persona_changelist"))
        return self._page(request, "import", "Import personas", {"form": form})

    def _viewable(self, request: HttpRequest, pk: int | str) -> Persona:
        persona = self.get_object(request, str(pk))
        if not self.has_view_permission(request, persona):
            raise PermissionDenied
        if persona is None:
            raise Http404(f"There is no persona number {pk}.")
        return persona

    def _page(
        self,
        request: HttpRequest,
        name: str,
        title: str,
        context: dict[str, Any],
        persona: Persona | None = None,
    ) -> TemplateResponse:
        shared = self.admin_site.each_context(request) | {
            "title": title,
            "opts": self.opts,
            "original": persona,
            "media": self.media,
        }
        return TemplateResponse(request, f"admin/personas/persona/{name}.html", shared | context)


def _version(persona: Persona, number: int) -> PersonaVersion:
    return get_object_or_404(persona.versions.select_related("created_by"), number=number)


def _changes(old: Persona | PersonaVersion, new: Persona | PersonaVersion) -> list[FieldChange]:
    return compare(old.content(), new.content())


def _number(request: HttpRequest, name: str, otherwise: int) -> int:
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 9 else otherwise


def download(content: bytes, content_type: str, filename: str) -> HttpResponse:
    """`content` as a file for the browser to keep."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
