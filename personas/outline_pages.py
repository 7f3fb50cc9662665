"""The pages beside the form of a phase or a step: its questions, the shipped text, the file."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from personas.admin_pages import download
from personas.compare import compare
from personas.files import format_file
from personas.models import Step
from personas.outline_loading import phase_file, restore_shipped, shipped_text, step_file

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class OutlinePages(Base):
    def get_urls(self) -> list[Any]:
        pages = {
            "questions": self.questions_view,
            "restore": self.restore_view,
            "export": self.export_view,
        }
        return [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(view), name=self.url_name(name))
            for name, view in pages.items()
        ] + super().get_urls()

    def url_name(self, page: str) -> str:
        """The name of one of this model's pages."""
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def asked(self, row: Any) -> list[tuple[str, list[str]]]:
        """(depth, questions) pairs, for what asks questions."""
        raise Http404("A phase asks nothing itself; its steps do.")

    def questions_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What the step asks at each depth."""
        row = self._viewable(request, pk)
        return self._page(request, "questions", f"What {row} asks", row, {"asked": self.asked(row)})

    def restore_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """Asks first, and restores the shipped text on POST."""
        row = self._viewable(request, pk)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        shipped = shipped_text(row)
        if shipped is None:
            raise Http404(f"{row} is not shipped with ELM, so there is no text to restore.")
        if request.method != "POST":
            changes = compare(row.content(), shipped)
            return self._page(
                request, "restore", f"Restore the shipped text of {row}?", row, {"changes": changes}
            )
        restore_shipped(row)
        self.log_change(request, row, "Restored the shipped text.")
        self.message_user(request, f"{row} has its shipped text again.")
        return HttpResponseRedirect(reverse(f"admin:{self.url_name('change')}", args=[row.pk]))

    def export_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The row as one file, as export_personas writes it."""
        row = self._viewable(request, pk)
        file = step_file(row) if isinstance(row, Step) else phase_file(row)
        name = row.step_id if isinstance(row, Step) else row.key
        return download(format_file(file).encode(), "text/markdown; charset=utf-8", f"{name}.md")

    def _viewable(self, request: HttpRequest, pk: int) -> Any:
        row = self.get_object(request, str(pk))
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if row is None:
            raise Http404(f"There is no {self.opts.verbose_name} number {pk}.")
        return row

    def _page(
        self, request: HttpRequest, name: str, title: str, row: Any, context: dict[str, Any]
    ) -> TemplateResponse:
        shared = self.admin_site.each_context(request) | {
            "title": title,
            "opts": self.opts,
            "original": row,
            "media": self.media,
            "list_url": reverse(f"admin:{self.url_name('changelist')}"),
            "change_url": reverse(f"admin:{self.url_name('change')}", args=[row.pk]),
        }
        return TemplateResponse(request, f"admin/personas/outline/{name}.html", shared | context)
