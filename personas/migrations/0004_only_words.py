"""The columns of personas' versions go: the migration before has put their words together."""

import django.db.models.deletion
from django.db import migrations, models

WORDS = ["name", "role", "short", "tier", "model", "lens", "colour", "shape", "principles", "examples"]
WORDS += ["markers", "forbidden", "keywords", "text"]


def current():
    return models.ForeignKey(
        editable=False,
        null=True,
        on_delete=django.db.models.deletion.RESTRICT,
        related_name="+",
        to="personas.version",
    )


class Migration(migrations.Migration):
    dependencies = [("personas", "0003_versions")]

    operations = [
        *(migrations.RemoveField("version", name) for name in ["persona", *WORDS]),
        migrations.AlterField("version", "kind", models.CharField(max_length=12)),
        migrations.AlterField("version", "key", models.CharField(max_length=60)),
        migrations.AlterField("version", "words", models.JSONField()),
        migrations.AlterModelOptions("version", {"ordering": ["kind", "key", "-number"]}),
        migrations.AddConstraint(
            "version",
            models.UniqueConstraint(fields=("kind", "key", "number"), name="one_version_per_number"),
        ),
        migrations.CreateModel(
            name="PersonaVersion",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("personas.version",),
        ),
        migrations.AlterField("persona", "current", current()),
        migrations.AddField("phase", "current", current()),
        migrations.AddField("step", "current", current()),
    ]
