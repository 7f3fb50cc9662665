"""Counts each call into the figures of its day, in the transaction that stores the call."""

from django.db.models import F

from reviews.models import DailySpending, ModelCall, Session


def add_call(call: ModelCall) -> None:
    """Add a call that has just been stored to what its team has spent today on who spoke and on its model."""
    team = Session.objects.values_list("team_id", flat=True).get(pk=call.session_id)
    spent = {
        "calls": 1,
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "cost_micros": call.cost_micros,
    }
    row, is_new = DailySpending.objects.get_or_create(
        team_id=team,
        day=call.created.date(),
        persona=call.event.speaker_key if call.event else "",
        model=call.model or call.provider,
        defaults=spent,
    )
    if not is_new:
        added = {name: F(name) + number for name, number in spent.items()}
        DailySpending.objects.filter(pk=row.pk).update(**added)
