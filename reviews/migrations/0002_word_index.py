"""A word index over what was said, kept by the database itself.

When a later migration makes SQLite rebuild `reviews_event`, its triggers go with the old table: call `install`
again in that migration. A test looks for them.
"""

from django.db import migrations

SQLITE = [
    # The index keeps no copy of the text: "content" says where the words stand.
    "CREATE VIRTUAL TABLE IF NOT EXISTS reviews_event_words USING fts5("
    "text, content='reviews_event', content_rowid='id', tokenize='unicode61 remove_diacritics 2')",
    "CREATE TRIGGER IF NOT EXISTS reviews_event_said AFTER INSERT ON reviews_event WHEN new.text <> '' BEGIN "
    "INSERT INTO reviews_event_words(rowid, text) VALUES (new.id, new.text); END",
    "CREATE TRIGGER IF NOT EXISTS reviews_event_gone AFTER DELETE ON reviews_event WHEN old.text <> '' BEGIN "
    "INSERT INTO reviews_event_words(reviews_event_words, rowid, text) VALUES ('delete', old.id, old.text); END",
]
POSTGRES = [
    # A tsvector holds 1 MB: the limit keeps a very long text from refusing its own row.
    "CREATE INDEX IF NOT EXISTS reviews_event_words ON reviews_event "
    "USING gin (to_tsvector('simple', left(text, 200000)))",
]
REMOVE = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS reviews_event_said",
        "DROP TRIGGER IF EXISTS reviews_event_gone",
        "DROP TABLE IF EXISTS reviews_event_words",
    ],
    "postgresql": ["DROP INDEX IF EXISTS reviews_event_words"],
}


def run(schema_editor, statements):
    for statement in statements:
        schema_editor.execute(statement)


def install(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    run(schema_editor, SQLITE if vendor == "sqlite" else POSTGRES)
    if vendor == "sqlite":
        run(schema_editor, ["INSERT INTO reviews_event_words(reviews_event_words) VALUES ('rebuild')"])


def remove(apps, schema_editor):
    run(schema_editor, REMOVE[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [("reviews", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
