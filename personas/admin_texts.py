"""What the administration offers of texts that models read, beside their versions: previews, and files to take in."""

import zipfile
from io import BytesIO
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect

from personas.admin_pages import Page, VersionedAdmin, download, number_in, version_of
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES
from personas.forms import ImportForm
from personas.loading import as_markdown, import_files
from personas.models import Version
from personas.preview import Section


class PromptTextAdmin(VersionedAdmin):
    """Editing rows whose words a model reads."""

    actions = ["export_selected"]
    preview = "preview"
    previews_forms = True
    preview_titles = "What {} reads", "What {} would read"
    """Of what is saved, and of what is in a form."""

    def sections(self, row: Any, version: Version | None) -> list[Section]:
        """(title, text) pairs: what a model reads of the row, or of its words in `version`."""
        raise NotImplementedError

    def pages(self) -> list[tuple[str, Page, str]]:
        """Also taking in files, and what a row's words look like to a model."""
        return [
            ("import/", self.import_view, "import"),
            ("preview/", self.preview_view, "preview_new"),
            ("<int:pk>/preview/", self.preview_view, "preview"),
            *super().pages(),
        ]

    @property
    def import_url(self) -> str:
        return self.url_of("import")

    def preview_view(self, request: HttpRequest, pk: int | None = None) -> HttpResponse:
        """What a model reads: of the saved row, of ?version=N, or of what is in the form (POST)."""
        row = self.viewable(request, pk) if pk else None
        if request.method == "POST":
            return self._preview_form(request, row)
        if row is None:
            raise Http404(f"Save the {self.opts.verbose_name} first, or use the button below its form.")
        number = number_in(request, "version", row.current.number if row.current else 0)
        context = {"sections": self.sections(row, version_of(row, number)), "version_number": number}
        return self.page(request, "preview", self.preview_titles[0].format(row), context, row)

    def _preview_form(self, request: HttpRequest, row: Any) -> HttpResponse:
        allowed = self.has_change_permission(request, row) if row else self.has_add_permission(request)
        if not allowed:
            raise PermissionDenied
        form = self.get_form(request, row, change=row is not None)(request.POST, instance=row)
        sections = self.sections(form.instance, None) if form.is_valid() else []
        title = self.preview_titles[1].format(form.instance.name or f"the {self.opts.verbose_name}")
        return self.page(request, "preview", title, {"sections": sections, "form": form}, row)

    @admin.action(description="Export selected %(verbose_name_plural)s", permissions=["view"])
    def export_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse:
        self.log_export(request, queryset)
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for row in queryset:
                archive.writestr(f"{row.name_in_files}.md", as_markdown(row))
        return download(packed.getvalue(), "application/zip", f"{self.model.file_class.folder}.zip")

    def import_view(self, request: HttpRequest) -> HttpResponseBase:
        """Takes files as Export writes them; on any problem says all of them and changes nothing."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        plural = str(self.opts.verbose_name_plural)
        form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
        if request.method == "POST" and form.is_valid():
            files = [(file.name, file.read(MAX_BYTES + 1)) for file in form.cleaned_data["persona_files"]]
            try:
                counts = import_files(self.model, files, by=request.user)
            except BadPersonaFile as error:
                form.add_error("persona_files", error.problems)
            else:
                self.message_user(request, f"{plural.capitalize()}: {counts}.", messages.SUCCESS)
                return HttpResponseRedirect(self.url_of("changelist"))
        return self.page(request, "import", f"Import {plural}", {"form": form})
