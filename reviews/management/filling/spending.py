"""What the copies have cost, added to the figures as if each call had been counted when it was made."""

from collections import Counter, defaultdict
from collections.abc import Collection
from datetime import date

from django.db.models import F

from reviews.models import DailySpending, Team
from reviews.sessions.budget import spent_in, this_month

COLUMNS = ("calls", "tokens_in", "tokens_out", "cost_micros")
AT_ONCE = 500


class Sums:
    """Calls, tokens and money by team, day, speaker and model."""

    def __init__(self) -> None:
        self.days: dict[tuple[int, date, str, str], list[int]] = defaultdict(lambda: [0] * len(COLUMNS))

    def add(self, key: tuple[int, date, str, str], *numbers: int) -> None:
        day = self.days[key]
        day[:] = [old + new for old, new in zip(day, numbers, strict=True)]

    def store(self, teams: Collection[int]) -> None:
        """Add them to what these teams have spent so far, in all, in this month and by day."""
        month = this_month()
        spent, lately = Counter[int](), Counter[int]()
        for (team, day, *_), (*_, micros) in self.days.items():
            spent[team] += micros
            lately[team] += micros if f"{day:%Y-%m}" == month else 0
        for team, micros in spent.items():
            sums = {"spent_micros": F("spent_micros") + micros, **spent_in(month, lately[team])}
            Team.objects.filter(pk=team).update(**sums)
        for row in DailySpending.objects.filter(team__in=teams):
            numbers = [getattr(row, name) for name in COLUMNS]
            self.add((row.team_id, row.day, row.persona, row.model), *numbers)
        DailySpending.objects.bulk_create(
            [
                DailySpending(
                    team_id=team,
                    day=day,
                    persona=persona,
                    model=model,
                    **dict(zip(COLUMNS, numbers, strict=True)),
                )
                for (team, day, persona, model), numbers in sorted(self.days.items())
            ],
            batch_size=AT_ONCE,
            update_conflicts=True,
            unique_fields=["team", "day", "persona", "model"],
            update_fields=COLUMNS,
        )
