"""Figures that would take too long to count anew for each page."""

from django.db import models

from reviews.models.team import Team


class DailySpending(models.Model):
    """What the calls of a team took on a day (UTC), by who spoke and by which model.

    `persona` is the key of a persona or an angle, "" for calls that brought no turn; `model` is the provider's name
    where no model speaks. A row stays when its sessions are deleted: the money was spent. Money is in millionths of a
    US dollar.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="spending")
    day = models.DateField()
    persona = models.CharField(max_length=60, blank=True)
    model = models.CharField(max_length=100)
    calls = models.PositiveIntegerField(default=0)
    tokens_in = models.BigIntegerField(default=0)
    tokens_out = models.BigIntegerField(default=0)
    cost_micros = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["-day", "persona", "model"]
        constraints = [
            models.UniqueConstraint(fields=["team", "day", "persona", "model"], name="one_spending_each_day")
        ]

    def __str__(self) -> str:
        return f"{self.calls} calls on {self.day}"
