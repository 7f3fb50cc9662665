from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Count, Sum
from django.db.models.functions import TruncDate


def count_calls(apps: Any, schema_editor: Any) -> None:
    """What was spent so far, by day."""
    calls = apps.get_model("reviews", "ModelCall").objects.using(schema_editor.connection.alias)
    spending = apps.get_model("reviews", "DailySpending")
    names = ("session__team_id", "day", "event__speaker_key", "model", "provider")
    found = (
        calls.annotate(day=TruncDate("created"))
        .order_by()
        .values_list(*names)
        .annotate(Count("pk"), Sum("tokens_in"), Sum("tokens_out"), Sum("cost_micros"))
    )
    sums: dict[tuple[Any, ...], list[int]] = {}
    for team, day, persona, model, provider, *numbers in found:
        kept = sums.setdefault((team, day, persona or "", model or provider), [0, 0, 0, 0])
        kept[:] = [old + new for old, new in zip(kept, numbers, strict=True)]
    spending.objects.using(schema_editor.connection.alias).bulk_create(
        [
            spending(
                team_id=team,
                day=day,
                persona=persona,
                model=model,
                calls=calls_made,
                tokens_in=tokens_in,
                tokens_out=tokens_out,
                cost_micros=micros,
            )
            for (team, day, persona, model), (calls_made, tokens_in, tokens_out, micros) in sums.items()
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0018_early_exit"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=["team", "created", "kind", "state", "end_reason", "ended", "rounds"],
                name="session_figures",
            ),
        ),
        migrations.CreateModel(
            name="DailySpending",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("day", models.DateField()),
                ("persona", models.CharField(blank=True, max_length=60)),
                ("model", models.CharField(max_length=100)),
                ("calls", models.PositiveIntegerField(default=0)),
                ("tokens_in", models.BigIntegerField(default=0)),
                ("tokens_out", models.BigIntegerField(default=0)),
                ("cost_micros", models.BigIntegerField(default=0)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spending",
                        to="reviews.team",
                    ),
                ),
            ],
            options={
                "ordering": ["-day", "persona", "model"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team", "day", "persona", "model"), name="one_spending_each_day"
                    )
                ],
            },
        ),
        migrations.RunPython(count_calls, migrations.RunPython.noop),
    ]
