"""Where rows come from, as the administration shows it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from personas.models import Versioned, VersionedQuerySet


class OriginFilter(admin.SimpleListFilter):
    title = "origin"
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("shipped", "As shipped"), ("edited", "Shipped, edited here"), ("own", "Made here")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        assert isinstance(queryset, VersionedQuerySet)
        match self.value():
            case "shipped":
                return queryset.shipped()
            case "edited":
                return queryset.edited()
            case "own":
                return queryset.made_here()
        return queryset


def origin_badge(row: Versioned) -> str:
    """Whether a row's words are as shipped, edited here, or made here."""
    if not row.is_shipped:
        return format_html('<span class="persona-badge is-{}">{}</span>', "own", "made here")
    name, said = ("edited", "edited here") if row.is_edited else ("shipped", "as shipped")
    return format_html('<span class="persona-badge is-{}">{}</span>', name, said)
