"""Figures by week as a chart and the table behind it: each number leads to the rows that it counts."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.template.defaultfilters import pluralize
from django.utils.http import urlencode

from reviews.figures.periods import WEEK, Period
from reviews.figures.trends import SessionTrend, Spending, middle
from reviews.kinds import registry
from reviews.money import MICROS, cost
from reviews.providers.base import LABELS
from reviews.states import END_LABELS, EndReason

TONES = ("accent", "info", "warn", "bad", "quiet", "good")
OTHER_ENDS = "Other ends"
GOES_ON = "Goes on"
VERDICT_TONES = {EndReason.READY: "good", EndReason.READY_WITH_CAVEATS: "warn", EndReason.NOT_READY: "bad"}
MOST_MODELS = 5


class Cell(NamedTuple):
    """A number of a table: `value` is what the chart draws, `shown` what people read, `url` leads to its rows."""

    value: float
    shown: str
    url: str = ""


class Series(NamedTuple):
    """A column: its name, and the colour that it has in the chart."""

    label: str
    tone: str


class Week(NamedTuple):
    """A row: the day that its week begins on, and its numbers."""

    day: date
    cells: Sequence[Cell]

    @property
    def at(self) -> int:
        """Seconds since 1970."""
        return int(datetime.combine(self.day, time(), UTC).timestamp())


@dataclass(frozen=True)
class Chart:
    """A chart and its table. shape: "bars", which stand on each other, or "line"; unit: what follows the numbers of
    the axis; sentence: what the figures say in words."""

    key: str
    title: str
    series: Sequence[Series]
    weeks: Sequence[Week]
    sentence: str
    shape: str = "bars"
    unit: str = ""


def listed(page: str, **chosen: object) -> str:
    """The address of a list with this filter; parts that are empty are left out."""
    return f"{page}?{urlencode({name: str(value) for name, value in chosen.items() if value})}"


@dataclass(frozen=True)
class Links:
    """Where the rows stand that figures count. kept: which sessions were chosen, as their filter has it."""

    period: Period
    kept: Mapping[str, object] = field(default_factory=dict)

    def sessions(self, **chosen: object) -> str:
        """Those of the whole time: what was held stays counted when it is archived."""
        return listed("/sessions/", **{**self.kept, **self.period.asked, **chosen}, archived="all")

    def sessions_of_week(self, week: date, **chosen: object) -> str:
        return self.sessions(**chosen, since=week, until=week + WEEK - timedelta(days=1))

    def made(self, page: str, **chosen: object) -> str:
        """The findings or additions that were made in this time."""
        return listed(page, **self.kept, **self.period.asked, **chosen)

    def open_findings(self, **chosen: object) -> str:
        return listed("/findings/", **self.kept, status="open", **chosen)

    def verdict(self, name: str, reasons: Collection[str]) -> str:
        """How the rows of a group of ends are asked for: by the group's name, or by the one of them that was chosen."""
        kept = str(self.kept.get("verdict", ""))
        return kept if kept and kept in reasons else name


def stacked(
    period: Period, names: Sequence[str], number: Callable[[date, str], int], url: Callable[[date, str], str]
) -> list[Week]:
    """A row for each week, with the number of each name."""
    return [
        Week(
            week,
            [
                Cell(found, f"{found:,}", url(week, name) if found else "")
                for name in names
                for found in [number(week, name)]
            ],
        )
        for week in period.mondays
    ]


def chart_of_verdicts(trend: SessionTrend, links: Links) -> Chart:
    """Sessions by the week of their start, by how they ended."""
    groups = {reason.value: [reason.value] for reason in VERDICT_TONES}
    groups["ended"] = [reason.value for reason in EndReason if reason not in VERDICT_TONES]
    groups["going"] = [""]
    labels = {"ended": OTHER_ENDS, "going": GOES_ON} | {one.value: END_LABELS[one] for one in VERDICT_TONES}
    tones = {"ended": "quiet", "going": "info"} | {one.value: tone for one, tone in VERDICT_TONES.items()}
    weeks = stacked(
        links.period,
        list(groups),
        lambda week, name: sum(trend.ends[week, reason] for reason in groups[name]),
        lambda week, name: links.sessions_of_week(week, verdict=links.verdict(name, groups[name])),
    )
    verdicts = sum(number for (_, reason), number in trend.ends.items() if reason in VERDICT_TONES)
    return Chart(
        "verdicts",
        "Sessions and their verdicts by week",
        [Series(labels[name], tones[name]) for name in groups],
        weeks,
        f"{trend.total:,} session{pluralize(trend.total)}, {verdicts:,} verdict{pluralize(verdicts)} "
        f"in {links.period.weeks} weeks",
    )


def chart_of_kinds(trend: SessionTrend, links: Links) -> Chart:
    """Sessions by the week of their start, by their kind."""
    kinds = list(registry.kinds())
    weeks = stacked(
        links.period,
        [kind.name for kind in kinds],
        lambda week, name: trend.kinds[week, name],
        lambda week, name: links.sessions_of_week(week, kind=name),
    )
    sums = [
        (kind.label, sum(number for (_, name), number in trend.kinds.items() if name == kind.name))
        for kind in kinds
    ]
    sentence = ", ".join(f"{number:,} {label.lower()}{pluralize(number)}" for label, number in sums)
    series = [Series(kind.label, TONES[place % len(TONES)]) for place, kind in enumerate(kinds)]
    return Chart("kinds", "Sessions by kind", series, weeks, sentence)


def chart_of_time(seconds: Mapping[date, Sequence[int]], links: Links) -> Chart:
    """The median time from the start to a verdict."""
    weeks = []
    for week in links.period.mondays:
        times = seconds.get(week, ())
        url = links.sessions_of_week(week, verdict=links.verdict("any", VERDICT_TONES)) if times else ""
        shown = f"{duration(middle(times))} ({len(times):,} verdict{pluralize(times)})" if times else "none"
        weeks.append(Week(week, [Cell(round(middle(times) / 60, 2), shown, url)]))
    everything = [one for times in seconds.values() for one in times]
    sentence = (
        f"The median of {len(everything):,} verdict{pluralize(everything)} is {duration(middle(everything))}"
        if everything
        else "No verdict yet"
    )
    series = [Series("Median", "accent")]
    return Chart("time", "Time to verdict", series, weeks, sentence, "line", " min")


def duration(seconds: float) -> str:
    """Such as "40 s", "12 min" or "3.5 h"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def model_label(model: str) -> str:
    return LABELS.get(model, model)


def chart_of_cost(spending: Spending, links: Links) -> Chart:
    """What calls have cost, by the week that they were made in and by model."""
    sums = {model: 0 for _, model in spending.weeks}
    for (_, model), micros in spending.weeks.items():
        sums[model] += micros
    models = sorted(sums, key=lambda model: (-sums[model], model))[:MOST_MODELS]
    weeks = [
        Week(
            week,
            [
                Cell(micros / MICROS, cost(micros), links.sessions_of_week(week) if micros else "")
                for model in models
                for micros in [spending.weeks[week, model]]
            ],
        )
        for week in links.period.mondays
    ]
    series = [Series(model_label(model), TONES[place]) for place, model in enumerate(models)]
    sentence = f"{cost(spending.weeks.total())} in {links.period.weeks} weeks"
    return Chart("cost", "Cost by week", series, weeks, sentence, unit=" $")
