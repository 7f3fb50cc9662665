"""Taking rows away from the administration, and showing what is stored as JSON to people."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from reviews.accounts import audit
from reviews.accounts.staff import teams_of_rows
from reviews.exports.tables import csv_text
from reviews.models.audit import Happening
from reviews.views.http import as_download

MOST_EXPORTED = 10_000
DEEPEST = 8
TOO_LARGE = (models.BinaryField, models.TextField, models.JSONField)
"""Columns that files don't have: texts are on the pages of their rows."""


def exported_rows(queryset: QuerySet[Any]) -> list[dict[str, Any]]:
    """The columns of the rows, the newest first and at most MOST_EXPORTED, without their texts."""
    fields = [one for one in queryset.model._meta.concrete_fields if not isinstance(one, TOO_LARGE)]
    names = [one.attname for one in fields if one.attname != "password"]
    return list(queryset.order_by("-pk").values(*names)[:MOST_EXPORTED])


class Exporting(admin.ModelAdmin):
    """Lists that can be taken away as CSV and as JSON."""

    actions = ("export_csv", "export_json")

    @admin.action(description="Export selected %(verbose_name_plural)s as CSV", permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse:
        rows = exported_rows(queryset)
        text = csv_text([rows[0] if rows else (), *(row.values() for row in rows)])
        self.note_export(request, queryset, len(rows), "csv")
        return self.given_away(text, "csv", "text/csv; charset=utf-8")

    @admin.action(description="Export selected %(verbose_name_plural)s as JSON", permissions=["view"])
    def export_json(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse:
        rows = exported_rows(queryset)
        text = json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        self.note_export(request, queryset, len(rows), "json")
        return self.given_away(text, "json", "application/json")

    def note_export(self, request: HttpRequest, queryset: QuerySet[Any], count: int, form: str) -> None:
        """Have the audit log of each team of which there are rows tell of it; only with one team, of how many."""
        teams = list(teams_of_rows(queryset))
        told = f"{count} {self.opts.verbose_name_plural}" if len(teams) < 2 else self.opts.verbose_name_plural
        detail = f"{told}, {form}, in the administration"
        audit.note_in_each(Happening.EXPORTED, teams, who=cast(User, request.user), detail=detail)

    def given_away(self, text: str, form: str, content_type: str) -> HttpResponse:
        return as_download(HttpResponse(text, content_type=content_type), f"{self.opts.model_name}.{form}")


def in_words(value: Any, depth: int = 0) -> SafeString | str:
    """What is stored as JSON, as lists that people read: names in words, "none" for nothing, "yes" and "no"."""
    if isinstance(value, Mapping) and value and depth < DEEPEST:
        pairs = ((str(key).replace("_", " "), in_words(one, depth + 1)) for key, one in value.items())
        return format_html("<ul>{}</ul>", format_html_join("", "<li><b>{}</b>: {}</li>", pairs))
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    if is_list and value and depth < DEEPEST:
        return format_html(
            "<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((in_words(one, depth + 1),) for one in value))
        )
    if value is None or value == "" or is_list or isinstance(value, Mapping):
        return "none" if not value else str(value)
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def shown_in_words(column: str) -> Any:
    """A field of a page that shows the JSON of a column in words."""

    @admin.display(description=column)
    def shown(row: Any) -> SafeString | str:
        return in_words(getattr(row, column))

    shown.__name__ = f"{column}_in_words"
    return shown
