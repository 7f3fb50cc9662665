"""How it goes from week to week: each function is one query, whose rows an index or a small table holds."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from statistics import median

from django.db.models import Count, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce, NullIf

from reviews.changes.persona_outcomes import DISMISSED_CHANGES, fate_of_change
from reviews.figures.periods import SecondsBetween, day_of, monday, week_of
from reviews.figures.scope import Scope
from reviews.figures.speakers import key_of
from reviews.kinds import registry
from reviews.log.values import ANGLE
from reviews.models import Change, DailySpending, Finding, ModelCall
from reviews.models.finding import FindingStatus
from reviews.models.unindexed import in_teams
from reviews.states import EndReason, State

VERDICTS = (EndReason.READY, EndReason.READY_WITH_CAVEATS, EndReason.NOT_READY)
MOST_REASONS = 400


@dataclass(frozen=True)
class SessionTrend:
    """How many sessions were started in each week, and how those ended: by (Monday, kind), and by (Monday, end
    reason), "" for those that go on."""

    kinds: Counter[tuple[date, str]] = field(default_factory=Counter)
    ends: Counter[tuple[date, str]] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.kinds.total()


def count_sessions(scope: Scope) -> SessionTrend:
    """The sessions that were started, by week."""
    counted = (
        scope.sessions()
        .values_list(day_of("created"), "kind", "state", "end_reason")
        .annotate(number=Count("*"))
    )
    trend = SessionTrend()
    for day, kind, state, reason, number in counted:
        week = week_of(day)
        trend.kinds[week, kind] += number
        # A verdict counts only for what is finished: what failed on the way is never a positive one.
        has_it = state == State.FINISHED or reason not in VERDICTS
        trend.ends[week, reason if has_it else EndReason.ERROR] += number
    return trend


def verdict_seconds(scope: Scope) -> dict[date, list[int]]:
    """How long sessions took from their start to a verdict, by the week of their start."""
    rows = scope.sessions().filter(state=State.FINISHED)
    timed = rows.filter(end_reason__in=VERDICTS, ended__isnull=False)
    found: dict[date, list[int]] = defaultdict(list)
    for day, seconds in timed.values_list(day_of("created"), SecondsBetween(F("created"), F("ended"))):
        found[week_of(day)].append(seconds)
    return dict(found)


def middle(seconds: Sequence[int]) -> float:
    """The median, 0 of none."""
    return median(seconds) if seconds else 0


def count_passes(scope: Scope) -> Counter[tuple[int, str]]:
    """How many reviews of the kinds that take passes have ended, by (passes, end reason)."""
    kinds = [kind.name for kind in registry.kinds() if kind.takes_passes]
    rows = scope.sessions().filter(state=State.FINISHED, kind__in=kinds)
    counted = rows.values_list("rounds", "end_reason").annotate(number=Count("*"))
    return Counter({(rounds, reason): number for rounds, reason, number in counted})


def findings_of(teams: Collection[int]) -> QuerySet[Finding]:
    """The findings of these teams, to be read by what else is asked of them: by the index of the teams SQLite would
    read all that were ever found."""
    return in_teams(Finding.objects.all(), "artifact__item__team_id", teams)


def count_open_findings(scope: Scope) -> Counter[tuple[str, str]]:
    """The findings that nobody has decided on, whenever they were made, by (claim, severity)."""
    rows = scope.narrow(findings_of(scope.teams)).filter(status=FindingStatus.OPEN)
    counted = rows.order_by().values_list("claim", "severity").annotate(number=Count("*"))
    return Counter({(claim, severity): number for claim, severity, number in counted})


@dataclass(frozen=True)
class Spending:
    """What calls took, in millionths of a dollar: by (Monday, model) and by (persona, model), and how many calls."""

    weeks: Counter[tuple[date, str]] = field(default_factory=Counter)
    personas: Counter[tuple[str, str]] = field(default_factory=Counter)
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)

    def of_persona(self, key: str) -> int:
        return sum(cost for (persona, _), cost in self.personas.items() if persona == key)


def sum_spending(scope: Scope) -> Spending:
    """What was spent. Two queries: summed by the database, days of all speakers would be ten times as many rows."""
    if scope.chosen is not None:
        return sum_calls(scope)
    days = scope.period.asked
    rows = DailySpending.objects.filter(team_id__in=list(scope.teams), day__gte=days["since"]).order_by()
    if "until" in days:
        rows = rows.filter(day__lte=days["until"])
    spending = Spending()
    for day, model, micros in rows.values_list("day", "model").annotate(Sum("cost_micros")):
        spending.weeks[monday(day), model] += micros
    sums = rows.values_list("persona", "model").annotate(Sum("cost_micros"), Sum("calls"))
    for persona, model, micros, calls in sums:
        spending.personas[key_of(persona), model] += micros
        spending.calls[key_of(persona), model] += calls
    return spending


def sum_calls(scope: Scope) -> Spending:
    """The same of the chosen sessions, which figures by day don't know: from each of their calls, in one query."""
    rows = scope.narrow(ModelCall.objects.filter(**scope.period.within("created")))
    if scope.persona:
        rows = rows.filter(event__speaker_key__in=[scope.persona, ANGLE + scope.persona])
    persona = Coalesce("event__speaker_key", Value(""))
    model = Coalesce(NullIf("model", Value("")), "provider")
    counted = rows.order_by().values_list(day_of("created"), persona, model)
    spending = Spending()
    for day, who, name, micros, calls in counted.annotate(micros=Sum("cost_micros"), calls=Count("*")):
        spending.weeks[week_of(day), name] += micros
        spending.personas[key_of(who), name] += micros
        spending.calls[key_of(who), name] += calls
    return spending


