"""What the audit log's entries are about, and that the database itself only adds to it; limits of a month; calls by time."""

from django.db import migrations, models

KEPT = ("id", "at", "what", "who_name", "team_name", "about_name", "detail", "subject")
LET_GO = ("who_id", "team_id", "about_id")
"""Columns that may become null, when the rows that they lead to are deleted."""
REFUSED = "The audit log is only added to."
SQLITE = (
    f"CREATE TRIGGER reviews_audit_no_delete BEFORE DELETE ON reviews_auditentry "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
    "CREATE TRIGGER reviews_audit_no_update BEFORE UPDATE ON reviews_auditentry WHEN NOT ("
    + " AND ".join(
        [f"NEW.{name} IS OLD.{name}" for name in KEPT]
        + [f"(NEW.{name} IS NULL OR NEW.{name} IS OLD.{name})" for name in LET_GO]
    )
    + f") BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
)
POSTGRES = (
    "CREATE FUNCTION reviews_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    "CREATE TRIGGER reviews_audit_no_delete BEFORE DELETE ON reviews_auditentry "
    "FOR EACH ROW EXECUTE FUNCTION reviews_audit_refuse()",
    "CREATE TRIGGER reviews_audit_no_update BEFORE UPDATE ON reviews_auditentry FOR EACH ROW WHEN (NOT ("
    + " AND ".join(
        [f"NEW.{name} IS NOT DISTINCT FROM OLD.{name}" for name in KEPT]
        + [f"(NEW.{name} IS NULL OR NEW.{name} IS NOT DISTINCT FROM OLD.{name})" for name in LET_GO]
    )
    + ")) EXECUTE FUNCTION reviews_audit_refuse()",
)
NO_TRIGGER = "DROP TRIGGER reviews_audit_no_{} {}"


def guard(apps, schema_editor):
    """Refuse in the database what is no addition. A later migration that makes SQLite rebuild the table takes the
    triggers away and has to make them again."""
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRES}.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement, params=None)


def unguard(apps, schema_editor):
    is_postgres = schema_editor.connection.vendor == "postgresql"
    for name in ("delete", "update"):
        schema_editor.execute(NO_TRIGGER.format(name, "ON reviews_auditentry" if is_postgres else ""))
    if is_postgres:
        schema_editor.execute("DROP FUNCTION reviews_audit_refuse()")


class Migration(migrations.Migration):
    dependencies = [("reviews", "0019_figures")]

    operations = [
        migrations.AddField(
            "auditentry", "subject", models.CharField(blank=True, default="", max_length=60)
        ),
        migrations.AddField(
            "team", "month", models.CharField(blank=True, default="", editable=False, max_length=7)
        ),
        migrations.AddField(
            "team",
            "month_budget_micros",
            models.BigIntegerField(
                blank=True,
                help_text="The most that sessions may cost in a calendar month, in millionths of a US dollar. "
                "Empty: no limit.",
                null=True,
                verbose_name="budget of a month",
            ),
        ),
        migrations.AddField("team", "month_spent_micros", models.BigIntegerField(default=0, editable=False)),
        migrations.AddIndex("auditentry", models.Index(fields=["team", "-id"], name="audit_of_team")),
        migrations.AddIndex("modelcall", models.Index(fields=["created"], name="call_by_time")),
        migrations.RunPython(guard, unguard),
    ]
