"""Events are found by the search index alone: the word index of their own, of the first migrations, goes."""

from django.db import migrations

REMOVE = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS reviews_event_said",
        "DROP TRIGGER IF EXISTS reviews_event_gone",
        "DROP TABLE IF EXISTS reviews_event_words",
    ],
    "postgresql": ["DROP INDEX IF EXISTS reviews_event_words"],
}
INSTALL = {
    "sqlite": [
        "CREATE VIRTUAL TABLE reviews_event_words USING fts5("
        "text, content='reviews_event', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3')",
        "CREATE TRIGGER reviews_event_said AFTER INSERT ON reviews_event WHEN new.text <> '' BEGIN "
        "INSERT INTO reviews_event_words(rowid, text) VALUES (new.id, new.text); END",
        "CREATE TRIGGER reviews_event_gone AFTER DELETE ON reviews_event WHEN old.text <> '' BEGIN "
        "INSERT INTO reviews_event_words(reviews_event_words, rowid, text) VALUES ('delete', old.id, old.text); END",
        "INSERT INTO reviews_event_words(reviews_event_words) VALUES ('rebuild')",
    ],
    "postgresql": [
        "CREATE INDEX reviews_event_words ON reviews_event USING gin (to_tsvector('simple', left(text, 200000)))",
    ],
}


def remove(apps, schema_editor):
    for statement in REMOVE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def install(apps, schema_editor):
    for statement in INSTALL[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("reviews", "0023_keeping")]
    operations = [migrations.RunPython(remove, install)]
