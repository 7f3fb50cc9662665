"""What model calls have cost: by team, month, model and purpose, for the people who run the server and for staff."""

from dataclasses import dataclass
from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Sum
from django.db.models.functions import TruncMonth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from reviews.accounts import audit
from reviews.accounts.staff import visible_rows
from reviews.admin.filters import following_month, newest_months, start_of
from reviews.exports.tables import csv_text
from reviews.models import ModelCall, Team
from reviews.models.audit import Happening
from reviews.money import MICROS
from reviews.views.http import as_download

MONTHS = 24
COLUMNS = ("month", "team", "model", "purpose", "calls", "tokens_in", "tokens_out", "dollars")
GROUPS = {"team": "session__team__name", "model": "model", "purpose": "purpose"}


@dataclass(frozen=True)
class CostRow:
    """A line of the report: money in millionths of a dollar."""

    month: str
    team: str
    model: str
    purpose: str
    calls: int
    tokens_in: int
    tokens_out: int
    micros: int

    def cells(self) -> list[str]:
        """As a file has it, in the order of COLUMNS."""
        numbers = (self.calls, self.tokens_in, self.tokens_out)
        return [
            self.month,
            self.team,
            self.model,
            self.purpose,
            *map(str, numbers),
            f"{self.micros / MICROS:.6f}",
        ]


def show_costs(request: HttpRequest) -> HttpResponse:
    """The report of the months ?since= to ?until= (such as 2026-11; this month at first), of ?team= if it is named;
    ?format=csv gives it as a file. For who may see model calls: staff get the costs of their teams."""
    if not admin.site._registry[ModelCall].has_view_permission(request):
        raise PermissionDenied
    months = {f"{month:%Y-%m}": month for month in newest_months(MONTHS)}
    newest = next(iter(months))
    since = months.get(request.GET.get("since", ""), months[newest])
    until = max(since, months.get(request.GET.get("until", ""), months[newest]))
    teams = visible_rows(Team.objects.order_by("name"), request.user)
    chosen = request.GET.get("team", "")
    within = {"created__gte": start_of(since), "created__lt": start_of(following_month(until))}
    calls = visible_rows(ModelCall.objects.filter(**within), request.user)
    if chosen:
        calls = calls.filter(session__team__slug=chosen)
    rows = cost_rows(calls)
    if request.GET.get("format") == "csv":
        audit.note_in_each(
            Happening.EXPORTED,
            Team.objects.filter(pk__in=calls.order_by().values("session__team")),
            who=cast(User, request.user),
            detail="costs, csv, in the administration",
        )
        return as_csv(rows, f"{since:%Y-%m}")
    context = admin.site.each_context(request) | {
        "title": "Costs",
        "rows": rows,
        "totals": totals_of(rows),
        "months": [(key, f"{month:%B %Y}") for key, month in months.items()],
        "since": f"{since:%Y-%m}",
        "until": f"{until:%Y-%m}",
        "teams": teams,
        "team": chosen,
        "total": sum(row.micros for row in rows),
        "query": request.GET.urlencode(),
    }
    return render(request, "admin/costs.html", context)


def cost_rows(calls: Any) -> list[CostRow]:
    """The calls of each month, team, model and purpose together, the newest month and the dearest first. One query."""
    counted = calls.annotate(month=TruncMonth("created")).order_by().values("month", *GROUPS.values())
    sums = counted.annotate(
        calls=Count("pk"),
        given=Sum("tokens_in"),
        got=Sum("tokens_out"),
        micros=Sum("cost_micros"),
    )
    rows = [
        CostRow(
            f"{one['month']:%Y-%m}",
            one["session__team__name"],
            one["model"],
            one["purpose"],
            one["calls"],
            one["given"],
            one["got"],
            one["micros"],
        )
        for one in sums
    ]
    return sorted(rows, key=lambda row: (row.month, row.micros, row.calls), reverse=True)


def totals_of(rows: list[CostRow]) -> list[tuple[str, list[tuple[str, int, int]]]]:
    """For each way to group them, (value, calls, millionths of a dollar), the dearest first."""
    found = []
    for name in ("team", "model", "purpose"):
        sums: dict[str, tuple[int, int]] = {}
        for row in rows:
            calls, micros = sums.get(getattr(row, name), (0, 0))
            sums[getattr(row, name)] = (calls + row.calls, micros + row.micros)
        ordered = sorted(sums.items(), key=lambda one: (-one[1][1], -one[1][0]))
        found.append((name, [(value, *sums) for value, sums in ordered]))
    return found


def as_csv(rows: list[CostRow], month: str) -> HttpResponse:
    text = csv_text([COLUMNS, *(row.cells() for row in rows)])
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    return as_download(response, f"costs-{month}.csv")
