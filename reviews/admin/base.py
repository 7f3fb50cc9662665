"""What the admin's pages share: links between rows, history that is only read, lists of big tables."""

from collections.abc import Callable, Sequence
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet, UUIDField
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import smart_split, unescape_string_literal

from reviews.admin.exporting import Exporting
from reviews.admin.filters import age_column, newest_rows
from reviews.keeping import deletions
from reviews.models import Artifact, Event, Session

MOST_COUNTED = 10_000


def page_of(row: Model | None, label: str = "") -> SafeString | str:
    """A link to the admin's page of a row; "-" for none."""
    if row is None:
        return "-"
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, label or str(row))


def list_of(model: type[Model], label: str, **filters: Any) -> SafeString:
    """A link to the admin's list of a model, narrowed by `filters`."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return format_html('<a href="{}?{}">{}</a>', address, urlencode(filters), label)


def link_to(name: str, *, ordering: str | None = None) -> Callable[[Model], SafeString | str]:
    """A column with a link to the page of the row that the foreign key `name` leads to."""

    @admin.display(description=name, ordering=ordering)
    def linked(row: Model) -> SafeString | str:
        return page_of(getattr(row, name))

    linked.__name__ = f"{name}_page"
    return linked


class Bounded(Paginator):
    """Counts up to ten thousand rows: nobody turns further pages, and counting millions takes seconds."""

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[:MOST_COUNTED].count()


class NewestSorted(ChangeList):
    """A list that is sorted by a column has the newest ten thousand rows: sorting millions takes seconds. Only what a
    page shows of them is read as a whole: sorting all that is shown takes several times as long. What was counted to
    be none is not looked for again."""

    def get_queryset(
        self, request: HttpRequest, exclude_parameters: list[str | None] | None = None
    ) -> QuerySet[Any]:
        found = super().get_queryset(request, exclude_parameters)
        if not self.params.get(ORDER_VAR):
            return found
        return newest_rows(found, age_column(self.model_admin, request), MOST_COUNTED)

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if not self.result_count:
            self.result_list = self.result_list.none()
        elif self.params.get(ORDER_VAR):
            keys = list(self.result_list.values_list("pk", flat=True))
            rows = self.root_queryset.in_bulk(keys)
            self.result_list = [rows[key] for key in keys if key in rows]


class NamedFields(BaseInlineFormSet):
    """Rows of a table whose fields are named as the heads of their columns, which no screen reader links to them."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        for name, field in form.fields.items():
            field.widget.attrs.setdefault("aria-label", str(field.label or name))


class Joined(BaseModelAdmin):
    """Rows with what they show of the tables `joined`, in one query, and without the large columns `left_out`."""

    joined: Sequence[str] = ()
    left_out: Sequence[str] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found = super().get_queryset(request).defer(*self.left_out)
        return found.select_related(*self.joined) if self.joined else found


class ReadOnly(Joined):
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Searched(Exporting):
    """Lists in which a row is found by its id too, and what belongs to a session by the session's."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """What has this id, if there is such a row, else what has the words."""
        by_id = [
            queryset.filter(**{name: key})
            for name in ("pk", "session")
            if (name == "pk" or any(one.name == name for one in self.opts.fields))
            and (key := key_in(self.model, name, search_term.strip())) is not None
        ]
        found = next((rows for rows in by_id if rows.exists()), None)
        if found is not None:
            return found, False
        fields = [str(name) for name in self.get_search_fields(request)]
        for word in smart_split(search_term) if fields else ():
            said = unescape_string_literal(word) if word[0] in "\"'" and word[0] == word[-1] else word
            queryset = queryset.filter(Q.create([has_word(self.model, name, said) for name in fields], Q.OR))
        return queryset, False


def has_word(model: type[Model], field: str, word: str) -> Q:
    """The rows with a word in a search field. In another table it is looked for first: that one has fewer rows, and the
    usual way joins it to each row of this one."""
    lookup = "iexact" if field.startswith("=") else "icontains"
    name, _, far = field.removeprefix("=").partition("__")
    if not far:
        return Q((f"{name}__{lookup}", word))
    there = cast("type[Model]", model._meta.get_field(name).related_model)
    return Q((f"{name}__in", there._default_manager.filter((f"{far}__{lookup}", word))))


def key_in(model: type[Model], name: str, term: str) -> Any:
    """The key that a typed term is, None for anything else. name: "pk", or a foreign key of the model."""
    field = model._meta.pk if name == "pk" else model._meta.get_field(name).target_field  # type: ignore[union-attr]
    is_number = term.isascii() and term.isdigit() and len(term) < 19
    if isinstance(field, UUIDField):
        try:
            return UUID(term)
        except ValueError:
            return None
    return int(term) if is_number else None


class Long(Joined, Searched):
    """A list of rows that sessions leave behind. They go with the item that they belong to."""

    list_per_page = 50
    show_full_result_count = False
    paginator = Bounded

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return NewestSorted

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class History(ReadOnly, Long):
    """Rows that are read here and never written."""


class Lines(ReadOnly, admin.TabularInline):
    """Rows of another table on a page, to be read."""

    extra = 0
    can_delete = False
    show_change_link = True


class TakesItsHistory(Joined, Searched):
    """Rows that take their sessions with them when they are deleted."""

    path_to_item = "item"

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """As on the site: what runs is stopped first, and much goes in the background. The log names who did it."""
        deletions.begin(obj, None)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in list(queryset):
            self.delete_model(request, row)

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        """Say so, when it is not gone yet."""
        if self.model._default_manager.filter(pk=obj_id).exists():
            told = f"{obj_display} is being deleted. Much belongs to it: it stays in this list until that is done."
            self.message_user(request, told)
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        return super().response_delete(request, obj_display, obj_id)

    def get_deleted_objects(
        self, objs: Sequence[Model] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[Any], dict[Any, int], set[Any], list[Any]]:
        """Counts instead of Django's tree: a session has thousands of events."""
        own = {f"{self.path_to_item}__in": list(objs)}
        within = {f"session__{name}": value for name, value in own.items()}
        counts = {
            "artifacts": Artifact.objects.filter(**own).count(),
            "sessions": Session.objects.filter(**own).count(),
            "events": Event.objects.filter(**within).count(),
        }
        return [str(row) for row in objs], counts, set(), []
