"""One table for all that a session pins of what admins edit: its personas, and its step."""

import django.db.models.deletion
from django.db import migrations, models


def keep_content_type(apps, schema_editor):
    """Renaming the model has renamed its content type too, but permissions name the old one."""
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    if not kinds.filter(app_label="reviews", model="participant").exists():
        kinds.filter(app_label="reviews", model="pinnedversion").update(model="participant")


def only_seats(apps, schema_editor):
    """Before there were pins of steps, every row was a persona's."""
    rows = apps.get_model("reviews", "PinnedVersion").objects.using(schema_editor.connection.alias)
    rows.exclude(what="seat").delete()
    # PostgreSQL changes no table whose rows still wait for a check.
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0007_no_whole_prompts"),
        ("personas", "0005_first_versions"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RemoveConstraint("participant", "one_seat_per_persona"),
        migrations.RenameModel("Participant", "PinnedVersion"),
        migrations.RunPython(keep_content_type, migrations.RunPython.noop),
        migrations.AlterField("pinnedversion", "key", models.CharField(max_length=60)),
        migrations.AddField("pinnedversion", "what", models.CharField(default="seat", max_length=12)),
        migrations.AlterField(
            "pinnedversion",
            "session",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pinned_versions",
                to="reviews.session",
            ),
        ),
        migrations.AlterField(
            "pinnedversion",
            "version",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="pins", to="personas.version"
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, only_seats),
        migrations.AddConstraint(
            "pinnedversion",
            models.UniqueConstraint(fields=("session", "what", "key"), name="one_version_per_place"),
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("reviews.pinnedversion",),
        ),
    ]
