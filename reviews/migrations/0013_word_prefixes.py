"""The word index of SQLite knows the beginnings of words: without that, "a" reads every word that begins so."""

from django.db import migrations

PREFIXED = [
    "DROP TABLE IF EXISTS reviews_event_words",
    "CREATE VIRTUAL TABLE reviews_event_words USING fts5("
    "text, content='reviews_event', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3')",
    "INSERT INTO reviews_event_words(reviews_event_words) VALUES ('rebuild')",
]


def rebuild(apps, schema_editor):
    """The triggers stay: they name the table, whichever it is."""
    if schema_editor.connection.vendor == "sqlite":
        for statement in PREFIXED:
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("reviews", "0012_sent_forms")]
    operations = [migrations.RunPython(rebuild, migrations.RunPython.noop)]
