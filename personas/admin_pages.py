"""The pages beside the form of what has versions: comparing and restoring them, the shipped text, the file."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse

from personas.compare import compare
from personas.loading import as_markdown, restore_shipped, shipped_file
from personas.models import Version, Versioned
from personas.origin import origin_badge

VERSIONS_PER_PAGE = 50
THIS_CHANGE: Any = ("This change", {"fields": ["change_note", "based_on"]})
"""The part of a form that says what changed. It stands last."""
Page = Callable[..., HttpResponseBase]

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class VersionedAdmin(Base):
    """Editing rows that have versions. `preview` is the page that shows what becomes of the words, "" for none;
    `kept` says after an edit what goes on as before."""

    change_form_template = "admin/personas/change_versioned.html"
    save_on_top = True
    preview = ""
    preview_label = ""
    version_page = ""
    kept = "Sessions that have begun keep the version they have."

    class Media:
        css = {"all": ["personas/admin.css"]}

    def pages(self) -> list[tuple[str, Page, str]]:
        """Where each page is, what shows it, and its name."""
        return [
            ("<int:pk>/export/", self.export_view, "export"),
            ("<int:pk>/restore/", self.restore_shipped_view, "restore"),
            ("<int:pk>/versions/<int:number>/restore/", self.restore_view, "restore"),
        ]

    def get_urls(self) -> list[Any]:
        found: list[Any] = [
            path(route, self.admin_site.admin_view(view), name=self.url_name(name))
            for route, view, name in self.pages()
        ]
        return found + super().get_urls()

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Who may only look has no change to describe."""
        may_write = self.has_change_permission(request, obj) if obj else True
        found = list(super().get_fieldsets(request, obj))
        return found if may_write else found[:-1]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Records, sessions and other rows refer to a row by its identity, so that never changes."""
        return [obj.identity] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only one by one, and not what ships: loading would bring it back."""
        return obj is not None and not obj.is_shipped and super().has_delete_permission(request, obj)

    @admin.display(description="Origin")
    def origin(self, row: Versioned) -> str:
        return origin_badge(row)

    def url_name(self, page: str) -> str:
        """The name of one of this model's pages."""
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def url_of(self, page: str, *args: Any) -> str:
        """The address of one of this model's pages."""
        return reverse(f"admin:{self.url_name(page)}", args=args)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """A version for every edit, with who made it and why."""
        before = obj.current.number if obj.current else 0
        version = obj.publish(by=request.user, note=form.cleaned_data["change_note"])
        if version.number == before:
            said = f"The words are the same, so this stays version {before}."
        else:
            said = f"This is version {version.number}."
        self.message_user(request, f"{said} {self.kept}" if self.kept and version.number != before else said)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """All versions, and what differs between two of them (?from=1&to=3; the newest two by default)."""
        row = self.viewable(request, object_id)
        newest = row.current.number if row.current else 0
        old, new = number_in(request, "from", max(newest - 1, 1)), number_in(request, "to", newest)
        versions = row.versions.select_related("created_by").defer("words")
        differ = (
            compare(version_of(row, old).content(), version_of(row, new).content()) if old != new else None
        )
        context = {
            "versions": Paginator(versions, VERSIONS_PER_PAGE).get_page(request.GET.get("p")),
            "from_number": old,
            "to_number": new,
            "changes": differ,
            "may_restore": self.has_change_permission(request, row),
            "version_page": self.version_page,
            "restore_page": f"admin:{self.url_name('restore')}",
            "preview_url": self.url_of(self.preview, row.pk) if self.preview else "",
            "preview_label": self.preview_label,
        }
        return self.page(request, "versions", f"Versions of {row}", context, row)

    def restore_view(self, request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
        """Asks first, and restores a version on POST."""
        row = self.changeable(request, pk)
        version = version_of(row, number)
        if request.method != "POST":
            context = {"version": version, "changes": compare(row.content(), version.content())}
            return self.page(request, "restore", f"Restore version {number} of {row}?", context, row)
        try:
            current = row.restore(version, by=request.user)
        except ValidationError as error:
            said = f"Version {number} can't be restored. {' '.join(error.messages)}"
            self.message_user(request, said, messages.ERROR)
        else:
            self.log_change(request, row, f"Restored version {number} as version {current.number}.")
            said = f"{row} has the words of version {number} again, as version {current.number}."
            self.message_user(request, said)
        return HttpResponseRedirect(self.url_of("history", row.pk))

    def restore_shipped_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """Asks first, and restores the shipped text on POST."""
        row = self.changeable(request, pk)
        shipped = shipped_file(row)
        if shipped is None:
            raise Http404(f"{row} is not shipped with ELM, so there is no text to restore.")
        if request.method != "POST":
            context = {"changes": compare(row.content(), shipped.content())}
            return self.page(request, "restore", f"Restore the shipped text of {row}?", context, row)
        restore_shipped(row, by=request.user)
        self.log_change(request, row, "Restored the shipped text.")
        self.message_user(request, f"{row} has its shipped text again.")
        return HttpResponseRedirect(self.url_of("change", row.pk))

    def export_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The row as one file, as export_personas writes it."""
        row = self.viewable(request, pk)
        if request.method == "GET":
            self.log_export(request, [row])
        return download(as_markdown(row).encode(), "text/markdown; charset=utf-8", f"{row.name_in_files}.md")

    def log_export(self, request: HttpRequest, rows: Iterable[Any]) -> None:
        """Called before files of these rows are given away, for sites that keep a log of it."""

    def viewable(self, request: HttpRequest, pk: int | str) -> Any:
        """The row. Raises PermissionDenied, and Http404 when there is none."""
        row = self.get_object(request, str(pk))
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if row is None:
            raise Http404(f"There is no {self.opts.verbose_name} number {pk}.")
        return row

    def changeable(self, request: HttpRequest, pk: int) -> Any:
        """As `viewable`, for who may change it."""
        row = self.viewable(request, pk)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        return row

    def page(
        self, request: HttpRequest, name: str, title: str, context: dict[str, Any], row: Any = None
    ) -> TemplateResponse:
        """One of the pages beside the form."""
        shared = self.admin_site.each_context(request) | {
            "title": title,
            "opts": self.opts,
            "original": row,
            "media": self.media,
            "list_url": self.url_of("changelist"),
            "change_url": self.url_of("change", row.pk) if row and row.pk else "",
            "history_url": self.url_of("history", row.pk) if row and row.pk else "",
        }
        return TemplateResponse(request, f"admin/personas/{name}.html", shared | context)


def version_of(row: Versioned, number: int) -> Version:
    """A version of the row by its number. Raises Http404."""
    return get_object_or_404(row.versions.select_related("created_by"), number=number)


def number_in(request: HttpRequest, name: str, otherwise: int) -> int:
    """A number in the address, or `otherwise`."""
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 9 else otherwise


def download(content: bytes, content_type: str, filename: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
