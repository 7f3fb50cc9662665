"""The administration's site. Whatever is registered shows staff the rows of their teams only, and what they do there
stands in the audit log: nobody who registers a model can forget it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.contenttypes.views import shortcut
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import path

from reviews.accounts import audit
from reviews.accounts.staff import (
    PEOPLE,
    is_root,
    is_shown_to_staff,
    may_change,
    name_of_row,
    team_of_row,
    visible_rows,
)
from reviews.models import Team
from reviews.models.audit import Happening

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class OfTeams(Base):
    """Mixed into every ModelAdmin: see `reviews/accounts/staff.py`."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return visible_rows(super().get_queryset(request), request.user)

    def has_module_permission(self, request: HttpRequest) -> bool:
        allowed = is_root(request) or is_shown_to_staff(self.model)
        return allowed and super().has_module_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        allowed = is_root(request) or is_shown_to_staff(self.model)
        return allowed and super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are for who runs the server; other people are invited."""
        is_shown = is_shown_to_staff(self.model) and self.opts.label_lower != PEOPLE
        return (is_root(request) or is_shown) and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and self.is_theirs(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and self.is_theirs(request, obj)

    def is_theirs(self, request: HttpRequest, obj: Any) -> bool:
        """Whether who asks may change rows of this kind; this row, if there is one."""
        if is_root(request):
            return True
        return is_shown_to_staff(self.model) and (obj is None or may_change(request.user, obj))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        """Several are deleted only when each of them may be."""
        shown, counts, needed, protected = super().get_deleted_objects(objs, request)
        if not all(self.has_delete_permission(request, row) for row in objs):
            needed = {*needed, str(self.opts.verbose_name)}
        return shown, counts, needed, protected

    def get_field_queryset(self, db: str | None, db_field: Any, request: HttpRequest) -> QuerySet[Any]:
        """What a field offers: rows of the person's teams."""
        model = db_field.remote_field.model
        found: Any = super().get_field_queryset(db, db_field, request)
        return visible_rows(model._default_manager.all() if found is None else found, request.user)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        note_by_staff("ADDED_BY_STAFF", request, [obj])
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        note_by_staff("CHANGED_BY_STAFF", request, [obj])
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Before they go, while their teams are known."""
        note_by_staff("DELETED_BY_STAFF", request, queryset)
        return super().log_deletions(request, queryset)

    def log_export(self, request: HttpRequest, rows: Iterable[Any]) -> None:
        note_by_staff("EXPORTED", request, rows)


def note_by_staff(what: str, request: HttpRequest, rows: Iterable[Any]) -> None:
    """Add to the audit log what was done to rows, in the transaction of the page that does it."""
    assert isinstance(request.user, User)
    for row in rows:
        team = None if what.startswith("DELETED") and isinstance(row, Team) else team_of_row(row)
        audit.note(Happening[what], who=request.user, team=team, detail=name_of_row(row))


class ElmSite(admin.AdminSite):
    def register(self, model_or_iterable: Any, admin_class: type[Any] | None = None, **options: Any) -> None:
        """As Django does it, with OfTeams in front of the class."""
        own = admin_class or admin.ModelAdmin
        super().register(model_or_iterable, type(own.__name__, (OfTeams, own), {}), **options)

    def get_urls(self) -> list[Any]:
        """Django's way to a row's page outside tells where it is, so it asks like the others."""
        own = path(
            "r/<path:content_type_id>/<path:object_id>/",
            self.admin_view(self.view_on_site),
            name="view_on_site",
        )
        return [own, *super().get_urls()]

    def view_on_site(self, request: HttpRequest, content_type_id: str, object_id: str) -> HttpResponseBase:
        """To the page of a row on the site, for who sees the row here."""
        kind = ContentType.objects.filter(pk=content_type_id).first() if content_type_id.isdigit() else None
        model: type[Model] | None = kind.model_class() if kind else None
        shown = self._registry.get(model) if model else None
        if (
            shown is None
            or not shown.has_view_permission(request)
            or not shown.get_object(request, object_id)
        ):
            raise Http404
        return shortcut(request, content_type_id, object_id)