@dataclass
class Acceptance:
    """What became of the findings, or of the additions to artifacts, that somebody raised. `unique`: raised by nobody
    else of the same session; `compared`: of how many that can be said; `reasons`: why they were dismissed, the most
    frequent first. `at_once` went in without anybody deciding."""

    persona: str
    raised: int = 0
    accepted: int = 0
    dismissed: int = 0
    fixed: int = 0
    at_once: int = 0
    unique: int = 0
    compared: int = 0
    reasons: list[tuple[str, int]] = field(default_factory=list)

    @property
    def decided(self) -> int:
        return self.accepted + self.dismissed

    @property
    def share(self) -> int | None:
        """The accepted ones in percent of what people decided, None where nothing is decided."""
        return round(100 * self.accepted / self.decided) if self.decided else None


def count_acceptance(scope: Scope) -> list[Acceptance]:
    """What became of the findings made in this time, by who raised them, those with the most first. Two queries."""
    rows = scope.narrow(findings_of(scope.teams)).filter(**scope.period.within("created")).order_by()
    counted = rows.values_list("by", "status").annotate(
        number=Count("*"),
        compared=Count("pass_number", filter=Q(pass_number__gt=0)),
        unique=Count("pass_number", filter=Q(pass_number__gt=0, agreed=[])),
    )
    found: dict[str, Acceptance] = {}
    for by, status, number, compared, unique in counted:
        one = found.setdefault(by, Acceptance(by))
        one.raised += number
        one.compared += compared
        one.unique += unique
        if status != FindingStatus.OPEN:
            setattr(one, status, getattr(one, status) + number)
    dismissed = rows.filter(status=FindingStatus.DISMISSED).exclude(decision_reason="")
    reasons = dismissed.values_list("by", "decision_reason").annotate(number=Count("*"))
    for by, reason, number in reasons.order_by("-number", "by", "decision_reason")[:MOST_REASONS]:
        found[by].reasons.append((reason, number))
    return sorted(found.values(), key=lambda one: (-one.raised, one.persona))


def newest_additions(teams: Collection[int]) -> QuerySet[Change]:
    """What sessions of these teams have added or would add to artifacts, to be read as `findings_of` are. The team
    is looked up by the artifact: there are few of these beside the sessions."""
    rows = Change.objects.exclude(marker="").exclude(attribution="")
    return in_teams(rows, "artifact__item__team_id", teams)


def count_additions(scope: Scope) -> list[Acceptance]:
    """What became of the additions of this time, by the first name of each who raised them, those with the most first.
    What all at a table raised counts for nobody in particular: `EVERYBODY`. Two queries."""
    rows = scope.narrow(newest_additions(scope.teams)).filter(**scope.period.within("created")).order_by()
    counted = rows.values_list("attribution", "status", "put_in_by_elm").annotate(number=Count("*"))
    found: dict[str, Acceptance] = {}
    for attribution, status, by_elm, number in counted:
        names = attribution.split("/")
        fate = fate_of_change(status, by_elm)
        for name in names:
            one = found.setdefault(name, Acceptance(name))
            one.raised += number
            one.compared += number
            one.unique += number if len(names) == 1 else 0
            if fate != "open":
                setattr(one, fate, getattr(one, fate) + number)
    dismissed = rows.filter(status__in=DISMISSED_CHANGES).exclude(decision_reason="")
    reasons = dismissed.values_list("attribution", "decision_reason").annotate(number=Count("*"))
    for attribution, reason, number in reasons.order_by("-number", "attribution")[:MOST_REASONS]:
        for name in attribution.split("/"):
            found[name].reasons.append((reason, number))
    return sorted(found.values(), key=lambda one: (-one.raised, one.persona))
