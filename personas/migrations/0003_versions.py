"""One table for the versions of everything that admins edit; those of personas move into it as they are.

The rows keep their ids, so that whatever points at them still does.
"""

import django.db.models.deletion
from django.db import migrations, models

BATCH = 100
LISTS = ["principles", "examples", "markers", "forbidden", "keywords"]
WORDS = ["name", "role", "short", "tier", "model", "lens", "colour", "shape", *LISTS, "text"]


def keep_content_type(apps, schema_editor):
    """Renaming the model has renamed its content type too, but permissions and links name the old one."""
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    if not kinds.filter(app_label="personas", model="personaversion").exists():
        kinds.filter(app_label="personas", model="version").update(model="personaversion")


def batches(model, alias):
    last = 0
    while rows := list(model.objects.using(alias).filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield rows
        last = rows[-1].pk


def columns_to_words(apps, schema_editor):
    alias = schema_editor.connection.alias
    version_model = apps.get_model("personas", "Version")
    keys = dict(apps.get_model("personas", "Persona").objects.using(alias).values_list("pk", "key"))
    for rows in batches(version_model, alias):
        for row in rows:
            row.key, row.words = keys[row.persona_id], {name: getattr(row, name) for name in WORDS}
        version_model.objects.using(alias).bulk_update(rows, ["key", "words"], batch_size=BATCH)


def words_to_columns(apps, schema_editor):
    alias = schema_editor.connection.alias
    version_model = apps.get_model("personas", "Version")
    ids = dict(apps.get_model("personas", "Persona").objects.using(alias).values_list("key", "pk"))
    for rows in batches(version_model, alias):
        for row in rows:
            row.persona_id = ids[row.key]
            for name in WORDS:
                setattr(row, name, row.words.get(name, [] if name in LISTS else ""))
        version_model.objects.using(alias).bulk_update(rows, ["persona", *WORDS], batch_size=BATCH // 5)
    # PostgreSQL changes no table whose rows still wait for a check.
    schema_editor.connection.check_constraints()


def column(name):
    """A column on its way out: empty, so that taking the migration back can fill it."""
    return models.JSONField(default=list) if name in LISTS else models.TextField(default="")


class Migration(migrations.Migration):
    dependencies = [
        ("personas", "0002_roundtable"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RemoveConstraint("personaversion", "one_version_per_number"),
        migrations.RenameModel("PersonaVersion", "Version"),
        migrations.RunPython(keep_content_type, migrations.RunPython.noop),
        migrations.AlterModelOptions("version", {"ordering": ["pk"]}),
        migrations.AddField("version", "kind", models.CharField(max_length=12, default="persona")),
        migrations.AddField("version", "key", models.CharField(max_length=60, default="")),
        migrations.AddField("version", "words", models.JSONField(default=dict)),
        migrations.AlterField(
            "version",
            "persona",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="personas.persona"
            ),
        ),
        *(migrations.AlterField("version", name, column(name)) for name in WORDS),
        migrations.RunPython(columns_to_words, words_to_columns),
    ]
