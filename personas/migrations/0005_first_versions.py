"""Steps and phases begin to have versions: the first is what they say now."""

from django.db import migrations

NOTE = "As it was when versions began"


def phase_words(phase):
    lead = phase.lead.key if phase.lead else ""
    return {"slug": phase.slug, "title": phase.title, "lead": lead, "description": phase.description}


def step_words(step):
    words = {
        name: getattr(step, name) for name in ("title", "depth", "outputs", "depends_on", "skip_if", "body")
    }
    return {**words, "persona": step.persona.key if step.persona else ""}


def begin(apps, schema_editor):
    alias = schema_editor.connection.alias
    version_model = apps.get_model("personas", "Version")
    for kind, identity, words in (("phase", "key", phase_words), ("step", "step_id", step_words)):
        for row in apps.get_model("personas", kind).objects.using(alias).filter(current=None):
            row.current = version_model.objects.using(alias).create(
                kind=kind,
                key=getattr(row, identity),
                number=1,
                words=words(row),
                digest=row.digest,
                note=NOTE,
            )
            row.save(using=alias, update_fields=["current"])


def forget(apps, schema_editor):
    alias = schema_editor.connection.alias
    for kind in ("phase", "step"):
        apps.get_model("personas", kind).objects.using(alias).update(current=None)
    apps.get_model("personas", "Version").objects.using(alias).exclude(kind="persona").delete()


class Migration(migrations.Migration):
    dependencies = [("personas", "0004_only_words")]

    operations = [migrations.RunPython(begin, forget)]
