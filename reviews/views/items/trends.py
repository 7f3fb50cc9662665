"""The lower half of the dashboard: how it goes from week to week, and what of it is worth its cost."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import NamedTuple

from django.http import QueryDict
from django.utils import timezone

from reviews.figures import trends
from reviews.figures.periods import Period
from reviews.figures.scope import Scope
from reviews.figures.trends import Acceptance, Spending
from reviews.forms.sessions import GOING_ON, FiguresFilter
from reviews.kinds import registry
from reviews.language.wording import counted
from reviews.log.values import EVERYBODY, USER
from reviews.money import MICROS, cost
from reviews.offline.finding import TITLES
from reviews.states import END_LABELS, EndReason, Severity
from reviews.views.items.charts import (
    Cell,
    Chart,
    Links,
    chart_of_cost,
    chart_of_kinds,
    chart_of_time,
    chart_of_verdicts,
    listed,
    model_label,
)

WEEKS = (4, 12, 26, 52)
EARLIEST = date(2000, 1, 1)
USUAL_WEEKS = 12
MOST_ROWS = 12
MOST_REASONS = 3
NO_PERSONA = {"offline": "Rules", "": "No persona"}
"""What is called by no persona: what the offline reviewer finds, and calls that brought no turn of somebody."""
RAISED_TOGETHER = {EVERYBODY: "Everybody at the table", USER: "People"}
"""What those are called who have no name of their own in an attribution."""
LEAST_SAMPLE = 20
"""Below so many decisions a share in percent says little, and is marked."""


class Row(NamedTuple):
    """A row of a table. share: how long its bar is, in percent of the longest."""

    label: str
    cells: Sequence[Cell]
    total: Cell
    share: int


@dataclass(frozen=True)
class Table:
    """Numbers by two things; left_out: how many rows with smaller numbers there are."""

    columns: Sequence[str]
    rows: Sequence[Row]
    left_out: int = 0


class AcceptanceRow(NamedTuple):
    """What became of what somebody raised; each number with the address of its rows."""

    name: str
    numbers: Mapping[str, Cell]
    share: str
    is_small: bool
    reasons: Sequence[Cell]
    cost_each: str


@dataclass(frozen=True)
class Trends:
    """Everything that the lower half shows."""

    links: Links
    charts: Sequence[Chart]
    findings: Table
    costs: Table
    acceptance: Sequence[AcceptanceRow]
    additions: Sequence[AcceptanceRow]
    passes: Table

    @property
    def period(self) -> Period:
        return self.links.period

    @property
    def query(self) -> str:
        """The query of an address with the same figures."""
        return self.query_of(self.period.weeks)

    def query_of(self, weeks: int) -> str:
        """The query of an address with the same figures of so many weeks."""
        until = self.period.today if self.period.is_past else ""
        return listed("", **self.links.kept, until=until, weeks=weeks).removeprefix("?")

    @property
    def choices(self) -> Iterator[tuple[int, str, bool]]:
        """The numbers of weeks to choose from, each with its query and whether it is the chosen one."""
        return ((weeks, self.query_of(weeks), weeks == self.period.weeks) for weeks in WEEKS)


def chosen_period(form: FiguresFilter, asked: QueryDict) -> Period:
    """The weeks that an address asks for; the usual number, until now, where it makes no sense."""
    weeks = next((weeks for weeks in WEEKS if str(weeks) == asked.get("weeks")), USUAL_WEEKS)
    today = timezone.now().date()
    form.is_valid()
    until = form.cleaned_data.get("until")
    return Period(weeks, until, is_past=True) if until and EARLIEST < until < today else Period(weeks, today)


def read_trends(scope: Scope, kept: Mapping[str, object], speakers: Mapping[str, str]) -> Trends:
    """All figures, in nine queries, however many rows they count. kept: what the chosen sessions were asked for by;
    speakers: the names of personas and angles by key."""
    sessions = trends.count_sessions(scope)
    spending = trends.sum_spending(scope)
    names = {**NO_PERSONA, **speakers}
    links = Links(scope.period, kept)
    charts = [
        chart_of_verdicts(sessions, links),
        chart_of_kinds(sessions, links),
        chart_of_time(trends.verdict_seconds(scope), links),
        chart_of_cost(spending, links),
    ]
    return Trends(
        links,
        charts,
        table_of_findings(trends.count_open_findings(scope), links),
        table_of_costs(spending, names, links),
        [acceptance_row(one, spending, names, links) for one in trends.count_acceptance(scope)[:MOST_ROWS]],
        [addition_row(one, spending, names, links) for one in trends.count_additions(scope)[:MOST_ROWS]],
        table_of_passes(trends.count_passes(scope), links),
    )


def table(columns: Sequence[str], rows: Sequence[tuple[str, Sequence[Cell], Cell]]) -> Table:
    """The rows with the largest totals, the largest first."""
    ordered = sorted(rows, key=lambda row: (-row[2].value, row[0]))
    largest = max((row[2].value for row in rows), default=0) or 1
    shown = [Row(*row, round(100 * row[2].value / largest)) for row in ordered[:MOST_ROWS]]
    return Table(columns, shown, max(0, len(ordered) - MOST_ROWS))


def number_cell(number: int, url: str) -> Cell:
    return Cell(number, f"{number:,}", url if number else "")


def table_of_findings(found: Counter[tuple[str, str]], links: Links) -> Table:
    """Open findings: a row for each kind of problem, a column for each severity, the worst first."""
    levels = list(reversed(Severity))

    def cells(claim: str) -> list[Cell]:
        return [
            number_cell(found[claim, level], links.open_findings(claim=claim, severity=level))
            for level in levels
        ]

    rows = [
        (
            TITLES.get(claim, claim),
            cells(claim),
            number_cell(sum(found[claim, level] for level in levels), links.open_findings(claim=claim)),
        )
        for claim in {claim for claim, _ in found}
    ]
    return table([level.capitalize() for level in levels], rows)


def table_of_costs(spending: Spending, names: Mapping[str, str], links: Links) -> Table:
    """A row for each persona, a column for each model; the calls are told where nothing was paid."""
    models = sorted({model for _, model in spending.personas})
    rows = []
    for persona in {persona for persona, _ in spending.personas}:
        url = links.sessions(persona=persona)
        cells = [money(spending, [(persona, model)], url) for model in models]
        total = money(spending, [(persona, model) for model in models], url)
        rows.append((names.get(persona, persona), cells, total))
    return table([model_label(model) for model in models], rows)


def money(spending: Spending, keys: Sequence[tuple[str, str]], url: str) -> Cell:
    """What was paid for some calls, and how many there were."""
    micros, calls = sum(spending.personas[key] for key in keys), sum(spending.calls[key] for key in keys)
    return Cell(micros or calls / MICROS, f"{cost(micros)} ({calls:,})", url) if calls else Cell(0, "–")


def acceptance_row(
    one: Acceptance, spending: Spending, names: Mapping[str, str], links: Links
) -> AcceptanceRow:
    def cell(number: int, **chosen: object) -> Cell:
        return number_cell(number, links.made("/findings/", by=one.persona, **chosen))

    paid = spending.of_persona(one.persona)
    numbers = {
        "raised": cell(one.raised),
        "accepted": cell(one.accepted, status="accepted"),
        "dismissed": cell(one.dismissed, status="dismissed"),
        "fixed": cell(one.fixed, status="fixed"),
        "unique": cell(one.unique, unique="1") if one.compared else Cell(0, "–"),
    }
    return AcceptanceRow(
        names.get(one.persona, one.persona),
        numbers,
        "–" if one.share is None else f"{one.share} % of {one.decided:,}",
        0 < one.decided < LEAST_SAMPLE,
        [cell_of_reason(reason, number, one, links) for reason, number in one.reasons[:MOST_REASONS]],
        cost(round(paid / one.accepted)) if one.accepted and paid else "–",
    )


def cell_of_reason(reason: str, number: int, one: Acceptance, links: Links, page: str = "/findings/") -> Cell:
    url = links.made(page, by=one.persona, status="dismissed", q=reason)
    return Cell(number, reason, url)


def addition_row(
    one: Acceptance, spending: Spending, names: Mapping[str, str], links: Links
) -> AcceptanceRow:
    """The same of additions. Their texts have the first name of who raised them; what that cost is known of the only
    persona of the name."""

    def cell(number: int, **chosen: object) -> Cell:
        return number_cell(number, links.made("/additions/", by=one.persona, **chosen))

    keys = [key for key, name in names.items() if name.split()[0] == one.persona]
    paid = spending.of_persona(keys[0]) if len(keys) == 1 else 0
    is_one = one.persona not in RAISED_TOGETHER
    numbers = {
        "raised": cell(one.raised),
        "accepted": cell(one.accepted, status="accepted"),
        "dismissed": cell(one.dismissed, status="dismissed"),
        "at_once": cell(one.at_once, status="at_once"),
        "unique": cell(one.unique, unique="1") if is_one else Cell(0, "–"),
    }
    return AcceptanceRow(
        RAISED_TOGETHER.get(one.persona) or (names[keys[0]] if len(keys) == 1 else one.persona),
        numbers,
        "–" if one.share is None else f"{one.share} % of {one.decided:,}",
        0 < one.decided < LEAST_SAMPLE,
        [
            cell_of_reason(reason, number, one, links, "/additions/")
            for reason, number in one.reasons[:MOST_REASONS]
        ],
        cost(round(paid / one.accepted)) if one.accepted and paid else "–",
    )


def table_of_passes(found: Counter[tuple[int, str]], links: Links) -> Table:
    """Reviews that take passes: a row for each end, a column for each number of passes."""
    passes = sorted({number for number, _ in found})
    kind = next((kind.name for kind in registry.kinds() if kind.takes_passes), "")
    reviews = partial(links.sessions, kind=kind, state="finished")
    rows = []
    for reason in {reason for _, reason in found}:
        cells = [
            number_cell(found[number, reason], reviews(verdict=reason or GOING_ON, rounds=str(number)))
            for number in passes
        ]
        total = number_cell(
            sum(found[number, reason] for number in passes), reviews(verdict=reason or GOING_ON)
        )
        rows.append((END_LABELS[EndReason(reason)] if reason else "No reason", cells, total))
    return table([counted(number, "pass", "passes") for number in passes], rows)
