"""What was sent in a session is kept once for all its calls, in parts whose joining is each full prompt."""

import hashlib
import re

import django.db.models.deletion
from django.db import migrations, models

BATCH = 100
TRANSCRIPT_PIECE = 4096
MATERIAL = re.compile(r'(?<=\n\n)(?=<<material [0-9A-Za-z]{8,} kind=")')
END = re.compile(r".*\n<<end [0-9A-Za-z]{8,}>>\n\n", re.DOTALL)
TRANSCRIPT = re.compile(r'<<material [0-9A-Za-z]{8,} kind="transcript"')


def split(prompt):
    """The parts of a prompt: before each material, behind the last one, and a transcript in even pieces. However
    the marks are placed, joining the parts gives the prompt."""
    *parts, last = MATERIAL.split(prompt)
    end = match.end() if (match := END.match(last)) else 0
    pieces = []
    for part in (*parts, last[:end], last[end:]):
        length = TRANSCRIPT_PIECE if TRANSCRIPT.match(part) else max(1, len(part))
        pieces += [part[start : start + length] for start in range(0, len(part), length)]
    return pieces


def batches(model, alias):
    last = 0
    while rows := list(model.objects.using(alias).filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield rows
        last = rows[-1].pk


def take_apart(apps, schema_editor):
    alias = schema_editor.connection.alias
    call_model, text_model = apps.get_model("reviews", "ModelCall"), apps.get_model("reviews", "PromptText")
    for calls in batches(call_model, alias):
        texts = {}
        for call in calls:
            parts = [(hashlib.sha256(text.encode()).hexdigest(), text) for text in split(call.prompt)]
            call.prompt_parts = [sha256 for sha256, _ in parts]
            texts |= {(call.session_id, sha256): text for sha256, text in parts}
        rows = [text_model(session_id=pk, sha256=sha256, text=text) for (pk, sha256), text in texts.items()]
        text_model.objects.using(alias).bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)
        call_model.objects.using(alias).bulk_update(calls, ["prompt_parts"], batch_size=BATCH)


def join(apps, schema_editor):
    alias = schema_editor.connection.alias
    call_model, text_model = apps.get_model("reviews", "ModelCall"), apps.get_model("reviews", "PromptText")
    for calls in batches(call_model, alias):
        for call in calls:
            rows = text_model.objects.using(alias).filter(session=call.session_id, sha256__in=call.prompt_parts)
            texts = dict(rows.values_list("sha256", "text"))
            call.prompt = "".join(texts[sha256] for sha256 in call.prompt_parts)
        call_model.objects.using(alias).bulk_update(calls, ["prompt"], batch_size=10)


class Migration(migrations.Migration):
    dependencies = [("reviews", "0005_repositories")]

    operations = [
        migrations.CreateModel(
            name="PromptText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha256", models.CharField(max_length=64)),
                ("text", models.TextField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prompt_texts",
                        to="reviews.session",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("session", "sha256"), name="one_text_per_hash")
                ],
            },
        ),
        migrations.AddField("modelcall", "prompt_parts", models.JSONField(default=list)),
        # With a default, taking the migration back can bring the column again.
        migrations.AlterField("modelcall", "prompt", models.TextField(default="")),
        migrations.RunPython(take_apart, join),
    ]
